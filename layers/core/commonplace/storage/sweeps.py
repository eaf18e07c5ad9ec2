"""Sweeping one partition of one table: finding what is older than an erasure, and deleting it with its count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..domain.erasures import ROUNDS, Age, Progress, Sweep
from ..domain.levels import Level
from . import erasures
from .batch_get import batch_get
from .commit import Action
from .items import Item, plain, typed
from .memories import TTL_ATTRIBUTE

if TYPE_CHECKING:
    from .store import Tables

# A transaction holds at most 100 actions, of which two end the task, and 4 MB. What one page of a table holds is
# at most 1 MB. What an index of keys leads to may be any memories: 20,000 characters of four bytes each, and what
# is around them.
_AT_ONCE = 98
_AT_ONCE_BY_INDEX = 45
_KEYS_AT_ONCE = 100  # of one BatchGetItem
_KEPT_OF_HEADS = ("generation", "taint", TTL_ATTRIBUTE)


@dataclass(frozen=True, slots=True)
class Chunk:
    """What one transaction deletes.

    Attributes
    ----------
    items
        Keys, and what else their deletion depends on.
    cursor
        Where the pass goes on after them; None: it is at its end.
    """

    items: Sequence[Item]
    cursor: dict[str, str] | None


def find(tables: Tables, sweep: Sweep, progress: Progress) -> list[Chunk]:
    """Read one page of what a task has to delete.

    Parameters
    ----------
    tables, sweep, progress
        Where, how, and from which place on.

    Returns
    -------
    list[Chunk]
        At least one; the last one may be empty, and tells where the next page begins.
    """
    read = _by_index if sweep.index is not None else _by_partition
    items, after = read(tables, sweep, progress)
    last = None if after is None else {name: str(value) for name, value in plain(after).items()}
    if not items:
        return [Chunk((), last)]
    at_once = _AT_ONCE if sweep.index is None else _AT_ONCE_BY_INDEX
    chunks = []
    for begin in range(0, len(items), at_once):
        part = items[begin : begin + at_once]
        is_last = begin + at_once >= len(items)
        chunks.append(Chunk(part, last if is_last else _cursor(sweep, part[-1])))
    return chunks


def deletions(tables: Tables, sweep: Sweep, progress: Progress, chunk: Chunk) -> list[Action]:
    """Delete a chunk's items, each on condition that it still is older, and write that with its count.

    Returns
    -------
    list[Action]
        One transaction. With a pass's last chunk a round ends, but for the last round: that ends once a whole
        pass has found nothing.
    """
    after, table = after_chunk(progress, chunk), tables.names.erasures_table
    deleted = [_deletion(tables, sweep, progress, item) for item in chunk.items]
    if is_over(progress, chunk):
        return [*deleted, *erasures.finish_task(table, after, progress)]
    return [*deleted, erasures.advance_task(table, after, progress)]


def is_over(progress: Progress, chunk: Chunk) -> bool:
    """Tell whether a task's round is over with a chunk."""
    if chunk.cursor is not None:
        return False
    return progress.round < len(ROUNDS) or not (chunk.items or progress.found)


def after_chunk(progress: Progress, chunk: Chunk) -> Progress:
    """Return how far a task is once a chunk is deleted; after a pass that met anything a new one begins."""
    return replace(
        progress,
        cursor=chunk.cursor,
        found=chunk.cursor is not None and (progress.found or len(chunk.items) > 0),
        deleted=progress.deleted + len(chunk.items),
        version=progress.version + 1,
    )


def _by_partition(tables: Tables, sweep: Sweep, progress: Progress) -> tuple[list[Item], Item | None]:
    old = _Condition()
    old.add_older(sweep, progress)
    also = _KEPT_OF_HEADS if sweep.keeps_level else ()
    key = f"{old.name(sweep.partition_key)} = {old.value(progress.task.partition)}"
    if sweep.prefix is not None:
        key += f" AND begins_with({old.name(sweep.sort_key)}, {old.value(sweep.prefix)})"
    query: dict[str, Any] = {
        "TableName": getattr(tables.names, sweep.table),
        "KeyConditionExpression": key,
        "FilterExpression": old.text,
        "ProjectionExpression": ", ".join(old.name(one) for one in (sweep.partition_key, sweep.sort_key, *also)),
        "ExpressionAttributeNames": old.names,
        "ExpressionAttributeValues": typed(old.values),
        "ConsistentRead": True,
    }
    if progress.cursor is not None:
        query["ExclusiveStartKey"] = typed(progress.cursor)
    answer = tables.client.query(**query)
    return answer["Items"], answer.get("LastEvaluatedKey")


def _by_index(tables: Tables, sweep: Sweep, progress: Progress) -> tuple[list[Item], Item | None]:
    """Read keys by the index, and of their items those that are older: the index does not tell."""
    table = getattr(tables.names, sweep.table)
    query: dict[str, Any] = {
        "TableName": table,
        "IndexName": sweep.index,
        "KeyConditionExpression": "#where = :partition",
        "FilterExpression": "begins_with(#space, :prefix)",
        "ExpressionAttributeNames": {"#where": sweep.index_key, "#space": sweep.partition_key},
        "ExpressionAttributeValues": typed({":partition": progress.task.partition, ":prefix": sweep.prefix}),
    }
    if progress.cursor is not None:
        query["ExclusiveStartKey"] = typed(progress.cursor)
    answer = tables.client.query(**query)
    old = []
    for begin in range(0, len(answer["Items"]), _KEYS_AT_ONCE):
        entries = {_key_of(sweep, entry): entry for entry in answer["Items"][begin : begin + _KEYS_AT_ONCE]}
        keys = [dict(zip((sweep.partition_key, sweep.sort_key), key, strict=True)) for key in entries]
        records = batch_get(tables.client, {table: keys}, tables.sleep)[table]
        old += [entries[_key_of(sweep, record)] for record in records if _is_older(sweep, progress, record)]
    order = str(sweep.index_sort_key)
    return sorted(old, key=lambda entry: str(entry[order]["S"])), answer.get("LastEvaluatedKey")


def _is_older(sweep: Sweep, progress: Progress, record: Item) -> bool:
    """Tell whether an item is still what the index and the task say, and older."""
    wanted = {sweep.index_key: progress.task.partition, str(sweep.where): progress.task.value}
    is_it = all(name in record and record[name]["S"] == value for name, value in wanted.items())
    return is_it and int(record["epoch"]["N"]) < progress.before


def _deletion(tables: Tables, sweep: Sweep, progress: Progress, item: Item) -> Action:
    condition = _Condition()
    condition.add(f"attribute_exists({condition.name(sweep.partition_key)})")
    condition.add_older(sweep, progress)
    key = {name: item[name] for name in (sweep.partition_key, sweep.sort_key)}
    table = getattr(tables.names, sweep.table)
    if not sweep.keeps_level:
        return {"Delete": {"TableName": table, "Key": key, **condition.parts()}}
    for name in ("generation", "taint"):
        condition.add(f"{condition.name(name)} = {condition.value(plain(item)[name])}")
    if int(item["taint"]["N"]) == Level.PUBLIC:
        return {"Delete": {"TableName": table, "Key": key, **condition.parts()}}
    # The model still knows what it has read: its level must not fall because its memory is gone.
    kept = key | {name: item[name] for name in _KEPT_OF_HEADS} | typed({"epoch": progress.before})
    return {"Put": {"TableName": table, "Item": kept, **condition.parts()}}


def _cursor(sweep: Sweep, item: Item) -> dict[str, str]:
    names = [sweep.partition_key, sweep.sort_key]
    if sweep.index is not None:
        names += [sweep.index_key, str(sweep.index_sort_key)]
    return {name: str(item[name]["S"]) for name in names}


def _key_of(sweep: Sweep, item: Item) -> tuple[str, str]:
    return str(item[sweep.partition_key]["S"]), str(item[sweep.sort_key]["S"])


class _Condition:
    """An expression, with the names and values that stand in it."""

    def __init__(self) -> None:
        self.text = ""
        self.names: dict[str, str] = {}
        self.values: dict[str, Any] = {}

    def name(self, attribute: str) -> str:
        self.names[f"#{attribute}"] = attribute
        return f"#{attribute}"

    def value(self, value: Any) -> str:
        placeholder = f":v{len(self.values)}"
        self.values[placeholder] = value
        return placeholder

    def add(self, text: str) -> None:
        self.text = f"{self.text} AND {text}" if self.text else text

    def add_older(self, sweep: Sweep, progress: Progress) -> None:
        """Add what is older than the erasure, and of what is erased."""
        if sweep.index is not None:
            self.add(f"{self.name(sweep.index_key)} = {self.value(progress.task.partition)}")
        if sweep.where is not None:
            self.add(f"{self.name(sweep.where)} = {self.value(progress.task.value)}")
        name = self.name("live_from" if sweep.age is Age.LIVE_FROM else "epoch")
        older = f"{name} < {self.value(progress.before)}"
        if sweep.age is Age.EPOCH_OR_MOMENT:
            at = self.name("at")
            earlier = f"attribute_not_exists({at}) OR {at} < {self.value(progress.asked_at)}"
            self.add(f"({older} OR (attribute_not_exists({name}) AND ({earlier})))")
        else:
            self.add(f"({older} OR attribute_not_exists({name}))")

    def parts(self) -> dict[str, Any]:
        """Return the parameters of a write on this condition."""
        return {
            "ConditionExpression": self.text,
            "ExpressionAttributeNames": self.names,
            "ExpressionAttributeValues": typed(self.values),
        }
