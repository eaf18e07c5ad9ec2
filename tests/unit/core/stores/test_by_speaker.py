"""by_speaker: one person's words, newest first; pages repeat none and skip none, and chunks count sentences."""

from __future__ import annotations

import random
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

EMPTY: dict[str, Any] = {
    "has_more": False,
    "next_before": None,
    "next_skip_ids": [],
    "returned": 0,
    "memories": [],
    "chunks": 0,
}


def pages(app: App, speaker: str, limit: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    cursor: dict[str, Any] = {}
    while True:
        page = app.good("by_speaker", speaker=speaker, limit=limit, **cursor)
        found.append(page)
        if not page["has_more"]:
            return found
        cursor = {"before": page["next_before"], "skip_ids": page["next_skip_ids"]}


def contents(page: dict[str, Any]) -> list[str]:
    return [row["content"] for row in page["memories"]]


@pytest.mark.requirement("S7")
def test_newest_first_and_only_that_persons(app: App) -> None:
    app.good("add_speaker", speaker="Bob")
    app.good("add_speaker", speaker="Ana")
    for text, speaker in (("one", "Bob"), ("two", "Ana"), ("three", None), ("four", "me"), ("five", "Bob")):
        put_record(app, text, speaker=speaker)
    put_record(app, "Bob said nothing about Bob")

    page = app.good("by_speaker", speaker="Bob")
    assert contents(page) == ["five", "one"]
    assert {row["speaker"] for row in page["memories"]} == {"Bob"}
    assert contents(app.good("by_speaker", speaker="me")) == ["four"]
    assert (page["returned"], page["has_more"], page["next_before"], page["next_skip_ids"]) == (2, False, None, [])
    assert (page["speaker"], page["user_id"]) == ("Bob", "default")


@pytest.mark.requirement("S7")
def test_a_memory_without_speaker_never_shows(app: App, agent: Agent) -> None:
    put_record(app, "nobody said this")
    agent.remember("an agent kept this", durable=True)
    app.good("store_turn", user_msg="me: hello", assistant_msg="hello to you")

    page = app.good("by_speaker", speaker="me")
    assert {name: page[name] for name in EMPTY} == EMPTY


@pytest.mark.requirement("S7")
@pytest.mark.parametrize("limit", [17, 50])
def test_pages_over_shared_moments_repeat_none_and_skip_none(
    engine_app: App, clock: HandClock, limit: int
) -> None:
    engine_app.good("add_speaker", speaker="Bob")
    moments = [clock.now - 3 * SECOND, clock.now - 2 * SECOND, clock.now - 1]
    kept = [put_record(engine_app, f"fact {n}", speaker="Bob", at=moments[n % 3]) for n in range(500)]
    wanted = sorted(((one.updated_at, one.memory_id) for one in kept), reverse=True)

    found = pages(engine_app, "Bob", limit)
    assert [row["id"] for page in found for row in page["memories"]] == [memory_id for _, memory_id in wanted]
    assert [page["returned"] for page in found] == [limit] * (500 // limit) + (
        [500 % limit] if 500 % limit else []
    )
    assert {page["chunks"] for page in found} == {500}
    assert max(len(page["next_skip_ids"]) for page in found) <= 100
    assert found[0]["next_skip_ids"] == [row["id"] for row in found[0]["memories"]]


@pytest.mark.requirement("S7")
@pytest.mark.parametrize("limit", [1, 3])
def test_pages_of_a_few(app: App, clock: HandClock, limit: int) -> None:
    moments = [clock.now, clock.now, clock.now, clock.now + 1, clock.now + 1, clock.now + 2, clock.now + 3]
    kept = [put_record(app, f"fact {n}", speaker="me", at=at) for n, at in enumerate(moments)]
    wanted = sorted(((one.updated_at, one.memory_id) for one in kept), reverse=True)

    found = pages(app, "me", limit)
    assert [row["id"] for page in found for row in page["memories"]] == [memory_id for _, memory_id in wanted]
    assert all(page["memories"] for page in found)  # no empty last page


@pytest.mark.requirement("S7", "D10")
def test_deleted_rows_between_pages_neither_repeat_nor_hide_others(app: App, clock: HandClock) -> None:
    kept = [put_record(app, f"fact {n}", speaker="me", at=clock.now) for n in range(12)]
    order = sorted((one.memory_id for one in kept), reverse=True)

    first = app.good("by_speaker", speaker="me", limit=5)
    assert [row["id"] for row in first["memories"]] == order[:5]
    for gone in (order[4], order[2], order[6]):
        app.good("forget", memory_id=gone)
    put_record(app, "newer", speaker="me", at=clock.now + SECOND)
    second = app.good(
        "by_speaker", speaker="me", limit=5, before=first["next_before"], skip_ids=first["next_skip_ids"]
    )
    assert [row["id"] for row in second["memories"]] == [order[5], *order[7:11]]
    assert second["chunks"] == 10
    for gone in order:
        app.call("forget", memory_id=gone)
    last = app.good(
        "by_speaker", speaker="me", limit=5, before=second["next_before"], skip_ids=second["next_skip_ids"]
    )
    assert (last["memories"], last["has_more"], last["chunks"]) == ([], False, 1)


@pytest.mark.requirement("S7")
def test_before_alone_begins_with_that_moment(app: App) -> None:
    for n, at in enumerate((START, START, START + SECOND)):
        put_record(app, f"fact {n}", speaker="me", at=at)

    page = app.good("by_speaker", speaker="me", before="2026-10-20T12:00:00+02:00")
    assert sorted(contents(page)) == ["fact 0", "fact 1"]


@pytest.mark.requirement("S7", "D10", "S10")
@pytest.mark.parametrize(
    ("cursor", "field"),
    [
        ({"before": "yesterday"}, "before"),
        ({"before": "2026-10-20"}, "before"),
        ({"before": ""}, "before"),
        ({"before": 7}, "before"),
        ({"before": "2026-10-20T10:00:00Z", "skip_ids": ["x"]}, "skip_ids"),
        ({"before": "2026-10-20T10:00:00Z", "skip_ids": "x"}, "skip_ids"),
        ({"before": "2026-10-20T10:00:00Z", "skip_ids": [7]}, "skip_ids.0"),
        ({"skip_ids": ["01a158c0-e93e-7000-9b3c-a6f7e5bd0703"]}, "skip_ids"),
    ],
)
def test_a_mangled_cursor_is_refused(app: App, cursor: dict[str, Any], field: str) -> None:
    refused = app.call("by_speaker", speaker="me", **cursor)

    assert (refused.status, refused.error["field"]) == (400, field)


@pytest.mark.requirement("S7", "D1")
@pytest.mark.parametrize("limit", [0, -1, 51, 8.5, True, "many", 1e400])
def test_page_limits_are_held(app: App, limit: object) -> None:
    refused = app.call("by_speaker", speaker="me", limit=limit)

    assert (refused.status, refused.error["field"]) in {(400, "limit"), (400, "body")}


@pytest.mark.requirement("S7", "D1")
@pytest.mark.parametrize(("limit", "returned"), [(1, 1), ("5", 5), (5.0, 5), (50, 50), (None, 20)])
def test_page_limits_that_pass(engine_app: App, limit: object, returned: int) -> None:
    for n in range(60):
        put_record(engine_app, f"fact {n}", speaker="me")

    assert engine_app.good("by_speaker", speaker="me", limit=limit)["returned"] == returned
    assert engine_app.good("by_speaker", speaker="me")["returned"] == 20


@pytest.mark.requirement("S7")
def test_chunks_are_the_sentences_of_all_of_a_speakers_memories(app: App) -> None:
    app.good("add_speaker", speaker="Bob")
    app.good(
        "store_memory", content="We ship on Tuesday. Dr. Li agreed! Is that fine?", metadata={"speaker": "Bob"}
    )
    app.good("store_memory", content="明日は休みです。雨が降ります。", metadata={"speaker": "Bob"})
    app.good("store_memory", content="The parrot is green.", metadata={"speaker": "Bob"})

    for limit in (1, 50):
        page = app.good("by_speaker", speaker="Bob", limit=limit)
        assert (page["chunks"], page["points_to_delete"], page["records_to_delete"]) == (6, 6, 6)


@pytest.mark.requirement("S7")
def test_chunks_are_counted_where_a_tool_wrote_without_counting(app: App, agent: Agent) -> None:
    app.good("add_speaker", speaker="Bob")
    agent.remember("We ship on Tuesday. Dr. Li agreed!", durable=True, speaker="Bob")
    for n in range(120):
        put_record(app, f"One thing {n}. Another thing.", speaker="Bob", chunks=None)

    assert app.good("by_speaker", speaker="Bob", limit=5)["chunks"] == 2 + 2 * 120


@pytest.mark.requirement("S7", "C6", "B1")
def test_levels_are_held(app: App, clock: HandClock) -> None:
    app.good("add_speaker", speaker="Bob")
    high = App(new_key("acme", level=Level.CONFIDENTIAL, clock=clock))
    put_record(app, "public", speaker="Bob")
    put_record(app, "secret", speaker="Bob", level=Level.CONFIDENTIAL)
    put_record(app, "internal", speaker="Bob", level=Level.INTERNAL)
    put_record(app, "top", speaker="Bob", level=Level.RESTRICTED)

    assert contents(app.good("by_speaker", speaker="Bob")) == ["public"]
    assert contents(high.good("by_speaker", speaker="Bob")) == ["internal", "secret", "public"]
    assert [app.good("by_speaker", speaker="Bob")["chunks"], high.good("by_speaker", speaker="Bob")["chunks"]] == [
        1,
        3,
    ]
    assert [page["returned"] for page in pages(high, "Bob", 1)] == [1, 1, 1]
    counts = [one.good("list_speakers")["speakers"][0]["memories"] for one in (app, high)]
    assert counts == [1, 3]


@pytest.mark.requirement("S7", "C7")
def test_of_one_key_the_highest_visible_version_counts(app: App, agent: Agent, clock: HandClock) -> None:
    app.good("add_speaker", speaker="Bob")
    high = App(new_key("acme", level=Level.INTERNAL, clock=clock))
    agent.remember("the door code is on the wall", key="door", durable=True, speaker="Bob")
    above = agent.in_session("raised")
    assert above.call("/v1/sessions/taint", level="INTERNAL").status == 200
    above.remember("the door code is in the safe", key="door", durable=True, speaker="Bob")

    assert contents(app.good("by_speaker", speaker="Bob")) == ["the door code is on the wall"]
    assert contents(high.good("by_speaker", speaker="Bob")) == ["the door code is in the safe"]
    for one in (app, high):
        assert one.good("by_speaker", speaker="Bob")["chunks"] == 1
        assert one.good("list_speakers")["speakers"][0]["memories"] == 1
        assert one.good("stats")["total_memories"] == 1
        assert one.good("list_memories")["count"] == 1


@pytest.mark.requirement("S7")
def test_what_is_not_live_does_not_show(app: App, clock: HandClock) -> None:
    put_record(app, "live", speaker="me")
    put_record(app, "expired", speaker="me", expires_at=clock.now // SECOND - 1)
    put_record(app, "quarantined", speaker="me", state=State.QUARANTINED)
    put_record(app, "superseded", speaker="me", state=State.SUPERSEDED)

    page = app.good("by_speaker", speaker="me")
    assert (contents(page), page["chunks"]) == (["live"], 1)


@pytest.mark.requirement("S7")
def test_a_warm_page_is_one_round_trip(engine_client: DynamoDBClient, engine_app: App, clock: HandClock) -> None:
    engine_app.good("add_speaker", speaker="Bob")
    for n in range(60):
        put_record(engine_app, f"fact {n}", speaker="Bob")
    put_record(engine_app, "newer", speaker="Bob", at=clock.now + 1)
    engine_app.good("by_speaker", speaker="Bob", limit=5)

    with Meter(engine_client) as meter:
        assert contents(engine_app.good("by_speaker", speaker="Bob", limit=5))[0] == "newer"
    functions_own = [call.operation for call in meter.calls if call.operation != "GetItem"]  # the authorizer's
    # Heads, the page and the rows to count, all at once; and the count of the call beside them.
    assert sorted(functions_own) == ["BatchGetItem", "Query", "Query", "UpdateItem"]


@pytest.mark.requirement("S7")
def test_any_number_of_rows_at_any_moments_is_paged_in_order(engine_app: App, clock: HandClock) -> None:
    chance = random.Random(4)
    for store in range(6):
        app = engine_app.in_store(f"store{store}")
        start = clock.now
        kept = [
            put_record(app, f"fact {n}", speaker="me", at=start + chance.randrange(4))
            for n in range(chance.randrange(1, 40))
        ]
        wanted = sorted(((one.updated_at, one.memory_id) for one in kept), reverse=True)
        found = pages(app, "me", chance.randrange(1, 9))
        assert [row["id"] for page in found for row in page["memories"]] == [one for _, one in wanted]
