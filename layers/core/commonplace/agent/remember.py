"""remember: store one fact."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..domain import ids
from ..domain.heads import Heads
from ..domain.memory import IMPORTANCE, Kind
from ..domain.spaces import Scope
from ..guards.admission import TextField, admit
from ..guards.characters import refuse_replaced
from ..operations.call import Call
from ..operations.contract import AS_FRACTION, Arguments, Key, Speaker, Stored, Tag, Text, Tool
from ..operations.writing import draft, stored, touch, upsert, with_heads


class RememberArguments(Arguments):
    """Arguments of remember."""

    text: Text = Field(description="The fact, as one short sentence that stands on its own.")
    key: Key | None = Field(
        default=None,
        description="A name for the fact. Remembering under the same key replaces it; use one for what changes.",
    )
    importance: Annotated[float, Field(ge=0, le=1), AS_FRACTION] = Field(
        default=IMPORTANCE[Kind.FACT],
        description="0 to 1. From 0.9 on it counts as pinned.",
    )
    durable: bool = Field(
        default=False,
        description="true keeps it for the account, beyond this session; otherwise it is kept for 14 days.",
    )
    share_with_team: bool = Field(
        default=False,
        description="true shares it with your team, if your membership allows writing; it is kept until deleted.",
    )
    speaker: Speaker | None = Field(
        default=None, description="Who said it: `me` for yourself, or a speaker registered in the store."
    )
    tags: list[Tag] = Field(default=[], max_length=20, description="Words to sort it by.")


def remember(call: Call, arguments: RememberArguments) -> Stored:
    """Store one fact in the session, the account or the team."""
    if arguments.key is not None:
        refuse_replaced("key", arguments.key)
    admitted = admit(
        TextField("text", arguments.text),
        key=arguments.key,
        speaker=arguments.speaker,
        tags=arguments.tags,
    )
    scope = Scope.SESSION
    if arguments.share_with_team:
        call.writable_team()  # refused before anything is read
        scope = Scope.TEAM
    elif arguments.durable:
        scope = Scope.ACCOUNT

    def write(heads: Heads) -> Stored:
        memory = draft(
            call,
            heads,
            admitted,
            scope=scope,
            kind=Kind.FACT,
            importance=arguments.importance,
            slot=None if admitted.key is None else ids.key_slot(admitted.key),
        )
        upsert(call, heads, memory, has_key=admitted.key is not None, with_actions=touch(call, heads, memory))
        return stored(memory)

    return with_heads(call, write)


REMEMBER = Tool(
    name="remember",
    title="Remember a fact",
    description=(
        "Keep one fact, decision or preference so that you find it again after your context is shortened, "
        "after a restart, or from another client. Write one short sentence that stands on its own. "
        "Give a key to what may change: the same key replaces. Set durable to keep it beyond this session. "
        "Never store a password, key or token; store where it can be found instead."
    ),
    arguments=RememberArguments,
    result=Stored,
    run=remember,
    writes=True,
)
