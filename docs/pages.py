"""Tools and operations as pages of Markdown, from the contracts."""

from __future__ import annotations

from typing import Any

from commonplace.gateway.registry import SESSION_OPERATIONS, TOOLS
from commonplace.operations.contract import Tool
from commonplace.operations.schema import input_schema
from docs.operations import OPERATIONS, OWNER, holds_key, is_keyed


def tools_page() -> str:
    """Return the tools and their arguments."""
    parts = [
        "# Tools\n\nWritten by `python -m docs.generate` from the contracts in"
        " `layers/core/commonplace/agent/`, `classified/` and `gateway/`; do not edit.\n\n"
        "Each tool is `POST /v1/tools/<tool>` with its arguments as a JSON object,"
        " `Authorization: Bearer <key>`, and optionally `X-Session-Id`.\n\n"
        'Arguments are taken as models send them: a number as text, `"true"` and `"false"` for a flag, the JSON'
        ' of an array as text for a list; `""` and null for an optional one mean that it is left out. In results a'
        " field that has a default appears only where it says something else.\n"
    ]
    parts.extend(_section(tool, tool.name) for tool in TOOLS)
    parts.append(
        "# Sessions\n\nFor the application and the owner, on the same connection and with the same"
        " `X-Session-Id`; an agent over MCP never sees them. `python -m local key --scopes"
        " read,write,manage` makes a key that may reset and raise.\n"
    )
    parts.extend(_section(tool, f"POST {tool.path}") for tool in SESSION_OPERATIONS)
    return "\n".join(parts)


def stores_page() -> str:
    """Return the stores' operations and their arguments."""
    parts = [
        "# Stores and speakers\n\nWritten by `python -m docs.generate` from the contracts in"
        " `layers/core/commonplace/stores/`; do not edit.\n\n"
        "The public client (`pip install wontopos`) works here with `base_url` set to this service's address. Each"
        " call carries `X-API-Key: <key>`; the key's level, which `python -m local key --level` sets, is what it"
        " reads up to and writes at. Arguments are a JSON object in the body, whatever the content type; a GET"
        " takes them from the query, too. Null for a number means its default; for anything else it is refused"
        " where a value is wanted. Metadata that is not kept is named in the answer's `note`.\n\n"
        "A store must be made before it is used; `default` is always there. Errors have one form everywhere,"
        ' `{"type": "error", "error": {"type", "code", "message", "request_id", ...}}`: branch on the status, the'
        " [code](errors.md) and fields, not on the message.\n"
    ]
    parts.extend(_section(one, f"{one.method} {one.path}", _notes(one)) for one in OPERATIONS)
    return "\n".join(parts)


def owner_page() -> str:
    """Return the owner's operations and their arguments."""
    parts = [
        "# For the owner\n\nWritten by `python -m docs.generate` from the contracts in"
        " `layers/core/commonplace/owner/` and, of what reaches out to connectors,"
        " `layers/core/commonplace/gateway/connectors/`; do not edit.\n\n"
        "Outside of any session, with `Authorization: Bearer <key>`. `python -m local key --scopes"
        " read,write,manage` makes a key that may do all of it. Arguments are a JSON object in the body;"
        " those of a GET are in the query, or in the path.\n"
    ]
    parts.extend(_section(one, f"{one.method} {one.path}", _notes(one)) for one in OWNER)
    return "\n".join(parts)


def _notes(operation: Tool[Any, Any]) -> str:
    notes = []
    if is_keyed(operation):
        notes.append("Takes an `Idempotency-Key`.")
    if holds_key(operation):
        notes.append("Sent again under it while it runs, it is answered with 409 and `retry_after_ms`.")
    if operation.wide:
        notes.append("In store `default` it also reads the running session (`X-Session-Id`) and the key's team.")
    return " ".join(notes)


def _section(tool: Tool[Any, Any], heading: str, notes: str = "") -> str:
    schema = input_schema(tool)
    lines = [f"## {heading}\n", f"{tool.description}\n"]
    scope = "any" if tool.scope == "read" else f"`{tool.scope}`"
    lines.append(f"Scope of the key: {scope}.{' ' + notes if notes else ''}\n")
    rows = _rows(schema)
    if rows:
        lines += ["| argument | type | what |", "|---|---|---|", *rows, ""]
    return "\n".join(lines)


def _rows(schema: dict[str, Any], prefix: str = "") -> list[str]:
    needed = schema.get("required", [])
    rows = []
    for name, part in schema["properties"].items():
        required = " (required)" if name in needed else ""
        rows.append(f"| `{prefix}{name}`{required} | {_type(part)} | {_told(part)} |")
        if "properties" in part:
            rows += _rows(part, f"{prefix}{name}.")
    return rows


def _type(part: dict[str, Any]) -> str:
    kind = part.get("type", "any")
    if kind == "array":
        kind = f"array of {part['items']['type']}"
    bounds = [f"{word} {part[name]}" for name, word in _BOUNDS.items() if name in part]
    return ", ".join([kind, *bounds])


def _told(part: dict[str, Any]) -> str:
    default = part.get("default")
    told = str(part.get("description", ""))
    return told if default in (None, [], False, "") else f"{told} Default {default!r}."


_BOUNDS = {"minimum": "from", "maximum": "to", "maxLength": "at most", "maxItems": "at most"}
