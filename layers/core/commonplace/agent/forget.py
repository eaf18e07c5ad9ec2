"""forget: take one memory out of recall."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ..domain import ids
from ..domain.heads import Heads
from ..domain.lifetime import is_live, is_quarantined
from ..domain.memory import Memory, State
from ..domain.spaces import Scope, Space
from ..guards.admission import KEY_LIMIT, checked_name
from ..operations.call import Call
from ..operations.contract import Arguments, Key, Result, Tool
from ..operations.reading import at_position
from ..operations.runtime import Position
from ..pending.feeds import memory_forgotten_event, publish
from ..refusals.errors import InvalidInput, NotAllowed, NotFound
from ..storage import memories


class ForgetArguments(Arguments):
    """Arguments of forget: exactly one."""

    id: Annotated[str, Field(json_schema_extra={"format": "uuid"})] | None = Field(
        default=None, description="The memory's id, as recall tells it. Send either id or key."
    )
    key: Key | None = Field(
        default=None,
        description="The memory's key: of this session, else of the account, else your own in the team.",
    )


class Forgotten(Result):
    """What forget answers."""

    forgotten: Literal[True]
    id: str = Field(description="Id of the memory that is no longer handed out.")


def forget(call: Call, arguments: ForgetArguments) -> Forgotten:
    """Take a memory out of every index that agents' reads use; the owner still sees it in the dashboard."""
    key = None
    if (arguments.id is None) == (arguments.key is None):
        raise InvalidInput("field.combination.id_or_key", field="id")
    if arguments.key is not None:
        key = checked_name("key", arguments.key, KEY_LIMIT)
    elif not ids.is_memory_id(arguments.id or ""):
        raise InvalidInput("field.not_a_uuid.recall", field="id")
    tables = call.runtime.tables

    def attempt() -> Forgotten:
        heads, found = _find(call, arguments.id, key)
        memory = _pick(call, heads, found, by_key=key is not None)
        table = tables.names.memories_table
        if memory.state is State.QUARANTINED:  # no agent was handed it, so none is told
            tables.commit([memories.put_away(table, memory)])
        else:
            tables.commit([memories.forget(table, memory, call.runtime.clock())])
            publish(call, memory_forgotten_event(call, heads, memory))
        return Forgotten(forgotten=True, id=memory.memory_id)

    return tables.retry(attempt, "memory.busy.often")


def _find(call: Call, memory_id: str | None, key: str | None) -> tuple[Heads, list[Memory]]:
    """Look in the session, then the account, then the team: heads and candidates in one round trip."""

    def read(position: Position) -> tuple[Heads, list[Memory]]:
        # The session's level first; lower ones are read to say why they are not forgotten.
        levels = call.level(position.taint).visible()[::-1]

        def ids_in(space: Space) -> list[str]:
            if key is None:
                return [(memory_id or "").lower()]
            return [ids.derived_id(space, ids.key_slot(key), level) for level in levels]

        wanted = [(space, one) for space in call.own_spaces(position.generation) for one in ids_in(space)]
        return call.runtime.tables.heads_and_memories(call.heads_request(), wanted)

    return at_position(call, read)


def _pick(call: Call, heads: Heads, found: list[Memory], *, by_key: bool) -> Memory:
    taint, now, epochs = heads.session.taint, call.runtime.wall(), heads.epochs()
    for memory in found:
        # A writer knows the id of what it wrote, quarantined or not; a key means what agents are handed alone.
        is_own = memory.account_id == call.caller.account_id
        is_withheld = not by_key and is_own and is_quarantined(memory, epochs, now)
        if not (is_live(memory, epochs, now) or is_withheld) or memory.level > taint:
            continue
        if memory.space.scope is Scope.TEAM:
            if memory.account_id != call.caller.account_id:
                if by_key or not call.reads_team():
                    continue  # a caller who may not read it does not learn that it exists
                raise NotAllowed("memory.other_member", field="id")
            call.writable_team()
        if memory.level < taint:
            raise NotAllowed("memory.other_level", field="id", level=memory.level.name, own=taint.name)
        return memory
    raise NotFound("memory.not_found.here", field="key" if by_key else "id")


FORGET = Tool(
    name="forget",
    title="Forget a memory",
    description=(
        "Take one memory out of recall, by its id or its key: when it turned out wrong or no longer holds. "
        "Send exactly one of the two. The owner can still see it in the dashboard and deletes it for good there."
    ),
    arguments=ForgetArguments,
    result=Forgotten,
    run=forget,
    writes=True,
    destructive=True,
)
