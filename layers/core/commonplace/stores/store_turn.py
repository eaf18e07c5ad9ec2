"""store_turn: store an exchange of user and assistant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from ..domain.heads import Heads
from ..domain.speakers import TURN
from ..guards.admission import CONTENT_LIMIT, Admitted, TextField, admit, command_in
from ..operations.call import Call
from ..operations.contract import Result
from ..operations.idempotency import Once
from ..refusals.errors import InvalidInput
from ..search.embedding.meaning import UNKNOWN
from ..search.sentences import count, sentences
from .contract import Note, StoreArguments, operation, quarantine_note
from .writing import Candidate, Embedding, Write, new_fact, write_candidates

LEFT_OUT = "[\N{HORIZONTAL ELLIPSIS}]"  # stands where a sentence was withheld

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

    Users give assistants orders, so imperatives are allowed. Of a message only the sentences that steer later
    readers are withheld, in a record of their own for the owner; the exchange stays. Where no sentence does by
    itself, all of it is withheld.
    """
    said = {"user_msg": arguments.user_msg, "assistant_msg": arguments.assistant_msg}
    said = {field: text for field, text in said.items() if text.strip()}
    if not said:
        raise InvalidInput("field.empty.turn", field="user_msg")
    admitted, withheld = _admitted(said), None
    if not admitted.is_active and (parted := _parted(dict(zip(said, admitted.texts, strict=True)))) is not None:
        admitted, withheld = parted
    text = "\n".join(admitted.texts)
    split = len(admitted.texts[0]) if "user_msg" in said else 0
    chunks = count(text)
    embedding = Embedding(text, is_active=admitted.is_active)

    def candidates(heads: Heads) -> list[Candidate]:
        memory = new_fact(call, heads, admitted, embedding.meaning, text)
        made = [Candidate(replace(memory, speaker_id=TURN, turn_split=split, chunks=chunks), embedding.meaning)]
        if withheld is not None:
            made.append(Candidate(new_fact(call, heads, withheld, UNKNOWN), UNKNOWN))
        return made

    write = Write(arguments.user_id, candidates, answer, embedding.run, skips_duplicates=False)
    return answer(write_candidates(call, Once(call), write))


def answer(candidates: Sequence[Candidate]) -> TurnStored:
    """Make the result for one exchange."""
    memory, last = candidates[0].memory, candidates[-1].memory
    note = quarantine_note(last.quarantined_for)
    if memory.quarantined_for is not None:
        return TurnStored(id=memory.memory_id, status="quarantined", note=note)
    if last is memory:
        return TurnStored(id=memory.memory_id, status="stored")
    note = f"What reads like a command was left out of it, and is memory {last.memory_id}. {note}"
    return TurnStored(id=memory.memory_id, status="stored", note=note)


def _admitted(said: Mapping[str, str]) -> Admitted:
    return admit(*(TextField(field, text, CONTENT_LIMIT, imperative_allowed=True) for field, text in said.items()))


def _parted(said: Mapping[str, str]) -> tuple[Admitted, Admitted] | None:
    """Part the sentences that steer from an exchange: what stays, and what is withheld; None: no use."""
    rest, taken = dict(said), []
    for field, text in said.items():
        for sentence in sentences(text):
            if command_in([TextField(field, sentence, CONTENT_LIMIT, imperative_allowed=True)], []):
                rest[field] = rest[field].replace(sentence, LEFT_OUT)
                taken.append(sentence)
    if not taken or all(text.replace(LEFT_OUT, "").strip() == "" for text in rest.values()):
        return None
    kept, withheld = _admitted(rest), _admitted({"user_msg": "\n".join(taken)})
    return (kept, withheld) if kept.is_active and not withheld.is_active else None


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
