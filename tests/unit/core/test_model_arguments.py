"""Arguments as models send them, on the tools; and nothing of the kind for applications and owners."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.gateway.registry import SESSION_OPERATIONS, TOOLS
from commonplace.operations.contract import Arguments, Tool
from commonplace.operations.model_arguments import as_declared, declared_type
from commonplace.operations.schema import input_schema
from commonplace.refusals.errors import InvalidInput
from docs.operations import OPERATIONS, OWNER
from tests.support.agents import Agent

# What each tool needs beside the field that is looked at.
NEEDED: dict[str, dict[str, Any]] = {
    "remember": {"text": "t"},
    "set_goal": {"goal": "g"},
    "checkpoint": {"goal": "g"},
    "memory_save": {"key": "k", "content": "c"},
    "memory_get": {"key": "k"},
    "memory_search": {"query": "q"},
    "memory_delete": {"key": "k"},
}
FIELDS = [
    pytest.param(tool, name, id=f"{tool.name}-{name}") for tool in TOOLS for name in tool.arguments.model_fields
]


def of_type(*kinds: type) -> list[Any]:
    return [
        pytest.param(tool, name, id=f"{tool.name}-{name}")
        for tool in TOOLS
        for name, field in tool.arguments.model_fields.items()
        if declared_type(field.annotation) in kinds
    ]


def needed(tool: Tool[Any, Any]) -> dict[str, Any]:
    model = tool.arguments.model_fields
    return {name: value for name, value in NEEDED.get(tool.name, {}).items() if name in model}


@pytest.mark.requirement("D1", "A2")
def test_case_65_tags_and_flags_as_text(agent: Agent) -> None:
    stored = agent.remember("The gate is green", tags='["a", "b"]', durable="true", key="", importance="")

    (item,) = agent.call("recall", topic="", limit="").body["items"]

    assert (stored["scope"], item["tags"], item["key"], item["importance"]) == ("account", ["a", "b"], None, 0.6)


@pytest.mark.requirement("D1", "A4")
def test_case_65_steps_as_json_text(agent: Agent) -> None:
    answer = agent.call("checkpoint", goal="Move", plan_steps='["Pack", "Drive"]', open_questions=' ["Who?"]\n')

    assert answer.status == 200
    assert agent.recall() == ["Move\n1. Pack\n2. Drive", "Who?"]


@pytest.mark.requirement("D1", "A5")
@pytest.mark.parametrize("empty", ["", None])
def test_case_65_forget_by_one_of_the_two(agent: Agent, empty: str | None) -> None:
    first = agent.remember("first", key="one")
    agent.remember("second", key="two")

    assert agent.call("forget", id=first["id"], key=empty).status == 200
    assert agent.call("forget", id=empty, key="two").status == 200
    assert agent.recall() == []
    for both in ({"id": empty, "key": empty}, {}):
        answer = agent.call("forget", **both)
        assert (answer.status, answer.error["field"]) == (400, "id")


@pytest.mark.requirement("D1")
@pytest.mark.parametrize(("tool", "name"), FIELDS)
@pytest.mark.parametrize("empty", ["", None])
def test_nothing_means_left_out_only_where_that_is_allowed(tool: Tool[Any, Any], name: str, empty: Any) -> None:
    given_fields = needed(tool)
    if tool.arguments.model_fields[name].is_required():
        if empty is None:
            with pytest.raises(InvalidInput) as refused:
                tool.parse({**given_fields, name: empty})
            assert (refused.value.code, refused.value.field) == ("field.required", name)
        else:
            assert as_declared(tool.arguments, {name: empty}) == {name: empty}  # for the guards to refuse
        return

    parsed = tool.parse({**given_fields, name: empty})

    assert name not in parsed.model_fields_set
    assert parsed == tool.parse(given_fields)


@pytest.mark.requirement("D1")
@pytest.mark.parametrize(
    ("tool", "arguments", "field"),
    [
        ("remember", {"text": ""}, "text"),
        ("set_goal", {"goal": ""}, "goal"),
        ("checkpoint", {"goal": ""}, "goal"),
        ("memory_save", {"key": "", "content": "c"}, "key"),
        ("memory_save", {"key": "k", "content": ""}, "content"),
        ("memory_get", {"key": ""}, "key"),
        ("memory_delete", {"key": ""}, "key"),
        ("remember", {"text": "t", "key": "  "}, "key"),  # only an empty text is nothing
        ("remember", {"text": "t", "tags": ""}, None),
        ("remember", {"text": "t", "tags": '[""]'}, "tags.0"),
        ("remember", {"text": "t", "tags": "[]"}, None),
    ],
)
def test_what_is_required_is_refused_empty(
    agent: Agent, tool: str, arguments: dict[str, Any], field: str | None
) -> None:
    answer = agent.call(tool, **arguments)

    assert answer.status == (200 if field is None else 400)
    if field is not None:
        assert answer.error["field"] == field


@pytest.mark.requirement("D1")
@pytest.mark.parametrize(("tool", "name"), of_type(list))
def test_every_list_is_taken_as_json_text(tool: Tool[Any, Any], name: str) -> None:
    for value in (["a", "b c"], ["ಕನ್ನಡ", 'quote " and \\'], []):
        parsed = tool.parse({**needed(tool), name: json.dumps(value)})
        assert getattr(parsed, name) == value
    for text in (
        "work", "a, b", "['a']", '{"a": "b"}',
        '"a"', "[NaN]", "[1, 2]", '["a"', '[{"a": 1, "a": 2}]', "[" * 99_999, "5"
    ):  # fmt: skip
        with pytest.raises(InvalidInput) as refused:
            tool.parse({**needed(tool), name: text})
        assert (refused.value.field or "").split(".")[0] == name
        assert "work" not in refused.value.message


@pytest.mark.requirement("D1")
@pytest.mark.parametrize(("tool", "name"), of_type(bool))
def test_every_flag_is_taken_as_text(tool: Tool[Any, Any], name: str) -> None:
    for text, flag in (("true", True), ("True", True), ("FALSE", False), (" false ", False), (True, True)):
        assert getattr(tool.parse({**needed(tool), name: text}), name) is flag
    for other in ("yes", "1", "0", 1, 0, 1.0, "null", "t", [True]):
        with pytest.raises(InvalidInput) as refused:
            tool.parse({**needed(tool), name: other})
        assert (refused.value.code, refused.value.field) == ("field.not_boolean", name)


@pytest.mark.requirement("D1")
@pytest.mark.parametrize(("tool", "name"), of_type(int, float))
def test_every_number_is_taken_as_text_and_no_flag_as_a_number(tool: Tool[Any, Any], name: str) -> None:
    for one in (1, 1.0, "1", "1.0", " 1 "):
        assert getattr(tool.parse({**needed(tool), name: one}), name) == 1
    for other in (True, False, float("nan"), float("inf"), "nan", "Infinity", "true", "one", [1], 10**400):
        with pytest.raises(InvalidInput) as refused:
            tool.parse({**needed(tool), name: other})
        assert refused.value.field == name


@pytest.mark.requirement("D1")
def test_a_new_tool_follows_by_itself() -> None:
    class New(Arguments):
        count: int = 5
        part: float | None = None
        flags: list[bool] | None = None
        on: bool | None = None

    new: Tool[New, Any] = Tool("new", "New", "New.", New, Arguments, lambda _, __: None, writes=False)
    parsed = new.parse({"count": "3.0", "part": "0.5", "flags": "[true]", "on": "False"})

    assert parsed == New(count=3, part=0.5, flags=[True], on=False)
    assert new.parse({"count": "", "part": "", "flags": None, "on": ""}) == New()


@pytest.mark.requirement("D1")
@given(
    st.dictionaries(st.sampled_from(["text", "tags", "durable", "importance", "key", "odd"]), st.text(max_size=9))
)
def test_any_text_is_read_or_left_as_it_is(arguments: dict[str, str]) -> None:
    model = next(tool for tool in TOOLS if tool.name == "remember").arguments

    for name, value in as_declared(model, arguments).items():
        assert value == arguments[name] or name in ("tags", "durable", "importance")


@pytest.mark.requirement("D1")
def test_the_rule_is_for_the_tools_alone() -> None:
    assert {tool.from_models for tool in TOOLS} == {True}
    assert {tool.from_models for tool in (*SESSION_OPERATIONS, *OPERATIONS, *OWNER)} == {False}


@pytest.mark.requirement("D1")
def test_schemas_name_one_type_a_field() -> None:
    for tool in TOOLS:
        schema = input_schema(tool)
        assert "anyOf" not in json.dumps(schema)
        assert "oneOf" not in json.dumps(schema)
        assert {type(field["type"]) for field in schema["properties"].values()} <= {str}
