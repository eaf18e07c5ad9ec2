"""store_memory: store one memory, unless one in the store says the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pydantic import Field

from ..domain.heads import Heads
from ..guards.admission import CONTENT_LIMIT, TextField, admit
from ..operations.call import Call
from ..operations.contract import Result
from ..operations.idempotency import Once
from ..search.sentences import count
from .contract import (
    Content,
    Metadata,
    Note,
    Status,
    StoreArguments,
    checked_date,
    operation,
    quarantine_note,
    refuse_image,
)
from .writing import Candidate, Embedding, Write, new_fact, write_candidates


class StoreMemoryArguments(StoreArguments):
    """Arguments of store_memory."""

    content: Content = Field(description="What to keep, in words that stand on their own.")
    metadata: Metadata | None = Field(default=None, description="Who said it, when it happened, where it belongs.")
    force: bool = Field(default=False, description="Store it even if a stored memory says the same.")
    image: Any = Field(default=None, description="Not served here: refused with 403.")


class MemoryStored(Result):
    """What store_memory answers."""

    id: str = Field(description="Of what was stored; empty where nothing was.")
    status: Status
    duplicate_of: str | None = Field(default=None, description="Id of the memory that says the same.")
    note: Note = None


def store_memory(call: Call, arguments: StoreMemoryArguments) -> MemoryStored:
    """Store one memory at the level of the key."""
    refuse_image(arguments.image)
    metadata = arguments.metadata or Metadata()
    event_date = checked_date("metadata.event_date", metadata.event_date)
    content = TextField("content", arguments.content, CONTENT_LIMIT)
    admitted = admit(content, speaker=metadata.speaker, labels=metadata.labels())
    text = admitted.texts[0]
    chunks = count(text)
    embedding = Embedding(text, is_active=admitted.may_be_active)

    def candidates(heads: Heads) -> list[Candidate]:
        memory = new_fact(call, heads, admitted, embedding.meaning)
        return [Candidate(replace(memory, event_date=event_date, chunks=chunks), embedding.meaning)]

    skips_duplicates = admitted.may_be_active and not arguments.force
    dropped = metadata.dropped_note()

    def answered(written: Sequence[Candidate]) -> MemoryStored:
        return answer(written, dropped)

    write = Write(arguments.user_id, candidates, answered, embedding.run, skips_duplicates)
    return answered(write_candidates(call, Once(call), write))


def answer(candidates: Sequence[Candidate], dropped: str = "") -> MemoryStored:
    """Make the result for one memory; ``dropped`` is a note on metadata that is not kept.

    A duplicate gets no ``id``, only ``duplicate_of``: a caller who took the original's id for their own could
    later delete or change what another write has stored.
    """
    (one,) = candidates
    if one.duplicate_of is not None:
        return MemoryStored(
            id="",
            status="duplicate",
            duplicate_of=one.duplicate_of,
            note=f"Nothing was stored: memory {one.duplicate_of} already says this. If it does not, send it again "
            "with `force` true.",
        )
    memory_id, kind = one.memory.memory_id, one.memory.quarantined_for
    if kind is not None:
        why = quarantine_note(kind, one.memory.text)
        return MemoryStored(id=memory_id, status="quarantined", note=f"{why} {dropped}".rstrip())
    if dropped:
        return MemoryStored(id=memory_id, status="stored", note=dropped)
    return MemoryStored(id=memory_id, status="stored")


STORE_MEMORY = operation(
    store_memory,
    path="/memory/store",
    title="Store a memory",
    description=(
        "Keep one memory. If the store holds one that says the same, nothing is stored and the status is "
        "`duplicate`: read it. A text that reads like a command is kept for the owner alone, status `quarantined`."
    ),
    writes=True,
)
