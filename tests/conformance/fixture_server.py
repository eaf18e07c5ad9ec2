"""The tools, resources and prompts that the MCP conformance suite calls, behind the endpoint's own transport code.

The endpoint has none of them: this is how the suite reaches the transport that the endpoint shares. What would
need a channel back to the client during a call (progress, log lines, sampling and elicitation of 2025) is left
out; the expected failures name it.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.shared.exceptions import MCPError

from commonplace.gateway.mcp.sdk import CacheHint, Server
from commonplace.gateway.mcp.transport import Transport

Json = dict[str, Any]
Context = ServerRequestContext[Any, Any]

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
SOUND = base64.b64encode(
    b"RIFF$\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0@\x1f\0\0\x80>\0\0\x02\0\x10\0data\0\0\0\0"
).decode()


def complete(**result: Any) -> Json:
    """A result that leaves nothing to ask."""
    return {"resultType": "complete", **result}


def text(value: str) -> Json:
    return {"type": "text", "text": value}


def image() -> Json:
    return {"type": "image", "data": PIXEL, "mimeType": "image/png"}


def resource(uri: str, mime_type: str, value: str) -> Json:
    return {"type": "resource", "resource": {"uri": uri, "mimeType": mime_type, "text": value}}


CONTENT: dict[str, list[Json]] = {
    "test_simple_text": [text("This is a simple text response for testing.")],
    "test_image_content": [image()],
    "test_audio_content": [{"type": "audio", "data": SOUND, "mimeType": "audio/wav"}],
    "test_embedded_resource": [
        resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")
    ],
    "test_multiple_content_types": [
        text("Multiple content types test:"),
        image(),
        resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
    "test_error_handling": [text("This tool intentionally returns an error for testing")],
    "test_logging_tool": [text("Nothing was logged to the client.")],
}


def elicit(message: str, **properties: str) -> Json:
    schema = {
        "type": "object",
        "properties": {name: {"type": kind} for name, kind in properties.items()},
        "required": list(properties),
    }
    return {"method": "elicitation/create", "params": {"message": message, "requestedSchema": schema}}


def sample(question: str, most: int) -> Json:
    message = {"role": "user", "content": text(question)}
    return {"method": "sampling/createMessage", "params": {"messages": [message], "maxTokens": most}}


ROOTS: Json = {"method": "roots/list", "params": {}}
# What each tool asks for, round by round.
ROUNDS: dict[str, list[dict[str, Json]]] = {
    "test_input_required_result_elicitation": [{"user_name": elicit("What is your name?", name="string")}],
    "test_input_required_result_sampling": [{"capital_question": sample("What is the capital of France?", 100)}],
    "test_input_required_result_list_roots": [{"client_roots": ROOTS}],
    "test_input_required_result_request_state": [{"confirm": elicit("Please confirm", ok="boolean")}],
    "test_input_required_result_multiple_inputs": [
        {
            "user_name": elicit("What is your name?", name="string"),
            "greeting": sample("Generate a greeting", 50),
            "client_roots": ROOTS,
        }
    ],
    "test_input_required_result_multi_round": [
        {"step1": elicit("Step 1: What is your name?", name="string")},
        {"step2": elicit("Step 2: What is your favorite color?", color="string")},
    ],
    "test_input_required_result_tampered_state": [{"confirm": elicit("Please confirm", ok="boolean")}],
    "test_input_required_result_capabilities": [
        {"user_name": elicit("What is your name?", name="string"), "greeting": sample("Generate a greeting", 50)}
    ],
    "test_streaming_elicitation": [{"user_name": elicit("What is your name?", name="string")}],
    "test_input_required_result_prompt": [
        {"user_context": elicit("What context should the prompt use?", context="string")}
    ],
}
STATELESS = {"test_input_required_result_elicitation", "test_input_required_result_sampling"}
NEEDS = {"elicitation/create": "elicitation", "sampling/createMessage": "sampling", "roots/list": "roots"}


def asked(context: Context, name: str, params: Any) -> Json | None:
    """Return what the client is asked for now, or None when all is answered."""
    declared = context.session.client_capabilities
    answers = params.input_responses or {}
    done = int(params.request_state or 0)
    for number, wanted in enumerate(ROUNDS[name][done:], done):
        known = {
            key: question
            for key, question in wanted.items()
            if declared is None or getattr(declared, NEEDS[question["method"]], None) is not None
        }
        if not all(_is_answer(question, answers.get(key)) for key, question in known.items()):
            result: Json = {"resultType": "input_required", "inputRequests": known}
            return result if name in STATELESS else {**result, "requestState": str(number)}
        answers = {}
    return None


def _is_answer(question: Json, answer: Any) -> bool:
    if answer is None:
        return False
    value = answer if isinstance(answer, dict) else answer.model_dump(by_alias=True, mode="json")
    if question["method"] != "elicitation/create":
        return True
    content = value.get("content")
    wanted = question["params"]["requestedSchema"]["required"]
    return value.get("action") != "accept" or (isinstance(content, dict) and set(wanted) <= set(content))


async def list_tools(_: Context, __: object) -> Any:
    names = [*CONTENT, *(name for name in ROUNDS if name not in PROMPTS), "test_missing_capability"]
    tools = [
        {"name": name, "description": f"Fixture {name}", "inputSchema": {"type": "object"}}
        for name in sorted(names)
    ]
    return complete(tools=[*tools, SCHEMA_TOOL])


async def call_tool(context: Context, params: types.CallToolRequestParams) -> Any:
    if params.name in CONTENT:
        return complete(content=CONTENT[params.name], isError=params.name == "test_error_handling")
    if params.name in ROUNDS:
        return asked(context, params.name, params) or complete(content=[text(f"state-ok {params.name}")])
    if params.name == "test_missing_capability":
        declared = context.session.client_capabilities
        if declared is None or declared.sampling is None:
            needed: Json = {"requiredCapabilities": {"sampling": {}}}
            raise MCPError(types.MISSING_REQUIRED_CLIENT_CAPABILITY, "sampling is needed", data=needed)
        return complete(content=[text("sampling is there")])
    raise MCPError(types.INVALID_PARAMS, "Unknown tool")


# Every keyword of JSON Schema 2020-12 that the suite looks for.
SCHEMA_TOOL: Json = {
    "name": "json_schema_2020_12_tool",
    "description": "Tool with JSON Schema 2020-12 features",
    "inputSchema": {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
            }
        },
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"},
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": False,
    },
}
RESOURCES: dict[str, Json] = {
    "test://static-text": {"mimeType": "text/plain", "text": "This is the content of the static text resource."},
    "test://static-binary": {"mimeType": "image/png", "blob": PIXEL},
    "test://watched-resource": {"mimeType": "text/plain", "text": "Watched."},
}
_TEMPLATE = re.compile(r"test://template/([^/]+)/data")


async def list_resources(_: Context, __: object) -> Any:
    return complete(
        resources=[
            {"uri": uri, "name": uri, "description": f"Fixture {uri}", "mimeType": part["mimeType"]}
            for uri, part in RESOURCES.items()
        ]
    )


async def list_templates(_: Context, __: object) -> Any:
    template = {"uriTemplate": "test://template/{id}/data", "name": "template", "description": "Fixture template"}
    return complete(resourceTemplates=[{**template, "mimeType": "application/json"}])


async def read_resource(_: Context, params: types.ReadResourceRequestParams) -> Any:
    if (found := _TEMPLATE.fullmatch(params.uri)) is not None:
        data = {"id": found[1], "templateTest": True, "data": f"Data for ID: {found[1]}"}
        part: Json = {"mimeType": "application/json", "text": json.dumps(data)}
    elif params.uri in RESOURCES:
        part = RESOURCES[params.uri]
    else:
        raise MCPError(types.INVALID_PARAMS, "Resource not found", data={"uri": params.uri})
    return complete(contents=[{"uri": params.uri, **part}])


async def nothing(_: Context, __: object) -> Any:
    return {}


PROMPTS: dict[str, list[str]] = {
    "test_simple_prompt": [],
    "test_prompt_with_arguments": ["arg1", "arg2"],
    "test_prompt_with_embedded_resource": ["resourceUri"],
    "test_prompt_with_image": [],
    "test_input_required_result_prompt": [],
}


async def list_prompts(_: Context, __: object) -> Any:
    return complete(
        prompts=[
            {
                "name": name,
                "description": f"Fixture {name}",
                "arguments": [{"name": one, "description": one, "required": True} for one in arguments],
            }
            for name, arguments in PROMPTS.items()
        ]
    )


async def get_prompt(context: Context, params: types.GetPromptRequestParams) -> Any:
    given = params.arguments or {}
    match params.name:
        case "test_simple_prompt":
            parts = [text("This is a simple prompt for testing.")]
        case "test_prompt_with_arguments":
            parts = [text(f"Prompt with arguments: arg1='{given['arg1']}', arg2='{given['arg2']}'")]
        case "test_prompt_with_embedded_resource":
            embedded = resource(given["resourceUri"], "text/plain", "Embedded resource content for testing.")
            parts = [embedded, text("Please process the embedded resource above.")]
        case "test_prompt_with_image":
            parts = [image(), text("Please analyze the image above.")]
        case "test_input_required_result_prompt":
            if (missing := asked(context, params.name, params)) is not None:
                return missing
            parts = [text("Prompt with the context that was given.")]
        case _:
            raise MCPError(types.INVALID_PARAMS, "Unknown prompt")
    return complete(messages=[{"role": "user", "content": part} for part in parts])


async def completions(_: Context, __: object) -> Any:
    return complete(completion={"values": ["paris", "park", "party"], "total": 3, "hasMore": False})


def fixture() -> Transport[None]:
    """Return the endpoint's transport in front of the fixtures; nobody has to sign in."""
    hint = CacheHint(ttl_ms=1_000, scope="private")
    server: Server[Any] = Server(
        "commonplace-fixture",
        version="0.1.0",
        cache_hints={
            "server/discover": hint,
            "tools/list": hint,
            "resources/list": hint,
            "resources/templates/list": hint,
            "resources/read": hint,
            "prompts/list": hint,
        },
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_subscribe_resource=nothing,
        on_unsubscribe_resource=nothing,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
        on_completion=completions,
    )
    handle: Callable[[Context, Any], Awaitable[Any]] = nothing
    server.add_request_handler("logging/setLevel", types.SetLevelRequestParams, handle)
    server.middleware.append(RequestStateBoundary(RequestStateSecurity.ephemeral(), default_audience=None))
    return Transport(identify=lambda _: None, server=lambda _: server, direct={})
