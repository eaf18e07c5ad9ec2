"""Recognises results that a text cannot replace: an image is looked at where it stands."""

from __future__ import annotations

from typing import Any

_MEDIA = ("image", "audio")


def holds_media(result: Any) -> bool:
    """Return whether a tool's result holds images, audio or blobs, as MCP's content blocks.

    >>> holds_media({"content": [{"type": "text", "text": "A chart:"}, {"type": "image", "data": "iVBORw0KGgo="}]})
    True
    >>> holds_media({"content": [{"type": "resource", "resource": {"uri": "x://a", "text": "a,b"}}]})
    False
    """
    if isinstance(result, dict):
        result = result.get("content")
    return isinstance(result, list) and any(isinstance(block, dict) and _is_media(block) for block in result)


def _is_media(block: dict[str, Any]) -> bool:
    if block.get("type") in _MEDIA:
        return True
    resource = block.get("resource")
    return block.get("type") == "resource" and isinstance(resource, dict) and "blob" in resource
