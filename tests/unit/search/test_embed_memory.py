"""embed_memory: vectors after the stream, each record alone, and a whole space after a change of model."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from commonplace.auth.keys import issue_key
from commonplace.domain.memory import Embedding, Kind, Memory, State
from commonplace.domain.spaces import account_space
from commonplace.search import embed_memory
from commonplace.search.embedding.choose import embedder
from commonplace.search.embedding.protocol import Vector
from commonplace.storage.embeddings import MARKER, mark, marker_id
from tests.conftest import bind
from tests.support.agents import NO_CONTEXT, function, stack
from tests.support.apps import App
from tests.support.clock import DAY, START, HandClock
from tests.support.stored import account_of, embed, fact, meaning, put, row, told

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

MODEL = "test:1"
TABLE = stack().environment["MEMORIES_TABLE"]


class Model:
    """Vectors that tell which text they are of; the text ``poison`` has none."""

    model_id = MODEL
    dimensions = 2
    typical = None

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def passages(self, texts: Sequence[str]) -> Vector:
        self.asked.append(list(texts))
        if "poison" in texts:
            raise ValueError("poison")
        return np.array([[1.0, len(text)] for text in texts], np.float32).reshape(-1, 2)

    def question(self, text: str) -> Vector:
        return np.array([1.0, 0.0], np.float32)

    def is_whole(self, text: str) -> bool:
        return True


@pytest.fixture
def client(engine_client: DynamoDBClient, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> DynamoDBClient:
    bind(engine_client, clock, monkeypatch)
    return engine_client


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Model:
    model = Model()
    for module in ("search.embed_memory", "search.embedding.meaning", "search.warm_vectors", "search.retrieval"):
        monkeypatch.setattr(f"commonplace.{module}.embedder", lambda: model)
    return model


def vector_of(client: DynamoDBClient, memory: Memory) -> str | None:
    """The model of a record's vector."""
    item = row(client, memory)
    assert ("embedding" in item) == ("embedding_model" in item)
    return item["embedding_model"]["S"] if "embedding" in item else None


def failed(answer: Any) -> list[str]:
    return [failure["itemIdentifier"] for failure in answer["batchItemFailures"]]


@pytest.mark.requirement("S11")
def test_what_was_written_gets_its_vector_and_nothing_else_of_it_changes(client: DynamoDBClient) -> None:
    memory = fact("acme", "The cat prefers salmon")
    put(client, memory)
    before = row(client, memory)
    assert failed(embed(memory)) == []

    after = row(client, memory)
    assert after.pop("embedding")["B"] == meaning("The cat prefers salmon").vector
    assert after.pop("embedding_model")["S"] == embedder().model_id
    assert after == before  # version and times too: no reader takes it for a new text


def test_a_batch_is_read_and_embedded_at_once(client: DynamoDBClient, model: Model) -> None:
    memories = [fact("acme", f"fact {number}") for number in range(5)]
    put(client, *memories)

    assert failed(embed(*memories, *memories)) == []
    assert model.asked == [[memory.text for memory in memories]]
    assert {vector_of(client, memory) for memory in memories} == {MODEL}


def test_doing_it_again_changes_nothing(client: DynamoDBClient, model: Model) -> None:
    memory = fact("acme", "one")
    put(client, memory)
    embed(memory)
    first = row(client, memory)
    embed(memory)

    assert row(client, memory) == first
    assert model.asked == [["one"]]


@pytest.mark.requirement("D2")
@pytest.mark.parametrize("poison", ["\0", "a\0b \x01", "\ud7ff\ufffe"])
def test_texts_that_no_tool_would_store_do_not_stop_the_others(client: DynamoDBClient, poison: str) -> None:
    bad = fact("acme", poison)
    good = [fact("acme", f"normal memory {number}") for number in range(5)]
    put(client, bad, *good)

    assert failed(embed(bad, *good)) == []
    assert {vector_of(client, memory) for memory in (bad, *good)} == {embedder().model_id}


def test_a_text_that_the_model_refuses_is_reported_alone(client: DynamoDBClient, model: Model) -> None:
    bad = fact("acme", "poison")
    good = [fact("acme", f"fact {number}") for number in range(5)]
    put(client, *good[:3], bad, *good[3:])

    assert failed(embed(*good[:3], bad, *good[3:])) == ["4"]
    assert [vector_of(client, memory) for memory in good] == [MODEL] * 5
    assert vector_of(client, bad) is None
    assert failed(embed(bad)) == ["1"]  # a whole batch of failures is reported, not raised


def test_a_record_that_cannot_be_read_fails_alone(client: DynamoDBClient, model: Model) -> None:
    good, bad = fact("acme", "good"), fact("acme", "bad")
    put(client, bad, good)
    client.update_item(
        TableName=TABLE,
        Key={"space": {"S": bad.space.key}, "memory_id": {"S": bad.memory_id}},
        UpdateExpression="REMOVE created_at",
    )

    assert failed(embed(bad, good)) == ["1"]
    assert vector_of(client, good) == MODEL


@pytest.mark.parametrize(
    "changes",
    [
        {"state": State.FORGOTTEN, "forgotten_at": START},
        {"state": State.QUARANTINED, "quarantined_for": "orders"},
        {"state": State.SUPERSEDED},
        {"kind": Kind.GOAL},
        {"kind": Kind.IDENTIFIER},
        {"expires_at": START // 1_000_000 - 1},
    ],
    ids=lambda changes: str(next(iter(changes.values()))),
)
def test_what_no_search_finds_gets_no_vector(
    client: DynamoDBClient, model: Model, changes: dict[str, Any]
) -> None:
    memory = fact("acme", "something", **changes)
    put(client, memory)

    assert failed(embed(memory)) == []
    assert (model.asked, vector_of(client, memory)) == ([], None)


def test_what_is_gone_is_no_failure_and_does_not_come_back(client: DynamoDBClient, model: Model) -> None:
    memory = fact("acme", "gone")

    assert failed(embed(memory)) == []
    assert "Item" not in client.get_item(
        TableName=TABLE, Key={"space": {"S": memory.space.key}, "memory_id": {"S": memory.memory_id}}
    )


@pytest.mark.parametrize(
    "meanwhile",
    [{"version": 2}, {"updated_at": START + 1}, {"state": State.FORGOTTEN}],
    ids=["written again", "begun anew", "forgotten"],
)
def test_a_vector_goes_only_to_the_version_it_was_made_of(
    client: DynamoDBClient, model: Model, monkeypatch: pytest.MonkeyPatch, meanwhile: dict[str, Any]
) -> None:
    memory = fact("acme", "first")
    put(client, memory)
    embedded = Model.passages

    def passages(self: Model, texts: Sequence[str]) -> Vector:
        put(client, dataclasses.replace(memory, **meanwhile))
        return embedded(self, texts)

    monkeypatch.setattr(Model, "passages", passages)

    assert failed(embed(memory)) == []
    assert vector_of(client, memory) is None


def test_an_item_of_another_kind_is_passed_over(client: DynamoDBClient, model: Model) -> None:
    event = told([(account_space("acme"), "gate/0")])

    assert failed(function("EmbedMemoryFunction").handler(event, NO_CONTEXT)) == []
    assert model.asked == []


def played(client: DynamoDBClient, memory_id: str, account_id: str) -> int:
    """Let a marker's stream records lead through its space, as long as it is there; tell how often."""
    space, times = account_space(account_id), 0
    while markers(client, account_id):
        assert (
            failed(function("EmbedMemoryFunction").handler(told([(space, memory_id)], "MODIFY"), NO_CONTEXT)) == []
        )
        times += 1
        assert times < 20
    return times


def markers(client: DynamoDBClient, account_id: str) -> list[str]:
    """The markers of an account's store."""
    found = client.query(
        TableName=TABLE,
        KeyConditionExpression="#space = :space AND begins_with(memory_id, :marker)",
        ExpressionAttributeNames={"#space": "space"},
        ExpressionAttributeValues={":space": {"S": account_space(account_id).key}, ":marker": {"S": MARKER}},
    )
    return [item["memory_id"]["S"] for item in found["Items"]]


OLD = Embedding("model-of-before", bytes(7))


@pytest.mark.requirement("S11")
def test_vectors_of_another_model_are_replaced_after_one_request(
    client: DynamoDBClient, model: Model, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = App(issue_key(account="acme", clock=clock))
    account_id = account_of(app.key)
    memories = [fact(account_id, f"fact {number}", after=number, embedding=OLD) for number in range(23)]
    put(client, *memories, fact(account_id, "poison", after=99, embedding=OLD))
    monkeypatch.setattr(embed_memory, "PAGE", 10)
    clock.advance(DAY)

    words = app.good("search", query="fact 7", max_results=5)["memories"]
    assert words[0]["content"] == "fact 7"  # by its words, while its vector is of another model
    assert words[0]["similarity"] is None
    assert markers(client, account_id) == [marker_id(MODEL)]
    app.good("search", query="fact 8")
    assert markers(client, account_id) == [marker_id(MODEL)]

    assert played(client, marker_id(MODEL), account_id) == 3
    assert {vector_of(client, memory) for memory in memories} == {MODEL}
    clock.advance(DAY)
    found = app.good("search", query="fact 7", max_results=5)["memories"]
    assert found[0]["similarity"] is not None


def test_a_live_marker_stays_and_a_stale_one_is_replaced(client: DynamoDBClient, model: Model) -> None:
    from commonplace.storage.commit import ConditionFailed, commit

    space, hour = account_space("acme"), 3_600_000_000
    commit(client, [mark(TABLE, space, MODEL, START)])
    with pytest.raises(ConditionFailed):
        commit(client, [mark(TABLE, space, MODEL, START + hour - 1_000_000)])
    commit(client, [mark(TABLE, space, MODEL, START + hour)])

    assert markers(client, "acme") == [marker_id(MODEL)]


def test_a_marker_of_another_model_is_taken_away(client: DynamoDBClient, model: Model) -> None:
    from commonplace.storage.commit import commit

    commit(client, [mark(TABLE, account_space("acme"), "model-of-before", START)])

    assert played(client, marker_id("model-of-before"), "acme") == 1
    assert model.asked == []


def test_two_that_go_on_from_one_place_lead_through_it_once(
    client: DynamoDBClient, model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    from commonplace.storage.commit import commit

    monkeypatch.setattr(embed_memory, "PAGE", 2)
    put(client, *(fact("acme", f"fact {number}", after=number) for number in range(6)))
    commit(client, [mark(TABLE, account_space("acme"), MODEL, START)])
    page, inside = embed_memory._embedded_if_possible, [0]

    def embedded(memories: Sequence[Memory]) -> Any:
        inside[0] += 1
        if inside[0] == 1:  # another call does the same page while this one is at it
            function("EmbedMemoryFunction").handler(told([(account_space("acme"), marker_id(MODEL))]), NO_CONTEXT)
        return page(memories)

    monkeypatch.setattr(embed_memory, "_embedded_if_possible", embedded)
    function("EmbedMemoryFunction").handler(told([(account_space("acme"), marker_id(MODEL))]), NO_CONTEXT)

    item = client.get_item(
        TableName=TABLE, Key={"space": {"S": account_space("acme").key}, "memory_id": {"S": marker_id(MODEL)}}
    )["Item"]
    found = client.query(
        TableName=TABLE,
        KeyConditionExpression="#space = :space",
        ExpressionAttributeNames={"#space": "space"},
        ExpressionAttributeValues={":space": {"S": account_space("acme").key}},
    )["Items"]
    ids = [one["memory_id"]["S"] for one in found if "text" in one]
    assert item["after_id"]["S"] == ids[1]
