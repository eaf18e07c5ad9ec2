"""What each scope of a key is needed for: `manage` for what changes more than memories."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from commonplace.auth.keys import caller_by_key, directory, issue_key
from commonplace.domain.levels import Level
from commonplace.gateway.registry import SESSION_OPERATIONS, TOOLS
from commonplace.operations.caller import SCOPES, Caller
from commonplace.refusals.errors import NotAllowed
from docs.operations import OPERATIONS, OWNER
from tests.conftest import new_key
from tests.support.agents import Agent, Answer
from tests.support.clock import HandClock
from tests.support.erasures import Owner, everything
from tests.support.exports import Carrier
from tests.unit.gateway.connectors.conftest import Owner as Connecting

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

pytestmark = pytest.mark.requirement("B1", "A8")

EMPTY_EXPORT = json.dumps({"format": "commonplace-export", "version": 1, "records": []}).encode()
MANAGED: dict[str, Callable[[str], Answer]] = {
    "connect": lambda key: Connecting(key).connect("up", ""),
    "list_connectors": lambda key: Connecting(key).call("GET", "/v1/owner/connectors"),
    "disconnect": lambda key: Connecting(key).disconnect("there"),
    "test_connector": lambda key: Connecting(key).test("there"),
    "erase": lambda key: Owner(key).ask(what="account"),
    "list_erasures": lambda key: Owner(key).send("GET", "/v1/owner/erasures", "/v1/owner/erasures"),
    "read_erasure": lambda key: Owner(key).read("01a158c0-e902-7000-b176-ae14b391d129"),
    "import": lambda key: Carrier(key).send("import", EMPTY_EXPORT),
    "reset_session": lambda key: Agent(key).call("/v1/sessions/reset"),
    "raise_taint": lambda key: Agent(key).call("/v1/sessions/taint", level="RESTRICTED"),
}


def test_which_operations_need_which_scope() -> None:
    operations = (*TOOLS, *SESSION_OPERATIONS, *OPERATIONS, *OWNER)

    assert {one.name for one in operations if one.scope == "manage"} == set(MANAGED)
    for one in operations:
        if one.name not in MANAGED and one.name != "export":  # which reads all of an account
            assert one.scope == ("write" if one.writes else "read"), one.name


@pytest.mark.parametrize(
    "scopes", [{"read"}, {"write"}, {"read", "write"}], ids=lambda scopes: "+".join(sorted(scopes))
)
@pytest.mark.parametrize("operation", MANAGED)
def test_a_key_without_manage_does_none_of_it_and_is_told_what_is_missing(
    operation: str, scopes: set[str], tables: DynamoDBClient, clock: HandClock
) -> None:
    Connecting(new_key("acme", clock=clock)).connect("there", "")
    key = new_key("acme", scopes=frozenset(scopes), clock=clock)
    before = list(everything(tables))

    answer = MANAGED[operation](key)

    assert (answer.status, answer.error["type"]) == (403, "permission_error")
    assert "the scope `manage`" in answer.error["message"]
    assert "--scopes read,write,manage" in answer.error["message"]
    assert list(everything(tables)) == before


@pytest.mark.parametrize("operation", MANAGED)
def test_a_key_with_manage_does_it(operation: str, tables: DynamoDBClient, clock: HandClock) -> None:
    key = new_key("acme", scopes=frozenset({"manage"}), clock=clock)
    Connecting(key).connect("there", "")

    assert MANAGED[operation](key).status == (404 if operation == "read_erasure" else 200)


def test_manage_is_no_right_to_write_memories(tables: DynamoDBClient, clock: HandClock) -> None:
    key = new_key("acme", scopes=frozenset({"read", "manage"}), clock=clock)

    assert Agent(key).call("remember", text="no").status == 403
    assert Agent(key).call("/v1/sessions/anchor", text="no").status == 403


def test_a_key_has_manage_only_where_it_was_asked_for(tables: DynamoDBClient, clock: HandClock) -> None:
    """Keys that were made before there was this scope are stored with `read` and `write`."""
    keys = [
        issue_key(account="acme", clock=clock),
        issue_key(account="acme", clock=clock, scopes=frozenset({"read", "write"})),
        issue_key(account="acme", clock=clock, scopes=SCOPES),
    ]

    callers = [caller_by_key(key, directory()) for key in keys]
    found = [sorted(one.scopes) for one in callers if one is not None]
    assert found == [["read", "write"], ["read", "write"], ["manage", "read", "write"]]


def test_every_key_reads() -> None:
    for scopes in ({"read"}, {"write"}, {"manage"}):
        caller = Caller("acc_1", "key_1", frozenset(scopes), Level.PUBLIC, None)
        caller.require("read")
        for scope in {"write", "manage"} - scopes:
            with pytest.raises(NotAllowed, match=f"`{scope}`"):
                caller.require(scope)  # type: ignore[arg-type]
