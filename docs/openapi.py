"""The API as an OpenAPI document, from the contracts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from commonplace.gateway.registry import CLASSIFIED_TOOLS, SESSION_OPERATIONS, TOOLS
from commonplace.operations.contract import Tool
from commonplace.operations.schema import input_schema, output_schema
from commonplace.refusals import errors
from docs.operations import OPERATIONS, OWNER, is_keyed
from docs.refusals import codes

_REFUSALS = (
    errors.InvalidInput,
    errors.NotSignedIn,
    errors.NotAllowed,
    errors.NotFound,
    errors.Conflict,
    errors.TooLarge,
    errors.CredentialRefused,
    errors.Unprocessable,
    errors.NotStorable,
    errors.Busy,
)
_ALWAYS = {errors.InvalidInput, errors.NotSignedIn, errors.TooLarge, errors.NotStorable, errors.Busy}

Refusals = set[type[errors.Refusal]]


def openapi() -> dict[str, Any]:
    """Return the API as an OpenAPI 3.1 document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Commonplace",
            "version": "1",
            "summary": "A memory service for AI agents",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "http://127.0.0.1:8787", "description": "make run"}],
        "security": [{"key": []}],
        "paths": _paths(),
        "components": {
            "securitySchemes": {
                "key": {"type": "http", "scheme": "bearer"},
                "apiKey": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
            },
            "parameters": {"Session": _SESSION, "IdempotencyKey": _IDEMPOTENCY_KEY},
            "responses": {refusal.__name__: _refusal(refusal) for refusal in _REFUSALS},
            "schemas": {"Error": _ERROR},
        },
    }


def _paths() -> dict[str, Any]:
    paths: dict[str, Any] = {}
    for tool in (*TOOLS, *SESSION_OPERATIONS):
        paths.setdefault(tool.path, {})[tool.method.lower()] = _tool(tool)
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _of_stores(operation)
    for operation in OWNER:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _of_owner(operation)
    return paths


def _tool(tool: Tool[Any, Any]) -> dict[str, Any]:
    refused: Refusals = set(_ALWAYS)
    if tool.writes:
        refused |= {errors.NotAllowed, errors.CredentialRefused}
    if tool.destructive:
        refused.add(errors.NotFound)
    return {
        **_told(tool, tool.name, _tag(tool)),
        "parameters": [{"$ref": "#/components/parameters/Session"}],
        "requestBody": {"required": True, "content": _json(input_schema(tool))},
        "responses": _responses(tool, refused),
    }


def _of_stores(operation: Tool[Any, Any]) -> dict[str, Any]:
    schema = input_schema(operation)
    told = {**_told(operation, f"stores_{operation.name}", "stores"), "security": [{"apiKey": []}]}
    parameters: list[dict[str, Any]] = []
    if operation.wide:
        parameters.append({"$ref": "#/components/parameters/Session"})
    if is_keyed(operation):
        parameters.append({"$ref": "#/components/parameters/IdempotencyKey"})
    if operation.method == "GET":
        parameters += _in_query(schema)
    if parameters:
        told["parameters"] = parameters
    if operation.method != "GET":
        told["requestBody"] = {"required": True, "content": _json(schema)}
    refused: Refusals = set(_ALWAYS)
    if "user_id" in schema["properties"]:
        refused.add(errors.NotFound)
    if operation.writes or not schema["properties"]:
        refused.add(errors.NotAllowed)
    if operation.writes or "speaker" in schema["properties"]:
        refused.add(errors.CredentialRefused)
    if is_keyed(operation):
        refused |= {errors.Conflict, errors.Unprocessable}
    if operation.name == "create_store":
        refused.add(errors.Conflict)
    return told | {"responses": _responses(operation, refused)}


def _of_owner(operation: Tool[Any, Any]) -> dict[str, Any]:
    schema = input_schema(operation)
    told = _told(operation, operation.name, "owner")
    in_path = [name for name in schema["properties"] if f"{{{name}}}" in operation.path]
    outside = schema["properties"] if operation.method == "GET" else in_path
    if outside:
        told["parameters"] = [one for one in _in_query(schema, in_path) if one["name"] in outside]
    if set(schema["properties"]) - set(outside):
        told["requestBody"] = {"required": True, "content": _json(_without(schema, in_path))}
    refused: Refusals = {*_ALWAYS, errors.NotAllowed}
    if is_keyed(operation):
        told.setdefault("parameters", []).append({"$ref": "#/components/parameters/IdempotencyKey"})
        refused |= {errors.Conflict, errors.Unprocessable}
    if in_path or operation.destructive:
        refused.add(errors.NotFound)
    return told | {"responses": _responses(operation, refused)}


def _without(schema: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Leave out of a body what the path tells."""
    properties = {name: part for name, part in schema["properties"].items() if name not in names}
    needed = [name for name in schema.get("required", []) if name not in names]
    return {**schema, "properties": properties, **({"required": needed} if "required" in schema else {})}


def _in_query(schema: dict[str, Any], in_path: Sequence[str] = ()) -> list[dict[str, Any]]:
    needed = schema.get("required", [])
    return [
        {
            "name": name,
            "in": "path" if name in in_path else "query",
            "required": name in needed or name in in_path,
            "description": part.get("description", ""),
            "schema": {key: value for key, value in part.items() if key != "description"},
        }
        for name, part in schema["properties"].items()
    ]


def _told(tool: Tool[Any, Any], operation_id: str, tag: str) -> dict[str, Any]:
    return {
        "operationId": operation_id,
        "summary": tool.title,
        "description": tool.description,
        "tags": [tag],
        **({"security": [{"key": ["manage"]}]} if tool.scope == "manage" else {}),
    }


def _tag(tool: Tool[Any, Any]) -> str:
    if tool in SESSION_OPERATIONS:
        return "sessions"
    return "classified memory" if tool in CLASSIFIED_TOOLS else "agent tools"


def _responses(tool: Tool[Any, Any], refused: Refusals) -> dict[str, Any]:
    ordered = sorted((one for one in _REFUSALS if one in refused), key=lambda one: one.status)
    responses = {"200": {"description": "Done.", "content": _json(output_schema(tool))}}
    for status, found in groupby(ordered, key=lambda one: one.status):
        kinds = list(found)
        responses[str(status)] = (
            {"$ref": f"#/components/responses/{kinds[0].__name__}"}
            if len(kinds) == 1
            else {
                "description": " Or: ".join(_description(kind) for kind in kinds),
                "content": _json({"$ref": "#/components/schemas/Error"}),
            }
        )
    return responses


def _refusal(refusal: type[errors.Refusal]) -> dict[str, Any]:
    return {"description": _description(refusal), "content": _json({"$ref": "#/components/schemas/Error"})}


def _description(refusal: type[errors.Refusal]) -> str:
    return (refusal.__doc__ or "").strip().split("\n", 1)[0]


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


_SESSION = {
    "name": "X-Session-Id",
    "in": "header",
    "description": "The session; without it, the account's session `default`.",
    "schema": {"type": "string", "maxLength": 128, "default": "default"},
}
_IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": (
        "For 24 hours, the same key and body get the first answer again, marked `Idempotent-Replayed`; another "
        "body gets 422. While the first bulk-store or import runs, the same body gets 409 with `retry_after_ms`."
    ),
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9._:-]{1,128}$"},
}
_ERROR = {
    "type": "object",
    "required": ["type", "error"],
    "properties": {
        "type": {"const": "error"},
        "error": {
            "type": "object",
            "required": ["type", "code", "message", "request_id"],
            "properties": {
                "type": {"enum": sorted({refusal.type for refusal in (*_REFUSALS, errors.Refusal)})},
                "code": {
                    "enum": codes(),
                    "description": "What is wrong, for programs: docs/errors.md has them all.",
                },
                "message": {"type": "string", "description": "What is wrong and what to do about it."},
                "request_id": {"type": "string"},
                "field": {"type": "string", "description": "The argument at fault, where there is one."},
                "reason": {"const": "credential", "description": "Why a text was refused."},
                "kind": {"type": "string", "description": "Which kind of credential it holds."},
                "speaker": {"type": "string", "description": "The name that is not registered."},
                "speaker_limit": {"type": "integer", "description": "How many a store registers at most."},
                "store_limit": {"type": "integer", "description": "How many an account makes at most."},
                "conflicts_with": {"type": "string", "description": "The store whose id stands against it."},
            },
        },
    },
}
