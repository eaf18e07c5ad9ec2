"""Versions of one memory: the one in force, and those that it replaced."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..domain.heads import Heads
from ..domain.levels import Level
from ..domain.lifetime import is_live, is_quarantined
from ..domain.memory import STATED, Kind, Memory, State, may_precede
from ..domain.spaces import Space
from ..operations.call import Call
from ..operations.reading import unhidden


def is_readable(call: Call, heads: Heads, memory: Memory) -> bool:
    """Check whether the caller may read a version, whether or not a later one replaced it."""
    if memory.kind not in STATED or memory.level > call.level(Level.PUBLIC):
        return False
    if memory.state not in (State.ACTIVE, State.SUPERSEDED):
        return False
    return is_live(replace(memory, state=State.ACTIVE), heads.epochs(), call.runtime.wall())


def is_own_quarantined(call: Call, heads: Heads, memory: Memory) -> bool:
    """Check whether the caller's account wrote a quarantined memory at a level that the caller may read."""
    return (
        memory.kind is Kind.FACT
        and memory.account_id == call.caller.account_id
        and memory.level <= call.level(Level.PUBLIC)
        and is_quarantined(memory, heads.epochs(), call.runtime.wall())
    )


def shown_by_id(call: Call, heads: Heads, memory: Memory) -> bool:
    """Check whether the caller gets a memory by its id.

    A replaced version is shown as long as the version in force is: when that is forgotten, so is this one. For a
    version in force nothing more is read, unless a memory of the same key at a higher level could hide it.
    """
    if not is_readable(call, heads, memory):
        return False
    if memory.state is State.ACTIVE:
        return any(unhidden(call, heads, iter([memory])))
    return current_of(call, heads, memory) is not None


def current_of(call: Call, heads: Heads, memory: Memory) -> Memory | None:
    """Return the version in force that replaced a memory; None: it was forgotten.

    If a key was forgotten and then used again, the new memory does not name the old versions.
    """
    for later in _later(call, heads, memory):
        if not _names(call, later, memory):
            return None
        memory = later
    return memory if memory.state is State.ACTIVE else None


def later_versions(call: Call, heads: Heads, memory: Memory) -> list[Memory]:
    """Return a memory and the versions that replaced it, up to the one in force, oldest first.

    Each version of a memory without a key names the next one. A memory with a key keeps its id: all its earlier
    versions name it, it names the last of them, and each names the one before; so they are found from the end.
    """
    forward = [memory]
    for later in _later(call, heads, memory):
        before = earlier_versions(call, later, until=forward[-1].memory_id)
        between = [one for one in before if is_readable(call, heads, one)]
        forward += [*reversed(between), later]
    return forward


def earlier_versions(call: Call, memory: Memory, *, until: str | None = None) -> Iterator[Memory]:
    """Yield the versions that a memory replaced, the last one first, up to but not including the id ``until``."""
    seen = {memory.memory_id}
    while memory.replaces is not None and memory.replaces not in {until, *seen}:
        earlier = _read(call, memory.space, memory.replaces)
        if earlier is None or not may_precede(earlier, memory) or earlier.level > call.level(Level.PUBLIC):
            return
        yield earlier
        seen.add(earlier.memory_id)
        memory = earlier


def _names(call: Call, later: Memory, memory: Memory) -> bool:
    """Check whether a memory is among the versions that another one replaced."""
    if later.replaces == memory.memory_id:
        return True
    return any(one.replaces == memory.memory_id for one in earlier_versions(call, later))


def _later(call: Call, heads: Heads, memory: Memory) -> Iterator[Memory]:
    """Yield the next version, the one after it and so on, as long as the caller may read them."""
    seen = {memory.memory_id}
    while memory.state is State.SUPERSEDED and memory.superseded_by not in seen:
        later = _read(call, memory.space, memory.superseded_by)
        if later is None or later.account_id != memory.account_id or not is_readable(call, heads, later):
            return
        yield later
        seen.add(later.memory_id)
        memory = later


def _read(call: Call, space: Space, memory_id: str | None) -> Memory | None:
    if memory_id is None:
        return None
    found = call.runtime.tables.memories([(space, memory_id)])
    return found[0] if found else None
