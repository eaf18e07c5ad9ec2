"""What says that an erasure is meant: it names what is there, and nothing that it would not go by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import new_key
from tests.support.agents import Agent
from tests.support.apps import App
from tests.support.clock import HandClock
from tests.support.erasures import Owner, everything

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

ID = "01a158c0-e902-7000-b176-ae14b391d129"
NAMED: dict[str, str] = {"store": "my-store", "session": "sunflower", "speaker": "Ann", "id": ID}
USED = {
    "account": (),
    "store": ("store",),
    "session": ("session",),
    "speaker": ("speaker", "store"),
    "memory": ("id", "store", "session"),
}
NARROWER = [(what, name) for what, used in USED.items() for name in NAMED if name not in used]
UNSAID = [("store", "store"), ("session", "session"), ("speaker", "speaker"), ("memory", "id")]


@pytest.fixture
def app(tables: DynamoDBClient, clock: HandClock) -> App:
    """An application's store with something in it, and an agent's memory beside."""
    app = App(new_key("acme", clock=clock)).in_store("my-store")
    app.good("add_speaker", speaker="Ann")
    app.good("store_memory", content="Ann was here", metadata={"speaker": "Ann"})
    Agent(app.key, "s").remember("kept in a session")
    App(app.key).good("store_memory", content="kept in default")
    return app


def orders(tables: DynamoDBClient) -> list[Any]:
    return [item for table, item in everything(tables) if table == "erasures"]


@pytest.mark.requirement("A19", "D1")
@pytest.mark.parametrize(("what", "name"), NARROWER)
def test_what_would_narrow_an_erasure_and_does_not_is_refused(
    what: str, name: str, app: App, tables: DynamoDBClient
) -> None:
    given = {one: NAMED[one] for one in USED[what]} | {name: NAMED[name]}
    answer = Owner(app.key).ask(what=what, **given)

    assert (answer.status, answer.error["field"]) == (400, name)
    assert NAMED[name] not in answer.error["message"]
    assert orders(tables) == []


@pytest.mark.requirement("A19", "D1")
@pytest.mark.parametrize(("what", "name"), UNSAID)
@pytest.mark.parametrize("value", [{}, {"null": None}, {"blank": ""}], ids=["left out", "null", "empty"])
def test_what_is_erased_must_be_said(
    what: str, name: str, value: dict[str, Any], app: App, tables: DynamoDBClient
) -> None:
    answer = Owner(app.key).ask(
        what=what, **dict.fromkeys([name] if value else [], next(iter(value.values()), None))
    )

    assert (answer.status, answer.error["field"]) == (400, name)
    assert orders(tables) == []


@pytest.mark.requirement("A19", "S11")
@pytest.mark.parametrize("store", ["my.store", "my_store", "nobody-made-it"])
def test_a_store_is_named_by_its_own_id(store: str, app: App, tables: DynamoDBClient) -> None:
    (kept,) = app.good("list_memories")["memories"]
    cases: list[dict[str, str]] = [
        {"what": "store"},
        {"what": "speaker", "speaker": "Ann"},
        {"what": "speaker", "speaker": "me"},
        {"what": "memory", "id": kept["id"]},
    ]
    for case in cases:
        answer = Owner(app.key).ask(**case, store=store)
        assert (answer.status, answer.error["field"]) == (404, "store")
    assert orders(tables) == []
    assert len(app.good("list_memories")["memories"]) == 1

    Owner(app.key).erase("store", store="MY-Store")  # ids compare without case
    assert app.good("list_memories")["memories"] == []
