"""What a store costs: calls and capacity, counted, the same in a small store and a large one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from commonplace.domain.ids import time_ordered_id
from commonplace.domain.levels import Level
from commonplace.domain.memory import Embedding, Kind, Memory
from commonplace.domain.times import REREAD_WINDOW
from commonplace.operations.settings import settings
from commonplace.search.embedding.choose import embedder
from commonplace.search.embedding.vectors import packed
from commonplace.storage.memories import item_of
from local.dynamodb import Meter
from tests.conftest import bind, new_key
from tests.contract.dynamodb import backends
from tests.support.apps import App
from tests.support.clock import SECOND, START, HandClock
from tests.support.processes import Processes
from tests.support.store_records import account_of, space_of

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

HEADS, NEWS, WRITE = "BatchGetItem", "Query", "TransactWriteItems"
# The authorizer's, cached by the API, and the count of the key's calls, beside the call itself.
ASIDE = {"GetItem", "UpdateItem"}


@pytest.fixture
def client(tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[DynamoDBClient]:
    with backends.engine(tmp_path) as backend:
        bind(backend.client, clock, monkeypatch)
        yield backend.client


@pytest.fixture
def app(client: DynamoDBClient, clock: HandClock) -> App:
    return App(new_key("acme", clock=clock))


def fill(client: DynamoDBClient, app: App, count: int) -> None:
    """Write memories of before, each with the same vector."""
    account, space = account_of(app.key), space_of(app)
    (vector,) = embedder().passages(["What stands on a shelf"])
    embedding = Embedding(embedder().model_id, packed(vector))
    for number in range(count):
        written = START - 60 * SECOND - number
        memory = Memory(
            space=space,
            memory_id=time_ordered_id(written),
            account_id=account,
            epoch=0,
            text=f"Shelf {number} holds the maps of district {number}",
            kind=Kind.FACT,
            level=Level.PUBLIC,
            importance=0.6,
            created_at=written,
            updated_at=written,
            embedding=embedding,
        )
        client.put_item(TableName=settings().memories_table, Item=item_of(memory))


def calls(meter: Meter) -> list[str]:
    """What was called, in the order of its ends; then begin anew."""
    made = [call.operation for call in meter.calls if call.operation not in ASIDE]
    meter.clear()
    return made


@pytest.mark.requirement("S8")
@pytest.mark.parametrize("count", [0, 2000])
def test_a_warm_store_is_one_read_and_one_transaction(
    client: DynamoDBClient, app: App, clock: HandClock, count: int
) -> None:
    fill(client, app, count)
    app.good("store_memory", content="The first store reads everything")
    app.good("store_memory", content="The second one begins where the first stopped")
    clock.advance(REREAD_WINDOW)
    with Meter(client) as meter:
        app.good("store_memory", content="The mill burned down in May", idempotency_key="k1")
        units = [(call.operation, call.read) for call in meter.calls if call.operation not in ASIDE and call.read]
        new = calls(meter)
        app.good("store_memory", content="The mill burned down in May", idempotency_key="k2")
        duplicate = calls(meter)
        app.call("store_memory", content="The mill burned down in May", idempotency_key="k2")
        replayed = calls(meter)
        app.good("store_memory", content="The mill burned down in May", idempotency_key="k3", force=True)
        forced = calls(meter)

    # At once: heads, gate with the idempotency key, what is new. Then all that is written, at once.
    assert sorted(new[:-1]) == sorted([HEADS, HEADS, NEWS])
    assert new[-1] == WRITE
    # What was met is read anew; of a duplicate only the answer is kept.
    assert sorted(duplicate[:-2]) == sorted([HEADS, HEADS, NEWS])
    assert duplicate[-2:] == [HEADS, "PutItem"]
    assert sorted(replayed) == sorted([HEADS, HEADS, NEWS])
    assert sorted(forced[:-1]) == sorted([HEADS, HEADS])
    assert forced[-1] == WRITE
    # One a head (account, store, session); one for the gate and one for the key; one for there being no news.
    assert sorted(units) == [("BatchGetItem", 2.0), ("BatchGetItem", 3.0), ("Query", 1.0)]


@pytest.mark.requirement("S8")
def test_what_another_process_stored_is_read_once(
    client: DynamoDBClient, app: App, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes = Processes(client, clock).bind(monkeypatch)
    for number in (0, 1, 0):
        with processes.process(number):
            app.good("store_memory", content=f"Process {number} says {'abc'[number]}")
    with processes.process(1):
        app.good("store_memory", content="The harbour is frozen")
    with Meter(client) as meter:
        app.good("store_memory", content="The mill burned down in May")
        first = calls(meter)
        app.good("store_memory", content="The bakery opens at six")
        second = calls(meter)

    # The gate has moved: its news are read, then looked for once more.
    assert sorted(first[:-1]) == sorted([HEADS, HEADS, NEWS, HEADS, HEADS, NEWS])
    assert sorted(second[:-1]) == sorted([HEADS, HEADS, NEWS])


@pytest.mark.requirement("S9", "S6")
def test_an_exchange_and_a_new_version_are_one_read_and_one_write(client: DynamoDBClient, app: App) -> None:
    old_id = app.good("store_memory", content="The deadline is Tuesday")["id"]
    with Meter(client) as meter:
        app.good("store_turn", user_msg="When?", assistant_msg="At nine.", idempotency_key="k1")
        turn = calls(meter)
        app.good("store_turn", user_msg="When?", assistant_msg="At nine.")
        without_key = calls(meter)
        app.good("supersede", old_memory_id=old_id, new_content="The deadline is Friday", idempotency_key="k2")
        superseded = calls(meter)

    assert (sorted(turn[:-1]), turn[-1]) == (sorted([HEADS, HEADS]), WRITE)
    assert (sorted(without_key[:-1]), without_key[-1]) == (sorted([HEADS]), "PutItem")
    assert (sorted(superseded[:-1]), superseded[-1]) == (sorted([HEADS, HEADS]), WRITE)


@pytest.mark.requirement("S11")
def test_a_long_text_is_a_transaction_for_every_ninety_sentences(client: DynamoDBClient, app: App) -> None:
    content = " ".join(f"Shelf {number} holds the maps of district {number}." for number in range(200))
    with Meter(client) as meter:
        app.good("bulk_store", content=content, idempotency_key="k")
        made = calls(meter)

    # Heads, then the key is taken, before the first sentence is embedded.
    assert made[:2] == [HEADS, "PutItem"]
    assert (made.count(WRITE), made.count("PutItem")) == (3, 1)
    # Each part reads heads, gate and news at once; the first reads the news twice, for it knows of no gate yet.
    assert (made[2:].count(HEADS), made.count(NEWS)) == (7, 4)


@pytest.mark.requirement("S11", "D8")
def test_a_long_text_without_a_key_takes_none(client: DynamoDBClient, app: App) -> None:
    app.good("store_memory", content="The gate is known")
    with Meter(client) as meter:
        app.good("bulk_store", content="Tea is hot. Ice is cold.")
        made = calls(meter)

    assert (sorted(made[:-1]), made[-1]) == (sorted([HEADS, HEADS, NEWS]), WRITE)


@pytest.mark.requirement("D8")
def test_a_long_text_that_is_done_or_held_is_answered_by_the_key_alone(client: DynamoDBClient, app: App) -> None:
    app.good("bulk_store", content="Tea is hot. Ice is cold.", idempotency_key="k")
    with Meter(client) as meter:
        assert app.call("bulk_store", content="Tea is hot. Ice is cold.", idempotency_key="k").status == 200
        assert app.call("bulk_store", content="Tea is cold.", idempotency_key="k").status == 422
        made = calls(meter)

    assert made == [HEADS, "PutItem"] * 2
