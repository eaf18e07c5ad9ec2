"""A contract is written once: the docs are what the code says."""

from __future__ import annotations

import pytest
from openapi_spec_validator import validate

from commonplace.tools.registry import CLASSIFIED_TOOLS, SESSION_OPERATIONS, TOOLS
from commonplace.tools.schema import input_schema
from docs.generate import ROOT, files, openapi
from tests.support.agents import stack


@pytest.mark.parametrize("path", sorted(files()), ids=lambda path: path.name)
def test_the_docs_are_current(path: object) -> None:
    assert files()[path] == path.read_text(encoding="utf-8"), "run `python -m docs.generate`"  # type: ignore[attr-defined,index]


def test_openapi_is_valid() -> None:
    validate(openapi())


def test_every_tool_has_its_route_and_no_route_lacks_its_tool() -> None:
    routes = {f"{route.method} {route.path}" for route in stack().routes}

    assert routes == {f"POST {tool.path}" for tool in (*TOOLS, *SESSION_OPERATIONS)}
    assert set(openapi()["paths"]) == {tool.path for tool in (*TOOLS, *SESSION_OPERATIONS)}
    assert {tool.path for tool in TOOLS} == {f"/v1/tools/{tool.name}" for tool in TOOLS}


@pytest.mark.requirement("A8")
def test_which_tools_write() -> None:
    assert {tool.name: tool.writes for tool in TOOLS} == {
        "recall": False,
        "remember": True,
        "set_goal": True,
        "checkpoint": True,
        "forget": True,
        "get_pending": False,
        "recall_result": False,
        "memory_save": True,
        "memory_get": False,
        "memory_search": False,
        "memory_list": False,
        "memory_delete": True,
    }


@pytest.mark.requirement("A1", "A2")
def test_schemas_hold_the_bounds_and_nothing_a_model_need_not_read() -> None:
    schemas = {tool.name: input_schema(tool) for tool in TOOLS}

    limit = schemas["recall"]["properties"]["limit"]
    assert (limit["type"], limit["minimum"], limit["maximum"], limit["default"]) == ("integer", 1, 25, 8)
    importance = schemas["remember"]["properties"]["importance"]
    assert (importance["minimum"], importance["maximum"], importance["default"]) == (0, 1, 0.6)
    assert schemas["remember"]["properties"]["key"]["maxLength"] == 200
    assert "title" not in str(schemas)
    assert "'null'" not in str(schemas)
    for schema in schemas.values():
        assert schema["additionalProperties"] is False


def test_descriptions_fit_what_clients_show() -> None:
    for tool in TOOLS:
        assert len(tool.description.encode()) < 2000
        group = "classified" if tool in CLASSIFIED_TOOLS else "agent"
        assert ROOT.joinpath("functions", group, tool.name, "handler.py").is_file()
