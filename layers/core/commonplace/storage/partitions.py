"""Reading a partition of any table from its beginning to its end, a page at a time: what an export is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .batch_get import batch_get
from .items import Item, typed

if TYPE_CHECKING:
    from .store import Tables

_KEYS_AT_ONCE = 100  # of one BatchGetItem


@dataclass(frozen=True, slots=True)
class Partition:
    """One partition of a table, or of an index of it that tells keys alone.

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
        looked at is not wanted, the last one stands there empty, so that the next page begins after it.
    """
    by_index = partition.index is not None
    key = partition.index_key if by_index else partition.partition_key
    names, values = {"#key": key}, {":value": partition.value}
    query: dict[str, Any] = {
        "TableName": getattr(tables.names, partition.table),
        "KeyConditionExpression": "#key = :value",
        "Limit": limit,
    }
    if by_index:
        query["IndexName"] = partition.index
    else:
        query["ConsistentRead"] = True
    if partition.prefix is not None and by_index:
        query["FilterExpression"] = "begins_with(#partition, :prefix)"
        names["#partition"], values[":prefix"] = partition.partition_key, partition.prefix
    elif partition.prefix is not None:
        query["KeyConditionExpression"] += " AND begins_with(#sort, :prefix)"
        names["#sort"], values[":prefix"] = partition.sort_key, partition.prefix
    if partition.where is not None:
        query["FilterExpression"] = "#where = :where"
        names["#where"], values[":where"] = partition.where
    if partition.only:
        wanted = dict.fromkeys((*_keys(partition), *partition.only))
        names |= {f"#p{n}": name for n, name in enumerate(wanted)}
        query["ProjectionExpression"] = ", ".join(f"#p{n}" for n in range(len(wanted)))
    if after is not None:
        query["ExclusiveStartKey"] = typed(
            {key: partition.value, **dict(zip(_keys(partition), after, strict=True))}
        )
    query["ExpressionAttributeNames"], query["ExpressionAttributeValues"] = names, typed(values)
    answer = tables.client.query(**query)
    items = [(_position(partition, item), item) for item in answer["Items"]]
    if by_index:
        items = _whole(tables, partition, items)
    last = answer.get("LastEvaluatedKey")
    found = list(items)
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
    found: dict[tuple[str, str], Item] = {}
    for begin in range(0, len(entries), _KEYS_AT_ONCE):
        keys = [
            {partition.partition_key: position[0], partition.sort_key: position[1]}
            for position, _ in entries[begin : begin + _KEYS_AT_ONCE]
        ]
        for item in batch_get(tables.client, {table: keys}, tables.sleep)[table]:
            found[str(item[partition.partition_key]["S"]), str(item[partition.sort_key]["S"])] = item
    wanted = [(position, (position[0], position[1])) for position, _ in entries]
    return [(position, found[key]) for position, key in wanted if key in found]
