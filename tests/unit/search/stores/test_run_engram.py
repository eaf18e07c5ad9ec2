"""run_engram: what each composition brings that one search does not."""

from __future__ import annotations

from typing import Any

import pytest

from commonplace.domain.levels import Level
from commonplace.stores.list_engrams import ENGRAMS as LISTED
from commonplace.stores.run_engram import COMPOSITIONS as ENGRAMS
from tests.conftest import new_key
from tests.support.apps import App
from tests.support.clock import HandClock


def run(app: App, name: str, query: str) -> dict[str, Any]:
    answer = app.good("run_engram", name=name, query=query)
    assert answer["engram"] == name
    assert answer["count"] == answer["usage"]["memories"] == len(answer["memories"])
    ids = [row["id"] for row in answer["memories"]]
    assert len(set(ids)) == len(ids)
    return answer


def contents(answer: dict[str, Any]) -> list[str]:
    return [row["content"] for row in answer["memories"]]


def store(app: App, content: str, **metadata: Any) -> None:
    app.good("store_memory", content=content, metadata=metadata, force=True)


def test_what_is_listed_is_what_there_is() -> None:
    assert list(ENGRAMS) == list(LISTED)


@pytest.mark.requirement("S11")
def test_deep_recall_finds_by_what_the_best_hits_say(engine_app: App) -> None:
    store(engine_app, "The keeper of the lighthouse is Ingrid Solberg")
    store(engine_app, "Ingrid Solberg was born in Tromsø")
    for number in range(40):
        store(engine_app, f"The lighthouse log, page {number}: the light was on, wind from the north")

    question = "Who keeps the lighthouse?"
    once = [row["content"] for row in engine_app.good("search", query=question, max_results=20)["memories"]]
    answer = run(engine_app, "deep_recall", question)
    assert "Ingrid Solberg was born in Tromsø" not in once
    assert "Ingrid Solberg was born in Tromsø" in contents(answer)
    assert contents(answer)[0] == once[0]
    assert (answer["hops"], answer["usage"]["searches"]) == (2, 4)
    assert answer["count"] == 20


@pytest.mark.requirement("S11")
def test_timeline_goes_by_when_it_happened_else_by_when_it_was_stored(engine_app: App) -> None:
    store(engine_app, "The train to Basel was cancelled", event_date="2026-11-03")
    store(engine_app, "The train to Basel was late", event_date="2026-05-01T08:00:00+02:00")
    store(engine_app, "The train to Basel has a new timetable")
    store(engine_app, "The train to Basel was early", event_date="2026-05-01")

    answer = run(engine_app, "timeline", "train to Basel")
    assert contents(answer) == [
        "The train to Basel was early",
        "The train to Basel was late",
        "The train to Basel has a new timetable",
        "The train to Basel was cancelled",
    ]
    assert (answer["hops"], answer["usage"]["searches"]) == (1, 1)


@pytest.mark.requirement("S5", "S11")
def test_gather_searches_by_each_part_and_lets_every_speaker_be_heard(engine_app: App) -> None:
    for name in ("Bob", "さくら"):
        engine_app.good("add_speaker", speaker=name)
    store(engine_app, "The office has a green door", speaker="Bob")
    store(engine_app, "Ducks swim on the pond", speaker="さくら")
    store(engine_app, "I water the plants", speaker="me")
    store(engine_app, "The budget was cut by a third")
    for number in range(40):
        store(engine_app, f"The deadline was moved, for the {number}th time this year")

    answer = run(engine_app, "gather", "When is the deadline, and what about the budget?")
    assert {row["speaker"] for row in answer["memories"]} == {None, "Bob", "さくら", "me"}
    # One memory alone knows of the budget, forty of the deadline.
    assert contents(answer)[0] == "The budget was cut by a third"
    assert contents(answer)[1].startswith("The deadline was moved")
    assert answer["count"] <= 30
    assert answer["usage"]["searches"] == 4


@pytest.mark.requirement("C6", "S5")
@pytest.mark.parametrize("name", LISTED)
@pytest.mark.both_engines
def test_only_what_the_key_may_see_each_as_it_was_stored(app: App, clock: HandClock, name: str) -> None:
    internal = App(new_key("acme", clock=clock, level=Level.INTERNAL))
    store(app, "The canteen closes at two", speaker="me")
    store(internal, "The merger closes in May", speaker="me")
    app.good("store_turn", user_msg="When does it close?", assistant_msg="At two.")

    rows = run(app, name, "What closes, and when?")["memories"]
    assert {(row["content"], row["speaker"], row["classification"]) for row in rows} == {
        ("The canteen closes at two", "me", "PUBLIC"),
        ("When does it close?\nAt two.", None, "PUBLIC"),
    }
    rows = run(internal, name, "What closes, and when?")["memories"]
    assert len(rows) == 3
    assert all(row["similarity"] is not None for row in rows)
    assert run(app, name, "?!")["memories"] == []


@pytest.mark.requirement("S11")
@pytest.mark.parametrize(
    ("arguments", "status", "field"),
    [
        ({"query": "q"}, 400, "name"),
        ({"name": "timeline"}, 400, "query"),
        ({"name": "equilibrium", "query": "q"}, 400, "name"),
        ({"name": "", "query": "q"}, 400, "name"),
        ({"name": "timeline", "query": "q", "form": "memoir"}, 403, "form"),
        ({"name": "timeline", "query": "q", "tz": 1}, 403, "tz"),
        ({"name": "timeline", "query": "q", "limit": 5}, 400, "limit"),
        ({"name": "timeline", "query": "q", "user_id": "nowhere"}, 404, "user_id"),
    ],
    ids=repr,
)
def test_what_is_refused(engine_app: App, arguments: dict[str, Any], status: int, field: str) -> None:
    answer = engine_app.call("run_engram", **arguments)

    assert (answer.status, answer.error["field"]) == (status, field), answer.body
    if field == "name" and "name" in arguments:
        assert answer.error["accepted"] == "deep_recall, timeline, gather"
        assert answer.error["accepted"] in answer.error["message"]
