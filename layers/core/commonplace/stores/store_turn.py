"""store_turn: keep an exchange of user and assistant."""

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
from .arguments import quarantine_note
from .contract import StoreArguments, operation
from .keeping import Draft, Write, keep
from .meanings import UNKNOWN, Meaning, meanings
from .store_memory import fact

Message = Annotated[str, Field(json_schema_extra={"maxLength": CONTENT_LIMIT})]


class StoreTurnArguments(StoreArguments):
    """Arguments of store_turn."""

    user_msg: Message = Field(default="", description="What the user said.")
    assistant_msg: Message = Field(default="", description="What the assistant said. One of the two may be empty.")


class TurnStored(Result):
    """What store_turn answers."""

    id: str
    status: Literal["stored", "quarantined"]
    note: str | None = Field(
        default=None, description="What became of it, in words, where it was not stored as is."
    )


def store_turn(call: Call, arguments: StoreTurnArguments) -> TurnStored:
    """Store an exchange: one record, listed by time, found by search, nobody's words alone.

    What a user says to an assistant is an order by nature; only what steers whoever reads it later is quarantined.
    """
    said = {"user_msg": arguments.user_msg, "assistant_msg": arguments.assistant_msg}
    said = {field: text for field, text in said.items() if text.strip()}
    if not said:
        raise InvalidInput("field.empty.turn", field="user_msg")
    admitted = admit(
        *(TextField(field, text, CONTENT_LIMIT, imperative_allowed=True) for field, text in said.items())
    )
    text = "\n".join(admitted.texts)
    split = len(said.get("user_msg", ""))
    chunks = count(text)
    meaning: Meaning | None = None

    def embed() -> None:
        nonlocal meaning
        if meaning is None:
            (meaning,) = meanings([text]) if admitted.is_active else [UNKNOWN]

    def drafts(heads: Heads) -> list[Draft]:
        assert meaning is not None  # noqa: S101 - embedded beside the heads
        memory = fact(call, heads, admitted, meaning, text)
        return [Draft(replace(memory, speaker_id=TURN, turn_split=split, chunks=chunks), meaning)]

    return answer(keep(call, Once(call), Write(arguments.user_id, drafts, answer, embed, is_judged=False)))


def answer(drafts: Sequence[Draft]) -> TurnStored:
    """Tell what became of an exchange."""
    memory = drafts[0].memory
    if memory.quarantined_for is None:
        return TurnStored(id=memory.memory_id, status="stored")
    return TurnStored(id=memory.memory_id, status="quarantined", note=quarantine_note(memory.quarantined_for))


STORE_TURN = operation(
    path="/memory/store-turn",
    name="store_turn",
    title="Store an exchange",
    description=(
        "Keep what user and assistant said to each other as one memory: the store's history and the short-term "
        "part of recall list it, and search finds it. It carries no speaker and is never a duplicate."
    ),
    arguments=StoreTurnArguments,
    result=TurnStored,
    run=store_turn,
    writes=True,
)
