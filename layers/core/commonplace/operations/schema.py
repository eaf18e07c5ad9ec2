"""A tool's JSON Schemas for OpenAPI and MCP, short because models read them."""

from __future__ import annotations

from typing import Any

from .contract import Tool

Schema = dict[str, Any]


def input_schema(tool: Tool[Any, Any]) -> Schema:
    """Return the schema of a tool's arguments: self-contained, without titles or null for optional fields."""
    return _short(tool.arguments.model_json_schema(mode="validation"), collapse=True)


def output_schema(tool: Tool[Any, Any]) -> Schema:
    """Return the schema of a tool's result: self-contained, without titles."""
    return _short(tool.result.model_json_schema(mode="serialization"), collapse=False)


def _short(schema: Schema, *, collapse: bool) -> Schema:
    definitions = schema.pop("$defs", {})
    schema.pop("description", None)  # of the class, for readers of the code
    short: Schema = _inlined(schema, definitions, collapse)
    return short


def _inlined(part: Any, definitions: Schema, collapse: bool) -> Any:
    if isinstance(part, list):
        return [_inlined(value, definitions, collapse) for value in part]
    if not isinstance(part, dict):
        return part
    if set(part) == {"$ref"}:
        return _inlined(definitions[part["$ref"].rsplit("/", 1)[-1]], definitions, collapse)
    part = {name: value for name, value in part.items() if name != "title" or isinstance(value, dict)}
    if collapse and {"type": "null"} in part.get("anyOf", ()):
        # Null means the default everywhere; repeating it on every field would only cost tokens.
        (kind,) = (kind for kind in part["anyOf"] if kind != {"type": "null"})
        part = kind | {name: value for name, value in part.items() if name != "anyOf" and value is not None}
        part.pop("title", None)
    if "$ref" in part:  # with further keywords
        part = definitions[part.pop("$ref").rsplit("/", 1)[-1]] | part
        part = {name: value for name, value in part.items() if name != "title"}
    return {name: _inlined(value, definitions, collapse) for name, value in part.items()}
