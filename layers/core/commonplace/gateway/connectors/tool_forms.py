"""The form of one tool in a list: clients refuse a whole list for one tool that is not of the protocol's form."""

from __future__ import annotations

import json
from typing import Any

from mcp_types import Tool
from pydantic import ValidationError

Json = dict[str, Any]
_HINTS = frozenset({"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"})


def readable(tool: Json) -> Json | None:
    """Return a tool as every client reads it.

    Parameters
    ----------
    tool
        As the upstream lists it, with the fields that are kept; its schema is an object.

    Returns
    -------
    dict or None
        Hints that are none, and fields of icons without a value, are left out; a property whose schema is ``true``
        has the schema ``{}``, which says the same. None: it would not be read.
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
    """Tell whether a tool can be written as UTF-8: no half of a surrogate pair can be sent back to call it."""
    try:
        json.dumps(tool, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_tool(tool: Json) -> bool:
    """Tell whether it is one without any conversion: ``"yes"`` is no boolean."""
    try:
        Tool.model_validate(tool, strict=True)
    except ValidationError:
        return False
    return True
