"""recall: the last exchanges, what matches, and what was said around the best match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from commonplace.domain.levels import Level
from local.dynamodb import Meter
from tests.conftest import new_key
from tests.support.agents import Agent
from tests.support.apps import App
from tests.support.clock import DAY, HandClock
from tests.support.stored import account_of, fact, put

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


def around(app: App, query: str, **arguments: Any) -> list[str]:
    rows: list[str] = app.good("recall", query=query, **arguments)["context"]["around_top_memory"]
    return rows


def say(app: App, *texts: str, **metadata: Any) -> None:
    for text in texts:
        app.good("store_memory", content=text, metadata=metadata, force=True)


@pytest.mark.requirement("S5", "S11")
@pytest.mark.both_engines
def test_what_was_said_what_matches_and_what_stood_around_it(app: App) -> None:
    app.good("add_speaker", speaker="Bob")
    say(app, "Lunch was soup")
    say(app, "The deadline moved to Tuesday", speaker="Bob")
    app.good("store_turn", user_msg="Who cooks today?", assistant_msg="Bob cooks.")
    say(app, "I promised the summary", speaker="me")

    answer = app.good("recall", query="When is the deadline?")
    assert [(turn["role"], turn["content"]) for turn in answer["short_term"]["turns"]] == [
        ("user", "Who cooks today?"),
        ("assistant", "Bob cooks."),
    ]
    best = answer["long_term"]["memories"][0]
    assert (best["content"], best["speaker"]) == ("The deadline moved to Tuesday", "Bob")
    assert 0 < best["similarity"] <= 1
    assert len(answer["long_term"]["memories"]) == 4
    assert answer["context"]["around_top_memory"] == [
        "[before] Lunch was soup",
        "[match] The deadline moved to Tuesday",
        "[after] Who cooks today?\nBob cooks.",
        "[after] I promised the summary",
    ]


@pytest.mark.requirement("S9", "S11")
def test_the_last_ten_exchanges_oldest_first_each_side_that_spoke(engine_app: App) -> None:
    for number in range(12):
        engine_app.good("store_turn", user_msg=f"question {number}", assistant_msg=f"answer\n{number}")
    engine_app.good("store_turn", user_msg="", assistant_msg="only the assistant")
    engine_app.good("store_turn", user_msg="only the user", assistant_msg="")

    turns = engine_app.good("recall", query="question")["short_term"]["turns"]
    assert [turn["content"] for turn in turns[:4]] == ["question 4", "answer\n4", "question 5", "answer\n5"]
    assert [(turn["role"], turn["content"]) for turn in turns[-2:]] == [
        ("assistant", "only the assistant"),
        ("user", "only the user"),
    ]
    assert len(turns) == 18
    assert turns == sorted(turns, key=lambda turn: turn["timestamp"])
    answer = engine_app.good("recall", query="?!")
    assert (answer["short_term"]["turns"], answer["long_term"]["memories"]) == (turns, [])
    assert answer["context"]["around_top_memory"] == []


@pytest.mark.requirement("S11")
@pytest.mark.parametrize(
    ("limit", "expected"),
    [(0, ""), (1, "d"), (2, "df"), (3, "cdf"), (4, "cdfg"), (10, "abcdfghi"), (20, "abcdfghi")],
)
def test_context_is_half_before_and_half_after_with_the_odd_one_before(
    engine_app: App, limit: int, expected: str
) -> None:
    say(engine_app, *(f"{name} letter" if name != "e" else "zebras graze" for name in "abcdefghi"))

    rows = around(engine_app, "zebras", context_limit=limit)
    assert "".join(row.split("] ")[1][0] for row in rows if not row.startswith("[match]")) == expected
    assert [row for row in rows if row.startswith("[match]")] == (["[match] zebras graze"] if limit else [])


@pytest.mark.requirement("S11")
def test_what_one_side_lacks_the_other_has(engine_app: App) -> None:
    say(engine_app, "zebras graze", *(f"{name} letter" for name in "abcdef"), "lions hunt")

    assert [row.split()[1] for row in around(engine_app, "zebras", context_limit=4)] == ["zebras", *"abcd"]
    assert [row.split()[1] for row in around(engine_app, "lions", context_limit=4)] == [*"cdef", "lions"]
    assert around(engine_app, "zebras", limit=None, context_limit=None) == around(engine_app, "zebras")


@pytest.mark.requirement("S11")
def test_around_a_memory_of_a_conversation_is_that_conversation(engine_app: App) -> None:
    for number in range(3):
        say(engine_app, f"{'abc'[number]} of the stand-up", conversation_id="stand-up")
        say(engine_app, f"{'xyz'[number]} of nothing")
    say(engine_app, "zebras graze", conversation_id="stand-up")
    say(engine_app, "lions hunt")

    assert around(engine_app, "zebras") == [
        "[before] a of the stand-up",
        "[before] b of the stand-up",
        "[before] c of the stand-up",
        "[match] zebras graze",
    ]
    assert len(around(engine_app, "lions")) == 8


@pytest.mark.requirement("C6", "S12", "A5")
def test_only_what_the_key_may_see_and_what_is_still_there(app: App, clock: HandClock) -> None:
    internal = App(new_key("acme", clock=clock, level=Level.INTERNAL))
    say(app, "Lunch was soup")
    say(internal, "The merger closes in May")
    say(app, "zebras graze")
    say(internal, "The buyer is Globex")
    internal.good("store_turn", user_msg="Is it signed?", assistant_msg="Not yet.")
    Agent(app.key).remember("Kept by an agent in its session")
    Agent(app.key).call("set_goal", goal="zebras graze in peace")

    assert around(app, "zebras") == ["[before] Lunch was soup", "[match] zebras graze"]
    assert app.good("recall", query="zebras")["short_term"]["turns"] == []
    assert around(internal, "zebras graze") == [
        "[before] Lunch was soup",
        "[before] The merger closes in May",
        "[match] zebras graze",
        "[after] The buyer is Globex",
        "[after] Is it signed?\nNot yet.",
    ]
    rows = app.good("recall", query="zebras agent")["long_term"]["memories"]
    assert {(row["content"], row["scope"]) for row in rows} == {
        ("zebras graze", "account"),
        ("Lunch was soup", "account"),
        ("Kept by an agent in its session", "session"),
    }

    for row in internal.good("search", query="buyer merger signed?")["memories"]:
        if row["classification"] == "INTERNAL":
            internal.good("forget", memory_id=row["id"])
    assert around(internal, "zebras graze") == ["[before] Lunch was soup", "[match] zebras graze"]
    assert internal.good("recall", query="zebras")["short_term"]["turns"] == []


@pytest.mark.requirement("S11", "D1")
@pytest.mark.parametrize(
    ("arguments", "status", "field"),
    [
        ({}, 400, "query"),
        ({"query": "q", "limit": 4}, 400, "limit"),
        ({"query": "q", "limit": 21}, 400, "limit"),
        ({"query": "q", "context_limit": -1}, 400, "context_limit"),
        ({"query": "q", "context_limit": 21}, 400, "context_limit"),
        ({"query": "q", "form": "archive"}, 403, "form"),
        ({"query": "q", "tz": 0}, 403, "tz"),
        ({"query": "q", "speaker": "me"}, 400, "speaker"),
        ({"query": "q", "user_id": "nowhere"}, 404, "user_id"),
    ],
    ids=repr,
)
def test_what_is_refused(engine_app: App, arguments: dict[str, Any], status: int, field: str) -> None:
    answer = engine_app.call("recall", **arguments)

    assert (answer.status, answer.error["field"]) == (status, field), answer.body


@pytest.mark.requirement("S11")
def test_a_warm_recall_costs_what_a_search_costs(
    engine_app: App, engine_client: DynamoDBClient, clock: HandClock
) -> None:
    account = account_of(engine_app.key)
    put(engine_client, *(fact(account, f"fact {number}", after=number) for number in range(100)))
    for number in range(12):
        engine_app.good("store_turn", user_msg=f"question {number}", assistant_msg=f"answer {number}")
    engine_app.good("recall", query="fact 50")
    clock.advance(DAY)
    engine_app.good("recall", query="fact 50")
    with Meter(engine_client) as meter:
        clock.advance(1_000_000)
        engine_app.good("recall", query="fact 50", limit=20, context_limit=20)
        made = sorted(call.operation for call in meter.calls if call.operation not in ("GetItem", "UpdateItem"))
    # Heads, what is new in the account and the session, what ranks with all around it.
    assert made == ["BatchGetItem", "BatchGetItem", "Query", "Query"]
