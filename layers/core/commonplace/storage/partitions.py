"""Reading a partition of any table from its beginning to its end, a page at a time: what an export is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .batch_get import batch_get
from .conditions import Condition, begins_with, both, equals
from .items import Item, typed
from .pages import query

if TYPE_CHECKING:
    from .store import Tables


@dataclass(frozen=True, slots=True)
class Partition:
    """One partition of a table, or of an index of it that has only keys.

    Attributes
    ----------
    table
        Field of :class:`commonplace.operations.settings.Settings` that names the table.
    partition_key, sort_key
        The table's.
    value
        Of the partition key; of the index's, where one is read.
    prefix
        Only sort keys that begin so; for an index, only partitions of the table that do.
    where
        Attribute and value that items must have.
    only
        Attributes that are read; all, if none is named.
    index, index_key, index_sort_key
        The index that is read in the table's place, and its keys.
    """

    table: str
    partition_key: str
    sort_key: str
    value: str
    prefix: str | None = None
    where: tuple[str, str] | None = None
    only: Sequence[str] = ()
    index: str | None = None
    index_key: str = ""
    index_sort_key: str = ""


Position = tuple[str, ...]  # of an item: its sort key, or of an index all keys but the partition's


def page(
    tables: Tables, partition: Partition, after: Position | None, limit: int
) -> tuple[list[tuple[Position, Item]], bool]:
    """Read some items, strongly consistently but for an index.

    Parameters
    ----------
    tables, partition
        Where.
    after
        Behind which item; None: from the first.
    limit
        Most items to look at.

    Returns
    -------
    tuple
        Position and item of each that is wanted, and whether more may follow. Where all that was
        looked at is not wanted, the last one is there empty, so that the next page begins after it.
    """
    by_index = partition.index is not None
    key_name = partition.index_key if by_index else partition.partition_key
    key: Condition = equals(key_name, partition.value)
    filters = [] if partition.where is None else [equals(*partition.where)]
    if partition.prefix is not None and by_index:
        filters.append(begins_with(partition.partition_key, partition.prefix))
    elif partition.prefix is not None:
        key = both(key, begins_with(partition.sort_key, partition.prefix))
    start = None
    if after is not None:
        start = typed({key_name: partition.value, **dict(zip(_keys(partition), after, strict=True))})
    request = query(
        getattr(tables.names, partition.table),
        key,
        index=partition.index,
        where=both(*filters) if filters else None,
        only=tuple(dict.fromkeys((*_keys(partition), *partition.only))) if partition.only else (),
        limit=limit,
        after=start,
        consistent=not by_index,
    )
    answer = tables.client.query(**request)
    found = [(_position(partition, item), item) for item in answer["Items"]]
    if by_index:
        found = _whole(tables, partition, found)
    last = answer.get("LastEvaluatedKey")
    if last is not None and (not found or found[-1][0] != _position(partition, last)):
        found.append((_position(partition, last), {}))
    return found, last is not None


def _keys(partition: Partition) -> tuple[str, ...]:
    if partition.index is None:
        return (partition.sort_key,)
    return (partition.partition_key, partition.sort_key, partition.index_sort_key)


def _position(partition: Partition, item: Any) -> Position:
    return tuple(str(item[name]["S"]) for name in _keys(partition))


def _whole(
    tables: Tables, partition: Partition, entries: Sequence[tuple[Position, Item]]
) -> list[tuple[Position, Item]]:
    """Read the items that an index's keys lead to; one that is gone meanwhile is left out."""
    table = getattr(tables.names, partition.table)
    keys = [{partition.partition_key: position[0], partition.sort_key: position[1]} for position, _ in entries]
    found = {
        (item[partition.partition_key]["S"], item[partition.sort_key]["S"]): item
        for item in batch_get(tables.client, {table: keys}, tables.sleep)[table]
    }
    return [(position, found[position[:2]]) for position, _ in entries if position[:2] in found]  # type: ignore[index]
