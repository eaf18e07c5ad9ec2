"""Keys: shown once, stored hashed, found by the authorizer, gone when revoked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from commonplace.auth import keys as accounts
from commonplace.auth.authorize import authorize
from commonplace.operations.caller import caller_of
from tests.conftest import new_key
from tests.support.agents import Agent, stack
from tests.support.clock import HandClock

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

NOBODY = {"isAuthorized": True, "context": {"account": ""}}


def verdict(key: str) -> dict[str, object]:
    return authorize({"headers": {"authorization": f"Bearer {key}"}})


@pytest.mark.requirement("B1")
@pytest.mark.both_engines
def test_a_key_tells_account_scopes_team_and_rights(tables: object, clock: HandClock) -> None:
    plain = caller_of(verdict(accounts.issue_key(account="acme", clock=clock))["context"])  # type: ignore[arg-type]
    member = caller_of(
        verdict(new_key("acme", scopes=frozenset({"read"}), team="crew", may_read=True, clock=clock))["context"]  # type: ignore[arg-type]
    )

    assert plain.account_id == member.account_id
    assert (plain.scopes, plain.team, plain.level.name) == (frozenset({"read", "write"}), None, "PUBLIC")
    assert member.scopes == frozenset({"read"})
    assert member.team is not None
    assert (member.team.may_read, member.team.may_write) == (True, False)


@pytest.mark.requirement("B1")
@pytest.mark.both_engines
def test_a_key_is_nowhere_in_the_tables(tables: DynamoDBClient, clock: HandClock) -> None:
    key = new_key("acme", team="crew", clock=clock)

    for table in stack().tables.values():
        assert key[4:40] not in str(tables.scan(TableName=table.name)["Items"])


@pytest.mark.requirement("B1", "A8")
@pytest.mark.parametrize(
    "header", [None, "", "Bearer", "Bearer ", "Basic abc", "Bearer cpk_x", "Bearer \ud83c", "KEY"]
)
def test_who_has_no_valid_key_is_nobody_and_gets_401(agent: Agent, header: str | None) -> None:
    headers = {} if header is None else {"authorization": header.replace("KEY", agent.key)}

    assert authorize({"headers": headers}) == NOBODY
    answer = agent.transport.post("/v1/tools/recall", b"{}", headers)
    assert (answer.status, answer.error["type"]) == (401, "authentication_error")
    assert answer.error["request_id"] == "request-1"
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.requirement("B1")
def test_a_key_of_our_form_that_nobody_was_given_is_nobody(tables: object) -> None:
    assert verdict(accounts.new_key()) == NOBODY


@pytest.mark.requirement("B1")
@pytest.mark.both_engines
def test_a_revoked_key_opens_nothing_and_others_go_on(tables: object, clock: HandClock) -> None:
    revoked, kept = new_key("acme", clock=clock), new_key("acme", clock=clock)
    book = accounts.directory()
    record = book.key_by_hash(accounts.hash_of(revoked))
    assert record is not None

    assert book.revoke_key("acc_other", record.key_id, clock()) is False
    assert verdict(revoked) != NOBODY
    assert book.revoke_key(record.account_id, record.key_id, clock()) is True

    assert verdict(revoked) == NOBODY
    assert verdict(kept) != NOBODY


@pytest.mark.requirement("B3", "D9")
@pytest.mark.both_engines
def test_a_member_who_left_has_no_team(tables: object, clock: HandClock) -> None:
    rights = {"team": "crew", "may_read": True, "may_write": True}
    agent = Agent(new_key("acme", clock=clock, **rights))
    agent.remember("ours", share_with_team=True)
    caller = caller_of(verdict(agent.key)["context"])  # type: ignore[arg-type]
    assert caller.team is not None

    accounts.directory().remove_membership(caller.team.team_id, caller.account_id)

    assert agent.recall() == []
    assert agent.call("remember", text="t", share_with_team=True).status == 403


@pytest.mark.requirement("B1")
@pytest.mark.parametrize("scopes", [frozenset(), frozenset({"admin"}), frozenset({"read", "admin"})])
def test_a_key_has_only_scopes_that_exist(tables: object, scopes: frozenset[str]) -> None:
    with pytest.raises(ValueError, match="scopes: any of manage, read, write"):
        accounts.issue_key(account="acme", scopes=scopes)


def test_a_keys_checksum_tells_a_typo_without_a_read() -> None:
    key = accounts.new_key()

    assert accounts.is_well_formed(key)
    for place in range(4, len(key)):
        other = "a" if key[place] != "a" else "b"
        assert not accounts.is_well_formed(key[:place] + other + key[place + 1 :])


@pytest.mark.requirement("B3")
def test_another_key_of_a_member_leaves_his_rights_as_they_are(tables: object, clock: HandClock) -> None:
    agent = Agent(new_key("acme", team="crew", may_read=True, may_write=True, clock=clock))
    other = Agent(new_key("acme", team="crew", clock=clock))

    other.remember("ours", share_with_team=True)
    assert agent.recall() == ["ours"]
    new_key("acme", team="crew", may_read=True, clock=clock)  # the membership changes for all its keys
    assert agent.call("remember", text="no", share_with_team=True).status == 403
