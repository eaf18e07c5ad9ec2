"""Exchanges as turns: what the user said, and what the assistant answered."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ..domain.clock import iso
from ..domain.memory import Memory
from ..operations.contract import Result


class Turn(Result):
    """What one side said."""

    role: Literal["user", "assistant"]
    content: str
    timestamp: str = Field(description="When the exchange was stored (RFC 3339).")


def turns_of(memory: Memory) -> list[Turn]:
    """Return what was said in an exchange, the user's part first; a side that said nothing has no turn.

    Parameters
    ----------
    memory
        An exchange: its text is what the user said, a line's end, and what the assistant said.
    """
    split, said_at = memory.turn_split or 0, iso(memory.created_at)
    user, assistant = memory.text[:split], memory.text[split:]
    if user and assistant:
        assistant = assistant.removeprefix("\n")
    turns: list[Turn] = []
    if user:
        turns.append(Turn(role="user", content=user, timestamp=said_at))
    if assistant:
        turns.append(Turn(role="assistant", content=assistant, timestamp=said_at))
    return turns
