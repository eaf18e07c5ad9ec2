"""What an application or the owner sends empty or as null: refused or left out, and never "all"."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from commonplace.gateway.registry import CLASSIFIED_TOOLS, SESSION_OPERATIONS, TOOLS
from commonplace.operations.contract import Tool
from commonplace.operations.http import answer_tool
from commonplace.owner.connectors import CONNECT
from commonplace.owner.dashboard_registry import DASHBOARD_OPERATIONS
from commonplace.owner.erasures import ERASE
from docs.operations import OPERATIONS, OWNER
from tests.support.agents import NO_CONTEXT, Agent, Answer, function, stack
from tests.support.apps import App, operation_event

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

# They name what is meant: where one is sent, nothing is done without it.
NAMING = {"user_id", "memory_id", "old_memory_id", "speaker", "store", "session", "id", "name"}
# Where "" says no more than leaving it out, which deletes and widens nothing.
EMPTY_TAKEN = {
    ("list_memories", "cursor"),  # the first page
    ("bulk_store", "timestamp"),  # what is no moment is ignored, and said to be
    ("bulk_store", "category"),  # `general`
    ("import", "exported_at"),  # of the file's head, not looked at
    ("import", "level"),
    ("import", "next_cursor"),
    ("connect", "url"),  # as left out: a connector whose calls are posted
    ("connect", "version"),  # none is there yet; else it is refused
}


def cases() -> list[Any]:
    return [
        pytest.param(tool, name, value, id=f"{tool.name}-{name}-{json.dumps(value)}")
        for tool in (*OPERATIONS, *OWNER)
        for name, field in tool.arguments.model_fields.items()
        if not field.is_required()
        for value in ("", None)
    ]


@pytest.fixture
def memory_id(engine_app: App) -> str:
    """Something in two stores and a session; the id of a speaker's memory in ``default``."""
    engine_app.good("create_store", user_id="garden")
    engine_app.good("add_speaker", speaker="Mina")
    engine_app.good("store_turn", user_id="garden", user_msg="When do tulips flower?", assistant_msg="In April.")
    Agent(engine_app.key).remember("of the session")
    stored = engine_app.good("store_memory", content="The rose is red.", metadata={"speaker": "Mina"})
    return str(stored["id"])


def needed(tool: Tool[Any, Any], memory_id: str) -> dict[str, Any]:
    values: dict[str, Any] = {
        "speaker": "Mina",
        "content": "Something else altogether: the shed has a new roof.",
        "query": "rose",
        "old_memory_id": memory_id,
        "new_content": "The rose is white.",
        "name": "files" if tool.name == "connect" else "timeline",
        "memory_id": memory_id,
        "what": "store",
        "id": memory_id,
        "format": "commonplace-export",
        "version": 1,
        "records": [],
    }
    return {name: values[name] for name, field in tool.arguments.model_fields.items() if field.is_required()}


def send(app: App, tool: Tool[Any, Any], arguments: dict[str, Any]) -> Answer:
    if tool in OPERATIONS:
        return app.send(tool.method, tool.path, body=json.dumps(arguments))
    event = operation_event(
        tool.method, tool.path, "", json.dumps(arguments), {"authorization": f"Bearer {app.key}"}
    )
    verdict = function("AuthorizeFunction").handler(event, NO_CONTEXT)
    event["requestContext"]["authorizer"] = {"lambda": verdict["context"]}
    answer = answer_tool(tool, event)
    return Answer(answer["statusCode"], json.loads(answer["body"]), answer["headers"])


def rows(client: DynamoDBClient) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for table in ("MEMORIES_TABLE", "DIRECTORY_TABLE"):
        for item in client.scan(TableName=stack().environment[table])["Items"]:
            found[json.dumps([item.get(name) for name in ("space", "memory_id", "entity", "part")])] = item
    return found


@pytest.mark.requirement("D1")
def test_only_what_models_call_takes_the_arguments_of_models() -> None:
    exact = (*OPERATIONS, *OWNER, *DASHBOARD_OPERATIONS, *SESSION_OPERATIONS)

    assert [tool.name for tool in exact if tool.from_models] == []
    assert [tool.name for tool in (*TOOLS, *CLASSIFIED_TOOLS) if not tool.from_models] == []


@pytest.mark.requirement("D1", "B1", "A19")
@pytest.mark.parametrize("tool", [CONNECT, ERASE], ids=lambda tool: tool.name)
def test_null_says_nothing_of_a_connector_or_an_erasure(
    engine_app: App, engine_client: DynamoDBClient, memory_id: str, tool: Tool[Any, Any]
) -> None:
    before = rows(engine_client)
    for name, field in tool.arguments.model_fields.items():
        if not field.is_required():
            answer = send(engine_app, tool, {**needed(tool, memory_id), name: None})
            assert (answer.status, answer.error["field"]) == (400, name)
    assert rows(engine_client).keys() == before.keys()


@pytest.mark.requirement("D1", "S11")
@pytest.mark.parametrize(("tool", "name", "value"), cases())
def test_nothing_sent_empty_deletes_or_widens(
    engine_app: App, engine_client: DynamoDBClient, memory_id: str, tool: Tool[Any, Any], name: str, value: Any
) -> None:
    before = rows(engine_client)

    answer = send(engine_app, tool, {**needed(tool, memory_id), name: value})

    after = rows(engine_client)
    gone = [key for key in before if key not in after]
    changed = [key for key in before if key in after and "text" in before[key] and before[key] != after[key]]
    assert (gone, changed) == ([], [])
    if answer.status == 200:
        assert name not in NAMING
        assert value is None or (tool.name, name) in EMPTY_TAKEN
    else:
        assert answer.status in (400, 403, 409)
        assert answer.error["message"]


@pytest.mark.requirement("D1", "A19")
@pytest.mark.parametrize("value", ["", None])
@pytest.mark.parametrize("what", ["store", "session", "speaker", "memory"])
def test_an_erasure_without_a_name_erases_nothing(
    engine_app: App, engine_client: DynamoDBClient, memory_id: str, what: str, value: Any
) -> None:
    erase = next(tool for tool in OWNER if tool.name == "erase")
    before = rows(engine_client)
    named = {"store": "store", "session": "session", "speaker": "speaker", "memory": "id"}[what]

    answer = send(engine_app, erase, {"what": what, named: value})

    assert (answer.status, answer.error["field"]) == (400, named)
    assert rows(engine_client) == before


@pytest.mark.requirement("D1", "S11")
@pytest.mark.parametrize("sent", ['"true"', '"false"', "1", '""'])
def test_flags_and_lists_of_applications_are_no_text(engine_app: App, sent: str) -> None:
    for body in (
        f'{{"content": "The gate is green.", "force": {sent}}}',
        f'{{"content": "The gate is green.", "metadata": {{"category": [{sent}]}}}}',
    ):
        assert engine_app.send("POST", "/api/v1/memory/store", body=body).status == 400
    listed = json.dumps({"speaker": "me", "before": "2026-05-02T09:00:00Z", "skip_ids": "[]"})
    answer = engine_app.send("POST", "/api/v1/memory/by-speaker", body=listed)
    assert (answer.status, answer.error["field"]) == (400, "skip_ids")
