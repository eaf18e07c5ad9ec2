"""store_turn: store an exchange of user and assistant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from ..domain.heads import Heads
from ..domain.speakers import TURN
from ..guards.admission import CONTENT_LIMIT, TextField, admit
from ..operations.call import Call
from ..operations.contract import Result
from ..operations.idempotency import Once
from ..refusals.errors import InvalidInput
from ..search.sentences import count
from .contract import Note, StoreArguments, operation, quarantine_note
from .writing import Candidate, Embedding, Write, new_fact, write_candidates

Message = Annotated[str, Field(json_schema_extra={"maxLength": CONTENT_LIMIT})]


class StoreTurnArguments(StoreArguments):
    """Arguments of store_turn."""

    user_msg: Message = Field(default="", description="What the user said.")
    assistant_msg: Message = Field(default="", description="What the assistant said. One of the two may be empty.")


class TurnStored(Result):
    """What store_turn answers."""

    id: str
    status: Literal["stored", "quarantined"]
    note: Note = None


def store_turn(call: Call, arguments: StoreTurnArguments) -> TurnStored:
    """Store an exchange as one record without a speaker.

    Users give assistants orders, so imperatives are allowed; only text that steers later readers is quarantined.
    """
    said = {"user_msg": arguments.user_msg, "assistant_msg": arguments.assistant_msg}
    said = {field: text for field, text in said.items() if text.strip()}
    if not said:
        raise InvalidInput("field.empty.turn", field="user_msg")
    admitted = admit(
        *(TextField(field, text, CONTENT_LIMIT, imperative_allowed=True) for field, text in said.items())
    )
    text = "\n".join(admitted.texts)
    split = len(admitted.texts[0]) if "user_msg" in said else 0
    chunks = count(text)
    embedding = Embedding(text, is_active=admitted.may_be_active)

    def candidates(heads: Heads) -> list[Candidate]:
        memory = new_fact(call, heads, admitted, embedding.meaning, text)
        return [Candidate(replace(memory, speaker_id=TURN, turn_split=split, chunks=chunks), embedding.meaning)]

    write = Write(arguments.user_id, candidates, answer, embedding.run, skips_duplicates=False)
    return answer(write_candidates(call, Once(call), write))


def answer(candidates: Sequence[Candidate]) -> TurnStored:
    """Make the result for one exchange."""
    memory_id, kind = candidates[0].memory.memory_id, candidates[0].memory.quarantined_for
    if kind is None:
        return TurnStored(id=memory_id, status="stored")
    return TurnStored(id=memory_id, status="quarantined", note=quarantine_note(kind))


STORE_TURN = operation(
    store_turn,
    path="/memory/store-turn",
    title="Store an exchange",
    description=(
        "Keep what user and assistant said to each other as one memory: the store's history and the short-term "
        "part of recall list it, and search finds it. It carries no speaker and is never a duplicate."
    ),
    writes=True,
)
