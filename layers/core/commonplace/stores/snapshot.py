"""Consistent snapshots of a store for writes that skip duplicates: nothing written before is missing.

Such writes pass a gate, one item for each level of a space: their transaction changes it on condition that it is
still as it was read. So of two writes that did not see each other only one succeeds. A gate proves something only
about records read after it, and reading it first would cost a second round trip. So a process remembers up to
which stamp of a gate its warm records are complete. Gate and news are read in parallel, and the news are read
again only if the gate has moved since.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..domain.heads import Heads
from ..domain.levels import Level
from ..domain.memory import Memory
from ..operations.call import Call
from ..operations.runtime import Position
from ..search.duplicates import identical_form
from ..search.warm_partition import WarmPartition
from ..search.warm_vectors import refreshed_with_vectors
from ..storage.actions import Action
from ..storage.attempts import AttemptRecord
from ..storage.gates import hold_gate, pass_gate, read_state
from .reading import space_of


@dataclass(frozen=True, slots=True)
class StoreSnapshot:
    """What a write that skips duplicates is based on.

    Attributes
    ----------
    partitions
        The levels of the store that the caller's key may read.
    gates
        Stamps of their gates: everything that passed them is in the partitions.
    attempt
        The record under the idempotency key.
    """

    heads: Heads
    partitions: Sequence[WarmPartition]
    gates: dict[Level, str]
    attempt: AttemptRecord | None

    def gate_actions(self, call: Call, stamp: str) -> list[Action]:
        """Return actions that pass the gate of the call's level and require those below to be unchanged."""
        space, own = space_of(call), call.level(0)
        table, account_id = call.runtime.tables.names.memories_table, call.caller.account_id
        epoch = self.heads.account.epoch
        passed = pass_gate(table, space, own, self.gates[own], stamp, account_id=account_id, epoch=epoch)
        below = [hold_gate(table, space, level, seen) for level, seen in self.gates.items() if level < own]
        return [passed, *below]

    def add_written(self, call: Call, stamp: str, memories: Sequence[Memory]) -> None:
        """Add what was just written to the warm records, which are complete up to the new stamp then."""
        own = call.level(0)
        for partition in self.partitions:
            if partition.source.level is own:
                partition.add_written(memories)
                partition.derived(Completeness).stamp = stamp


class Completeness:
    """Up to which stamp of its gate a warm partition is complete."""

    def __init__(self) -> None:
        self.stamp: str | None = None

    def put(self, memory: Memory) -> None:
        """Do nothing: news make a partition no less complete."""

    def remove(self, memory_id: str) -> None:
        """Do nothing: removed records are no duplicates."""


class IdenticalTexts:
    """Ids of a partition's records by the form in which two texts count as identical."""

    def __init__(self) -> None:
        self._ids: dict[bytes, tuple[str, ...]] = {}  # values are replaced, not changed: other threads read them
        self._forms: dict[str, bytes] = {}

    def ids(self, text: str) -> tuple[str, ...]:
        """Return the ids of the records with this text, the first added first."""
        return self._ids.get(_form(text), ())

    def put(self, memory: Memory) -> None:
        """Add or update a record."""
        form, memory_id = _form(memory.text), memory.memory_id
        if self._forms.get(memory_id) == form:
            return
        self.remove(memory_id)
        self._forms[memory_id] = form
        self._ids[form] = (*self._ids.get(form, ()), memory_id)

    def remove(self, memory_id: str) -> None:
        """Remove a record."""
        form = self._forms.pop(memory_id, None)
        if form is None:
            return
        left = tuple(one for one in self._ids[form] if one != memory_id)
        if left:
            self._ids[form] = left
        else:
            del self._ids[form]


def read_snapshot(call: Call, key: str | None, meanwhile: Callable[[], None]) -> StoreSnapshot:
    """Read a snapshot: in one round trip if this process made the store's last write, else in two.

    Parameters
    ----------
    key
        The idempotency key's entry, if there is one.
    meanwhile
        Runs in parallel with the reads.
    """
    space, levels = space_of(call), call.level(0).visible()
    state: tuple[dict[Level, str], AttemptRecord | None] = {}, None

    def read(_: Position) -> None:
        nonlocal state
        state = read_state(call.runtime.tables, space, levels, call.caller.account_id, key)

    heads, partitions = refreshed_with_vectors(call, read, lambda _: meanwhile())
    gates, attempt = state
    if any(one.derived(Completeness).stamp != gates[one.source.level] for one in partitions):
        heads, partitions = refreshed_with_vectors(call)  # started after the gates were read
        for one in partitions:
            one.derived(Completeness).stamp = gates[one.source.level]
    return StoreSnapshot(heads, partitions, gates, attempt)


def _form(text: str) -> bytes:
    """Hash a text's form: the texts themselves are in memory already."""
    return hashlib.blake2b(identical_form(text).encode("utf-8", "surrogatepass"), digest_size=16).digest()
