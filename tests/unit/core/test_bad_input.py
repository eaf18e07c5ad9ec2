"""What is not of the contract's form is refused, by the field's name and never with its value."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.agents import Agent

PREFIX = "se" + "cret-"  # what must never come back in an error

GOOD: dict[str, dict[str, Any]] = {
    "recall": {},
    "remember": {"text": "t"},
    "set_goal": {"goal": "g"},
    "checkpoint": {"goal": "g"},
    "forget": {"key": "k"},
}


@pytest.mark.requirement("D1", "D2", "A1", "A2", "A3", "A4", "A5")
@pytest.mark.parametrize(
    ("tool", "arguments", "field"),
    [
        ("remember", {}, "text"),
        ("remember", {"text": None}, "text"),
        ("remember", {"text": 3}, "text"),
        ("remember", {"text": ["t"]}, "text"),
        ("remember", {"text": ""}, "text"),
        ("remember", {"text": " \n\t"}, "text"),
        ("remember", {"text": "x" * 4001}, "text"),
        ("remember", {"text": "nul \x00"}, "text"),
        ("remember", {"text": "form \f feed"}, "text"),
        ("remember", {"text": "c1 \x85"}, "text"),
        ("remember", {"text": "half \ud83c"}, "text"),
        ("remember", {"text": "t", "key": "x" * 201}, "key"),
        ("remember", {"text": "t", "key": "x" * 4000}, "key"),
        ("remember", {"text": "t", "key": " "}, "key"),
        ("remember", {"text": "t", "key": "a\x07"}, "key"),
        ("remember", {"text": "t", "importance": 1.01}, "importance"),
        ("remember", {"text": "t", "importance": -0.1}, "importance"),
        ("remember", {"text": "t", "importance": True}, "importance"),
        ("remember", {"text": "t", "importance": "high"}, "importance"),
        ("remember", {"text": "t", "importance": "nan"}, "importance"),
        ("remember", {"text": "t", "importance": 10**400}, "importance"),
        ("remember", {"text": "t", "durable": "yes"}, "durable"),
        ("remember", {"text": "t", "durable": 1}, "durable"),
        ("remember", {"text": "t", "share_with_team": "wahr"}, "share_with_team"),
        ("remember", {"text": "t", "tags": "one"}, "tags"),
        ("remember", {"text": "t", "tags": ["a", 3]}, "tags.1"),
        ("remember", {"text": "t", "tags": ["a", " "]}, "tags.1"),
        ("remember", {"text": "t", "tags": ["x" * 81]}, "tags.0"),
        ("remember", {"text": "t", "tags": [str(n) for n in range(21)]}, "tags"),
        ("remember", {"text": "t", "speaker": "x" * 81}, "speaker"),
        ("remember", {"text": "t", "session": "other"}, "session"),
        ("remember", {"text": "t", "classification": "PUBLIC"}, "classification"),
        ("remember", {"text": "t", "account_id": "acc"}, "account_id"),
        ("set_goal", {"goal": "x" * 4001}, "goal"),
        ("set_goal", {}, "goal"),
        ("checkpoint", {"goal": "g", "plan_steps": "one"}, "plan_steps"),
        ("checkpoint", {"goal": "g", "plan_steps": ["a", ""]}, "plan_steps.1"),
        ("checkpoint", {"goal": "g", "plan_steps": ["x" * 4000] * 5}, "plan_steps"),
        ("checkpoint", {"goal": "g", "plan_steps": ["x"] * 51}, "plan_steps"),
        ("checkpoint", {"goal": "g", "open_questions": ["x"] * 21}, "open_questions"),
        ("checkpoint", {"goal": "g", "open_questions": ["a", {"b": 1}]}, "open_questions.1"),
        ("recall", {"topic": 3}, "topic"),
        ("recall", {"topic": "x" * 4001}, "topic"),
        ("recall", {"session_id": "x"}, "session_id"),
    ],
)
def test_a_bad_field_is_named_and_nothing_is_stored(
    agent: Agent, tool: str, arguments: dict[str, Any], field: str
) -> None:
    answer = agent.call(tool, **arguments)

    assert (answer.status, answer.error["type"]) == (400, "invalid_request_error")
    assert answer.error["field"] == field
    assert agent.recall() == []


@pytest.mark.requirement("D1", "A2")
@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[]",
        b'"text"',
        b"17",
        b"null",
        b'{"text": "a", "text": "b"}',
        b'{"text": "a", "tags": [{"x": 1, "x": 2}]}',
        b'{"text": "a", "importance": ' + b"9" * 5000 + b"}",
        b"[" * 100_000,
        b'{"text": "\\ud8"}',
    ],
)
def test_a_body_that_is_no_json_object_is_refused(agent: Agent, body: bytes) -> None:
    answer = agent.send("remember", body)

    assert (answer.status, answer.error["field"]) == (400, "body")
    assert agent.recall() == []


@pytest.mark.requirement("D1", "A2")
@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b'{"text": "a", "importance": NaN}', "importance"),
        (b'{"text": "a", "importance": -Infinity}', "importance"),
        (b'{"text": "a", "importance": [[Infinity]]}', "importance"),
        (b'{"text": "a", "tags": [{"deep": NaN}]}', "deep"),
        (b'{"text": "a", "' + PREFIX.encode() + b'4f6c": NaN}', "body"),  # a name that may be anything
        (b"[NaN]", "body"),
        (b'{"text": "a", "importance": 1e999}', "importance"),
        (b'{"text": "a", "importance": "Infinity"}', "importance"),
    ],
)
def test_case_78_what_is_no_number_is_named(agent: Agent, body: bytes, field: str) -> None:
    answer = agent.send("remember", body)

    assert (answer.status, answer.error["field"]) == (400, field)
    assert answer.error["message"].startswith(f"{field}: ")
    assert agent.recall() == []


@pytest.mark.requirement("A2")
@pytest.mark.both_engines
def test_a_body_over_the_limit_is_refused(agent: Agent) -> None:
    answer = agent.send("remember", json.dumps({"text": "x" * 1_048_576}).encode())

    assert (answer.status, answer.error["field"], answer.error["type"]) == (413, "body", "request_too_large")


@pytest.mark.requirement("A15")
@pytest.mark.parametrize("tool", sorted(GOOD))
def test_no_error_says_back_what_was_sent(agent: Agent, tool: str) -> None:
    secret = PREFIX + "4f6c2a9d1b"
    for arguments in (
        {secret: 1},
        {**GOOD[tool], secret: 1},
        {name: [secret] for name in GOOD[tool]} or {"topic": [secret]},
        dict.fromkeys(GOOD[tool], secret * 1000) or {"topic": secret * 1000},
        dict.fromkeys(GOOD[tool], secret + "\x00") or {"limit": secret},
    ):
        answer = agent.call(tool, **arguments)
        assert answer.status == 400
        assert "4f6c2a9d1b" not in json.dumps(answer.body)


@pytest.mark.requirement("A2")
@pytest.mark.both_engines
def test_sizes_at_the_limit_pass(agent: Agent) -> None:
    agent.remember("🎉" * 4000, key="x" * 200, tags=["t" * 80] + [str(n) for n in range(19)], importance="1")
    agent.remember("x", key=" " + "é" * 200 + " ", importance=0)
    answer = agent.call(
        "checkpoint", goal="g" * 4000, plan_steps=["s" * 300] * 50, open_questions=["🎉" * 4000] * 20
    )

    assert answer.status == 200
    # As recall shows them: the whole lengths, and how far the answer's text goes.
    items = agent.call("recall", limit=25).body["items"]
    assert [item.get("length", len(item["text"])) for item in items] == [4000, 19241, *[4000] * 20, 1]
    assert [len(item["text"]) for item in items] == [2000] * 14 + [150] * 8 + [1]


@pytest.mark.requirement("D2")
@pytest.mark.parametrize(
    "text", ["क्\u200dष", "👨\u200d👩\u200d👧", "می\u200cخواهم", "tab\tand\nnewline", "\ufeffbom"]
)
def test_what_scripts_need_is_kept_byte_for_byte(agent: Agent, text: str) -> None:
    agent.remember(text)

    assert agent.recall() == [text]


@pytest.mark.requirement("D2")
def test_keys_meet_in_both_unicode_forms(agent: Agent) -> None:
    one = agent.remember("composed", key="café")
    two = agent.remember("decomposed", key="cafe\u0301")

    assert one["id"] == two["id"]
    assert [(item["text"], item["key"]) for item in agent.call("recall").body["items"]] == [("decomposed", "café")]


@pytest.mark.requirement("D2")
@pytest.mark.both_engines
def test_keys_that_only_look_related_stay_apart(agent: Agent) -> None:
    keys = ["A", "A#", "A##", "a/b", "a%2Fb", "a", "A\n", "goal", "plan"]
    for key in keys[:-3] + keys[-2:]:
        agent.remember(f"text of {key}", key=key)
    agent.call("set_goal", goal="the goal")

    agent.call("forget", key="A")

    texts = {f"text of {key}" for key in ("A#", "A##", "a/b", "a%2Fb", "a", "goal", "plan")} | {"the goal"}
    assert set(agent.recall(limit=25)) == texts


class TestAnyText:
    """Whatever a model sends is either kept word for word but for line ends, or refused by name."""

    @pytest.mark.requirement("A2", "D2")
    @settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(text=st.text(min_size=1, max_size=60), key=st.none() | st.text(max_size=20))
    def test_kept_or_refused(self, engine_agent: Agent, text: str, key: str | None) -> None:
        answer = engine_agent.call("remember", text=text, key=key)
        if answer.status == 200 and answer.body["status"] == "stored":
            items = engine_agent.call("recall", limit=25).body["items"]
            kept = text.replace("\r\n", "\n").replace("\r", "\n")
            assert kept in [item["text"] for item in items if item["id"] == answer.body["id"]]
        elif answer.status == 200:
            assert answer.body["status"] == "quarantined"  # some texts read like commands
        else:
            assert answer.status in {400, 422}
            # A credential that only both together are, such as a number under the key "password", is in no field.
            split = answer.error.get("reason") == "credential"
            assert answer.error.get("field", "text" if split else None) in {"text", "key"}

    @pytest.mark.requirement("D1")
    @settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(importance=st.floats(0, 1))
    def test_importance_comes_back_as_sent_and_orders_exactly(
        self, engine_agent: Agent, importance: float
    ) -> None:
        stored = engine_agent.remember("x", key="k", importance=importance)
        below = engine_agent.remember("y", key="l", importance=importance / 2)
        items = engine_agent.call("recall").body["items"]
        found = {item["id"]: item["importance"] for item in items}
        assert found[stored["id"]] == (importance if importance >= 1e-100 else 0)
        if importance >= 1e-99:
            assert [item["id"] for item in items] == [stored["id"], below["id"]]

    @pytest.mark.requirement("D1")
    @settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(
        value=st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
            max_leaves=8,
        ),
        tool=st.sampled_from(sorted(GOOD)),
        field=st.sampled_from(["text", "key", "importance", "tags", "goal", "topic", "limit", "id", "plan_steps"]),
    )
    def test_no_json_breaks_a_tool(self, engine_agent: Agent, value: Any, tool: str, field: str) -> None:
        answer = engine_agent.call(tool, **{**GOOD[tool], field: value})
        assert answer.status in {200, 400, 404}
