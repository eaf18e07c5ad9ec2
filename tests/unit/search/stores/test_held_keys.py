"""A long text holds its idempotency key while it is stored: who comes meanwhile waits, and takes nothing away."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from commonplace.domain.times import KEY_ASKED_AGAIN, KEY_HELD
from commonplace.operations.settings import settings
from commonplace.storage.attempts import attempts_feed
from commonplace.storage.items import plain, typed
from commonplace.storage.store import Tables
from commonplace.stores import bulk_store
from tests.support.agents import Answer
from tests.support.apps import App
from tests.support.clock import SECOND, HandClock
from tests.support.exports import Carrier
from tests.support.store_records import account_of, erase_account, records

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

LINES = [f"Shelf {number} of the archive holds the maps of district {number}." for number in range(10)]
LONG = " ".join(LINES)
OTHER = "Tea is hot."


class Dies(BaseException):
    """The end of a function's process."""


class Meanwhile:
    """Does something once, just before a given commit: the first takes a new key, others write parts."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def before(self, number: int, act: Callable[[], Any]) -> list[Any]:
        """Plan it; the list holds what it returned, once it was done."""
        commit, count, done = Tables.commit, 0, list[Any]()

        def counted(tables: Tables, actions: Any, attempts: int = 10) -> None:
            nonlocal count
            count += attempts != 2  # the count of calls, beside the write, is none
            if count == number and attempts != 2:
                self._monkeypatch.setattr(Tables, "commit", commit)
                done.append(act())
            commit(tables, actions, attempts)

        self._monkeypatch.setattr(Tables, "commit", counted)
        return done

    def dies(self, number: int) -> None:
        """Let the process end before a commit."""

        def end() -> None:
            raise Dies

        self.before(number, end)


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    monkeypatch.setattr(bulk_store, "PART", 4)
    return Meanwhile(monkeypatch)


def attempts(client: DynamoDBClient, app: App) -> list[dict[str, Any]]:
    found = client.query(
        TableName=settings().activity_table,
        KeyConditionExpression="feed = :feed",
        ExpressionAttributeValues=typed({":feed": attempts_feed(account_of(app.key))}),
    )["Items"]
    return [plain(item) for item in found]


def store(app: App, content: str = LONG, **arguments: Any) -> Answer:
    return app.call("bulk_store", idempotency_key="k", content=content, force=True, **arguments)


def texts(client: DynamoDBClient, app: App) -> list[str]:
    return sorted(memory.text for memory in records(client, app))


@pytest.mark.requirement("D8", "S11")
@pytest.mark.both_engines
def test_case_71_a_long_text_and_what_comes_meanwhile(
    app: App, tables: DynamoDBClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [
        f"Shelf {number:03} of the archive holds the old maps of district {number:03}." for number in range(400)
    ]
    content = " ".join(lines)[:19_900]
    while_it_runs = Meanwhile(monkeypatch).before(2, lambda: (store(app, OTHER), store(app, content)))

    first = store(app, content)

    ((other, same),) = while_it_runs
    assert (other.status, other.error["code"], other.error["field"]) == (
        422,
        "idempotency.reused",
        "Idempotency-Key",
    )
    assert (same.status, same.error["type"], same.error["code"]) == (
        409,
        "conflict_error",
        "idempotency.in_progress",
    )
    assert same.error["retry_after_ms"] == KEY_ASKED_AGAIN // 1000
    assert same.headers["retry-after"] == "15"
    assert (first.status, first.body["status"], len(first.body["ids"])) == (200, "stored", first.body["chunks"])
    assert len(records(tables, app)) == first.body["chunks"] > 300
    again = store(app, content)
    assert (again.body, again.headers["idempotent-replayed"]) == (first.body, "true")


@pytest.mark.requirement("D8")
@pytest.mark.parametrize("number", [2, 3, 4])
@pytest.mark.parametrize("operation", ["store_memory", "store_turn", "supersede"])
def test_no_other_write_takes_a_key_that_is_held(
    app: App, tables: DynamoDBClient, meanwhile: Meanwhile, operation: str, number: int
) -> None:
    """Neither before the first part is written, nor between the others."""
    old = app.good("store_memory", content="The deadline is Tuesday")["id"]
    body = {
        "store_memory": {"content": OTHER},
        "store_turn": {"user_msg": "Hot?", "assistant_msg": "Hot."},
        "supersede": {"old_memory_id": old, "new_content": "The deadline is Friday"},
    }[operation]
    came = meanwhile.before(number, lambda: app.call(operation, idempotency_key="k", **body))

    first = store(app)

    assert [one.status for one in came] == [422]
    assert (first.status, first.body["stored"]) == (200, 10)
    assert texts(tables, app) == sorted([*LINES, "The deadline is Tuesday"])


@pytest.mark.requirement("D8", "B1")
def test_a_held_key_holds_no_other_key(app: App, meanwhile: Meanwhile) -> None:
    came = meanwhile.before(2, lambda: app.call("bulk_store", idempotency_key="l", content=OTHER))

    assert store(app).status == 200
    assert [one.status for one in came] == [200]


@pytest.mark.requirement("D8")
@pytest.mark.parametrize(
    ("passed", "wait"), [(0, 15_000), (50 * SECOND, 10_000), (59 * SECOND, 1_000), (60 * SECOND, None)]
)
def test_who_is_asked_to_wait_waits_no_longer_than_the_lease(
    app: App, clock: HandClock, meanwhile: Meanwhile, passed: int, wait: int | None
) -> None:
    clock.step = 0
    meanwhile.dies(2)
    with pytest.raises(Dies):
        store(app)
    clock.advance(passed)

    answer = store(app)

    assert answer.status == (200 if wait is None else 409)
    assert wait is None or answer.error["retry_after_ms"] == wait


@pytest.mark.requirement("D8")
@pytest.mark.parametrize(("number", "there"), [(1, 0), (2, 0), (3, 4), (4, 8)])
def test_after_a_crash_the_same_body_goes_on_once_the_lease_is_over(
    app: App, tables: DynamoDBClient, clock: HandClock, meanwhile: Meanwhile, number: int, there: int
) -> None:
    meanwhile.dies(number)
    with pytest.raises(Dies):
        store(app)
    assert len(records(tables, app)) == there
    assert store(app).status == (200 if number == 1 else 409)
    clock.advance(KEY_HELD)

    answer = store(app)

    assert (answer.status, answer.body["chunks"], answer.body["stored"]) == (200, 10, 10)
    assert texts(tables, app) == sorted(LINES)
    assert {memory.memory_id for memory in records(tables, app)} == set(answer.body["ids"])


@pytest.mark.requirement("D8")
def test_another_body_has_a_key_under_which_nothing_was_done(
    app: App, tables: DynamoDBClient, clock: HandClock, meanwhile: Meanwhile
) -> None:
    meanwhile.dies(2)
    with pytest.raises(Dies):
        store(app)
    assert store(app, OTHER).status == 422
    clock.advance(KEY_HELD)

    assert store(app, OTHER).status == 200
    assert store(app).status == 422
    assert texts(tables, app) == [OTHER]


@pytest.mark.requirement("D8")
def test_another_body_never_has_a_key_under_which_a_part_was_done(
    app: App, clock: HandClock, meanwhile: Meanwhile
) -> None:
    meanwhile.dies(3)
    with pytest.raises(Dies):
        store(app)
    clock.advance(KEY_HELD)

    assert store(app, OTHER).status == 422
    assert store(app).status == 200


@pytest.mark.requirement("D8")
@pytest.mark.both_engines
@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_late_holder_writes_nothing_over_the_one_that_took_over(
    app: App, tables: DynamoDBClient, clock: HandClock, meanwhile: Meanwhile, number: int
) -> None:
    """A machine that slept in the midst: the second has done it all when it wakes."""

    def taken_over() -> Answer:
        clock.advance(KEY_HELD)
        return store(app)

    came = meanwhile.before(number, taken_over)

    late = store(app)

    (second,) = came
    assert (second.status, second.body["stored"]) == (200, 10)
    assert (late.status, late.body, late.headers["idempotent-replayed"]) == (200, second.body, "true")
    assert texts(tables, app) == sorted(LINES)


@pytest.mark.requirement("D8")
def test_a_late_holder_waits_for_the_one_that_took_over_and_still_runs(
    app: App, tables: DynamoDBClient, clock: HandClock, meanwhile: Meanwhile
) -> None:
    def taken_over() -> None:
        clock.advance(KEY_HELD)
        meanwhile.dies(3)  # it sees what is there, takes it over, and stands still
        with pytest.raises(Dies):
            store(app)

    meanwhile.before(3, taken_over)

    late = store(app)

    assert (late.status, late.error["retry_after_ms"]) == (409, 15_000)
    assert len(records(tables, app)) == 4
    clock.advance(KEY_HELD)
    assert store(app).body["stored"] == 10
    assert texts(tables, app) == sorted(LINES)


@pytest.mark.requirement("D8")
def test_a_late_holder_whose_key_another_body_has_is_told_so(
    app: App, tables: DynamoDBClient, clock: HandClock, meanwhile: Meanwhile
) -> None:
    def taken_over() -> Answer:
        clock.advance(KEY_HELD)
        return store(app, OTHER)

    came = meanwhile.before(2, taken_over)

    late = store(app)

    assert [one.status for one in came] == [200]
    assert (late.status, late.error["code"]) == (422, "idempotency.reused")
    assert texts(tables, app) == [OTHER]
    assert store(app, OTHER).headers["idempotent-replayed"] == "true"


@pytest.mark.requirement("D8")
@pytest.mark.parametrize("number", [2, 3])
def test_a_failure_gives_the_key_back_at_once(
    app: App, tables: DynamoDBClient, meanwhile: Meanwhile, number: int
) -> None:
    """It fails before, or after, a part was written; nothing is kept but the part."""

    def fails() -> None:
        raise RuntimeError("a fault")

    meanwhile.before(number, fails)
    assert store(app).status == 500

    assert store(app, OTHER).status == (200 if number == 2 else 422)
    assert store(app).status == (422 if number == 2 else 200)
    assert texts(tables, app) == ([OTHER] if number == 2 else sorted(LINES))


@pytest.mark.requirement("D8")
@pytest.mark.parametrize(
    ("content", "user_id"),
    [("", "default"), (f"The token is {'gh' + 'p_'}{'a1B2' * 9}.", "default"), (LONG, "none")],
)
def test_what_is_refused_holds_no_key(app: App, tables: DynamoDBClient, content: str, user_id: str) -> None:
    assert store(app, content, user_id=user_id).status in (400, 404, 422)

    # The key was held while the text was judged; what is left of that has run out and tells nothing of it.
    assert [one["digest"] for one in attempts(tables, app)] in ([], [""])
    assert store(app, OTHER).status == 200


@pytest.mark.requirement("D8")
def test_case_71_a_text_that_is_being_judged_holds_its_key(
    app: App, tables: DynamoDBClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge, meanwhile = bulk_store.admitted_sentences, list[Answer]()

    def judged(content: str, category: str) -> Any:
        if content == LONG:
            monkeypatch.setattr(bulk_store, "admitted_sentences", judge)
            meanwhile.extend((store(app, OTHER), store(app)))
        return judge(content, category)

    monkeypatch.setattr(bulk_store, "admitted_sentences", judged)
    first = store(app)

    assert [answer.status for answer in meanwhile] == [422, 409]
    assert (first.status, texts(tables, app)) == (200, sorted(LINES))


@pytest.mark.requirement("D8", "E1")
@pytest.mark.parametrize("hours", [1, 24 * 365])
def test_a_lease_from_a_clock_that_was_set_back_since_holds_nothing(
    app: App, clock: HandClock, meanwhile: Meanwhile, hours: int
) -> None:
    clock.advance(hours * 3600 * SECOND)
    meanwhile.dies(2)
    with pytest.raises(Dies):
        store(app)
    clock.advance(-hours * 3600 * SECOND)

    assert store(app).status == 200


@pytest.mark.requirement("D8", "A15")
def test_a_lease_keeps_no_text_and_is_no_record_of_an_export(
    app: App, tables: DynamoDBClient, meanwhile: Meanwhile
) -> None:
    kept = meanwhile.before(2, lambda: (attempts(tables, app), Carrier(app.key).export("idempotency")))

    store(app)

    (((lease,), exported),) = kept
    assert lease["done"] == 0
    assert not any(word in json.dumps(lease, default=str) for word in ("Shelf", "archive", "district"))
    assert exported == []
    assert len(Carrier(app.key).export("idempotency")) == 1


@pytest.mark.requirement("D8", "A19")
def test_a_lease_falls_under_erasure(app: App, tables: DynamoDBClient, meanwhile: Meanwhile) -> None:
    """What was sent before it is not stored after it, and the key is free."""
    meanwhile.before(2, lambda: erase_account(tables, app))

    assert store(app).status == 503
    assert app.good("list_memories")["memories"] == []
    assert store(app, OTHER).status == 200
    assert [one["content"] for one in app.good("list_memories")["memories"]] == [OTHER]
