"""get_memory, list_memories, lineage, revisions, history, stats: what a key may read, whole and in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from commonplace.domain.levels import Level
from commonplace.domain.memory import State
from local.dynamodb import Meter
from tests.conftest import new_key
from tests.support.agents import Agent
from tests.support.apps import App
from tests.support.clock import SECOND, START, HandClock
from tests.support.records import put_record

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

UNKNOWN = "01a158c0-e93e-7000-9b3c-a6f7e5bd0703"
ROW = {
    "id",
    "content",
    "category",
    "similarity",
    "importance",
    "time_bucket",
    "is_superseded",
    "superseded_by",
    "created_at",
    "event_date",
    "speaker",
    "conversation_id",
    "scope",
    "classification",
}


def key_at(level: Level, clock: HandClock, **options: Any) -> App:
    return App(new_key("acme", level=level, clock=clock, **options))


def contents(rows: list[dict[str, Any]]) -> list[str]:
    return [row["content"] for row in rows]


@pytest.mark.requirement("S5", "S11")
def test_a_memory_is_shown_word_for_word_with_its_speaker(app: App) -> None:
    app.good("add_speaker", speaker="さくら")
    text = "  Zeile eins\n\tzwei 👩‍🚀 \u200d "
    told = {"event_date": "2026-10-19", "category": "trips", "conversation_id": "c-1"}
    kept = put_record(app, text, speaker="さくら", at=START, **told)

    memory = app.good("get_memory", memory_id=kept.memory_id)["memory"]
    assert memory == {
        "id": kept.memory_id,
        "content": text,
        "similarity": None,
        "importance": 0.6,
        "time_bucket": "2026-10-20",
        "is_superseded": False,
        "superseded_by": None,
        "created_at": "2026-10-20T10:00:00.000000Z",
        "speaker": "さくら",
        "scope": "account",
        "classification": "PUBLIC",
        **told,
    }
    assert app.good("list_memories")["memories"] == [memory]


@pytest.mark.requirement("S11", "S12")
@pytest.mark.parametrize("operation", ["get_memory", "lineage"])
def test_ids_are_uuids_in_any_letters(app: App, operation: str) -> None:
    kept = put_record(app, "the shed is green")

    for form in (kept.memory_id.upper(), f" {kept.memory_id}\n"):
        assert app.call(operation, memory_id=form).status == 200
    for wrong in ("", " ", "17", kept.memory_id[:-1], kept.memory_id + "0", "{" + kept.memory_id + "}", 7, None):
        refused = app.call(operation, memory_id=wrong)
        assert (refused.status, refused.error["field"]) == (400, "memory_id")
    assert app.call(operation).error["field"] == "memory_id"


@pytest.mark.requirement("B4", "S10", "C6")
@pytest.mark.parametrize("operation", ["get_memory", "lineage"])
def test_what_is_not_the_callers_answers_like_what_is_not_there(
    app: App, clock: HandClock, operation: str
) -> None:
    alice, other = app.in_store("alice"), App(new_key("other", clock=clock))
    hidden = [
        put_record(alice, "in another store").memory_id,
        put_record(other, "another account's").memory_id,
        put_record(app, "above", level=Level.INTERNAL).memory_id,
        put_record(app, "past", expires_at=START // SECOND).memory_id,
        put_record(app, "like a command", state=State.QUARANTINED).memory_id,
        put_record(app, "forgotten", state=State.FORGOTTEN).memory_id,
        put_record(app, "led nowhere", state=State.SUPERSEDED, superseded_by=UNKNOWN).memory_id,
        UNKNOWN,
    ]

    answers = [app.call(operation, memory_id=one) for one in hidden]
    assert {answer.status for answer in answers} == {404}
    assert len({str(answer.body) for answer in answers}) == 1


@pytest.mark.requirement("S12", "C6")
def test_in_default_what_agents_keep_is_got_by_id(app: App, clock: HandClock) -> None:
    team = {"team": "crew", "may_read": True, "may_write": True}
    agent = Agent(new_key("acme", clock=clock, **team), session="run-1")
    member = App(new_key("mate", clock=clock, **team), session="run-1")
    kept = agent.remember("of the session")["id"]
    shared = agent.remember("of the team", share_with_team=True)["id"]
    goal = agent.call("set_goal", goal="ship it").body["id"]
    mine = App(agent.key, session="run-1")

    assert mine.good("get_memory", memory_id=kept)["memory"]["scope"] == "session"
    assert mine.good("lineage", memory_id=kept)["count"] == 1
    assert mine.good("get_memory", memory_id=shared)["memory"]["scope"] == "team"
    assert member.good("get_memory", memory_id=shared)["memory"]["content"] == "of the team"
    for one, memory_id in ((App(agent.key, session="run-10"), kept), (mine, goal), (member, kept), (app, shared)):
        assert one.call("get_memory", memory_id=memory_id).status == 404
    assert mine.in_store("alice").call("get_memory", memory_id=kept).status == 404
    assert mine.good("list_memories")["memories"] == []  # listing is of the store alone


@pytest.mark.requirement("C6", "C7", "B1")
def test_a_key_reads_up_to_its_level(app: App, clock: HandClock) -> None:
    kept = {level: put_record(app, level.name, level=level).memory_id for level in Level}

    for level in Level:
        key = key_at(level, clock)
        seen = [one.name for one in reversed(Level) if one <= level]
        assert contents(key.good("list_memories")["memories"]) == seen
        assert key.good("stats")["total_memories"] == len(seen)
        assert key.good("revisions")["total"] == len(seen)
        for one, memory_id in kept.items():
            assert key.call("get_memory", memory_id=memory_id).status == (200 if one <= level else 404)


@pytest.mark.requirement("C6", "B1")
def test_a_sessions_taint_is_not_a_keys_level(app: App, agent: Agent, clock: HandClock) -> None:
    secret = put_record(app, "secret", level=Level.CONFIDENTIAL).memory_id
    assert agent.in_session("run-1").call("/v1/sessions/taint", level="RESTRICTED").status == 200

    in_session = App(app.key, session="run-1")
    assert in_session.call("get_memory", memory_id=secret).status == 404
    assert in_session.good("list_memories")["memories"] == []


@pytest.mark.requirement("C7")
def test_a_version_below_a_visible_one_is_hidden(app: App, agent: Agent, clock: HandClock) -> None:
    low = agent.call("memory_save", key="door", content="on the wall")
    assert low.status == 200
    above = agent.in_session("raised")
    above.call("/v1/sessions/taint", level="INTERNAL")
    assert above.call("memory_save", key="door", content="in the safe").status == 200
    (row,) = app.good("list_memories")["memories"]
    high = key_at(Level.INTERNAL, clock)

    assert contents(high.good("list_memories")["memories"]) == ["in the safe"]
    assert high.call("get_memory", memory_id=row["id"]).status == 404
    assert app.good("get_memory", memory_id=row["id"])["memory"]["content"] == "on the wall"
    assert high.good("revisions", include="unrevised")["returned"] == 1


@pytest.mark.requirement("D10", "S11")
def test_pages_of_a_list(app: App) -> None:
    kept = [put_record(app, f"m{n}").memory_id for n in range(1, 6)]

    first = app.good("list_memories", limit=2)
    assert (contents(first["memories"]), first["count"]) == (["m5", "m4"], 2)
    app.good("forget", memory_id=kept[3])  # the row under the cursor
    second = app.good("list_memories", limit=2, cursor=first["next_cursor"])
    assert contents(second["memories"]) == ["m3", "m2"]
    for one in kept:
        app.call("forget", memory_id=one)
    last = app.good("list_memories", limit=2, cursor=second["next_cursor"])
    assert last == {"memories": [], "count": 0, "next_cursor": None}


@pytest.mark.requirement("D10")
def test_there_is_no_empty_last_page(app: App) -> None:
    for n in range(2):
        put_record(app, f"m{n}")

    assert app.good("list_memories", limit=2)["next_cursor"] is None
    page = app.good("list_memories", limit=1)
    assert app.good("list_memories", limit=1, cursor=page["next_cursor"])["next_cursor"] is None


@pytest.mark.requirement("D10", "B4")
def test_a_mangled_or_foreign_cursor_is_refused(app: App, clock: HandClock) -> None:
    other = App(new_key("other", clock=clock))
    for one in (app, other):
        for n in range(3):
            put_record(one, f"m{n}")
    cursor = app.good("list_memories", limit=2)["next_cursor"]

    for one, sent in (
        (app, cursor[:-1]),
        (app, cursor[:-1] + ("A" if cursor[-1] != "A" else "B")),
        (app, "AAAA"),
        (app, "x" * 300),
        (app, 7),
        (other, cursor),
        (app.in_store("alice"), cursor),
    ):
        refused = one.call("list_memories", limit=2, cursor=sent)
        assert (refused.status, refused.error["field"]) == (400, "cursor")
    assert app.good("list_memories", cursor=None)["count"] == 3


@pytest.mark.requirement("D1", "S11")
@pytest.mark.parametrize("limit", [0, -1, 501, 8.5, True, "many"])
def test_list_limits_are_held(app: App, limit: object) -> None:
    refused = app.call("list_memories", limit=limit)

    assert (refused.status, refused.error["field"]) == (400, "limit")


@pytest.mark.requirement("S11")
def test_long_memories_make_shorter_pages_and_none_is_lost(engine_app: App) -> None:
    for _ in range(120):
        put_record(engine_app, "長" * 20_000)

    seen, cursor, answers = [], None, 0
    while answers == 0 or cursor is not None:
        answer = engine_app.call("list_memories", limit=500, cursor=cursor)
        assert len(str(answer.body).encode()) < 5_000_000
        seen += [row["id"] for row in answer.body["memories"]]
        cursor, answers = answer.body["next_cursor"], answers + 1
    assert (len(seen), len(set(seen)), answers) == (120, 120, 3)


@pytest.mark.requirement("S11")
def test_lineage_runs_forward_to_the_version_in_force(app: App) -> None:
    ids = [app.good("store_memory", content="the deadline is on Monday")["id"]]
    for day in ("Tuesday", "Wednesday", "Thursday"):
        changed = app.good("supersede", old_memory_id=ids[-1], new_content=f"the deadline is on {day}")
        ids.append(changed["new_memory_id"])

    for start in range(4):
        told = app.good("lineage", memory_id=ids[start])
        assert [row["id"] for row in told["versions"]] == ids[start:]
        assert [row["is_current"] for row in told["versions"]] == [False] * (3 - start) + [True]
        assert [row["is_superseded"] for row in told["versions"]] == [True] * (3 - start) + [False]
        assert (told["count"], told["memory_id"]) == (4 - start, ids[start])
        assert set(told["versions"][0]) == ROW | {"is_current"}
    got = app.good("get_memory", memory_id=ids[1])["memory"]
    assert (got["is_superseded"], got["superseded_by"]) == (True, ids[2])
    assert [row["id"] for row in app.good("list_memories")["memories"]] == [ids[-1]]


@pytest.mark.requirement("S11", "S12")
def test_lineage_of_a_keyed_memory_is_whole_though_its_id_stays(app: App, agent: Agent) -> None:
    agent.remember("the deadline is on Monday", key="deadline", durable=True)
    (row,) = app.good("list_memories")["memories"]
    for day in ("Tuesday", "Wednesday"):
        app.good("supersede", old_memory_id=row["id"], new_content=f"the deadline is on {day}")

    assert agent.call("memory_get", key="deadline").body["content"] == "the deadline is on Wednesday"
    alone = app.good("lineage", memory_id=row["id"])
    assert [one["id"] for one in alone["versions"]] == [row["id"]]
    current = app.good("revisions", include="revised")["memories"]
    assert [one["id"] for one in current] == [row["id"]]


@pytest.mark.requirement("S11")
def test_lineage_of_a_keyed_memorys_first_version(app: App, agent: Agent) -> None:
    agent.remember("Monday", key="deadline", durable=True)
    (row,) = app.good("list_memories")["memories"]
    first = app.good("supersede", old_memory_id=row["id"], new_content="Tuesday")["old_memory_id"]
    second = app.good("supersede", old_memory_id=row["id"], new_content="Wednesday")["old_memory_id"]

    told = app.good("lineage", memory_id=first)["versions"]
    assert [(one["id"], one["content"]) for one in told] == [
        (first, "Monday"),
        (second, "Tuesday"),
        (row["id"], "Wednesday"),
    ]
    assert contents(app.good("lineage", memory_id=second)["versions"]) == ["Tuesday", "Wednesday"]


@pytest.mark.requirement("S11")
def test_a_lineage_too_long_for_an_answer_says_what_it_leaves_out(engine_app: App) -> None:
    ids = [f"01a158c0-e93e-7000-9b3c-{n:012x}" for n in range(80)]
    for n, one in enumerate(ids):
        is_last = n == len(ids) - 1
        put_record(
            engine_app,
            "長" * 20_000,
            memory_id=one,
            state=State.ACTIVE if is_last else State.SUPERSEDED,
            superseded_by=None if is_last else ids[n + 1],
            replaces=ids[n - 1] if n else None,
        )

    told = engine_app.good("lineage", memory_id=ids[0])
    assert (told["count"], told["left_out"]) == (80, 80 - len(told["versions"]))
    assert 40 < len(told["versions"]) < 80
    assert [row["id"] for row in told["versions"]] == [*ids[: len(told["versions"]) - 1], ids[-1]]
    assert [row["is_current"] for row in told["versions"]][-2:] == [False, True]


@pytest.mark.requirement("S11")
def test_revisions_counts_both_sides_and_pages_one(app: App) -> None:
    kept = [put_record(app, f"fact {n}", revision=n % 2, at=START + n // 3).memory_id for n in range(9)]
    put_record(app, "an earlier version", state=State.SUPERSEDED)
    order = sorted(((START + n // 3, one) for n, one in enumerate(kept)), reverse=True)
    revised = {one for n, one in enumerate(kept) if n % 2}

    told = app.good("revisions")
    assert (told["revised"], told["unrevised"], told["total"]) == (4, 5, 9)
    assert told["ordered_by"] == "last_write"
    assert "memories" not in told
    assert "has_more" not in told
    for side, wanted in (("revised", revised), ("unrevised", set(kept) - revised)):
        seen: list[str] = []
        cursor: dict[str, Any] = {}
        while cursor is not None:
            page = app.good("revisions", include=side, limit=2, **cursor)
            assert 1 <= page["returned"] == len(page["memories"]) <= 2
            seen += [row["id"] for row in page["memories"]]
            cursor = {"before": page["next_before"], "skip_ids": page["next_skip_ids"]}
            if not page["has_more"]:
                break
        assert seen == [one for _, one in order if one in wanted]


@pytest.mark.requirement("S11", "S10")
@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"include": "both"}, "include"),
        ({"include": ""}, "include"),
        ({"limit": 51}, "limit"),
        ({"limit": 0}, "limit"),
        ({"before": "soon"}, "before"),
        ({"skip_ids": [UNKNOWN]}, "skip_ids"),
        ({"since": 1}, "since"),
    ],
)
def test_arguments_of_revisions_are_checked(app: App, arguments: dict[str, Any], field: str) -> None:
    refused = app.call("revisions", **arguments)

    assert (refused.status, refused.error["field"]) == (400, field)


@pytest.mark.requirement("S9", "S11")
def test_history_lists_the_last_exchanges_oldest_first(app: App) -> None:
    app.good("store_memory", content="no exchange at all", force=True)
    app.good("store_turn", user_msg="Where is the shed?", assistant_msg="Behind the\nhouse.")
    app.good("store_turn", user_msg="Thanks!", assistant_msg="")
    app.good("store_turn", user_msg="", assistant_msg="Anything else?")

    told = app.good("history")
    assert [(turn["role"], turn["content"]) for turn in told["turns"]] == [
        ("user", "Where is the shed?"),
        ("assistant", "Behind the\nhouse."),
        ("user", "Thanks!"),
        ("assistant", "Anything else?"),
    ]
    assert told["turns"][0]["timestamp"] == told["turns"][1]["timestamp"] < told["turns"][2]["timestamp"]
    assert (told["count"], told["user_id"]) == (4, "default")
    assert app.good("stats") == {"user_id": "default", "total_memories": 4, "short_term_turns": 4}
    assert app.in_store("alice").good("history")["turns"] == []


@pytest.mark.requirement("S11")
def test_history_is_of_the_last_twenty_exchanges(app: App, clock: HandClock) -> None:
    for n in range(25):
        put_record(app, f"q{n}\na{n}", speaker_id="turn", turn_split=len(f"q{n}"))
    put_record(app, "secret q\nsecret a", speaker_id="turn", turn_split=8, level=Level.CONFIDENTIAL)
    put_record(app, "gone\ngone", speaker_id="turn", turn_split=4, epoch=-1)

    turns = app.good("history")["turns"]
    assert [turn["content"] for turn in turns] == [f"{side}{n}" for n in range(5, 25) for side in "qa"]
    stats = app.good("stats")
    assert (stats["total_memories"], stats["short_term_turns"]) == (25, 40)
    high = key_at(Level.CONFIDENTIAL, clock)
    assert [turn["content"] for turn in high.good("history")["turns"]][-2:] == ["secret q", "secret a"]


@pytest.mark.requirement("S9")
def test_an_exchange_carries_no_speaker(app: App) -> None:
    kept = app.good("store_turn", user_msg="Where is the shed?", assistant_msg="Behind the house.")["id"]

    assert app.good("get_memory", memory_id=kept)["memory"]["speaker"] is None
    assert [row["speaker"] for row in app.good("list_memories")["memories"]] == [None]
    assert app.good("list_speakers")["speakers"] == []
    assert app.call("by_speaker", speaker="turn").status == 404


@pytest.mark.requirement("S11", "S10")
@pytest.mark.parametrize("operation", ["history", "stats", "list_memories", "revisions", "list_speakers"])
def test_a_store_must_be_there(app: App, operation: str) -> None:
    refused = app.call(operation, user_id="nobody")

    assert (refused.status, refused.error["type"], refused.error["field"]) == (404, "not_found_error", "user_id")


@pytest.mark.requirement("S11")
@pytest.mark.parametrize(
    ("operation", "arguments", "calls"),
    [
        ("list_memories", {}, ["BatchGetItem", "Query", "UpdateItem"]),
        ("get_memory", {"memory_id": UNKNOWN}, ["BatchGetItem", "UpdateItem"]),
        ("history", {}, ["BatchGetItem", "Query", "UpdateItem"]),
        ("stats", {}, ["BatchGetItem", "Query", "Query", "UpdateItem"]),
        ("revisions", {}, ["BatchGetItem", "Query", "UpdateItem"]),
        ("list_speakers", {}, ["BatchGetItem", "Query", "UpdateItem"]),
        ("list_stores", {}, ["BatchGetItem", "Query", "UpdateItem"]),
        ("usage", {}, ["BatchGetItem", "Query", "UpdateItem"]),
        ("list_models", {}, ["UpdateItem"]),
    ],
)
def test_a_read_is_one_round_trip(
    engine_client: DynamoDBClient, engine_app: App, operation: str, arguments: dict[str, Any], calls: list[str]
) -> None:
    for n in range(30):
        put_record(engine_app, f"fact {n}")

    with Meter(engine_client) as meter:
        engine_app.call(operation, **arguments)
    # But for the authorizer's, all at once: heads, data, and the count of the call.
    assert sorted(call.operation for call in meter.calls if call.operation != "GetItem") == calls
