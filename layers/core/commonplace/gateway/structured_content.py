"""The two forms of a tool's result, and an answer that goes without the structured one.

Many clients hand the model ``structuredContent`` alone where a result has one, others ``content`` alone. What the
model must read therefore goes into an answer whose content says everything and that has no other form
(docs/decisions/0021).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

Json = dict[str, Any]
STRUCTURED = "structuredContent"
_WRAPPED = "result"  # the one field in which FastMCP wraps what is no object


def without_structured_content(wire: Mapping[str, Any]) -> Json:
    """Return a result without its structured content, which one more text says if the content does not."""
    rest = {name: value for name, value in wire.items() if name != STRUCTURED}
    if says_all(wire):
        return rest
    return {**rest, "content": [*(wire.get("content") or ()), text_block(compact_json(wire[STRUCTURED]))]}


def says_all(wire: Mapping[str, Any]) -> bool:
    """Return whether the texts of a result say what its structured content says: its JSON, whole or item by item.

    A text for the user alone counts as none.
    """
    structured = wire.get(STRUCTURED)
    if structured is None:
        return True
    said = [_read(text) for text in _texts(wire.get("content") or ())]
    forms = [structured]
    if isinstance(structured, dict) and structured.keys() == {_WRAPPED}:
        forms.append(structured[_WRAPPED])
    return any(_canonical(form) in said or _items(form) == said for form in forms)


def text_block(text: str) -> Json:
    """Return a content block."""
    return {"type": "text", "text": text}


def compact_json(value: Any) -> str:
    """Return the JSON of a value."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _texts(content: Sequence[Any]) -> list[str]:
    return [
        block["text"]
        for block in content
        if isinstance(block, dict)
        and block.get("type") == "text"
        and isinstance(block.get("text"), str)
        and "assistant" in _audience(block)
    ]


def _audience(block: Json) -> Sequence[Any]:
    annotations = block.get("annotations")
    audience = annotations.get("audience") if isinstance(annotations, dict) else None
    return audience if isinstance(audience, list) and audience else ("assistant",)


def _items(form: Any) -> list[str] | None:
    """Return the canonical JSON of each item of a list; None for an empty one and what is none."""
    return [_canonical(item) for item in form] if form and isinstance(form, list) else None


def _read(text: str) -> str:
    """Return the canonical JSON of a text: of the value that it is the JSON of, else of the text itself."""
    try:
        return _canonical(json.loads(text))
    except (ValueError, RecursionError):
        return _canonical(text)


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
