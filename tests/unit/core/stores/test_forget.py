"""forget: one memory with its earlier versions, or a whole store; never more than was named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from commonplace.domain.levels import Level
from commonplace.domain.memory import State
from local.dynamodb import Meter
from tests.conftest import new_key
from tests.support.agents import Agent, stack
from tests.support.apps import App
from tests.support.clock import HandClock
from tests.support.records import put_record

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

UNKNOWN = "01a158c0-e93e-7000-9b3c-a6f7e5bd0703"


def texts_kept(client: DynamoDBClient) -> list[str]:
    """What lies in the table, whether or not it is handed out."""
    items = client.scan(TableName=stack().environment["MEMORIES_TABLE"])["Items"]
    return sorted(str(item["text"]["S"]) for item in items if "text" in item)


@pytest.mark.requirement("S11", "S6")
def test_a_memory_is_deleted_for_good(tables: DynamoDBClient, app: App) -> None:
    app.good("add_speaker", speaker="Bob")
    one = put_record(app, "one", speaker="Bob").memory_id
    put_record(app, "two", speaker="Bob")

    assert app.good("forget", memory_id=one.upper()) == {
        "user_id": "default",
        "memory_id": one,
        "status": "deleted",
    }
    assert texts_kept(tables) == ["two"]
    again = app.call("forget", memory_id=one)
    assert (again.status, again.error["type"], again.error["field"]) == (404, "not_found_error", "memory_id")


@pytest.mark.requirement("S11")
def test_its_earlier_versions_go_with_it(tables: DynamoDBClient, app: App) -> None:
    first = app.good("store_memory", content="the deadline is on Monday")["id"]
    second = app.good("supersede", old_memory_id=first, new_content="the deadline is on Tuesday")["new_memory_id"]
    third = app.good("supersede", old_memory_id=second, new_content="the deadline is on Friday")["new_memory_id"]
    put_record(app, "another")

    app.good("forget", memory_id=third)
    assert texts_kept(tables) == ["another"]
    for one in (first, second, third):
        assert app.call("get_memory", memory_id=one).status == 404
        assert app.call("lineage", memory_id=one).status == 404


@pytest.mark.requirement("S11")
def test_an_earlier_version_is_deleted_by_its_own_id(tables: DynamoDBClient, app: App) -> None:
    first = app.good("store_memory", content="the deadline is on Monday")["id"]
    second = app.good("supersede", old_memory_id=first, new_content="the deadline is on Tuesday")["new_memory_id"]
    third = app.good("supersede", old_memory_id=second, new_content="the deadline is on Friday")["new_memory_id"]

    app.good("forget", memory_id=second)
    assert texts_kept(tables) == ["the deadline is on Friday"]
    assert app.good("get_memory", memory_id=third)["memory"]["content"] == "the deadline is on Friday"
    assert app.good("lineage", memory_id=third)["count"] == 1


@pytest.mark.requirement("S11")
def test_a_long_chain_of_versions_goes_whole(engine_client: DynamoDBClient, engine_app: App) -> None:
    last: str | None = None
    for n in range(250):
        state = State.ACTIVE if n == 249 else State.SUPERSEDED
        last = put_record(engine_app, f"version {n}", state=state, replaces=last, revision=n).memory_id
    put_record(engine_app, "another")

    engine_app.good("forget", memory_id=last)
    assert texts_kept(engine_client) == ["another"]


@pytest.mark.requirement("S11", "C7", "A5")
def test_a_forgotten_keyed_memory_stays_for_the_owner(tables: DynamoDBClient, app: App, agent: Agent) -> None:
    agent.remember("the deadline is on Monday", key="deadline", durable=True)
    (row,) = app.good("list_memories")["memories"]
    old = app.good("supersede", old_memory_id=row["id"], new_content="the deadline is on Friday")["old_memory_id"]

    app.good("forget", memory_id=row["id"])
    assert agent.recall() == []
    assert agent.call("memory_get", key="deadline").body["found"] is False
    for one in (row["id"], old):
        assert app.call("get_memory", memory_id=one).status == 404
        assert app.call("forget", memory_id=one).status == 404
    assert texts_kept(tables) == ["the deadline is on Friday"]
    agent.remember("the deadline is on Sunday", key="deadline", durable=True)
    assert app.good("get_memory", memory_id=row["id"])["memory"]["content"] == "the deadline is on Sunday"


@pytest.mark.requirement("S11", "C7")
def test_an_agents_forget_takes_earlier_versions_out_of_reach(app: App, agent: Agent) -> None:
    agent.remember("the deadline is on Monday", key="deadline", durable=True)
    (row,) = app.good("list_memories")["memories"]
    old = app.good("supersede", old_memory_id=row["id"], new_content="the deadline is on Friday")["old_memory_id"]
    assert app.good("get_memory", memory_id=old)["memory"]["is_superseded"] is True

    assert agent.call("forget", key="deadline").status == 200
    assert app.call("get_memory", memory_id=old).status == 404
    assert app.call("lineage", memory_id=old).status == 404


@pytest.mark.requirement("S11", "C7", "A5")
def test_a_key_used_again_brings_nothing_forgotten_back(app: App, agent: Agent) -> None:
    agent.remember("the deadline is on Monday", key="deadline", durable=True)
    (row,) = app.good("list_memories")["memories"]
    old = app.good("supersede", old_memory_id=row["id"], new_content="the deadline is on Friday")["old_memory_id"]
    agent.remember("the deadline is on Sunday", key="deadline", durable=True)
    assert [one["id"] for one in app.good("lineage", memory_id=old)["versions"]] == [old, row["id"]]

    agent.call("forget", key="deadline")
    agent.remember("there is no deadline", key="deadline", durable=True)
    assert app.good("get_memory", memory_id=row["id"])["memory"]["content"] == "there is no deadline"
    for operation in ("get_memory", "lineage", "forget"):
        assert app.call(operation, memory_id=old).status == 404
    assert app.good("revisions")["revised"] == 0


@pytest.mark.requirement("S11", "S10")
@pytest.mark.parametrize(
    "body",
    [
        '"memory_id": null',
        '"memory_id": ""',
        '"memory_id": " "',
        '"memory_id": "x"',
        '"memory_id": 7',
        '"memory_id": []',
    ],
)
def test_null_or_blank_is_never_the_whole_store(app: App, body: str) -> None:
    put_record(app, "kept")
    refused = app.send("POST", "/api/v1/memory/forget", body=f'{{"user_id": "default", {body}}}')

    assert (refused.status, refused.error["type"], refused.error["field"]) == (
        400,
        "invalid_request_error",
        "memory_id",
    )
    assert app.good("stats")["total_memories"] == 1


@pytest.mark.requirement("S11", "S10")
@pytest.mark.parametrize("body", ["", "{}", '{"memory": "x"}', '{"user_id": "default", "memoryId": "x"}'])
def test_a_store_that_is_not_named_is_not_emptied(app: App, body: str) -> None:
    put_record(app, "kept")
    refused = app.send("POST", "/api/v1/memory/forget", body=body)

    assert (refused.status, refused.error["type"]) == (400, "invalid_request_error")
    assert app.good("stats")["total_memories"] == 1


@pytest.mark.requirement("S11", "A19")
def test_a_store_is_emptied_immediately_for_every_reader(app: App, agent: Agent) -> None:
    alice = app.in_store("alice")
    for one in (app, alice):
        one.good("add_speaker", speaker="Bob")
        put_record(one, "said", speaker="Bob")
    keyed = agent.call("memory_save", key="k", content="saved").status
    agent.remember("kept by an agent", durable=True)
    session = agent.remember("of the session")
    before = put_record(app, "said, too")

    assert (keyed, app.good("forget", user_id="Default")) == (200, {"user_id": "Default", "status": "deleted"})
    assert app.good("list_memories")["memories"] == []
    assert agent.recall() == ["of the session"]
    assert agent.call("memory_list").body["memories"] == [
        one for one in agent.call("memory_list").body["memories"] if one["content"] == "of the session"
    ]
    assert app.call("get_memory", memory_id=before.memory_id).status == 404
    assert app.good("get_memory", memory_id=session["id"])["memory"]["scope"] == "session"
    assert alice.good("stats")["total_memories"] == 1
    put_record(app, "written by who had read the head before", epoch=before.epoch)
    assert app.good("stats")["total_memories"] == 0
    app.good("store_memory", content="a new beginning")
    assert [row["content"] for row in app.good("list_memories")["memories"]] == ["a new beginning"]


@pytest.mark.requirement("S11")
def test_emptying_twice_and_emptying_an_empty_store_are_no_errors(app: App) -> None:
    for store in ("default", "alice"):
        one = app.in_store(store)
        assert one.good("forget")["status"] == "deleted"
        assert one.good("forget")["status"] == "deleted"
    assert app.call("forget", user_id="nobody").status == 404


@pytest.mark.requirement("C6", "S10")
def test_only_what_is_of_the_keys_own_level_is_deleted(app: App, clock: HandClock) -> None:
    high = App(new_key("acme", level=Level.CONFIDENTIAL, clock=clock))
    low = put_record(app, "public").memory_id
    top = put_record(app, "secret", level=Level.CONFIDENTIAL).memory_id

    refused = high.call("forget", memory_id=low)
    assert (refused.status, refused.error["type"]) == (403, "permission_error")
    assert "PUBLIC" in refused.error["message"]
    hidden, unknown = app.call("forget", memory_id=top), app.call("forget", memory_id=UNKNOWN)
    assert (hidden.status, hidden.body) == (404, unknown.body)
    assert high.good("stats")["total_memories"] == 2
    high.good("forget", memory_id=top)
    assert high.good("stats")["total_memories"] == 1


@pytest.mark.requirement("B4")
def test_nothing_of_another_store_session_or_account_is_deleted(app: App, clock: HandClock) -> None:
    other = App(new_key("other", clock=clock))
    alice = app.in_store("alice")
    agent = Agent(app.key, session="run-1")
    for one, memory_id in (
        (app, put_record(other, "another account's").memory_id),
        (app, put_record(alice, "in another store").memory_id),
        (alice, put_record(app, "in default").memory_id),
        (App(app.key, session="run-1"), agent.remember("of the session")["id"]),
    ):
        assert one.call("forget", memory_id=memory_id).status == 404
    assert [one.good("stats")["total_memories"] for one in (other, alice, app)] == [1, 1, 1]


@pytest.mark.requirement("A8")
@pytest.mark.parametrize("arguments", [{"user_id": "default"}, {"memory_id": UNKNOWN}, {}])
def test_a_key_that_reads_deletes_nothing(app: App, clock: HandClock, arguments: dict[str, Any]) -> None:
    put_record(app, "kept")
    reader = App(new_key("acme", scopes=frozenset({"read"}), clock=clock))

    assert reader.call("forget", **arguments).status == 403
    assert app.good("stats")["total_memories"] == 1


@pytest.mark.requirement("S11")
def test_forgetting_costs_one_read_and_one_write(engine_client: DynamoDBClient, engine_app: App) -> None:
    kept = put_record(engine_app, "kept").memory_id

    with Meter(engine_client) as meter:
        engine_app.good("forget", memory_id=kept)
    # Beside them the key is looked up, the call is counted, and agents of the store `default` are told.
    # The write is of two items: that it was deleted is kept for backups that are restored.
    assert sorted(call.operation for call in meter.calls) == [
        "BatchGetItem",
        "GetItem",
        "PutItem",
        "TransactWriteItems",
        "UpdateItem",
    ]
