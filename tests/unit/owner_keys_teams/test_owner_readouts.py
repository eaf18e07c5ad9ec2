"""What the owner reads about the account: calls, notes that were sent, and the audit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest
from botocore.exceptions import ClientError

from commonplace.domain.levels import Level
from commonplace.operations.audit import audit_owner
from commonplace.owner.audit import LIST_AUDIT
from commonplace.owner.connectors import CONNECT, DISCONNECT
from commonplace.owner.keys import CREATE_KEY, REVOKE_KEY
from commonplace.owner.teams.invitations import ACCEPT_INVITATION, INVITE
from commonplace.owner.teams.joined_teams import CREATE_TEAM, LEAVE_TEAM, SET_SIGN_IN_TEAM
from commonplace.owner.teams.members import REMOVE_MEMBER
from commonplace.owner.usage import LIST_NOTES, READ_USAGE
from commonplace.refusals.errors import InvalidInput, NotAllowed
from tests.conftest import new_key
from tests.support.agents import Agent
from tests.support.apps import App
from tests.support.clock import DAY, HandClock
from tests.support.erasures import Owner
from tests.support.exports import Carrier
from tests.support.signed_in import SignedIn, agent_of

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


def pages(owner: SignedIn, tool: Any, rows: str, **arguments: Any) -> list[Any]:
    """Read a list to its end, page by page."""
    found, cursor, seen = [], None, set()
    while True:
        page = owner.run(tool, cursor=cursor, **arguments)
        found += getattr(page, rows)
        cursor = page.next_cursor
        if cursor is None:
            return found
        assert cursor not in seen
        seen.add(cursor)


@pytest.mark.requirement("C9")
def test_the_audit_tells_who_did_what_when_by_which_key_and_no_content(clock: HandClock) -> None:
    owner = SignedIn.to("acme")
    agent = agent_of(owner.run(CREATE_KEY, name="Laptop"), session="run-1")
    agent.call("memory_save", key="salary", content="ninety thousand")
    agent.call("memory_get", key="salary")
    agent.call("memory_search", query="salary")
    owner.run(REVOKE_KEY, id=owner.run(CREATE_KEY, name="Old").id)

    lines = owner.run(LIST_AUDIT).lines

    assert [(one.action, one.by_owner, one.key_name, one.session) for one in lines] == [
        ("key_revoked", True, None, "default"),
        ("key_created", True, None, "default"),
        ("search", False, "Laptop", "run-1"),
        ("get", False, "Laptop", "run-1"),
        ("save", False, "Laptop", "run-1"),
        ("key_created", True, None, "default"),
    ]
    assert lines[0].about == lines[1].about
    assert (lines[3].level, lines[3].memory_key_hash) == ("PUBLIC", lines[4].memory_key_hash)
    assert [one.at for one in lines] == sorted((one.at for one in lines), reverse=True)
    assert "salary" not in str(lines)
    assert "ninety" not in str(lines)


@pytest.mark.requirement("C9")
def test_the_owner_alone_reads_the_audit_in_pages_for_ninety_days(clock: HandClock) -> None:
    owner, other = SignedIn.to("acme"), SignedIn.to("zenith")
    call = owner.call()
    for number in range(600):
        audit_owner(
            call, "export" if number % 300 else "memory_deleted", level=Level.RESTRICTED, about=str(number)
        )

    assert [int(one.about) for one in pages(owner, LIST_AUDIT, "lines", limit=200)] == [*reversed(range(600))]
    assert [one.about for one in pages(owner, LIST_AUDIT, "lines", limit=1, action="memory_deleted")] == [
        "300",
        "0",
    ]
    assert other.run(LIST_AUDIT).lines == []
    cursor = owner.run(LIST_AUDIT, limit=1).next_cursor
    for who, arguments in ((other, {}), (owner, {"action": "export"})):
        with pytest.raises(InvalidInput, match="none of this list"):
            who.run(LIST_AUDIT, cursor=cursor, **arguments)
    with pytest.raises(InvalidInput) as refused:
        owner.run(LIST_AUDIT, action="look")
    assert refused.value.field == "action"
    with pytest.raises(NotAllowed):
        owner.as_key(LIST_AUDIT)
    clock.advance(90 * DAY)
    assert owner.run(LIST_AUDIT).lines == []


@pytest.mark.requirement("C9", "A19")
def test_what_an_owner_does_is_told_in_the_audit(clock: HandClock) -> None:
    key = new_key("acme", clock=clock)
    owner, other = SignedIn.to("acme"), SignedIn.to("zenith")
    carrier, eraser = Carrier(key), Owner(key)
    document = carrier.export()
    carrier.take(document)
    eraser.erase(what="store", store="default")
    owner.run(CONNECT, name="files")
    owner.run(DISCONNECT, name="files")
    team = owner.run(CREATE_TEAM, name="Crew", my_name="Ada").id
    code = owner.run(INVITE, team=team, may_read=True, may_write=True).code
    joined = other.run(ACCEPT_INVITATION, code=code, my_name="Bob")
    owner.run(SET_SIGN_IN_TEAM, team=team)
    owner.run(REMOVE_MEMBER, team=team, member=joined.members[-1].id)

    assert [one.action for one in reversed(owner.run(LIST_AUDIT).lines)] == [
        "export",
        "import",
        "erase",
        "connector_changed",
        "connector_deleted",
        "team_created",
        "member_invited",
        "sign_in_team_changed",
        "member_removed",
    ]
    assert [(one.action, one.about) for one in other.run(LIST_AUDIT).lines] == [("team_joined", team)]


@pytest.mark.requirement("A14")
def test_notes_are_listed_with_reason_tokens_session_and_time(clock: HandClock) -> None:
    owner = SignedIn.to("acme")
    agent = agent_of(owner.run(CREATE_KEY, name="Laptop"), session="run-1")
    agent.call("set_goal", goal="Ship the release")
    call = b'{"connector":"files","tool":"read","arguments":{"page":%d},"result":{"n":%d}}'
    sent = [agent.send("/v1/tool-calls", call % (n, n)).body["note"] for n in range(30)]
    notes = [one for one in sent if one is not None]
    assert len(notes) >= 2

    listed = pages(owner, LIST_NOTES, "notes", limit=1)

    assert [(one.reason, one.tokens, one.session, one.at[:10]) for one in reversed(listed)] == [
        (one["reason"], one["tokens"], "run-1", "2026-10-20") for one in notes
    ]
    with pytest.raises(NotAllowed):
        owner.as_key(LIST_NOTES)


@pytest.mark.requirement("A14")
def test_usage_has_every_day_every_key_and_what_stores_were_called(clock: HandClock) -> None:
    owner = SignedIn.to("acme")
    app = App(owner.run(CREATE_KEY, name="Letters").key)
    app.good("create_store", user_id="letters")
    clock.advance(2 * DAY)
    for _ in range(3):
        app.good("list_stores")

    usage = owner.run(READ_USAGE, days=3)

    stores = {"dialect": "stores"}
    assert [one.model_dump() for one in usage.days] == [
        {"day": "2026-10-20", "reads": 0, "writes": 1, "dialects": [stores | {"reads": 0, "writes": 1}]},
        {"day": "2026-10-21", "reads": 0, "writes": 0, "dialects": []},
        {"day": "2026-10-22", "reads": 3, "writes": 0, "dialects": [stores | {"reads": 3, "writes": 0}]},
    ]
    assert [(one.name, one.reads, one.writes, one.last_day) for one in usage.keys] == [
        ("Letters", 3, 1, "2026-10-22")
    ]
    assert (usage.reads, usage.writes, len(owner.run(READ_USAGE).days)) == (3, 1, 30)
    for days in (0, 91):
        with pytest.raises(InvalidInput):
            owner.run(READ_USAGE, days=days)
    with pytest.raises(NotAllowed):
        owner.as_key(READ_USAGE)


@pytest.mark.requirement("A14")
def test_calls_are_counted_except_refused_ones_and_the_owners(clock: HandClock) -> None:
    owner = SignedIn.to("acme")
    agent = agent_of(owner.run(CREATE_KEY, name="Laptop"))
    reader = agent_of(owner.run(CREATE_KEY, name="Reader", scopes=["read"]))
    agent.remember("Kept.")
    agent.recall()
    agent.call("memory_search", query="kept")
    assert agent.call("forget", key="not there").status == 404
    agent.send("/v1/tool-calls", b'{"connector":"files","tool":"read","arguments":{},"result":{}}')
    unread = [
        reader.call("remember", text="No."),
        agent.call("recall", unknown=1),
        Agent(agent.key[:-1]).call("recall"),
        agent.call("/v1/sessions/anchor"),
    ]
    assert [answer.status for answer in unread] == [403, 400, 401, 200]
    owner.run(LIST_AUDIT)

    usage = owner.run(READ_USAGE, days=1)

    assert [one.model_dump() for one in usage.dialects] == [
        {"dialect": "connectors", "reads": 0, "writes": 1},
        {"dialect": "tools", "reads": 2, "writes": 2},
    ]
    assert [(one.name, one.reads, one.writes) for one in usage.keys] == [("Laptop", 2, 3)]


@pytest.mark.requirement("A14")
def test_a_count_that_cannot_be_written_fails_no_call(
    clock: HandClock, bound: DynamoDBClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = SignedIn.to("acme")
    agent = agent_of(owner.run(CREATE_KEY, name="Laptop"))
    fault = ClientError({"Error": {"Code": "InternalServerError", "Message": "down"}}, "UpdateItem")
    with monkeypatch.context() as patched:
        patched.setattr(bound, "update_item", Mock(side_effect=fault))
        assert agent.remember("Kept.")["status"] == "stored"
        assert agent.recall() == ["Kept."]
    agent.recall()
    usage = owner.run(READ_USAGE)
    assert (usage.reads, usage.writes) == (1, 0)


@pytest.mark.requirement("A19", "C9", "A14")
def test_what_was_erased_is_read_no_more_before_it_is_swept(clock: HandClock, bound: DynamoDBClient) -> None:
    key = new_key("acme", clock=clock)
    owner = SignedIn.to("acme")
    agent = Agent(key)
    agent.call("set_goal", goal="Ship the release")
    agent.call("memory_search", query="x")
    App(key).good("list_stores")
    call = b'{"connector":"files","tool":"read","arguments":{"page":%d},"result":{"n":%d}}'
    for n in range(14):
        agent.send("/v1/tool-calls", call % (n, n))
    assert owner.run(LIST_NOTES).notes

    Owner(key).erase()

    assert [one.action for one in owner.run(LIST_AUDIT).lines] == ["erase"]
    assert owner.run(LIST_NOTES).notes == []
    assert (owner.run(READ_USAGE).reads, owner.run(READ_USAGE).keys) == (0, [])
    App(key).good("list_stores")
    assert (owner.run(READ_USAGE).reads, owner.run(READ_USAGE).keys) == (0, [])  # nor with what is counted on it


@pytest.mark.requirement("A19", "B1", "B3")
def test_keys_and_memberships_are_exported_without_secrets(
    clock: HandClock,
) -> None:
    owner, other = SignedIn.to("acme"), SignedIn.to("zenith")
    crew, gone = (owner.run(CREATE_TEAM, name=name, my_name="Ada").id for name in ("Crew", "Gone"))
    other.run(
        ACCEPT_INVITATION,
        code=owner.run(INVITE, team=crew, may_read=True, may_write=False).code,
        my_name="Bob",
    )
    owner.run(LEAVE_TEAM, team=gone)
    owner.run(SET_SIGN_IN_TEAM, team=crew)
    made = owner.run(CREATE_KEY, name="Laptop", scopes=["read", "write", "manage"], team=crew)

    before = Carrier(made.key).export()
    agent_of(made).remember("ours", share_with_team=True)
    Owner(made.key).erase()
    after = Carrier(made.key).export()

    for records in (before, after):
        members = {one["team"]: one for one in records if one["type"] == "membership"}
        assert {
            team: (one["name"], one["may_manage"], one.get("left", False)) for team, one in members.items()
        } == {
            crew: ("Ada", True, False),
            gone: ("Ada", True, True),
        }
        assert [one["name"] for one in records if one["type"] == "key" and one["id"] == made.id] == ["Laptop"]
        assert [one["team"] for one in records if one["type"] == "sign_in_team"] == [crew]
        assert "hash" not in str([one for one in records if one["type"] in ("key", "membership")])
        assert "Bob" not in str(records)
    assert agent_of(made).recall() == []  # the account's own side of its memberships led the erasure to the team
