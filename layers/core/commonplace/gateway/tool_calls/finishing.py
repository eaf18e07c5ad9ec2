"""Processes a finished call of a connector's tool, in the required order.

The session is raised to the connector's level before the result is returned; the call's ids are stored; a large
result that was returned before is replaced by a pointer; and a note is written and logged if one is due.
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
from ...domain.lifetime import session_expiry
from ...domain.memory import IMPORTANCE, Kind, Memory, writer_of
from ...domain.spaces import session_space
from ...identifiers.capture import Captured, capture
from ...operations.call import Call
from ...operations.result_pointers import Pointer, pointer_for
from ...operations.session_head_lifetime import head_expiry, touch
from ...pending.feeds import publish, taint_raised_event
from ...storage import connectors
from ...storage.activity import entry, notes_feed
from ...storage.commit import ConditionFailed
from ...storage.retry import tries
from ..notes.decision import decide
from ..notes.finished_call import finished_call
from ..notes.history import CallHistory
from ..notes.reasons import Reason
from ..notes.rendering import Note, render
from ..sessions.raise_taint import raise_session
from .media import holds_media
from .memory_state import SeenMemory, captured_ids, leading_texts, pinned_facts, seen_memory

ATTEMPTS = 10
NOTE_LOG_SECONDS = 90 * 24 * 60 * 60
_IDENTIFIER = "identifier"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that has been answered.

    Attributes
    ----------
    connector, tool
        Names; the tool's without the connector's prefix.
    arguments, result
        Parsed JSON.
    payload
        The result's JSON, byte for byte.
    failed
        Whether the connector could not be reached, or answered with an error.
    level
        The connector's; None to look up the account's connector of this name, PUBLIC if there is none.
    reconnected
        Whether the client has connected since the previous call.
    may_be_replaced
        Whether the agent can fetch a result that a pointer replaced. One that holds images stays in any case.
    carries_note
        Whether a note can be appended; if not, one that is due waits for the next call.
    """

    connector: str
    tool: str
    arguments: Any
    result: Any
    payload: str
    failed: bool
    level: Level | None = None
    reconnected: bool = False
    may_be_replaced: bool = True
    carries_note: bool = True


@dataclass(frozen=True, slots=True)
class Outcome:
    """The effects of a finished call.

    Attributes
    ----------
    level
        The session's from now on.
    captured
        Ids that were stored.
    pointer
        Replaces the result in every part of the answer that has it; None if the result stays.
    note
        To append to the result, if one is due.
    """

    level: Level
    captured: tuple[Captured, ...]
    pointer: Pointer | None
    note: Note | None


def finish(call: Call, done: ToolCall) -> Outcome:
    """Process a finished call; its result may be returned to the agent only after this function has returned.

    Raises
    ------
    Busy
        If the session could not be raised. In a session that is high enough already no result is lost, however
        many calls finish at the same time, but a note may come one call later.
    """
    captured = tuple(capture(done.connector, done.tool, done.arguments, done.result))
    finished = finished_call(
        done.connector,
        done.tool,
        done.arguments,
        done.result,
        failed=done.failed,
        at=call.runtime.clock(),
        reconnected=done.reconnected,
    )
    for _ in tries(call.runtime.tables.sleep, ATTEMPTS, longest=2.56):
        heads, memory, connector_level = seen_memory(call, _level_of(call, done))
        level = max(heads.session.taint, connector_level)
        history = CallHistory.from_stored(heads.session.calls).after_call(
            finished, memory.state, _is_known(call, heads)
        )
        reason = decide(history, memory.state) if done.carries_note else None
        note = None
        if reason is not None:
            note = _note(call, heads, memory, captured, reason)
            history = history.after_note(memory.state, sent=note is not None)
        try:
            pointer = _store(call, heads, level, done, captured, history)
        except ConditionFailed:  # the session moved meanwhile
            continue
        call.seen(_at_level(heads, level))
        if level > heads.session.taint:
            publish(call, taint_raised_event(call, heads, level))
        if note is not None:
            _log_note(call, note)
        return Outcome(level, captured, pointer, note)
    # Too many concurrent calls to record this one. The tool has run, so its result must not be lost.
    raise_session(call, level)
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


def _is_known(call: Call, heads: Heads) -> Callable[[str], bool]:
    """Return a check whether the session's memory has an id, by itself or in a text; it reads on first use."""

    @cache
    def stored() -> tuple[frozenset[str], str]:
        stored_ids = frozenset(captured_ids(call, heads, IMPORTANCE[Kind.IDENTIFIER], most=100))
        return stored_ids, "\n".join(leading_texts(call))

    return lambda value: value in stored()[0] or value in stored()[1]


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


def _store(
    call: Call,
    heads: Heads,
    level: Level,
    done: ToolCall,
    captured: tuple[Captured, ...],
    history: CallHistory,
) -> Pointer | None:
    """Write the session's head, its ids and its large result in parallel."""
    tables, until = call.runtime.tables, head_expiry(call.runtime.wall(), level)
    moved = touch(call, heads, until, level=level, calls=history.stored())
    records = [_identifier(call, heads, level, found, place) for place, found in enumerate(captured)]
    writes: list[Callable[[], Any]] = [
        lambda: tables.commit(moved),
        lambda: tables.put_all(records),
        lambda: _pointer(call, heads, done),
    ]
    pointer: Pointer | None = tables.gather(writes)[2]
    return pointer


def _pointer(call: Call, heads: Heads, done: ToolCall) -> Pointer | None:
    if not done.may_be_replaced or holds_media(done.result):
        return None
    return pointer_for(call, heads, done.connector, done.tool, done.arguments, done.payload)


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
        tags=(found.kind,),  # from our own tables; the field's name is text of the upstream that passed no guard
        expires_at=session_expiry(call.runtime.wall()),
        writer=writer_of(call.caller.key_id, call.session_id),
    )


def _at_level(heads: Heads, level: Level) -> Heads:
    return replace(heads, session=replace(heads.session, taint=level))


def _log_note(call: Call, note: Note) -> None:
    tables, now = call.runtime.tables, call.runtime.clock()
    values = {"reason": note.reason.value, "tokens": note.tokens, "session_id": call.session_id, "at": now}
    tables.commit(
        [
            entry(
                tables.names.activity_table,
                notes_feed(call.caller.account_id),
                ids.time_ordered_id(now),
                now // SECOND + NOTE_LOG_SECONDS,
                values,
            )
        ]
    )
