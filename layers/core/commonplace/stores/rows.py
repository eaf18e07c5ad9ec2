"""How memories and exchanges appear in results."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ..domain.clock import iso
from ..domain.heads import Heads
from ..domain.memory import Memory, State
from ..domain.speakers import said_by
from ..operations.contract import LevelName, Result, ScopeName, level_name

BYTES = 3 * 1024 * 1024  # of texts in an answer; with what JSON adds, it stays below the 6 MB of a function


class MemoryRow(Result):
    """One memory. Lists of them arrive in their order and are not to be sorted anew."""

    id: str
    content: str = Field(description="Word for word as it was stored.")
    category: str | None
    similarity: float | None = Field(
        description="Closeness in meaning to the query, -1 to 1; null where none was asked or none is known."
    )
    importance: float
    time_bucket: str = Field(description="Day it was stored on, in UTC (YYYY-MM-DD).")
    is_superseded: bool
    superseded_by: str | None
    created_at: str = Field(description="When it was stored (RFC 3339).")
    event_date: str | None = Field(description="When it happened, as it was said on storing.")
    speaker: str | None = Field(description="Who said it, where that is known.")
    conversation_id: str | None
    scope: ScopeName
    classification: LevelName


class PassageRow(MemoryRow):
    """A memory, or with `composite` a passage: a memory joined with what was said around it."""

    composite: bool = Field(default=False, description="true: `content` is of all `parts`, and nobody's alone.")
    parts: list[str] = Field(default=[], description="composite: ids of its memories, in the order of `content`.")


class Turn(Result):
    """What one side said."""

    role: Literal["user", "assistant"]
    content: str
    timestamp: str = Field(description="When the exchange was stored (RFC 3339).")


def memory_row(memory: Memory, heads: Heads, similarity: float | None = None) -> MemoryRow:
    """Show a memory that the caller may see.

    Parameters
    ----------
    heads
        They hold the names of speakers.
    similarity
        Cosine with the query, where it was computed.
    """
    created_at = iso(memory.created_at)
    return MemoryRow(
        id=memory.memory_id,
        content=memory.text,
        category=memory.category,
        similarity=similarity,
        importance=memory.importance,
        time_bucket=created_at[:10],
        is_superseded=memory.state is State.SUPERSEDED,
        superseded_by=memory.superseded_by,
        created_at=created_at,
        event_date=memory.event_date,
        speaker=said_by(memory, heads),
        conversation_id=memory.conversation_id,
        scope=memory.space.scope.value,
        classification=level_name(memory.level),
    )


def turns_of(memory: Memory) -> list[Turn]:
    """Return the turns of an exchange, the user's first; a side that said nothing has none.

    The text of an exchange is what the user said, a line feed, and what the assistant said.
    """
    split, timestamp = memory.turn_split or 0, iso(memory.created_at)
    user, assistant = memory.text[:split], memory.text[split:]
    if user and assistant:
        assistant = assistant.removeprefix("\n")
    turns: list[Turn] = []
    if user:
        turns.append(Turn(role="user", content=user, timestamp=timestamp))
    if assistant:
        turns.append(Turn(role="assistant", content=assistant, timestamp=timestamp))
    return turns
