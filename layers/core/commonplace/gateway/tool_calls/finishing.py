"""A finished call of a connector's tool, and what it brings about, in the order in which it must happen.

The session rises to the connector's level before the result is handed over; the call's ids are kept; a large
result that came before gives way to a pointer; and where a note is due, it is written and logged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from ...domain import ids
from ...domain.clock import SECOND
from ...domain.heads import Heads
from ...domain.levels import Level
from ...domain.memory import IMPORTANCE, Kind, Memory, session_expiry, writer_of
from ...domain.spaces import session_space
from ...identifiers.capture import Captured, capture
from ...operations.call import Call
from ...operations.session_head import head_expiry, touch
from ...operations.tool_results import Pointer, pointer_for
from ...pending.feeds import taint_raised, tell
from ...storage import connectors
from ...storage.activity import entry, notes_feed
from ...storage.commit import ConditionFailed
from ...storage.retry import tries
from ..notes.calls import finished_call
from ..notes.decision import decide
from ..notes.history import CallHistory
from ..notes.reasons import Reason
from ..notes.rendering import Note, render
from ..sessions.raise_taint import raised
from .memory_state import SeenMemory, captured_ids, leading_texts, pinned_facts, seen_memory

ATTEMPTS = 10
NOTES_KEPT = 90 * 24 * 60 * 60  # seconds
_IDENTIFIER = "identifier"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that has been answered.

    Attributes
    ----------
    connector, tool
        Names; the tool's without the connector's prefix.
    arguments, result
        As JSON was read.
    payload
        The result's JSON, byte for byte.
    failed
        Whether the connector could not be reached, or answered with an error.
    level
        The connector's; None: as the account's connector of this name has it, PUBLIC where there is none.
    connected_anew
        Whether the client has connected since the call before.
    """

    connector: str
    tool: str
    arguments: Any
    result: Any
    payload: str
    failed: bool
    level: Level | None = None
    connected_anew: bool = False


@dataclass(frozen=True, slots=True)
class SentNote:
    """A note to append to the result."""

    reason: Reason
    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a finished call brought about.

    Attributes
    ----------
    level
        The session's from now on.
    captured
        Ids that were kept.
    pointer
        What takes the result's place, in every part of the answer that carried it; None: the result stays.
    note
        To append; None: no note is due.
    """

    level: Level
    captured: tuple[Captured, ...]
    pointer: Pointer | None
    note: SentNote | None


def finish(call: Call, done: ToolCall) -> Outcome:
    """Do everything that happens by itself when a connector's call is answered.

    Parameters
    ----------
    call
        Who called, in which session.
    done
        The call.

    Returns
    -------
    Outcome
        Once the session has risen: the result may be handed over then, and not before.

    Raises
    ------
    Busy
        If the session could not be raised; one that is high enough already loses no result, however many calls
        are finished in it at once, but a note may come a call later then.
    """
    captured = tuple(capture(done.connector, done.tool, done.arguments, done.result))
    finished = finished_call(
        done.connector,
        done.tool,
        done.arguments,
        done.result,
        failed=done.failed,
        at=call.runtime.clock(),
        connected_anew=done.connected_anew,
    )
    for _ in tries(call.runtime.tables.sleep, ATTEMPTS, longest=2.56):
        heads, memory, connector_level = seen_memory(call, _level_of(call, done))
        level = max(heads.session.taint, connector_level)
        history = CallHistory.from_stored(heads.session.calls).after(finished, memory.state, _known(call, heads))
        reason = decide(history, memory.state)
        note = None
        if reason is not None:
            note = _note(call, heads, memory, captured, reason)
            history = history.noted(memory.state)
        try:
            pointer = _kept(call, heads, level, done, captured, history)
        except ConditionFailed:  # the session moved meanwhile
            continue
        call.seen(_at_level(heads, level))
        if level > heads.session.taint:
            tell(call, taint_raised(call, heads, level))
        if note is None or reason is None:
            return Outcome(level, captured, pointer, None)
        _log(call, reason, note)
        return Outcome(level, captured, pointer, SentNote(reason, note.text, note.tokens))
    # Too many calls at once to count this one. The tool has run: its result must not be lost for that.
    raised(call, level)
    return Outcome(level, captured, None, None)


def _level_of(call: Call, done: ToolCall) -> Callable[[], Level]:
    if done.level is not None:
        known = done.level
        return lambda: known

    def read() -> Level:
        tables = call.runtime.tables
        found = connectors.get(tables.client, tables.names.directory_table, call.caller.account_id, done.connector)
        return Level.PUBLIC if found is None else found.level

    return read


def _known(call: Call, heads: Heads) -> Callable[[str], bool]:
    """Tell of an id whether the session's memory has it, by itself or within a text; read only when asked."""

    @cache
    def kept() -> tuple[frozenset[str], str]:
        ids_kept = frozenset(captured_ids(call, heads, IMPORTANCE[Kind.IDENTIFIER], most=100))
        return ids_kept, "\n".join(leading_texts(call))

    return lambda value: value in kept()[0] or value in kept()[1]


def _note(
    call: Call, heads: Heads, memory: SeenMemory, captured: tuple[Captured, ...], reason: Reason
) -> Note | None:
    newest = [found.value for found in captured]
    earlier = captured_ids(call, heads, IMPORTANCE[Kind.IDENTIFIER])
    return render(
        reason,
        None if memory.goal is None else memory.goal.text,
        None if memory.plan is None else memory.plan.text,
        pinned_facts(call),
        list(dict.fromkeys([*newest, *earlier])),
    )


def _kept(
    call: Call,
    heads: Heads,
    level: Level,
    done: ToolCall,
    captured: tuple[Captured, ...],
    history: CallHistory,
) -> Pointer | None:
    """Write the session's head, its ids and its large result at once."""
    tables, until = call.runtime.tables, head_expiry(call.runtime.clock(), level)
    moved = touch(call, heads, until, level=level, calls=history.stored())
    records = [_identifier(call, heads, level, found, place) for place, found in enumerate(captured)]
    writes: list[Callable[[], Any]] = [
        lambda: tables.commit(moved),
        lambda: tables.put_all(records),
        lambda: pointer_for(call, heads, done.connector, done.tool, done.arguments, done.payload),
    ]
    pointer: Pointer | None = tables.gather(writes)[2]
    return pointer


def _identifier(call: Call, heads: Heads, level: Level, found: Captured, place: int) -> Memory:
    space = session_space(call.caller.account_id, call.session_id, heads.session.generation)
    now = call.runtime.clock() - place  # the first of a call is its newest
    return Memory(
        space=space,
        memory_id=ids.derived_id(space, ids.Slot(_IDENTIFIER, found.value), level),
        account_id=call.caller.account_id,
        epoch=heads.account.epoch,
        text=found.value,
        kind=Kind.IDENTIFIER,
        level=level,
        importance=IMPORTANCE[Kind.IDENTIFIER],
        created_at=now,
        updated_at=now,
        tags=(found.kind,),  # of our tables; the field's name is the upstream's text, and nobody judged it
        expires_at=session_expiry(now),
        writer=writer_of(call.caller.key_id, call.session_id),
    )


def _at_level(heads: Heads, level: Level) -> Heads:
    return replace(heads, session=replace(heads.session, taint=level))


def _log(call: Call, reason: Reason, note: Note) -> None:
    tables, now = call.runtime.tables, call.runtime.clock()
    values = {"reason": reason.value, "tokens": note.tokens, "session_id": call.session_id, "at": now}
    tables.commit(
        [
            entry(
                tables.names.activity_table,
                notes_feed(call.caller.account_id),
                ids.time_ordered_id(now),
                now // SECOND + NOTES_KEPT,
                values,
            )
        ]
    )
