"""Validates the results of upstream tools: clients reject a whole answer for one block that they cannot parse."""

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
# Optional fields of a block: clients accept it without the field, but not with null.
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


def client_safe_result(result: Any) -> Json | None:
    """Return an upstream's result so that every client can parse it, or None if that is impossible.

    Unknown kinds of blocks and unknown fields are unchanged. ``content`` is always there, and optional fields of a
    block that are null are removed.
    """
    if not isinstance(result, dict) or not ("content" in result or "structuredContent" in result):
        return None
    content = result.get("content", [])
    if not isinstance(content, list) or not _has_valid_fields(result):
        return None
    blocks = [_without_nulls(block) for block in content]
    return {**result, "content": blocks} if all(_is_block(block) for block in blocks) else None


def _has_valid_fields(result: Json) -> bool:
    return (
        isinstance(result.get("isError", False), bool)
        and isinstance(result.get("_meta", {}), dict)
        and result.get("resultType", "complete") == "complete"
    )


def _without_nulls(block: Any) -> Any:
    if not isinstance(block, dict) or not isinstance(block.get("type"), str) or block["type"] not in _BLOCKS:
        return block
    return {
        name: _without_null_fields(value) if name in ("annotations", "resource") else value
        for name, value in _without_null_fields(block).items()
    }


def _without_null_fields(value: Any) -> Any:
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
    """Check base64 as browsers decode it, which is how clients check it."""
    if not isinstance(text, str):
        return False
    text = _SPACE.sub("", text)
    return _BASE64.fullmatch(text) is not None and len(text.rstrip("=")) % 4 != 1
