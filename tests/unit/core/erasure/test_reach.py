"""What an erasure takes from every reader at once, in every dialect, and what it leaves."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import new_key
from tests.support.agents import Agent
from tests.support.apps import App
from tests.support.clock import DAY, HandClock
from tests.support.erasures import Owner, holding

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

CANARY = "heliotrope"


@pytest.fixture
def member(tables: DynamoDBClient, clock: HandClock) -> Agent:
    """An agent of an account that is a member of a team."""
    return Agent(new_key("acme", team="crew", may_read=True, may_write=True, clock=clock))


@pytest.fixture
def colleague(tables: DynamoDBClient, clock: HandClock) -> Agent:
    """An agent of another member of the team."""
    return Agent(new_key("zenith", team="crew", may_read=True, may_write=True, clock=clock))


def seen(agent: Agent) -> list[str]:
    """Everything that an agent is told of, by every tool that reads."""
    searched = agent.call("memory_search", query=CANARY).body["results"]
    listed = agent.call("memory_list").body["memories"]
    told = agent.call("get_pending").body["events"]
    return [
        *agent.recall(limit=25),
        *agent.recall(topic=CANARY),
        *(one["content"] for one in searched),
        *(one["content"] for one in listed),
        *(one["text"] for one in told if one.get("text")),
    ]


@pytest.mark.requirement("A19")
@pytest.mark.both_engines
def test_erasing_the_account_empties_running_sessions_immediately(
    member: Agent, colleague: Agent, clock: HandClock
) -> None:
    other = member.in_session("other")
    for agent in (member, other):
        agent.remember(f"{CANARY} in a session")
        agent.call("set_goal", goal=f"Find the {CANARY}")
        agent.call("checkpoint", goal=f"Find the {CANARY}", plan_steps=["look"], open_questions=[f"{CANARY}?"])
    member.remember(f"{CANARY} for good", durable=True)
    member.remember(f"{CANARY} for the team", share_with_team=True)
    colleague.remember("the team's own", share_with_team=True)
    member.call("memory_save", key="plant", content=CANARY)
    app = App(member.key)
    kept = app.good("store_memory", content=f"{CANARY} in a store")["id"]
    assert any(CANARY in text for text in seen(member))

    Owner(member.key).erase("account")

    assert seen(member) == ["the team's own"] * 3  # recalled, listed, told of as new
    assert [text for text in seen(other) if CANARY in text] == []
    assert [text for text in seen(colleague) if CANARY in text] == []
    assert colleague.recall() == ["the team's own"]
    assert member.call("memory_get", key="plant").body == {"found": False, "key": "plant"}
    assert app.call("get_memory", memory_id=kept).status == 404
    assert [one["content"] for one in app.good("search", query=CANARY)["memories"]] == ["the team's own"]
    assert app.good("list_memories")["memories"] == []


@pytest.mark.requirement("A19")
def test_what_is_written_after_it_stays(member: Agent, colleague: Agent) -> None:
    member.remember("before", key="k")
    member.remember("before", key="k", durable=True)
    member.remember("before", key="k", share_with_team=True)
    member.call("set_goal", goal="Before")

    Owner(member.key).erase("account")
    member.remember("after", key="k")
    member.remember("after for good", key="k", durable=True)
    member.remember("after for the team", key="k", share_with_team=True)
    member.call("set_goal", goal="After")

    assert member.recall() == ["After", "after for the team", "after for good", "after"]
    assert colleague.recall() == ["after for the team"]


@pytest.mark.requirement("A19")
def test_keys_settings_and_rights_stay(member: Agent) -> None:
    Owner(member.key).erase("account")

    assert member.recall() == []
    assert member.remember("shared again", share_with_team=True)["scope"] == "team"


@pytest.mark.requirement("C8")
def test_an_erased_session_keeps_its_level(member: Agent) -> None:
    session = member.in_session("secret")
    assert session.call("/v1/sessions/taint", level="CONFIDENTIAL").status == 200

    Owner(member.key).erase("account")
    assert session.remember("after the account")["classification"] == "CONFIDENTIAL"
    Owner(member.key).erase("session", session="secret")
    assert session.remember("after the session")["classification"] == "CONFIDENTIAL"


@pytest.mark.requirement("A19")
def test_stores_and_speakers_are_gone_with_the_account(tables: DynamoDBClient, clock: HandClock) -> None:
    app = App(new_key("acme", clock=clock)).in_store("letters")
    for store in (app, app.in_store(None)):
        store.good("add_speaker", speaker="Alice")
        store.good("store_memory", content="what Alice said", metadata={"speaker": "Alice"})
    Owner(app.key).erase("account")

    assert app.call("list_memories").status == 404
    assert [one["user_id"] for one in app.in_store(None).good("list_stores")["collections"]] == ["default"]
    assert app.in_store(None).good("list_speakers")["speakers"] == []
    assert app.good("create_store")["status"] == "created"
    assert app.good("list_memories")["memories"] == []
    for store in (app, app.in_store(None)):  # as if it had never been registered
        assert store.call("store_memory", content="more", metadata={"speaker": "Alice"}).status == 400
        store.good("add_speaker", speaker="Alice")
        store.good("store_memory", content="more", metadata={"speaker": "Alice"})
        assert [one["speaker"] for one in store.good("list_memories")["memories"]] == ["Alice"]


@pytest.mark.requirement("A19")
@pytest.mark.both_engines
def test_a_store_is_emptied_alone_and_keeps_its_speakers(tables: DynamoDBClient, clock: HandClock) -> None:
    app = App(new_key("acme", clock=clock)).in_store("letters")
    other = app.in_store("bills")
    app.good("add_speaker", speaker="Alice")
    for store in (app, other, app.in_store(None)):
        store.good("store_memory", content="kept here")
    agent = Agent(app.key)
    agent.remember("kept in the session")

    Owner(app.key).erase("store", store="letters")
    app.good("store_memory", content="after", metadata={"speaker": "Alice"})

    assert [one["content"] for one in app.good("list_memories")["memories"]] == ["after"]
    assert [one["content"] for one in other.good("list_memories")["memories"]] == ["kept here"]
    assert sorted(agent.recall()) == ["kept here", "kept in the session"]


@pytest.mark.requirement("A19")
@pytest.mark.both_engines
def test_a_session_is_erased_alone_with_its_generations(member: Agent) -> None:
    session, other = member.in_session("a"), member.in_session("b")
    session.remember("before the reset")
    session.call("/v1/sessions/reset")
    session.remember("after the reset")
    session.call("set_goal", goal="A goal")
    other.remember("of another session")
    member.remember("for good", durable=True)

    Owner(member.key).erase("session", session="a")

    assert session.recall() == ["for good"]
    assert other.recall() == ["for good", "of another session"]
    session.remember("new")
    assert session.recall() == ["new", "for good"]


@pytest.mark.requirement("A19")
def test_erasing_a_session_that_never_was_makes_none(member: Agent, tables: DynamoDBClient) -> None:
    member.remember("kept")

    answer = Owner(member.key).ask(what="session", session="never")

    assert (answer.status, answer.error["field"]) == (404, "session")
    assert holding(tables, "never") == []
    assert Owner(member.key).receipts()["erasures"] == []
    assert member.recall() == ["kept"]


@pytest.mark.requirement("A19", "S6")
@pytest.mark.both_engines
def test_one_speakers_memories_go_and_the_registration_stays(tables: DynamoDBClient, clock: HandClock) -> None:
    app = App(new_key("acme", clock=clock)).in_store("letters")
    for name in ("Alice", "Bob"):
        app.good("add_speaker", speaker=name)
        app.good("store_memory", content=f"{name} said so", metadata={"speaker": name})
    app.good("store_memory", content="I said so", metadata={"speaker": "me"})
    app.good("store_memory", content="nobody said so")

    Owner(app.key).erase("speaker", store="letters", speaker="Alice")
    assert sorted(one["content"] for one in app.good("list_memories")["memories"]) == [
        "Bob said so",
        "I said so",
        "nobody said so",
    ]
    assert app.good("by_speaker", speaker="Alice")["memories"] == []
    Owner(app.key).erase("speaker", store="letters", speaker="me")
    app.good("store_memory", content="Alice says it anew", metadata={"speaker": "Alice"})

    assert sorted(one["content"] for one in app.good("list_memories")["memories"]) == [
        "Alice says it anew",
        "Bob said so",
        "nobody said so",
    ]


@pytest.mark.requirement("A19")
@pytest.mark.both_engines
def test_one_memory_is_erased_with_its_versions_and_its_receipt_complete(
    tables: DynamoDBClient, clock: HandClock
) -> None:
    app, owner = App(new_key("acme", clock=clock)), None
    owner = Owner(app.key)
    first = app.good("store_memory", content=f"{CANARY} one")["id"]
    second = app.good("supersede", old_memory_id=first, new_content=f"{CANARY} two")["new_memory_id"]
    third = app.good("supersede", old_memory_id=second, new_content=f"{CANARY} three")["new_memory_id"]
    other = app.good("store_memory", content="another one")["id"]

    receipt = owner.erase("memory", id=third)

    assert holding(tables, CANARY) == []
    assert (receipt["status"], receipt["deleted"]) == ("complete", {"memories": 3})
    assert owner.receipt(receipt["id"]) == receipt
    assert app.good("get_memory", memory_id=other)["memory"]["content"] == "another one"
    assert owner.ask(what="memory", id=third).status == 404


@pytest.mark.requirement("A19", "B4")
@pytest.mark.both_engines
def test_a_memory_of_another_member_or_account_is_as_unknown_as_none(
    member: Agent, colleague: Agent, clock: HandClock
) -> None:
    shared = colleague.remember("the colleague's", share_with_team=True)["id"]
    foreign = Agent(new_key("stranger", clock=clock)).remember("a stranger's", durable=True)["id"]
    own = member.remember("in the team", share_with_team=True)["id"]
    in_session = member.in_session("s").remember("in a session")["id"]
    owner = Owner(member.key)

    answers = [
        owner.ask(what="memory", id=one) for one in (shared, foreign, "01a158c0-e902-7000-b176-ae14b391d129")
    ]

    assert {answer.status for answer in answers} == {404}
    assert len({json.dumps(answer.error | {"request_id": ""}) for answer in answers}) == 1
    assert colleague.recall() == ["in the team", "the colleague's"]
    assert owner.ask(what="memory", id=in_session).status == 404  # not without saying in which session
    assert owner.erase("memory", id=in_session, session="s")["deleted"] == {"memories": 1}
    assert owner.erase("memory", id=own)["deleted"] == {"memories": 1}
    assert colleague.recall() == ["the colleague's"]


@pytest.mark.requirement("A6", "A19")
def test_who_was_away_is_told_that_something_was_erased(member: Agent) -> None:
    owner, session = Owner(member.key), member.in_session("a")
    kept = member.remember("one", durable=True)["id"]

    owner.erase("memory", id=kept)
    assert [one["event"] for one in member.call("get_pending").body["events"]] == ["memory_forgotten"]
    session.remember("something")
    owner.erase("session", session="a")
    assert [one["event"] for one in session.call("get_pending").body["events"]] == ["memory_forgotten", "erased"]
    owner.erase("store", store="default")
    owner.erase("account")  # which takes with it what was told before
    assert [one["event"] for one in member.call("get_pending").body["events"]] == ["erased"]


@pytest.mark.requirement("A19", "B4")
def test_nothing_of_another_account_is_touched(tables: DynamoDBClient, clock: HandClock) -> None:
    mine, theirs = (Agent(new_key(name, clock=clock)) for name in ("acme", "zenith"))
    for agent in (mine, theirs):
        agent.remember("kept")
        App(agent.key).in_store("letters").good("store_memory", content="kept in a store")

    for what in (
        {"what": "account"},
        {"what": "store", "store": "default"},
        {"what": "session", "session": "default"},
    ):
        assert Owner(mine.key).ask(**what).status == 200

    assert theirs.recall() == ["kept"]
    app = App(theirs.key).in_store("letters", create=False)
    assert [one["content"] for one in app.good("list_memories")["memories"]] == ["kept in a store"]


@pytest.mark.requirement("A8", "A19")
@pytest.mark.parametrize("arguments", [{"what": "account"}, {"what": "store", "store": "default"}])
def test_a_key_that_only_reads_erases_nothing_and_reads_no_receipt(
    arguments: dict[str, Any], tables: DynamoDBClient, clock: HandClock
) -> None:
    agent = Agent(new_key("acme", clock=clock))
    agent.remember("kept")
    reader = Owner(new_key("acme", scopes=frozenset({"read"}), clock=clock))

    assert reader.ask(**arguments).status == 403
    assert reader.read("01a158c0-e902-7000-b176-ae14b391d129").status == 403
    assert agent.recall() == ["kept"]


@pytest.mark.requirement("A19", "B4")
@pytest.mark.both_engines
def test_receipts_are_listed_in_pages_latest_first_by_account(tables: DynamoDBClient, clock: HandClock) -> None:
    owner, other = Owner(new_key("acme", clock=clock)), Owner(new_key("zenith", clock=clock))
    asked = []
    Agent(owner.key, "s").remember("kept")
    for _ in range(5):
        asked.append(owner.erase("session", session="s")["id"])
        clock.advance(DAY)

    page, found = owner.receipts("limit=2"), []
    while True:
        found += [one["id"] for one in page["erasures"]]
        if page["next_before"] is None:
            break
        page = owner.receipts(f"limit=2&before={page['next_before']}")

    assert found == asked[::-1]
    assert other.receipts() == {"erasures": [], "next_before": None}
    assert other.read(asked[0]).status == 404
    assert owner.receipts("limit=5")["next_before"] is None
