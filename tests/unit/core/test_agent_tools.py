"""The five tools through their handlers: what comes back, in which order, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.conftest import new_key
from tests.support.agents import Agent, stack
from tests.support.clock import DAY, SECOND, HandClock

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


@pytest.fixture
def team(tables: object, clock: HandClock) -> tuple[Agent, Agent, Agent]:
    """Two members with all rights, and one who only reads."""
    writing = {"team": "crew", "may_read": True, "may_write": True}
    return (
        Agent(new_key("ann", clock=clock, **writing)),
        Agent(new_key("ben", clock=clock, **writing)),
        Agent(new_key("cem", clock=clock, team="crew", may_read=True)),
    )


@pytest.mark.requirement("A1", "A2", "A9")
@pytest.mark.both_engines
def test_what_is_remembered_is_recalled_word_for_word(agent: Agent) -> None:
    stored = agent.remember("  The deploy bucket is in Frankfurt.\n", key="bucket", tags=["infra"])

    answer = agent.call("recall")

    assert answer.status == 200
    assert stored == {
        "status": "stored",
        "id": stored["id"],
        "scope": "session",
        "classification": "PUBLIC",
        "expires_at": "2026-11-03T10:00:00.000000Z",
    }
    (item,) = answer.body["items"]
    assert item == {
        "id": stored["id"],
        "kind": "fact",
        "text": "  The deploy bucket is in Frankfurt.\n",
        "key": "bucket",
        "importance": 0.6,
        "scope": "session",
        "classification": "PUBLIC",
        "speaker": None,
        "tags": ["infra"],
        "pinned": False,
        "created_at": item["updated_at"],
        "updated_at": item["created_at"],
    }
    assert item["created_at"].startswith("2026-10-20T10:00:00.0")


@pytest.mark.requirement("A1")
@pytest.mark.both_engines
def test_order_is_importance_then_the_last_write(agent: Agent) -> None:
    agent.remember("low", importance=0.2)
    agent.remember("first", key="k")
    agent.remember("second")
    agent.remember("high", importance=0.97)
    agent.remember("first again", key="k")
    agent.call("set_goal", goal="the goal")
    agent.call("checkpoint", goal="the plan", open_questions=["asked?"])

    assert agent.recall() == ["the goal", "high", "the plan", "asked?", "first again", "second", "low"]
    pinned = {item["text"]: item["pinned"] for item in agent.call("recall").body["items"]}
    assert pinned == {
        "the goal": True,
        "high": True,
        "the plan": True,
        "asked?": False,
        "first again": False,
        "second": False,
        "low": False,
    }


@pytest.mark.requirement("A1")
def test_limit_is_eight_unless_said(agent: Agent) -> None:
    for number in range(30):
        agent.remember(f"fact {number}")

    assert agent.recall() == [f"fact {n}" for n in range(29, 21, -1)]
    assert agent.recall(limit=None) == agent.recall()
    assert len(agent.recall(limit=25)) == 25
    assert agent.recall(limit=1) == ["fact 29"]


@pytest.mark.requirement("A1", "D1")
@pytest.mark.parametrize(
    "limit", [b"0", b"-1", b"26", b"8.5", b"true", b"1e400", b'"nan"', b'"8.5"', b"[8]", b'" "']
)
def test_a_limit_that_is_none_is_refused_by_name(agent: Agent, limit: bytes) -> None:
    answer = agent.send("recall", b'{"limit": ' + limit + b"}")

    assert (answer.status, answer.error["field"]) == (400, "limit")


@pytest.mark.requirement("A1", "D1")
@pytest.mark.parametrize("limit", [b'"8"', b"8.0", b"null", b'" 8 "', b'"8.0"', b'""'])
def test_a_limit_written_as_models_write_it_is_taken(agent: Agent, limit: bytes) -> None:
    for number in range(9):
        agent.remember(f"fact {number}")

    answer = agent.send("recall", b'{"limit": ' + limit + b"}")

    assert answer.texts == [f"fact {n}" for n in range(8, 0, -1)]


@pytest.mark.requirement("A1")
def test_a_topic_keeps_what_holds_all_its_words_else_any(agent: Agent) -> None:
    agent.remember("Anna writes the quarterly reports", importance=0.3)
    agent.remember("Reports are due on Friday")
    agent.remember("Anna likes tea", importance=0.7)

    assert agent.recall(topic="report anna") == ["Anna writes the quarterly reports"]
    assert agent.recall(topic="report tea zebra") == [
        "Anna likes tea",
        "Reports are due on Friday",
        "Anna writes the quarterly reports",
    ]
    assert agent.recall(topic="zebra") == []


@pytest.mark.requirement("A1", "D4")
@pytest.mark.parametrize("topic", ["   ", "?!", "...", '"', "*", "<>"])
def test_a_topic_without_a_word_finds_nothing(agent: Agent, topic: str) -> None:
    agent.remember('everything * here? "yes"')

    assert agent.recall(topic=topic) == []


@pytest.mark.requirement("D4")
def test_an_emoji_is_stored_and_found_by_itself(agent: Agent) -> None:
    agent.remember("🎉")
    agent.remember("we ship on Friday")

    assert agent.recall(topic="🎉") == ["🎉"]


@pytest.mark.requirement("A2")
@pytest.mark.both_engines
def test_the_same_key_replaces_and_keeps_when_it_was_first_written(agent: Agent, clock: HandClock) -> None:
    first = agent.remember("alpha", key="env", tags=["old"], speaker="me", importance=0.7)
    before = agent.call("recall").body["items"][0]
    clock.advance(SECOND)
    second = agent.remember("beta", key=" env ")
    after = agent.call("recall").body["items"]

    assert second["id"] == first["id"]
    assert [item["text"] for item in after] == ["beta"]
    assert after[0]["created_at"] == before["created_at"]
    assert after[0]["updated_at"] > before["updated_at"]
    assert (after[0]["tags"], after[0]["speaker"], after[0]["importance"]) == ([], None, 0.6)


@pytest.mark.requirement("A2")
def test_a_key_is_one_thing_a_scope(team: tuple[Agent, Agent, Agent]) -> None:
    ann, ben, _ = team
    ann.remember("session", key="k")
    ann.remember("account", key="k", durable=True)
    ann.remember("team", key="k", share_with_team=True, durable=True)
    items = {item["text"]: item["scope"] for item in ann.call("recall").body["items"]}

    assert items == {"session": "session", "account": "account", "team": "team"}
    assert ben.recall() == ["team"]


@pytest.mark.requirement("A3")
@pytest.mark.both_engines
def test_there_is_one_goal(agent: Agent) -> None:
    agent.call("set_goal", goal="ship v1")
    agent.call("set_goal", goal="ship v2")

    (goal,) = agent.call("recall").body["items"]
    assert (goal["text"], goal["kind"], goal["importance"], goal["pinned"]) == ("ship v2", "goal", 1.0, True)
    assert agent.in_session("other").recall() == []


@pytest.mark.requirement("A4")
@pytest.mark.both_engines
def test_the_latest_checkpoint_is_the_plan_and_its_questions(agent: Agent) -> None:
    agent.call("checkpoint", goal="move", plan_steps=["dump", "load"], open_questions=["when?", "who?", "why?"])
    agent.call("checkpoint", goal="move", plan_steps=["load"], open_questions=["who now?"])

    items = agent.call("recall").body["items"]
    assert [(item["kind"], item["text"], item["importance"]) for item in items] == [
        ("plan", "move\n1. load", 0.95),
        ("question", "who now?", 0.8),
    ]


@pytest.mark.requirement("A4")
@pytest.mark.both_engines
def test_a_checkpoint_is_all_or_nothing(agent: Agent) -> None:
    agent.call("checkpoint", goal="one", open_questions=["a?"])

    answer = agent.call("checkpoint", goal="two", open_questions=["b?", "bad \x00"])

    assert (answer.status, answer.error["field"]) == (400, "open_questions.1")
    assert agent.recall() == ["one", "a?"]


@pytest.mark.requirement("A5")
@pytest.mark.both_engines
def test_what_is_forgotten_is_recalled_no_more(agent: Agent) -> None:
    kept = agent.remember("keep")
    by_id = agent.remember("by id")
    by_key = agent.remember("by key", key="k")

    assert agent.call("forget", id=by_id["id"]).body == {"forgotten": True, "id": by_id["id"]}
    assert agent.call("forget", key="k").body == {"forgotten": True, "id": by_key["id"]}
    assert agent.recall() == ["keep"]
    assert agent.recall(topic="by") == []
    for again in ({"id": by_id["id"]}, {"key": "k"}, {"key": "never"}):
        answer = agent.call("forget", **again)
        assert (answer.status, answer.error["type"]) == (404, "not_found_error")
    assert agent.call("forget", id=kept["id"].upper()).status == 200


@pytest.mark.requirement("A5")
@pytest.mark.both_engines
def test_a_key_means_the_session_then_the_account_then_the_own_team(
    team: tuple[Agent, Agent, Agent],
) -> None:
    ann, ben, _ = team
    ben.remember("team of ben", key="k", share_with_team=True)
    assert ann.call("forget", key="k").status == 404  # another's is not meant by a key
    ann.remember("team of ann", key="mine", share_with_team=True)
    ann.remember("account", key="k", durable=True)
    ann.remember("session", key="k")

    for gone in ("session", "account"):
        assert gone in ann.recall()
        assert ann.call("forget", key="k").status == 200
        assert gone not in ann.recall()
    assert ann.call("forget", key="k").status == 404
    assert ann.call("forget", key="mine").status == 200
    assert ann.recall() == ["team of ben"]


@pytest.mark.requirement("A5", "B3")
def test_who_may_only_write_the_team_forgets_his_own_there(tables: object, clock: HandClock) -> None:
    writer = Agent(new_key("ann", team="crew", may_write=True, clock=clock))
    writer.remember("ours", key="k", share_with_team=True)

    assert writer.call("forget", key="k").status == 200
    assert writer.call("forget", key="k").status == 404


@pytest.mark.requirement("A5", "B3", "B4")
def test_who_may_not_read_the_team_is_not_told_what_is_there(tables: object, clock: HandClock) -> None:
    reader = Agent(new_key("ann", team="crew", may_read=True, may_write=True, clock=clock))
    writer = Agent(new_key("ben", team="crew", may_write=True, clock=clock))
    shared = reader.remember("of ann", share_with_team=True)

    answer = writer.call("forget", id=shared["id"])

    assert (answer.status, answer.error["message"]) == (404, "there is no such memory here")
    assert reader.recall() == ["of ann"]


@pytest.mark.requirement("A5", "A17")
@pytest.mark.both_engines
def test_anothers_team_memory_is_not_mine_to_forget(team: tuple[Agent, Agent, Agent]) -> None:
    ann, ben, _ = team
    shared = ben.remember("team of ben", share_with_team=True)

    answer = ann.call("forget", id=shared["id"])

    assert (answer.status, answer.error["type"]) == (403, "permission_error")
    assert ben.recall() == ["team of ben"]


@pytest.mark.requirement("A5")
@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({}, "id"),
        ({"id": "0", "key": "k"}, "id"),
        ({"id": "17"}, "id"),
        ({"key": " "}, "key"),
        ({"key": 3}, "key"),
    ],
)
def test_forget_takes_exactly_one(agent: Agent, arguments: dict[str, object], field: str) -> None:
    answer = agent.call("forget", **arguments)

    assert (answer.status, answer.error["field"]) == (400, field)


@pytest.mark.requirement("A2", "A5")
def test_a_forgotten_key_starts_anew(agent: Agent, clock: HandClock) -> None:
    agent.remember("old", key="k", tags=["t"])
    created = agent.call("recall").body["items"][0]["created_at"]
    agent.call("forget", key="k")
    clock.advance(SECOND)
    agent.remember("new", key="k")

    (item,) = agent.call("recall").body["items"]
    assert (item["text"], item["tags"]) == ("new", [])
    assert item["created_at"] > created
    assert item["created_at"] == item["updated_at"]


@pytest.mark.requirement("A8")
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("remember", {"text": "t"}),
        ("set_goal", {"goal": "g"}),
        ("checkpoint", {"goal": "g"}),
        ("forget", {"key": "k"}),
        ("remember", {"nonsense": 1}),
    ],
)
def test_a_reading_key_cannot_write(
    agent: Agent, clock: HandClock, tool: str, arguments: dict[str, object]
) -> None:
    agent.remember("kept", key="k")
    reader = Agent(new_key("acme", scopes=frozenset({"read"}), clock=clock))

    answer = reader.call(tool, **arguments)

    assert (answer.status, answer.error["type"]) == (403, "permission_error")
    assert reader.recall() == ["kept"]


@pytest.mark.requirement("A9")
@pytest.mark.both_engines
def test_a_session_item_is_gone_after_fourteen_days_to_the_second(agent: Agent, clock: HandClock) -> None:
    clock.step = 0
    agent.remember("session")
    agent.call("set_goal", goal="goal")
    agent.remember("account", durable=True, importance=0.5)

    clock.advance(14 * DAY - SECOND)
    assert agent.recall() == ["goal", "session", "account"]
    clock.advance(SECOND)
    assert agent.recall() == ["account"]
    assert agent.recall(topic="session") == []


@pytest.mark.requirement("A9")
def test_a_write_extends_a_session_item_and_restarts_an_expired_one(agent: Agent, clock: HandClock) -> None:
    agent.remember("one", key="k")
    clock.advance(13 * DAY)
    agent.remember("two", key="k")
    clock.advance(13 * DAY)
    assert agent.recall() == ["two"]
    created = agent.call("recall").body["items"][0]["created_at"]
    clock.advance(2 * DAY)
    assert agent.recall() == []
    agent.remember("three", key="k")
    (item,) = agent.call("recall").body["items"]
    assert (item["text"], item["created_at"] > created) == ("three", True)


@pytest.mark.requirement("A17", "B3")
@pytest.mark.both_engines
def test_the_team_is_written_only_by_who_asks_and_may(team: tuple[Agent, Agent, Agent], agent: Agent) -> None:
    ann, ben, cem = team
    ann.remember("mine")
    ann.remember("ours", share_with_team=True)

    assert (ben.recall(), cem.recall()) == (["ours"], ["ours"])
    for outsider in (cem, agent):
        answer = outsider.call("remember", text="no", share_with_team=True)
        assert (answer.status, answer.error["type"]) == (403, "permission_error")
    assert ann.recall() == ["ours", "mine"]


@pytest.mark.requirement("B3")
def test_members_see_team_memory_only_if_they_may_read_it(tables: object, clock: HandClock) -> None:
    writer = Agent(new_key("ann", team="crew", may_write=True, clock=clock))
    writer.remember("ours", share_with_team=True)
    reader = Agent(new_key("ben", team="crew", may_read=True, clock=clock))
    stranger = Agent(new_key("cem", team="others", may_read=True, clock=clock))

    assert (writer.recall(), reader.recall(), stranger.recall()) == ([], ["ours"], [])


@pytest.mark.requirement("A2", "B3")
@pytest.mark.both_engines
def test_two_members_meet_on_one_key_of_the_team(team: tuple[Agent, Agent, Agent]) -> None:
    ann, ben, cem = team
    first = ann.remember("by ann", key="k", share_with_team=True)
    created = cem.call("recall").body["items"][0]["created_at"]
    second = ben.remember("by ben", key="k", share_with_team=True)

    assert second["id"] == first["id"]
    (item,) = cem.call("recall").body["items"]
    assert (item["text"], item["created_at"]) == ("by ben", created)
    assert ann.call("forget", key="k").status == 404  # it is ben's now
    assert ben.call("forget", key="k").status == 200


@pytest.mark.requirement("A2", "S3", "S1")
@pytest.mark.parametrize("speaker", ["Bob", "Me", "ME", "ｍｅ", "me\u200b", "\u202eBob", "a\nb"])
def test_a_speaker_who_is_not_registered_is_refused(agent: Agent, speaker: str) -> None:
    answer = agent.call("remember", text="t", speaker=speaker)

    assert (answer.status, answer.error["field"]) == (400, "speaker")
    assert agent.recall() == []
    agent.remember("said by me", speaker="me")
    assert agent.call("recall").body["items"][0]["speaker"] == "me"


@pytest.mark.requirement("A2", "C4")
def test_a_rewritten_record_is_the_newest_however_it_was_rewritten(
    team: tuple[Agent, Agent, Agent], tables: DynamoDBClient
) -> None:
    """Over a live record of one's own, over another member's, and over a forgotten one."""
    ann, ben, _ = team
    ann.remember("mine", key="k", durable=True)
    ann.remember("ours", key="k", share_with_team=True)
    ann.remember("gone", key="g", durable=True)
    ann.call("forget", key="g")
    ann.remember("newer than all", durable=True)
    ann.remember("mine again", key="k", durable=True)
    ben.remember("ours again", key="k", share_with_team=True)
    ann.remember("back", key="g", durable=True)

    listed = [memory["content"] for memory in ann.call("memory_list").body["memories"]]
    assert listed == ["back", "ours again", "mine again", "newer than all"]
    for item in tables.scan(TableName=stack().environment["MEMORIES_TABLE"])["Items"]:
        moment = f"{int(item['updated_at']['N']):016d}"
        for name in ("rank_key", "time_key", "owner_key"):
            assert moment in item[name]["S"]
