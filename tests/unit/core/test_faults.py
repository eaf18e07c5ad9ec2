"""Conflicts, throttles and sessions that move: a call ends well or says that it did not."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from commonplace.refusals.errors import Busy
from commonplace.storage.actions import Delete
from commonplace.storage.batch_get import batch_get
from commonplace.storage.commit import ATTEMPTS, commit
from local.dynamodb import Engine, connect
from tests.conftest import as_on_aws, bind, new_key
from tests.support.agents import Agent, stack
from tests.support.clock import SECOND, HandClock

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

SESSIONS = stack().environment["SESSIONS_TABLE"]


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    opened = Engine(tmp_path / "tables.db")
    yield opened
    opened.close()


@pytest.fixture
def client(engine: Engine, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> DynamoDBClient:
    client = connect(engine)
    bind(client, clock, monkeypatch)
    return client


@pytest.fixture
def agent(client: DynamoDBClient, clock: HandClock) -> Agent:
    return Agent(new_key("acme", clock=clock))


@pytest.mark.requirement("A2", "A3", "A4", "A5")
def test_conflicts_and_throttles_that_pass_are_not_seen(agent: Agent, engine: Engine) -> None:
    for tool, arguments in (
        ("remember", {"text": "one", "key": "k"}),
        ("remember", {"text": "two", "key": "k"}),
        ("set_goal", {"goal": "g"}),
        ("checkpoint", {"goal": "p", "open_questions": ["q?"]}),
        ("forget", {"key": "k"}),
    ):
        engine.faults.transaction_conflict(3, operation="TransactWriteItems", item=1)
        engine.faults.transaction_conflict(3, operation="UpdateItem")
        engine.faults.throttle(2, operation="UpdateItem", code="ThrottlingException")
        engine.faults.leave_unprocessed(2, operation="BatchGetItem", items=1)
        assert agent.call(tool, **arguments).status == 200
        engine.faults.clear()

    assert agent.recall() == ["g", "p", "q?"]


@pytest.mark.requirement("A2")
def test_conflicts_that_last_are_said(agent: Agent, engine: Engine) -> None:
    agent.remember("one", key="k")
    engine.faults.transaction_conflict(1000, operation="UpdateItem")

    answer = agent.call("remember", text="two", key="k")

    assert (answer.status, answer.error["type"], answer.headers["retry-after"]) == (503, "overloaded_error", "1")
    engine.faults.clear()
    assert agent.recall() == ["one"]


@pytest.mark.requirement("A1")
def test_a_throttled_read_is_said(agent: Agent, engine: Engine) -> None:
    engine.faults.throttle(1, operation="Query")

    assert agent.call("recall").status == 503
    assert agent.call("recall").status == 200


def test_waits_are_few_and_jittered(client: DynamoDBClient, engine: Engine) -> None:
    engine.faults.transaction_conflict(1000)
    waits: list[float] = []
    delete = Delete(SESSIONS, {"account_id": "a", "session_id": "s"})

    with pytest.raises(Busy):
        commit(client, [delete], waits.append)

    assert len(waits) == ATTEMPTS - 1
    assert sum(waits) < 3
    assert len(set(waits)) == len(waits)


def test_a_batch_that_stays_undone_is_said(client: DynamoDBClient, engine: Engine) -> None:
    engine.faults.leave_unprocessed(1000, operation="BatchGetItem", items=1)

    with pytest.raises(Busy):
        batch_get(client, {SESSIONS: [{"account_id": "a", "session_id": "s"}]}, lambda _: None)


def move(client: DynamoDBClient, **values: int) -> Callable[[], None]:
    """Change a session's head, as a reset or a rise in another process does."""

    def now() -> None:
        item: dict[str, Any] = client.scan(TableName=SESSIONS)["Items"][0]
        client.put_item(
            TableName=SESSIONS, Item=item | {name: {"N": str(value)} for name, value in values.items()}
        )

    return now


@pytest.mark.requirement("B5", "C8")
def test_a_session_that_another_process_reset_is_empty_at_once(agent: Agent, client: DynamoDBClient) -> None:
    agent.remember("of the old session", key="k")
    agent.remember("of the account", durable=True)
    move(client, generation=1)()

    assert agent.recall() == ["of the account"]
    assert agent.call("forget", key="k").status == 404
    agent.remember("of the new session", key="k")
    assert agent.recall() == ["of the new session", "of the account"]


@pytest.mark.requirement("C6", "C8")
def test_what_is_above_a_sessions_taint_is_not_read_and_below_not_written(
    agent: Agent, client: DynamoDBClient
) -> None:
    agent.remember("public", key="k", durable=True)
    move_up = agent.in_session("high")
    move_up.remember("starts the session")
    heads = client.scan(TableName=SESSIONS)["Items"]
    high = next(item for item in heads if item["session_id"]["S"] == "high")
    client.put_item(TableName=SESSIONS, Item=high | {"taint": {"N": "2"}})

    stored = move_up.remember("confidential", durable=True)

    assert stored["classification"] == "CONFIDENTIAL"
    assert move_up.recall() == ["confidential", "starts the session", "public"]
    assert agent.recall() == ["public"]
    assert agent.call("forget", id=stored["id"]).status == 404
    refused = move_up.call("forget", id=agent.call("recall").body["items"][0]["id"])
    assert (refused.status, refused.error["type"]) == (403, "permission_error")


@pytest.mark.requirement("A2", "C8")
def test_a_session_raised_between_head_and_write_is_written_again(agent: Agent, client: DynamoDBClient) -> None:
    """The rise comes between the write's reading of the head and the write."""
    agent.remember("before")
    rise = move(client, taint=1, expires_at=1)  # close to its end, so that the write touches the head
    rise()
    moved = [move(client, taint=3, expires_at=1)]

    def meanwhile(**_: object) -> None:
        if moved:
            moved.pop()()

    client.meta.events.register_first("before-call.dynamodb.TransactWriteItems", meanwhile)
    stored = agent.remember("after")
    client.meta.events.unregister("before-call.dynamodb.TransactWriteItems", meanwhile)

    assert stored["classification"] == "RESTRICTED"


def test_a_fault_of_ours_answers_in_our_form_and_logs_no_text(
    agent: Agent, engine: Engine, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    as_on_aws(monkeypatch)
    engine.faults.throttle(1, operation="PutItem", code="ItemCollectionSizeLimitExceededException")

    answer = agent.call("remember", text="a private matter", durable=True)

    assert (answer.status, answer.error["type"], answer.error["request_id"]) == (500, "api_error", "request-1")
    logged = capsys.readouterr().out
    assert "private" not in logged
    fault, counted = (json.loads(line) for line in logged.splitlines())
    assert (fault["level"], fault["function"], fault["error"]) == (
        "ERROR",
        "remember",
        "ItemCollectionSizeLimitExceededException",
    )
    assert (counted["Faults"], counted["function"]) == ([1.0], "remember")


@pytest.mark.requirement("C3", "A2")
@pytest.mark.parametrize("key", [None, "k"])
def test_a_write_that_lands_late_is_stamped_anew(
    agent: Agent, client: DynamoDBClient, clock: HandClock, key: str | None
) -> None:
    """A warm search has looked past the time at which the write began; it must find it all the same."""
    agent.remember("opens the session", durable=True)
    delays = [60]

    def hold(**_: object) -> None:
        # The count of a call is written in another thread.
        if delays and threading.current_thread() is threading.main_thread():
            clock.advance(delays.pop() * SECOND)
            assert agent.call("memory_search", query="late").body["results"] == []

    for operation in ("PutItem", "UpdateItem"):
        client.meta.events.register_first(f"before-call.dynamodb.{operation}", hold)
    agent.remember("the late one", durable=True, key=key)
    for operation in ("PutItem", "UpdateItem"):
        client.meta.events.unregister(f"before-call.dynamodb.{operation}", hold)

    assert delays == []
    found = agent.call("memory_search", query="late").body["results"]
    assert [hit["content"] for hit in found] == ["the late one"]
    assert agent.recall() == ["the late one", "opens the session"]
