"""A contract is written once: the docs are what the code says."""

from __future__ import annotations

import re

import pytest
from openapi_spec_validator import validate

from commonplace.gateway.registry import CLASSIFIED_TOOLS, SESSION_OPERATIONS, TOOLS
from commonplace.operations.schema import input_schema
from docs.generate import ROOT, files, openapi
from docs.operations import OPERATIONS, OWNER
from tests.support.agents import stack


@pytest.mark.parametrize("path", sorted(files()), ids=lambda path: path.name)
def test_the_docs_are_current(path: object) -> None:
    assert files()[path] == path.read_text(encoding="utf-8"), "run `python -m docs.generate`"  # type: ignore[attr-defined,index]


def test_openapi_is_valid() -> None:
    validate(openapi())


def test_every_tool_has_its_route_and_no_route_lacks_its_tool() -> None:
    routes = {route.key for route in stack().routes if route.authorizer is not None}
    operations = (*TOOLS, *SESSION_OPERATIONS, *OPERATIONS, *OWNER)
    contracts = {f"{tool.method} {tool.path}" for tool in operations}

    assert routes == contracts
    assert {
        f"{method.upper()} {path}" for path, part in openapi()["paths"].items() for method in part
    } == contracts
    assert {tool.path for tool in TOOLS} == {f"/v1/tools/{tool.name}" for tool in TOOLS}


def test_operations_have_unique_ids_and_all_references_resolve() -> None:
    document = openapi()
    ids = [one["operationId"] for part in document["paths"].values() for one in part.values()]

    assert len(ids) == len(set(ids))
    assert set(re.findall(r"'\$ref': '([^']*)'", str(document))) <= {
        f"#/components/{kind}/{name}" for kind, parts in document["components"].items() for name in parts
    }


@pytest.mark.requirement("S12")
def test_which_operations_of_stores_read_what_agents_keep() -> None:
    wide = {one.name for one in OPERATIONS if one.wide}
    session = {"$ref": "#/components/parameters/Session"}
    documented = {
        one.name
        for one in OPERATIONS
        if session in openapi()["paths"][one.path][one.method.lower()].get("parameters", [])
    }

    assert wide == documented == {"search", "recall_context", "run_engram", "get_memory", "lineage"}


@pytest.mark.requirement("S11", "B1")
def test_stores_take_their_key_from_its_own_header() -> None:
    document = openapi()

    for path, part in document["paths"].items():
        for one in part.values():
            (needed,) = one.get("security", document["security"])
            assert list(needed) == ["apiKey" if path.startswith("/api/v1/") else "key"]
            managed = path.startswith(("/v1/owner/", "/v1/sessions/")) and not path.endswith(
                ("/export", "/anchor")
            )
            assert list(needed.values()) == [["manage"] if managed else []]
    assert document["components"]["securitySchemes"]["apiKey"] == {
        "type": "apiKey",
        "in": "header",
        "name": "X-API-Key",
    }


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


def test_the_contract_says_what_its_calls_count_as() -> None:
    assert {tool.counted_as for tool in TOOLS} == {"tools"}
    assert {tool.counted_as for tool in OWNER} == {None}
    assert {tool.name: tool.counted_as for tool in SESSION_OPERATIONS if tool.counted_as} == {
        "tool_calls": "connectors"
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
