"""Reads the JSON documents in a tool's result.

>>> list(documents('{"id": 7}'))
[{'id': 7}]
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

LONGEST = 4_000_000  # characters of a text block that is parsed


def documents(result: Any) -> Iterator[Any]:
    """Yield the structured content of a result as in MCP; without any, each text block that is a JSON document.

    Another JSON value is a document itself; a string is one if all of it is a JSON object or array.
    """
    if isinstance(result, str):
        yield from _parsed(result)
    elif not _is_tool_result(result):
        yield result
    elif result.get("structuredContent") is not None:
        yield from _unwrapped(result["structuredContent"])
    else:
        for text in texts(result):
            yield from _parsed(text)


def texts(result: Any) -> Iterator[str]:
    """Yield the texts of a result's blocks, those of embedded resources included."""
    if isinstance(result, str):
        yield result
    elif _is_tool_result(result):
        for block in result.get("content") or ():
            if not isinstance(block, Mapping):
                continue
            holder = block.get("resource") if block.get("type") == "resource" else block
            text = holder.get("text") if isinstance(holder, Mapping) else None
            if isinstance(text, str):
                yield text


def _unwrapped(structured: Any) -> Iterator[Any]:
    """Yield structured content; parse a text that a server only wrapped (``{"result": "…"}``)."""
    if isinstance(structured, Mapping) and set(structured) == {"result"} and isinstance(structured["result"], str):
        yield from _parsed(structured["result"])
    else:
        yield structured


def _is_tool_result(result: Any) -> bool:
    if not isinstance(result, Mapping):
        return False
    if "structuredContent" in result:
        return True
    content = result.get("content")
    return (
        isinstance(content, list)
        and bool(content)
        and all(isinstance(block, Mapping) and isinstance(block.get("type"), str) for block in content)
        and set(result) <= {"content", "isError", "_meta", "meta", "resultType"}
    )


def _parsed(text: str) -> Iterator[Any]:
    bare = text.strip()
    if len(bare) > LONGEST or bare[:1] not in ("{", "["):
        return
    try:
        yield json.loads(bare)
    except (ValueError, RecursionError):
        return
