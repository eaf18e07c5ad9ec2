"""The form of a tool's result: clients refuse the whole answer for one block that they cannot read."""

from __future__ import annotations

import re
from typing import Any

from mcp_types import AudioContent, EmbeddedResource, ImageContent, ResourceLink, TextContent
from pydantic import BaseModel, ValidationError

Json = dict[str, Any]
_BLOCKS: dict[str, type[BaseModel]] = {
    "text": TextContent,
    "image": ImageContent,
    "audio": AudioContent,
    "resource": EmbeddedResource,
    "resource_link": ResourceLink,
}
# That a block may have; clients read a missing one, and not one that is null.
_OPTIONAL = frozenset(
    [
        "annotations",
        "_meta",
        "title",
        "description",
        "mimeType",
        "size",
        "icons",
        "audience",
        "priority",
        "lastModified",
    ]
)
_BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}")
_SPACE = re.compile(r"[\t\n\f\r ]+")


def readable(result: Any) -> Json | None:
    """Return a result as every client reads it.

    Parameters
    ----------
    result
        As the upstream wrote it.

    Returns
    -------
    dict or None
        Blocks of kinds that are not known, and fields that are not, stay as they are. ``content`` is there, and
        what is optional in a block is left out where it is null. None: it would not be read.
    """
    if not isinstance(result, dict) or not ("content" in result or "structuredContent" in result):
        return None
    content = result.get("content", [])
    if not isinstance(content, list) or not _has_known_fields(result):
        return None
    blocks = [_without_nulls(block) for block in content]
    return {**result, "content": blocks} if all(_is_block(block) for block in blocks) else None


def _has_known_fields(result: Json) -> bool:
    return (
        isinstance(result.get("isError", False), bool)
        and isinstance(result.get("_meta", {}), dict)
        and result.get("resultType", "complete") == "complete"
    )


def _without_nulls(block: Any) -> Any:
    if not isinstance(block, dict) or not isinstance(block.get("type"), str) or block["type"] not in _BLOCKS:
        return block
    return {
        name: _said(value) if name in ("annotations", "resource") else value
        for name, value in _said(block).items()
    }


def _said(value: Any) -> Any:
    """Return an object without what is optional and null."""
    if not isinstance(value, dict):
        return value
    return {name: one for name, one in value.items() if one is not None or name not in _OPTIONAL}


def _is_block(block: Any) -> bool:
    if not isinstance(block, dict) or not isinstance(block.get("type"), str):
        return False
    model = _BLOCKS.get(block["type"])
    if model is None:
        return True
    try:
        model.model_validate(block, strict=True)
    except ValidationError:
        return False
    if block["type"] in ("image", "audio"):
        return _is_base64(block["data"])
    return block["type"] != "resource" or _is_base64(block["resource"].get("blob", ""))


def _is_base64(text: Any) -> bool:
    """Tell whether a browser would decode a text, as clients do to check it."""
    if not isinstance(text, str):
        return False
    text = _SPACE.sub("", text)
    return _BASE64.fullmatch(text) is not None and len(text.rstrip("=")) % 4 != 1
