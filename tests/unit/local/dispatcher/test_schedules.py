"""When schedules are due, and what a failing call leads to."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from local.dispatcher.schedules import ScheduleWorker
from local.dispatcher.store import Store
from local.dispatcher.times import compile_times
from local.dispatcher.worker import Context
from local.functions import LoadedFunction
from local.stack import Function, Schedule
from local.template import TemplateError


def at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("expression", "after", "due"),
    [
        ("rate(1 minute)", "2026-01-01T00:00:30", "2026-01-01T00:01:30"),
        ("rate(5 minutes)", "2026-01-01T00:00:00", "2026-01-01T00:05:00"),
        ("rate(1 hour)", "2026-01-01T00:00:00", "2026-01-01T01:00:00"),
        ("rate(2 days)", "2026-01-01T00:00:00", "2026-01-03T00:00:00"),
        ("cron(0 3 * * ? *)", "2026-01-01T02:59:59", "2026-01-01T03:00:00"),
        ("cron(0 3 * * ? *)", "2026-01-01T03:00:00", "2026-01-02T03:00:00"),
        ("cron(0/15 * * * ? *)", "2026-01-01T00:46:00", "2026-01-01T01:00:00"),
        ("cron(*/20 8-10 * * ? *)", "2026-01-01T10:40:00", "2026-01-02T08:00:00"),
        ("cron(0 0 1 JAN,JUL ? *)", "2026-01-02T00:00:00", "2026-07-01T00:00:00"),
        ("cron(30 9 ? * MON-FRI *)", "2026-01-02T10:00:00", "2026-01-05T09:30:00"),
        ("cron(0 0 ? * 1 *)", "2026-01-01T00:00:00", "2026-01-04T00:00:00"),
        ("cron(0 0 29 2 ? *)", "2026-01-01T00:00:00", "2028-02-29T00:00:00"),
        ("cron(0 0 1 1 ? 2027)", "2026-01-01T00:00:00", "2027-01-01T00:00:00"),
    ],
)
def test_due(expression: str, after: str, due: str) -> None:
    assert compile_times(expression, "w")(at(after)) == at(due)


@pytest.mark.parametrize(
    "expression",
    [
        "rate(0 minutes)",
        "rate(1 week)",
        "at(2026-01-01T00:00:00)",
        "cron(0 3 * * *)",
        "cron(0 3 * * * *)",
        "cron(0 3 L * ? *)",
        "cron(0 24 * * ? *)",
        "cron(0 0 ? * 2#1 *)",
        "",
    ],
)
def test_unknown_expressions_are_refused(expression: str) -> None:
    with pytest.raises(TemplateError, match=r"^w: "):
        compile_times(expression, "w")


class Setting:
    """A schedule of one minute, its function and the clock."""

    def __init__(self, folder: Path, **options: Any) -> None:
        self.now = at("2026-01-01T00:00:00")
        self.events: list[dict[str, Any]] = []
        self.fault: Exception | None = None
        self.log: list[str] = []
        self.store = Store(folder / "dispatcher.db")
        self.schedule = Schedule("Close", "Every", "rate(1 minute)", **options)
        self.function = Function("Close", "close", Path(), "h.h", {}, on_failure="arn:aws:sqs:r:a:q")
        self.worker = self.start()

    def start(self) -> ScheduleWorker:
        loaded = LoadedFunction(self.function, self.handle)
        return ScheduleWorker(self.schedule, loaded, Context(self.store, lambda: self.now, self.log.append))

    def handle(self, event: dict[str, Any], context: object) -> None:
        self.events.append(event)
        if self.fault is not None:
            raise self.fault


@pytest.fixture
def setting(tmp_path: Path) -> Iterator[Setting]:
    setting = Setting(tmp_path)
    yield setting
    setting.store.close()


def test_it_is_called_when_due(setting: Setting) -> None:
    assert [setting.worker.step() for _ in range(2)] == [False, False]
    setting.now += 60
    assert [setting.worker.step() for _ in range(2)] == [True, False]

    (event,) = setting.events
    assert event["detail-type"] == "Scheduled Event"
    assert event["time"] == "2026-01-01T00:01:00Z"


def test_what_was_due_while_nothing_ran_is_made_up_for_once(setting: Setting) -> None:
    setting.worker.step()
    setting.now += 3_600

    again = setting.start()
    assert [again.step() for _ in range(3)] == [True, False, False]


def test_a_changed_expression_starts_anew(setting: Setting) -> None:
    setting.worker.step()
    setting.schedule = Schedule("Close", "Every", "rate(1 hour)")
    setting.now += 60

    assert setting.start().step() is False


def test_two_retries_then_it_is_given_up(setting: Setting) -> None:
    setting.worker.step()
    setting.fault = ValueError("mary")
    setting.now += 60
    for pause in (0, 59, 1, 119, 1):
        setting.now += pause
        setting.worker.step()
    assert len(setting.events) == 3

    (failure,) = setting.store.failures()
    assert failure["source"] == "Close.Every"
    assert failure["body"]["requestContext"]["condition"] == "RetriesExhausted"
    assert failure["body"]["requestContext"]["approximateInvokeCount"] == 3
    assert "mary" not in str(setting.log) + str(failure)


def test_a_call_that_is_killed_is_repeated(setting: Setting) -> None:
    setting.worker.step()
    setting.now += 60
    setting.fault = KeyboardInterrupt()  # type: ignore[assignment]
    with pytest.raises(KeyboardInterrupt):
        setting.worker.step()

    setting.fault = None
    assert setting.start().step() is True


def test_an_input(tmp_path: Path) -> None:
    setting = Setting(tmp_path, input='{"a": 1}')
    setting.worker.step()
    setting.now += 60
    setting.worker.step()

    assert setting.events == [{"a": 1}]
    setting.schedule = Schedule("Close", "Every", "rate(1 minute)", input="[1]")
    with pytest.raises(TemplateError, match="Input must be a JSON object"):
        setting.start()
    setting.store.close()


@pytest.mark.requirement("E1")
@pytest.mark.parametrize("restarts", [False, True])
def test_a_clock_that_steps_back_puts_no_call_off(setting: Setting, restarts: bool) -> None:
    setting.worker.step()
    setting.now -= 2 * 3_600
    worker = setting.start() if restarts else setting.worker
    assert worker.step() is False
    setting.now += 60

    assert worker.step() is True
    assert [event["time"] for event in setting.events] == ["2025-12-31T22:01:00Z"]


@pytest.mark.requirement("E1")
def test_a_failed_call_is_repeated_though_the_clock_steps_back(setting: Setting) -> None:
    setting.fault = ValueError("mary")
    setting.worker.step()
    setting.now += 60
    setting.worker.step()
    setting.fault = None
    setting.now -= 30
    setting.worker.step()
    setting.now += 60
    setting.worker.step()

    assert len(setting.events) == 2


@pytest.mark.requirement("E2")
def test_a_full_disk_counts_for_no_attempt(setting: Setting) -> None:
    refused = [0]
    loaded = LoadedFunction(setting.function, setting.handle)
    context = Context(setting.store, lambda: setting.now, setting.log.append, lambda: refused[0])
    worker = ScheduleWorker(setting.schedule, loaded, context)
    worker.step()
    setting.now += 60
    setting.fault = ValueError("mary")
    handle = setting.handle

    def full(event: dict[str, Any], where: object) -> None:
        refused[0] += 1
        handle(event, where)

    worker._function = LoadedFunction(setting.function, full)
    for _ in range(600):
        worker.step()
        setting.now += 1
    assert 60 < len(setting.events) <= 121
    assert setting.store.failures() == []

    setting.fault = None
    setting.now += 10
    assert worker.step() is True
    assert setting.store.failures() == []
