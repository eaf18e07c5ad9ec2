"""What a write finds: heads, all that it may be a duplicate of, and proof that nothing of it is missing.

Stores that judge pass a gate, one item a level of a space: the transaction changes it, on condition that it still
is as it was read. So two of them that did not see one another cannot both be written. A gate proves something only
if the records were read after it, and reading it first would cost a second round trip. So a process remembers up
to which stamp of a gate its warm records are known to hold everything; gate and news are read at once, and only if
the gate has moved since, the news are read once more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..domain.heads import Heads
from ..domain.levels import Level
from ..domain.memory import Memory
from ..domain.spaces import account_space
from ..operations.call import Call
from ..operations.runtime import Position
from ..search.warm_vectors import Part, refreshed
from ..storage.actions import Action
from ..storage.attempts import AttemptRecord
from ..storage.gates import hold_gate, pass_gate, read_state
from .forms import Forms


@dataclass(frozen=True, slots=True)
class Scene:
    """What a judged write stands on.

    Attributes
    ----------
    heads
        Of the call.
    parts
        The levels of the store that the caller's key may read.
    gates
        Their gates' stamps: whatever passed them is in the parts.
    found
        What stands under the idempotency key.
    """

    heads: Heads
    parts: Sequence[Part]
    gates: dict[Level, str]
    found: AttemptRecord | None

    def actions(self, call: Call, stamp: str) -> list[Action]:
        """Pass the gate of the call's own level, and require those below to be as they were seen."""
        space = account_space(call.caller.account_id, call.store)
        table, own = call.runtime.tables.names.memories_table, call.level(0)
        passed = pass_gate(
            table,
            space,
            own,
            self.gates[own],
            stamp,
            account_id=call.caller.account_id,
            epoch=self.heads.account.epoch,
        )
        return [
            passed,
            *(hold_gate(table, space, level, seen) for level, seen in self.gates.items() if level < own),
        ]

    def passed(self, call: Call, stamp: str, memories: Sequence[Memory]) -> None:
        """Remember what was just written, and that it was all that passed the gate since."""
        own = call.level(0)
        for part in self.parts:
            if part.source.level is own:
                part.level.take(memories)
                _complete(part).through = stamp


class Complete:
    """Up to which stamp of its gate a level is known to hold everything that passed."""

    def __init__(self) -> None:
        self.through: str | None = None

    def keep(self, memory: Memory) -> None:
        """Do nothing: a level that is read later holds no less."""

    def drop(self, memory_id: str) -> None:
        """Do nothing: what left the level is no duplicate of anything."""


def look(call: Call, key: str | None, beside: Callable[[], None]) -> Scene:
    """Read what a judged write stands on: one round trip where this process wrote last, else two.

    Parameters
    ----------
    call
        Who writes; its view is narrow.
    key
        The idempotency key, if there is one.
    beside
        Done meanwhile.
    """
    space = account_space(call.caller.account_id, call.store)
    levels = call.level(0).visible()
    state: tuple[dict[Level, str], AttemptRecord | None] = {}, None

    def read(_: Position) -> None:
        nonlocal state
        state = read_state(call.runtime.tables, space, levels, call.caller.account_id, key)

    heads, parts = refreshed(call, read, lambda _: beside())
    gates, found = state
    if any(_complete(part).through != gates[part.source.level] for part in parts):
        heads, parts = refreshed(call)  # begun after the gates were read
        for part in parts:
            _complete(part).through = gates[part.source.level]
    return Scene(heads, parts, gates, found)


def forms_of(part: Part) -> Forms:
    """Return which of a level's records say word for word the same."""
    return part.level.follower("forms", Forms)


def _complete(part: Part) -> Complete:
    return part.level.follower("complete", Complete)
