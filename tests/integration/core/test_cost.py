"""Cost does not grow with the store: calls and capacity, counted, never seconds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from commonplace.auth import keys as accounts
from commonplace.domain.ids import time_ordered_id
from commonplace.domain.levels import Level
from commonplace.domain.memory import Kind, Memory
from commonplace.domain.spaces import account_space
from commonplace.storage.memories import item_of
from local.dynamodb import Meter
from tests.conftest import bind, new_key
from tests.contract.dynamodb import backends
from tests.support.agents import Agent, stack
from tests.support.clock import START, HandClock

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


@pytest.fixture(params=["engine", "ministack"])
def engine(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if reason := backends.missing(name):
        pytest.skip(reason)
    return name


@pytest.fixture
def client(
    engine: str, tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> Iterator[DynamoDBClient]:
    """The stack's tables on an engine whose capacity figures are right (moto's are not)."""
    opened = backends.engine(tmp_path) if engine == "engine" else backends.ministack()
    with opened as backend:
        bind(backend.client, clock, monkeypatch)
        yield backend.client


def fill(client: DynamoDBClient, account_id: str, first: int, count: int, level: Level = Level.PUBLIC) -> None:
    """Write durable memories of one size, as remember would."""
    for begin in range(first, first + count, 25):
        items: list[Any] = []
        for number in range(begin, min(begin + 25, first + count)):
            memory = Memory(
                space=account_space(account_id),
                memory_id=time_ordered_id(START + number),
                account_id=account_id,
                epoch=0,
                text=f"The fact with the number {number:08d} " + "." * 300,
                kind=Kind.FACT,
                level=level,
                importance=0.6,
                created_at=START + number,
                updated_at=START + number,
            )
            items.append({"PutRequest": {"Item": item_of(memory)}})
        answer = client.batch_write_item(RequestItems={stack().environment["MEMORIES_TABLE"]: items})
        assert not answer["UnprocessedItems"]


def own(meter: Meter) -> list[str]:
    """Operations but the authorizer's reading, which the API keeps, and the count that is written beside."""
    counts = ("UpdateItem", (stack().environment["ACTIVITY_TABLE"],))
    return [
        call.operation
        for call in meter.calls
        if call.operation != "GetItem" and (call.operation, call.tables) != counts
    ]


def seen(meter: Meter) -> list[tuple[str, str | None, float, float]]:
    """What the meter counted, in an order that threads cannot change; then begin anew."""
    calls = sorted((call.operation, call.index, call.read, call.write) for call in meter.calls)
    meter.calls.clear()
    return calls


@pytest.mark.requirement("A1")
def test_recall_costs_the_same_at_10_and_at_10_000_memories(
    client: DynamoDBClient, clock: HandClock, engine: str
) -> None:
    agent = Agent(new_key("acme", clock=clock))
    record = accounts.directory().key_by_hash(accounts.hash_of(agent.key))
    assert record is not None
    agent.recall()  # what is read once a process has been read
    fill(client, record.account_id, 0, 10)
    with Meter(client) as meter:
        assert len(agent.recall()) == 8
        few = [call for call in seen(meter) if call[0] != "GetItem"]  # the authorizer's, cached by the API
        assert len(agent.recall()) == 8
        assert [call for call in seen(meter) if call[0] != "GetItem"] == few
        fill(client, record.account_id, 10, 9_990 if engine == "engine" else 1_990)  # ministack is slow to fill
        meter.calls.clear()
        assert len(agent.recall()) == 8
        many = [call for call in seen(meter) if call[0] != "GetItem"]

    assert many == few
    # Heads in one call; the session (empty) and the account (8 records under 8 KB, consistently) in one each; and
    # the count, beside them.
    assert [call[:2] for call in few] == [
        ("BatchGetItem", None),
        ("Query", "by_rank"),
        ("Query", "by_rank"),
        ("UpdateItem", None),
    ]
    assert [call[3] for call in few] == [0.0, 0.0, 0.0, 1.0]
    if engine == "engine":  # ministack counts a consistent read of an index as an eventual one
        assert sorted(call[2] for call in few if call[0] == "Query") == [1.0, 2.0]


@pytest.mark.requirement("A7")
def test_a_whole_memory_is_one_call(client: DynamoDBClient, clock: HandClock) -> None:
    agent = Agent(new_key("acme", clock=clock))
    kept = agent.remember("word " * 700, durable=True)
    agent.recall()
    with Meter(client) as meter:
        assert agent.call("recall_result", cache_key=kept["id"]).body["payload"] == "word " * 700

        assert own(meter) == ["BatchGetItem"]


@pytest.mark.requirement("A2", "A3", "A4", "A5")
def test_writes_make_two_calls_and_forgetting_tells_of_it(client: DynamoDBClient, clock: HandClock) -> None:
    agent = Agent(new_key("acme", clock=clock))
    calls: dict[str, tuple[str, dict[str, Any]]] = {
        "first of a session": ("remember", {"text": "t", "key": "k"}),
        "same key": ("remember", {"text": "u", "key": "k"}),
        "without a key": ("remember", {"text": "v"}),
        "durable": ("remember", {"text": "w", "durable": True}),
        "goal": ("set_goal", {"goal": "g"}),
        "goal again": ("set_goal", {"goal": "h"}),
        "plan": ("checkpoint", {"goal": "g", "open_questions": ["a?", "b?"]}),
        "plan again": ("checkpoint", {"goal": "g"}),
        "forget": ("forget", {"key": "k"}),
    }
    made: dict[str, list[str]] = {}
    with Meter(client) as meter:
        for name, (tool, arguments) in calls.items():
            meter.calls.clear()
            assert agent.call(tool, **arguments).status == 200
            made[name] = own(meter)

    heads, one, many = "BatchGetItem", "UpdateItem", "TransactWriteItems"
    assert made == {
        "first of a session": [heads, many],
        "same key": [heads, one],
        "without a key": [heads, "PutItem"],
        "durable": [heads, "PutItem"],
        "goal": [heads, many],
        "goal again": [heads, one],
        "plan": [heads, many],
        "plan again": [heads, many],
        "forget": [heads, one, "PutItem"],  # what waiting agents are told
    }


@pytest.mark.requirement("A1")
def test_one_dead_record_on_top_costs_one_more_small_page(client: DynamoDBClient, clock: HandClock) -> None:
    agent = Agent(new_key("acme", clock=clock))
    record = accounts.directory().key_by_hash(accounts.hash_of(agent.key))
    assert record is not None
    fill(client, record.account_id, 0, 500)
    dead = agent.remember("dead", durable=True, importance=1)
    client.update_item(
        TableName=stack().environment["MEMORIES_TABLE"],
        Key={"space": {"S": account_space(record.account_id).key}, "memory_id": {"S": dead["id"]}},
        UpdateExpression="SET expires_at = :past",
        ExpressionAttributeValues={":past": {"N": "1"}},
    )
    with Meter(client) as meter:
        assert len(agent.recall()) == 8
        reads = sorted(call.read for call in meter.calls if call.operation == "Query")

    assert len(reads) == 3
    assert sum(reads) <= 8  # not the 100 that the whole store would cost


@pytest.mark.requirement("C3", "C4", "C6")
def test_what_a_session_may_not_see_costs_it_nothing(
    client: DynamoDBClient, clock: HandClock, engine: str
) -> None:
    """10,000 RESTRICTED records with the same words beside 10 PUBLIC ones; on ministack 2,000."""
    alone, beside = (Agent(new_key(name, clock=clock)) for name in ("alone", "beside"))
    costs: list[list[tuple[str, str | None, float, float]]] = []
    for agent in (alone, beside):
        record = accounts.directory().key_by_hash(accounts.hash_of(agent.key))
        assert record is not None
        agent.recall()  # a process that has had no answer yet reads what is new once more
        fill(client, record.account_id, 0, 10)
        if agent is beside:
            fill(client, record.account_id, 10, 10_000 if engine == "engine" else 2_000, Level.RESTRICTED)
        with Meter(client) as meter:
            for _ in ("cold", "warm"):
                found = agent.call("memory_search", query="fact number", max_results=10).body["results"]
                assert len(found) == 10
                assert {hit["classification"] for hit in found} == {"PUBLIC"}
            assert len(agent.call("memory_list", limit=10).body["memories"]) == 10
            assert len(agent.recall(limit=10)) == 10
            costs.append(seen(meter))

    assert costs[0] == costs[1]
