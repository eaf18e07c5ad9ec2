"""Gates: one item a level of a space, changed by every write that must not meet another one of its kind unseen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..domain.levels import Level
from ..domain.spaces import Space
from .actions import Check, Put
from .attempts import AttemptRecord, attempt_key, attempt_of
from .batch_get import batch_get
from .conditions import Condition, absent, equals

if TYPE_CHECKING:
    from .store import Tables

GATE = "gate/"  # before the level; no record's id has a slash
NO_GATE = ""  # nobody has passed yet


def gate_key(space: Space, level: Level) -> dict[str, str]:
    """Key of a level's gate."""
    return {"space": space.key, "memory_id": f"{GATE}{int(level)}"}


def read_state(
    tables: Tables, space: Space, levels: Sequence[Level], account_id: str, entry: str | None
) -> tuple[dict[Level, str], AttemptRecord | None]:
    """Read the gates of some levels, and what is stored under an idempotency key, in one round trip.

    Parameters
    ----------
    tables
        Where.
    space, levels
        Whose gates; no level: none.
    account_id, entry
        What represents the idempotency key; None: there is none.

    Returns
    -------
    tuple
        The stamps of the gates by level, and what was done under the key.
    """
    wanted: dict[str, list[dict[str, str]]] = {}
    if levels:
        wanted[tables.names.memories_table] = [gate_key(space, level) for level in levels]
    if entry is not None:
        wanted[tables.names.activity_table] = [attempt_key(account_id, entry)]
    if not wanted:
        return {}, None
    found = batch_get(tables.client, wanted, tables.sleep)
    stamps = {
        item["memory_id"]["S"]: str(item["stamp"]["S"]) for item in found.get(tables.names.memories_table, [])
    }
    kept = found.get(tables.names.activity_table)
    return (
        {level: stamps.get(gate_key(space, level)["memory_id"], NO_GATE) for level in levels},
        attempt_of(kept[0]) if kept else None,
    )


def pass_gate(
    table: str, space: Space, level: Level, seen: str, stamp: str, *, account_id: str, epoch: int
) -> Put:
    """Change a gate, if it still is as it was seen.

    Parameters
    ----------
    table, space, level
        Which gate.
    seen, stamp
        Its stamp when it was read, and the new one: a random one, so that it never is again what it was.
    account_id, epoch
        As on a record, for the sweep: a gate that was passed after an erasure stays.
    """
    gate = {**gate_key(space, level), "stamp": stamp, "account_id": account_id, "epoch": epoch}
    return Put(table, gate).when(_still(seen))


def hold_gate(table: str, space: Space, level: Level, seen: str) -> Check:
    """Require that a gate still is as it was seen, and leave it so."""
    return Check(table, gate_key(space, level)).when(_still(seen))


def _still(seen: str) -> Condition:
    return absent("memory_id") if seen == NO_GATE else equals("stamp", seen)
