"""What a client hands its model of a tool's result: the two rules that clients in use follow (docs/notes.md)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True)
class Shown:
    """What the model sees: its texts, and all other blocks as they are."""

    texts: tuple[str, ...]
    others: tuple[Json, ...] = ()

    @property
    def text(self) -> str:
        return "\n".join(self.texts)

    def tells(self, value: Any) -> bool:
        """Whether a JSON value is told, whole or item by item; servers wrap in one field what is no object."""
        if isinstance(value, dict) and value.keys() == {"result"} and self.tells(value["result"]):
            return True
        if isinstance(value, list) and value and [_value(text) for text in self.texts[: len(value)]] == value:
            return True
        return any(_value(text) == value and type(_value(text)) is type(value) for text in self.texts)


def structured_first(result: Json) -> Shown:
    """Structured content alone if there is one, else the content."""
    structured = result.get("structuredContent")
    if structured is None:
        return content_alone(result)
    return Shown((json.dumps(structured, ensure_ascii=False),))


def content_alone(result: Json) -> Shown:
    """The content, whatever else there is."""
    blocks = result["content"]
    return Shown(
        tuple(block["text"] for block in blocks if block["type"] == "text"),
        tuple(block for block in blocks if block["type"] != "text"),
    )


Rule = Callable[[Json], Shown]
RULES: dict[str, Rule] = {"structured first": structured_first, "content alone": content_alone}


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
