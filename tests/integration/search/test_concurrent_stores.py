"""Many stores at once, in one process and in many, on the engine and on a server of another make."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import bind, new_key
from tests.contract.dynamodb import backends
from tests.support.agents import Answer
from tests.support.apps import App
from tests.support.clock import HandClock
from tests.support.processes import Processes
from tests.support.store_records import records

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

AT_ONCE = 20
SENTENCE = "The archive stands in the cellar of the town hall"
PARAPHRASES = ("The meeting was moved to Tuesday", "They moved the meeting to Tuesday")


@pytest.fixture(params=["engine", "ministack"])
def client(
    request: pytest.FixtureRequest, tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> Iterator[DynamoDBClient]:
    if reason := backends.missing(request.param):
        pytest.skip(reason)
    opened = backends.engine(tmp_path) if request.param == "engine" else backends.ministack()
    with opened as backend:
        bind(backend.client, clock, monkeypatch)
        yield backend.client


@pytest.fixture
def processes(client: DynamoDBClient, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> Processes:
    return Processes(client, clock).bind(monkeypatch)


@pytest.fixture
def app(client: DynamoDBClient, processes: Processes, clock: HandClock) -> App:
    return App(new_key("acme", clock=clock))


def at_once(processes: Processes, how_many: int, call: Callable[[int], Any]) -> list[Any]:
    """Call from as many threads, spread over some processes, all beginning together."""
    start = threading.Barrier(AT_ONCE)

    def one(number: int) -> Any:
        with processes.process(number % how_many):
            start.wait()
            return call(number)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(one, range(AT_ONCE)))


@pytest.mark.requirement("S8")
@pytest.mark.parametrize(
    ("client", "how_many"),
    [("engine", 1), ("engine", 4), ("engine", AT_ONCE), ("ministack", 4)],
    indirect=["client"],
)
def test_one_sentence_at_once_leaves_one_memory(
    client: DynamoDBClient, processes: Processes, app: App, how_many: int
) -> None:
    answers = at_once(
        processes,
        how_many,
        lambda number: app.good("store_memory", content=SENTENCE, idempotency_key=f"k{number}"),
    )

    (memory,) = records(client, app)
    assert Counter(answer["status"] for answer in answers) == {"stored": 1, "duplicate": AT_ONCE - 1}
    assert {answer["duplicate_of"] for answer in answers if answer["status"] == "duplicate"} == {memory.memory_id}


@pytest.mark.requirement("S8")
def test_two_wordings_at_once_leave_one_memory(client: DynamoDBClient, processes: Processes, app: App) -> None:
    answers = at_once(processes, 4, lambda number: app.good("store_memory", content=PARAPHRASES[number % 2]))

    assert Counter(answer["status"] for answer in answers) == {"stored": 1, "duplicate": AT_ONCE - 1}
    assert len(records(client, app)) == 1


@pytest.mark.requirement("S8")
@pytest.mark.parametrize(("client", "how_many"), [("engine", 1), ("ministack", 4)], indirect=["client"])
def test_different_sentences_at_once_are_all_stored(
    client: DynamoDBClient, processes: Processes, app: App, how_many: int
) -> None:
    things = "lamp mill crane harbour violin garden school bakery train tower".split()  # noqa: SIM905
    sentences = [
        f"The {thing} {said}" for said in ("burned down in May", "belongs to a widow") for thing in things
    ]

    answers = at_once(processes, how_many, lambda number: app.good("store_memory", content=sentences[number]))

    assert [answer["status"] for answer in answers] == ["stored"] * AT_ONCE
    assert sorted(memory.text for memory in records(client, app)) == sorted(sentences)


@pytest.mark.requirement("S8", "S11")
def test_one_text_at_once_leaves_its_sentences_once(
    client: DynamoDBClient, processes: Processes, app: App
) -> None:
    content = "Tea is hot. Tea is hot. The canteen closes at two. Tea is hot."

    answers = at_once(processes, 4, lambda _: app.good("bulk_store", content=content))

    assert sorted(memory.text for memory in records(client, app)) == ["Tea is hot.", "The canteen closes at two."]
    assert sum(answer["stored"] for answer in answers) == 2
    assert sum(answer["duplicates"] for answer in answers) == 4 * AT_ONCE - 2


@pytest.mark.requirement("D8")
@pytest.mark.parametrize(
    ("client", "operation"),
    [
        ("engine", "store_memory"),
        ("ministack", "store_memory"),
        ("engine", "store_turn"),
        ("engine", "bulk_store"),
    ],
    indirect=["client"],
)
def test_one_key_at_once_is_done_once(
    client: DynamoDBClient, processes: Processes, app: App, operation: str
) -> None:
    body: dict[str, Any] = {"user_msg": SENTENCE} if operation == "store_turn" else {"content": SENTENCE}
    if operation != "store_turn":
        body["force"] = True

    def call(_: int) -> Answer:
        return app.call(operation, idempotency_key="k", **body)

    answers = at_once(processes, 4, call)

    if operation == "bulk_store":  # whoever comes while it is held is asked to come again
        assert {answer.status for answer in answers} <= {200, 409}
        answers = [call(0) if answer.status == 409 else answer for answer in answers]
    assert {answer.status for answer in answers} == {200}
    assert len({repr(answer.body) for answer in answers}) == 1
    assert sum("idempotent-replayed" not in answer.headers for answer in answers) == 1
    assert len(records(client, app)) == 1


@pytest.mark.requirement("S6", "S12")
def test_one_memory_superseded_at_once_has_one_successor(
    client: DynamoDBClient, processes: Processes, app: App
) -> None:
    old_id = app.good("store_memory", content=SENTENCE)["id"]

    answers = at_once(
        processes,
        4,
        lambda number: app.call(
            "supersede", old_memory_id=old_id, new_content=f"It burned down in {1900 + number}"
        ),
    )

    assert Counter(answer.status for answer in answers) == {200: 1, 409: AT_ONCE - 1}
    (good,) = (answer.body for answer in answers if answer.status == 200)
    assert {answer.error["superseded_by"] for answer in answers if answer.status == 409} == {good["new_memory_id"]}
    assert len(records(client, app)) == 2
