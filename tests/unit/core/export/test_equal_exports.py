"""Two exports in a row: what is equal, whatever order DynamoDB gives a map or a set in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from commonplace.domain.levels import Level
from commonplace.export import paging
from commonplace.export.holdings import OWNER
from commonplace.export.paging import export_page
from commonplace.operations.http import process
from tests.conftest import new_key
from tests.support.agents import Agent
from tests.support.apps import App
from tests.support.clock import SECOND, HandClock
from tests.support.erasures import Owner
from tests.support.exports import Carrier
from tests.support.stored import account_of

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


def turned(value: Any) -> Any:
    """The same of DynamoDB's values, with maps and sets from their ends."""
    if isinstance(value, dict):
        return {name: turned(one) for name, one in reversed(value.items())}
    if isinstance(value, list):
        return [turned(one) for one in value]
    return value


def turn_sets(item: Any) -> Any:
    if isinstance(item, dict):
        return {
            name: [*reversed(one)] if name in ("SS", "NS", "BS") else turn_sets(one) for name, one in item.items()
        }
    return [turn_sets(one) for one in item] if isinstance(item, list) else item


@pytest.fixture
def turning(bound: DynamoDBClient) -> Iterator[list[bool]]:
    """Whether DynamoDB's answers are turned, as it may: it promises no order within an item."""
    state = [False]

    def turn(parsed: dict[str, Any], **_: Any) -> None:
        if not state[0]:
            return
        for name in ("Items", "Item", "Responses"):
            if name in parsed:
                parsed[name] = turn_sets(turned(parsed[name]))

    bound.meta.events.register("after-call.dynamodb", turn)
    yield state
    bound.meta.events.unregister("after-call.dynamodb", turn)


@pytest.fixture
def full(bound: DynamoDBClient, clock: HandClock) -> Agent:
    """An account with something of every kind, several wherever there may be."""
    key = new_key("acme", team="crew", may_read=True, may_write=True, clock=clock, level=Level.RESTRICTED)
    member, app = Agent(key), App(key).in_store("Letters")
    for name in ("Zoe", "Alice", "Mehmet", "Bob"):
        app.good("add_speaker", speaker=name)
    for number in range(3):
        app.good(
            "store_memory", content=f"letter {number}", metadata={"speaker": "Alice"}, idempotency_key=f"{number}"
        )
        member.remember(f"in the session {number}", tags=["zebra", "apple", "mango"])
        member.remember(f"for the team {number}", share_with_team=True)
        member.call("memory_save", key=f"k{number}", content="classified", tags=["z", "a"])
    app.good("bulk_store", content="Tea is hot. Ice is cold.", idempotency_key="bulk")
    member.call("set_goal", goal="Find it")
    member.call("checkpoint", goal="Find it", plan_steps=["look", "ask"], open_questions=["Where?", "Who?"])
    for connector in ("crm", "wiki"):
        headers = {"X-Zone": "{{resolve:z}}", "Accept-Language": "en", "X-Area": "b"}
        made = member.send(
            "/v1/owner/connectors",
            json.dumps({"name": connector, "url": "", "level": "PUBLIC", "headers": headers}).encode(),
        )
        assert made.status in (200, 400), made.body
        for _ in range(2):
            result = {"customer": "cus_9x8Y7w6V5u4T3s", "text": "x" * 3_000}
            body = {"connector": connector, "tool": "get", "arguments": {"n": 1}, "result": result}
            assert member.call("/v1/tool-calls", **body).status == 200
    member.call("forget", id=member.remember("forgotten")["id"])
    member.in_session("another").remember("erased")
    Owner(key).erase("session", session="another")
    member.in_session("third").remember("before a reset")
    member.in_session("third").call("/v1/sessions/reset")
    return member


def told(pages: list[dict[str, Any]]) -> list[str]:
    """Every line of an export, as it is written, but the audit's lines of exports."""
    records = [one for page in pages for one in page["records"]]
    return [json.dumps(one) for one in records if not (one["type"] == "audit" and one["action"] == "export")]


@pytest.mark.requirement("A19", "C9")
def test_case_72_two_exports_in_a_row_are_equal(full: Agent, clock: HandClock, turning: list[bool]) -> None:
    carrier = Carrier(full.key)
    first = carrier.pages()
    clock.advance(7 * SECOND)
    turning[0] = True

    second = carrier.pages()

    assert told(first) == told(second)
    assert len(told(first)) > 40
    about = [{name: value for name, value in page.items() if name != "records"} for page in (first[0], second[0])]
    assert about[0] | {"exported_at": ""} == about[1] | {"exported_at": ""}
    assert about[0]["exported_at"] != about[1]["exported_at"]


@pytest.mark.requirement("A19", "C9")
def test_case_72_two_exports_by_the_owner_are_equal(full: Agent, clock: HandClock, turning: list[bool]) -> None:
    """Signed in: hidden and ended memories, too."""
    account, found = account_of(full.key), list[list[str]]()
    for is_turned in (False, True):
        turning[0] = is_turned
        found.append(export_page(process(), account, OWNER).lines)
        clock.advance(7 * SECOND)

    assert found[0] == found[1]
    assert any("before a reset" in line for line in found[0])


@pytest.mark.requirement("A19", "C9")
def test_exports_tell_of_each_other_in_the_audit_alone(full: Agent) -> None:
    carrier = Carrier(full.key)
    lines = [len([one for one in carrier.export("audit") if one["action"] == "export"]) for _ in range(3)]

    assert lines == [0, 1, 2]


@pytest.mark.requirement("A19")
def test_page_ends_change_nothing(full: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    carrier = Carrier(full.key)
    whole = carrier.pages()
    monkeypatch.setattr(paging, "PAGE_BYTES", 3_000)

    cut = carrier.pages()

    assert len(cut) > 5 > len(whole)
    assert told(whole) == told(cut)
