"""Capacity units, counted by the rules of the Developer Guide."""

from __future__ import annotations

from typing import Any

from .errors import one_of
from .tables import Entry, Index
from .values import Params

READ_BLOCK = 4096
WRITE_BLOCK = 1024
# Units of one block read.
EVENTUAL, STRONG, TRANSACTIONAL = 0.5, 1.0, 2.0
_MODES = ("INDEXES", "TOTAL", "NONE")


def read_units(size: int, factor: float) -> float:
    """Return the units of a read of so many bytes; an empty read costs one block."""
    return max(1, -(-size // READ_BLOCK)) * factor


def factor_of(params: dict[str, Any]) -> float:
    """Return the units of one block, which depend on the consistency of the read."""
    return STRONG if params.get("ConsistentRead") else EVENTUAL


def write_units(size: int) -> float:
    """Return the units of a write of so many bytes; at least one."""
    return float(max(1, -(-size // WRITE_BLOCK)))


def index_units(old: Entry | None, new: Entry | None, *, same: bool) -> float:
    """Return what a write costs in one index; `same`: the projected attributes are unchanged.

    Nothing if the entry does not change, one write if it is added, removed or changed, two if its key changes.
    """
    if old is not None and new is not None and (old.pk, old.sk) == (new.pk, new.sk):
        return 0.0 if same else write_units(max(old.size, new.size))
    return sum(write_units(entry.size) for entry in (old, new) if entry is not None)


class Capacity:
    """What one call consumed of one table."""

    __slots__ = ("indexes", "name", "table")

    def __init__(self, name: str) -> None:
        self.name = name
        self.table = 0.0
        self.indexes: dict[Index, float] = {}

    def add(self, units: float, index: Index | None = None) -> None:
        """Count units of the table or of an index."""
        if index is None:
            self.table += units
        elif units:
            self.indexes[index] = self.indexes.get(index, 0.0) + units

    def merge(self, other: Capacity, factor: float = 1.0) -> None:
        """Count another call's units as part of this one."""
        self.table += other.table * factor
        for index, units in other.indexes.items():
            self.add(units * factor, index)

    def describe(self, mode: str, kind: str | None = None) -> dict[str, Any]:
        """Return the ``ConsumedCapacity`` of this table.

        Parameters
        ----------
        mode : str
            TOTAL or INDEXES.
        kind : str or None
            "Read" or "Write" where reads and writes are counted apart, as in transactions.
        """

        def units(amount: float) -> dict[str, float]:
            out = {"CapacityUnits": amount}
            if kind:
                out[f"{kind}CapacityUnits"] = amount
            return out

        total = self.table + sum(self.indexes.values())
        out: dict[str, Any] = {"TableName": self.name, **units(total)}
        if mode == "INDEXES":
            out["Table"] = units(self.table)
            for local, group in ((True, "LocalSecondaryIndexes"), (False, "GlobalSecondaryIndexes")):
                chosen = {one.name: units(n) for one, n in self.indexes.items() if one.local is local}
                if chosen:
                    out[group] = chosen
        return out


class Capacities(dict[str, Capacity]):
    """What one call consumed of several tables, by their names."""

    def __missing__(self, name: str) -> Capacity:
        self[name] = Capacity(name)
        return self[name]


def report(
    params: Params, answer: Params, consumed: Capacity | Capacities, kind: str | None = None
) -> dict[str, Any]:
    """Add ``ConsumedCapacity`` to an answer if the request asks for it."""
    mode = params.get("ReturnConsumedCapacity", "NONE")
    if mode not in _MODES:
        raise one_of("returnConsumedCapacity", mode, _MODES)
    if mode != "NONE":
        answer["ConsumedCapacity"] = (
            consumed.describe(mode, kind)
            if isinstance(consumed, Capacity)
            else [one.describe(mode, kind) for one in consumed.values()]
        )
    return answer
