"""From an upstream's pages to the list of its tools that is kept: within bounds, whatever it sends."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .failures import NotUnderstood
from .tool_forms import readable

Json = dict[str, Any]
MOST_TOOLS = 200  # of a connector
MOST_PAGES = 10
MOST_BYTES = 250_000  # of a connector's tools as JSON: 20 connectors stay within one answer of 6 MB
LONGEST_TOOL = 65_536  # bytes as JSON
LONGEST_NAME = 256
DEEPEST = 40
DESCRIPTION_BYTES = 2_048
_CUT = "…"
_KEPT = ("name", "title", "description", "inputSchema", "annotations", "icons", "_meta")

Page = Callable[[str | None], Json]


@dataclass(frozen=True, slots=True)
class ToolList:
    """What an upstream lists.

    Attributes
    ----------
    tools
        As it writes them, each name once, without what is not handed on.
    cut_off
        Whether there were more than are kept, or no end was in sight.
    left_out
        How many there were that agents' clients could not take.
    """

    tools: tuple[Json, ...]
    cut_off: bool
    left_out: int = 0

    @property
    def digest(self) -> str:
        """Name the list by what it says, in whatever order."""
        ordered = sorted(self.tools, key=lambda tool: str(tool["name"]))
        text = json.dumps([ordered, self.cut_off], sort_keys=True)
        return hashlib.sha256(text.encode("ascii")).hexdigest()


def read_tools(page: Page) -> ToolList:
    """Read an upstream's tools, page by page.

    Parameters
    ----------
    page
        Asks for the page behind a cursor.

    Raises
    ------
    UpstreamFailed
        If a page cannot be read, or is none.
    """
    tools: dict[str, Json] = {}
    room, left_out, cursor, cursors = MOST_BYTES, 0, None, set()
    for _ in range(MOST_PAGES):
        result = page(cursor)
        listed = result.get("tools")
        if not isinstance(listed, list):
            raise NotUnderstood("upstream.no_tool_list")
        for item in listed:
            tool = _kept(item)
            if tool is None or tool["name"] in tools:
                left_out += 1
                continue
            size = len(json.dumps(tool))
            if len(tools) >= MOST_TOOLS or size > room:
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


def _kept(item: Any) -> Json | None:
    """Return what is kept of a tool; None: it is none that could be called here."""
    if not isinstance(item, dict) or not _is_name(item.get("name")):
        return None
    schema = item.get("inputSchema")
    if not isinstance(schema, dict) or schema.get("type", "object") != "object":
        return None
    execution = item.get("execution")
    if isinstance(execution, dict) and execution.get("taskSupport") == "required":
        return None
    tool = {field: item[field] for field in _KEPT if item.get(field) is not None}
    tool["inputSchema"] = {"type": "object", **schema}
    for field in ("title", "description"):
        text = shortened(tool.pop(field, None), DESCRIPTION_BYTES)
        if text is not None:
            tool[field] = text
    return readable(tool) if not _is_deep(tool) and _is_small(tool) else None


def _is_small(tool: Json) -> bool:
    """Tell whether a tool is not too large to be kept; what is for show is left out first."""
    if len(json.dumps(tool)) > LONGEST_TOOL:
        tool.pop("icons", None)
        tool.pop("_meta", None)
    return len(json.dumps(tool)) <= LONGEST_TOOL


def _is_deep(value: Any) -> bool:
    """Tell whether a value is nested deeper than any schema of use."""
    level = [value]
    for _ in range(DEEPEST):
        level = [
            part
            for one in level
            if isinstance(one, dict | list)
            for part in (one.values() if isinstance(one, dict) else one)
        ]
        if not level:
            return False
    return True


def shortened(text: Any, limit: int) -> str | None:
    """Cut a text to so many bytes of UTF-8, between characters; None: it is no text."""
    if not isinstance(text, str):
        return None
    raw = text.encode("utf-8", "replace")
    if len(raw) <= limit:
        return raw.decode()
    return raw[: limit - len(_CUT.encode())].decode("utf-8", "ignore") + _CUT


def _is_name(name: Any) -> bool:
    return isinstance(name, str) and 0 < len(name) <= LONGEST_NAME
