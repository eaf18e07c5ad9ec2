"""Two stores that cannot have seen one another are never both written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from commonplace.domain.heads import Heads
from commonplace.domain.levels import Level
from commonplace.domain.memory import Memory
from commonplace.operations.call import Call
from commonplace.operations.runtime import Position
from commonplace.search.warm_partition import WarmPartition
from commonplace.search.warm_reading import confirmed
from commonplace.search.warm_vectors import refreshed_with_vectors
from commonplace.storage.store import Tables
from commonplace.stores import snapshot, writing
from tests.conftest import new_key
from tests.support.apps import App
from tests.support.clock import SECOND, HandClock
from tests.support.processes import Processes
from tests.support.store_records import erase_account, items, record, records

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

CONTENT = "The archive stands in the cellar of the town hall"
SAME = "the archive stands in the cellar of the town  hall"


@pytest.fixture
def processes(
    engine_app: App, engine_client: DynamoDBClient, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> Processes:
    return Processes(engine_client, clock).bind(monkeypatch)


@pytest.fixture
def app(engine_app: App, processes: Processes) -> App:
    """Warm in both processes."""
    for number in (0, 1):
        with processes.process(number):
            engine_app.good("store_memory", content=f"Process {number} is there")
            engine_app.good("store_memory", content=f"Process {number} is there")
    return engine_app


def texts(client: DynamoDBClient, app: App) -> list[str]:
    found = sorted(records(client, app), key=lambda memory: memory.updated_at)
    return [memory.text for memory in found if not memory.text.startswith("Process")]


def store_elsewhere(processes: Processes, app: App, content: str = CONTENT) -> dict[str, Any]:
    with processes.process(1):
        return app.good("store_memory", content=content)


@pytest.fixture
def before_commit(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Do something once, when a write is about to be committed."""
    commit = Tables.commit

    def plan(work: Callable[[], object]) -> None:
        def interrupted(self: Tables, actions: Any, attempts: int = 10) -> None:
            if attempts != 2:  # not the count of calls, beside the write
                monkeypatch.setattr(Tables, "commit", commit)
                work()
            commit(self, actions, attempts)

        monkeypatch.setattr(Tables, "commit", interrupted)

    return plan


@pytest.mark.requirement("S8")
def test_what_another_process_stored_is_seen(
    processes: Processes, app: App, engine_client: DynamoDBClient
) -> None:
    first = store_elsewhere(processes, app)

    assert app.good("store_memory", content=SAME)["duplicate_of"] == first["id"]
    assert texts(engine_client, app) == [CONTENT]


@pytest.mark.requirement("S8")
def test_what_another_process_stores_between_reading_and_writing_is_seen(
    processes: Processes, app: App, engine_client: DynamoDBClient, before_commit: Any
) -> None:
    before_commit(lambda: store_elsewhere(processes, app))

    assert app.good("store_memory", content=SAME)["status"] == "duplicate"
    assert texts(engine_client, app) == [CONTENT]


@pytest.mark.requirement("S8")
def test_what_another_process_stores_between_records_and_gate_is_seen(
    processes: Processes, app: App, engine_client: DynamoDBClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both are read at once; at worst the records before, and the gate after."""
    done: list[object] = []

    def at_worst(call: Call, *beside: Callable[[Position], None]) -> tuple[Heads, list[WarmPartition]]:
        found = refreshed_with_vectors(call)
        if not done:
            done.append(True)
            store_elsewhere(processes, app)
        for one in beside:
            one(Position())
        return found

    monkeypatch.setattr(snapshot, "refreshed_with_vectors", at_worst)

    assert app.good("store_memory", content=SAME)["status"] == "duplicate"
    assert texts(engine_client, app) == [CONTENT]


@pytest.mark.requirement("S8")
def test_something_else_stored_meanwhile_costs_another_try_alone(
    processes: Processes, app: App, engine_client: DynamoDBClient, before_commit: Any
) -> None:
    before_commit(lambda: store_elsewhere(processes, app, "The mill burned down in May"))

    assert app.good("store_memory", content=CONTENT)["status"] == "stored"
    assert set(texts(engine_client, app)) == {CONTENT, "The mill burned down in May"}


@pytest.mark.requirement("S8", "D5")
@pytest.mark.parametrize(
    ("here", "there", "kept"),
    [(Level.INTERNAL, Level.PUBLIC, 1), (Level.PUBLIC, Level.INTERNAL, 2), (Level.INTERNAL, Level.INTERNAL, 1)],
)
def test_a_store_waits_for_those_it_may_read(
    processes: Processes,
    app: App,
    engine_client: DynamoDBClient,
    clock: HandClock,
    before_commit: Any,
    here: Level,
    there: Level,
    kept: int,
) -> None:
    """What a lower level stores at the same moment says it already; what a higher one stores cannot be told."""
    own, other = (App(new_key("acme", clock=clock, level=level)) for level in (here, there))
    before_commit(lambda: store_elsewhere(processes, other))

    answer = own.good("store_memory", content=SAME)

    assert answer["status"] == ("duplicate" if kept == 1 else "stored")
    assert len(texts(engine_client, app)) == kept


@pytest.mark.requirement("S8")
def test_a_long_text_is_compared_again_if_a_sentence_was_stored_meanwhile(
    processes: Processes, app: App, engine_client: DynamoDBClient, before_commit: Any
) -> None:
    before_commit(lambda: store_elsewhere(processes, app, "Ice is cold."))

    answer = app.good("bulk_store", content="Tea is hot. Ice is cold. The canteen closes at two.")

    assert (answer["stored"], answer["duplicates"]) == (2, 1)
    assert texts(engine_client, app) == ["Ice is cold.", "Tea is hot.", "The canteen closes at two."]


@pytest.mark.requirement("D5")
@pytest.mark.parametrize("operation", ["store_memory", "bulk_store"])
def test_what_is_forgotten_in_this_moment_is_no_reason_to_drop_one(
    app: App, engine_client: DynamoDBClient, monkeypatch: pytest.MonkeyPatch, operation: str
) -> None:
    met = app.good("store_memory", content=CONTENT)["id"]
    forgotten: list[object] = []

    def forgetting(*arguments: Any) -> Iterator[Memory]:
        if not forgotten:
            forgotten.append(app.good("forget", memory_id=met))
        return confirmed(*arguments)

    monkeypatch.setattr(writing, "confirmed", forgetting)
    answer = app.good(operation, content=SAME)

    assert answer["status"] == "stored"
    assert texts(engine_client, app) == [SAME]


@pytest.mark.requirement("D5")
def test_what_says_something_else_in_this_moment_is_no_reason_to_drop_one(
    app: App, engine_client: DynamoDBClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    met = app.good("store_memory", content=CONTENT)["id"]
    changed: list[object] = []

    def changing(*arguments: Any) -> Iterator[Memory]:
        if not changed:
            changed.append(app.good("supersede", old_memory_id=met, new_content="The archive burned down"))
        return confirmed(*arguments)

    monkeypatch.setattr(writing, "confirmed", changing)

    assert app.good("store_memory", content=SAME)["status"] == "stored"
    assert SAME in texts(engine_client, app)


@pytest.mark.requirement("S8", "A19")
def test_a_gate_of_before_an_erasure_keeps_nothing_out(
    processes: Processes, app: App, engine_client: DynamoDBClient, before_commit: Any
) -> None:
    app.good("store_memory", content=CONTENT)
    erase_account(engine_client, app)
    before_commit(lambda: store_elsewhere(processes, app, SAME))

    answer = app.good("store_memory", content=CONTENT)

    assert answer["status"] == "duplicate"
    assert record(engine_client, app, answer["duplicate_of"]).text == SAME
    (gate,) = (item for item in items(engine_client, app) if item["memory_id"]["S"] == "gate/0")
    assert gate["epoch"]["N"] == "1"  # the sweep leaves it


@pytest.mark.requirement("S8")
def test_a_gate_holds_nothing_of_what_passed(app: App, engine_client: DynamoDBClient) -> None:
    app.good("store_memory", content=CONTENT)

    gates = [item for item in items(engine_client, app) if item["memory_id"]["S"].startswith("gate/")]

    assert [set(gate) for gate in gates] == [{"space", "memory_id", "stamp", "account_id", "epoch"}]


@pytest.mark.parametrize("operation", ["store_memory", "store_turn", "bulk_store", "supersede"])
def test_late_writes_are_stamped_again(
    app: App, engine_client: DynamoDBClient, clock: HandClock, monkeypatch: pytest.MonkeyPatch, operation: str
) -> None:
    """A warm read looks back for seven seconds only."""
    old = app.good("store_memory", content="The deadline is Tuesday")["id"]
    bodies: dict[str, dict[str, Any]] = {
        "store_memory": {"content": CONTENT},
        "store_turn": {"user_msg": CONTENT},
        "bulk_store": {"content": f"{CONTENT}."},
        "supersede": {"old_memory_id": old, "new_content": CONTENT},
    }
    commit, slow = Tables.commit, [30 * SECOND]

    def late(self: Tables, actions: Any, attempts: int = 10) -> None:
        commit(self, actions, attempts)
        if attempts != 2 and slow:
            clock.advance(slow.pop())

    monkeypatch.setattr(Tables, "commit", late)
    app.good(operation, **bodies[operation])

    (memory,) = (one for one in records(engine_client, app) if one.text.startswith(CONTENT))
    assert memory.version == 2
    assert clock.now - memory.updated_at < SECOND
    assert memory.created_at < memory.updated_at - 29 * SECOND
