"""Reads an upstream's list of tools page by page, within limits on number, size and depth."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...domain.graphemes import cut_at_grapheme
from .failures import InvalidAnswer
from .tool_validation import client_safe_tool

Json = dict[str, Any]
MAX_TOOLS = 200  # of a connector
MAX_PAGES = 10
MAX_BYTES = 250_000  # of a connector's tools as JSON: 20 connectors stay within one answer of 6 MB
MAX_TOOL_BYTES = 65_536  # of one tool as JSON
MAX_NAME_LENGTH = 256  # characters
MAX_DEPTH = 40
MAX_DESCRIPTION_BYTES = 2_048
_ELLIPSIS = "…"
_FIELDS = ("name", "title", "description", "inputSchema", "annotations", "icons", "_meta")

Page = Callable[[str | None], Json]


@dataclass(frozen=True, slots=True)
class ToolList:
    """The tools that an upstream lists.

    Attributes
    ----------
    tools
        As the upstream wrote them, with the supported fields only; each name once.
    cut_off
        Whether there were more than the limits allow.
    left_out
        Number of tools that clients could not parse or call.
    """

    tools: tuple[Json, ...]
    cut_off: bool
    left_out: int = 0

    @property
    def digest(self) -> str:
        """Digest of the list; the order of tools makes no difference."""
        ordered = sorted(self.tools, key=lambda tool: str(tool["name"]))
        text = json.dumps([ordered, self.cut_off], sort_keys=True)
        return hashlib.sha256(text.encode("ascii")).hexdigest()


def read_tools(page: Page) -> ToolList:
    """Read an upstream's tools; ``page`` requests the page at a cursor.

    Raises
    ------
    UpstreamFailed
        If a page cannot be read.
    """
    tools: dict[str, Json] = {}
    room, left_out, cursor, cursors = MAX_BYTES, 0, None, set()
    for _ in range(MAX_PAGES):
        result = page(cursor)
        listed = result.get("tools")
        if not isinstance(listed, list):
            raise InvalidAnswer("upstream.no_tool_list")
        for item in listed:
            tool = _supported(item)
            if tool is None or tool["name"] in tools:
                left_out += 1
                continue
            size = len(json.dumps(tool))
            if len(tools) >= MAX_TOOLS or size > room:
                return ToolList(tuple(tools.values()), cut_off=True, left_out=left_out)
            tools[tool["name"]] = tool
            room -= size
        cursor = result.get("nextCursor")
        if cursor is None:
            return ToolList(tuple(tools.values()), cut_off=False, left_out=left_out)
        if not isinstance(cursor, str) or cursor in cursors:
            break
        cursors.add(cursor)
    return ToolList(tuple(tools.values()), cut_off=True, left_out=left_out)


def _supported(item: Any) -> Json | None:
    """Return the supported fields of a tool, or None if it could not be called here."""
    if not isinstance(item, dict) or not _is_name(item.get("name")):
        return None
    schema = item.get("inputSchema")
    if not isinstance(schema, dict) or schema.get("type", "object") != "object":
        return None
    execution = item.get("execution")
    if isinstance(execution, dict) and execution.get("taskSupport") == "required":
        return None
    tool = {field: item[field] for field in _FIELDS if item.get(field) is not None}
    tool["inputSchema"] = {"type": "object", **schema}
    for field in ("title", "description"):
        text = truncate_utf8(tool.pop(field, None), MAX_DESCRIPTION_BYTES)
        if text is not None:
            tool[field] = text
    return client_safe_tool(tool) if not _is_deep(tool) and _is_small(tool) else None


def _is_small(tool: Json) -> bool:
    """Check the size of a tool; if it is too large, its icons and ``_meta`` are removed first."""
    if len(json.dumps(tool)) > MAX_TOOL_BYTES:
        tool.pop("icons", None)
        tool.pop("_meta", None)
    return len(json.dumps(tool)) <= MAX_TOOL_BYTES


def _is_deep(value: Any) -> bool:
    """Check whether a value is nested deeper than any useful schema."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [
            part
            for one in level
            if isinstance(one, dict | list)
            for part in (one.values() if isinstance(one, dict) else one)
        ]
        if not level:
            return False
    return True


def truncate_utf8(text: Any, limit: int) -> str | None:
    """Truncate a text to a number of bytes of UTF-8, between drawn characters; None if it is not a text."""
    if not isinstance(text, str):
        return None
    raw = text.encode("utf-8", "replace")
    if len(raw) <= limit:
        return raw.decode()
    most = len(raw[: limit - len(_ELLIPSIS.encode())].decode("utf-8", "ignore"))
    return cut_at_grapheme(raw.decode(), most) + _ELLIPSIS


def _is_name(name: Any) -> bool:
    return isinstance(name, str) and 0 < len(name) <= MAX_NAME_LENGTH
