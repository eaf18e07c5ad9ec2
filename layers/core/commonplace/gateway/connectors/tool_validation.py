"""Validates the tools that upstreams list: clients reject a whole list for one tool that they cannot parse."""

from __future__ import annotations

import json
from typing import Any

from mcp_types import Tool
from pydantic import ValidationError

Json = dict[str, Any]
_HINTS = frozenset({"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"})


def client_safe_tool(tool: Json) -> Json | None:
    """Return an upstream's tool so that every client can parse it, or None if that is impossible.

    Invalid hints and null fields of icons are removed, and a property's schema ``true`` becomes the equivalent
    ``{}``. The tool's own schema must be an object.
    """
    shown = {**tool, "inputSchema": _schema(tool["inputSchema"])}
    if isinstance(tool.get("annotations"), dict):
        shown["annotations"] = {
            name: value for name, value in tool["annotations"].items() if _is_annotation(name, value)
        }
    if isinstance(tool.get("icons"), list):
        shown["icons"] = [_without_nulls(icon) for icon in tool["icons"]]
    return shown if _is_schema(shown["inputSchema"]) and _is_text(shown) and _is_tool(shown) else None


def _schema(schema: Json) -> Json:
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return schema
    return {
        **schema,
        "properties": {name: {} if value is True else value for name, value in properties.items()},
    }


def _is_schema(schema: Json) -> bool:
    properties, required = schema.get("properties", {}), schema.get("required", [])
    return (
        schema.get("type") == "object"
        and isinstance(properties, dict)
        and all(isinstance(value, dict) for value in properties.values())
        and isinstance(required, list)
        and all(isinstance(name, str) for name in required)
    )


def _is_annotation(name: str, value: Any) -> bool:
    if name in _HINTS:
        return isinstance(value, bool)
    return name != "title" or isinstance(value, str)


def _without_nulls(icon: Any) -> Any:
    return {name: value for name, value in icon.items() if value is not None} if isinstance(icon, dict) else icon


def _is_text(tool: Json) -> bool:
    """Check whether a tool can be written as UTF-8: no client could send back an unpaired surrogate."""
    try:
        json.dumps(tool, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_tool(tool: Json) -> bool:
    """Check the tool's types without any conversion: ``"yes"`` is not a boolean."""
    try:
        Tool.model_validate(tool, strict=True)
    except ValidationError:
        return False
    return True
