"""store_memory: keep one memory, unless the store holds one that says the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pydantic import Field

from ..domain.heads import Heads
from ..domain.memory import IMPORTANCE, Kind, Memory
from ..domain.spaces import Scope
from ..guards.admission import CONTENT_LIMIT, Admitted, TextField, admit
from ..operations.call import Call
from ..operations.contract import Result
from ..operations.idempotency import Once
from ..operations.writing import draft
from ..search.sentences import count
from .arguments import FORCE, Content, Metadata, Status, checked_date, quarantine_note, refuse_image
from .contract import StoreArguments, operation
from .keeping import Draft, Write, keep
from .meanings import UNKNOWN, Meaning, meanings


class StoreMemoryArguments(StoreArguments):
    """Arguments of store_memory."""

    content: Content = Field(description="What to keep, in words that stand on their own.")
    metadata: Metadata | None = Field(default=None, description="Who said it, when it happened, where it belongs.")
    force: bool = Field(default=False, description=FORCE)
    image: Any = Field(default=None, description="Not served here: refused with 403.")


class MemoryStored(Result):
    """What store_memory answers."""

    id: str = Field(description="Of what was stored; empty where nothing was.")
    status: Status
    duplicate_of: str | None = Field(default=None, description="Id of the memory that says the same.")
    note: str | None = Field(
        default=None, description="What became of it, in words, where it was not stored as is."
    )


def store_memory(call: Call, arguments: StoreMemoryArguments) -> MemoryStored:
    """Store one memory at the level of the key."""
    refuse_image(arguments.image)
    metadata = arguments.metadata or Metadata()
    event_date = checked_date("metadata.event_date", metadata.event_date)
    admitted = admit(
        TextField("content", arguments.content, CONTENT_LIMIT), speaker=metadata.speaker, labels=metadata.labels()
    )
    text = admitted.texts[0]
    chunks = count(text)
    meaning: Meaning | None = None

    def embed() -> None:
        nonlocal meaning
        if meaning is None:
            (meaning,) = meanings([text]) if admitted.is_active else [UNKNOWN]

    def drafts(heads: Heads) -> list[Draft]:
        assert meaning is not None  # noqa: S101 - embedded beside the heads
        memory = fact(call, heads, admitted, meaning)
        return [Draft(replace(memory, event_date=event_date, chunks=chunks), meaning)]

    is_judged = admitted.is_active and not arguments.force
    write = Write(arguments.user_id, drafts, answer, embed, is_judged)
    return answer(keep(call, Once(call), write))


def fact(call: Call, heads: Heads, admitted: Admitted, meaning: Meaning, text: str | None = None) -> Memory:
    """Make the record of a fact that a write is about to store in the store.

    Parameters
    ----------
    call, heads
        Who writes, and the state it is written in.
    admitted
        What the one way in let through.
    meaning
        The text's.
    text
        One of the admitted texts; the first where not given.
    """
    memory = draft(
        call,
        heads,
        admitted,
        scope=Scope.ACCOUNT,
        kind=Kind.FACT,
        importance=IMPORTANCE[Kind.FACT],
        text=text,
    )
    labels = {field.rpartition(".")[2]: value for field, value in admitted.labels.items()}
    return replace(
        memory,
        embedding=meaning.embedding,
        category=labels.get("category"),
        conversation_id=labels.get("conversation_id"),
    )


def answer(drafts: Sequence[Draft]) -> MemoryStored:
    """Tell what became of one memory.

    A duplicate has no id of its own, and the answer gives it none: a caller who takes the met memory's for his own
    would one day delete or change what another write had stored. ``duplicate_of`` names it.
    """
    (kept,) = drafts
    if kept.same_as is not None:
        return MemoryStored(
            id="",
            status="duplicate",
            duplicate_of=kept.same_as,
            note=f"Nothing was stored: memory {kept.same_as} already says this. If it does not, send it again "
            "with `force` true.",
        )
    memory = kept.memory
    if memory.quarantined_for is not None:
        return MemoryStored(
            id=memory.memory_id, status="quarantined", note=quarantine_note(memory.quarantined_for)
        )
    return MemoryStored(id=memory.memory_id, status="stored")


STORE_MEMORY = operation(
    path="/memory/store",
    name="store_memory",
    title="Store a memory",
    description=(
        "Keep one memory. If the store holds one that says the same, nothing is stored and the status is "
        "`duplicate`: read it. A text that reads like a command is kept for the owner alone, status `quarantined`."
    ),
    arguments=StoreMemoryArguments,
    result=MemoryStored,
    run=store_memory,
    writes=True,
)
