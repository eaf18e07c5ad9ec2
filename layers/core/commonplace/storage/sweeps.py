"""Sweeping one partition of one table: finding what is older than an erasure, and deleting it with its count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..domain.erasures import Age, Progress, Sweep
from ..domain.levels import Level
from ..domain.times import ERASURE_ROUNDS
from .actions import Action, Delete, Put
from .batch_get import batch_get
from .chunks import chunks
from .conditions import Condition, absent, begins_with, below, both, either, equals, exists
from .erasures import ledger_of
from .items import Item, plain, typed
from .memories import TTL_ATTRIBUTE
from .pages import query

if TYPE_CHECKING:
    from .store import Tables

# A transaction holds at most 100 actions, of which two end the task, and 4 MB. What one page of a table holds is
# at most 1 MB. What an index of keys leads to may be any memories: 20,000 characters of four bytes each, and what
# is around them.
_AT_ONCE = 98
_AT_ONCE_BY_INDEX = 45
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
        At least one; the last one may be empty, and says where the next page begins.
    """
    read = _by_index if sweep.index is not None else _by_partition
    items, after = read(tables, sweep, progress)
    last = None if after is None else {name: str(value) for name, value in plain(after).items()}
    if not items:
        return [Chunk((), last)]
    *parts, end = chunks(items, _AT_ONCE if sweep.index is None else _AT_ONCE_BY_INDEX)
    return [*(Chunk(part, _cursor(sweep, part[-1])) for part in parts), Chunk(end, last)]


def deletions(tables: Tables, sweep: Sweep, progress: Progress, chunk: Chunk) -> list[Action]:
    """Delete a chunk's items, each on condition that it still is older, and write that with its count.

    Returns
    -------
    list[Action]
        One transaction. With a pass's last chunk a round ends, but for the last round: that ends once a whole
        pass has found nothing.
    """
    after, ledger = after_chunk(progress, chunk), ledger_of(tables)
    deleted = [_deletion(tables, sweep, progress, item) for item in chunk.items]
    if is_over(progress, chunk):
        return [*deleted, *ledger.finish_task(after, progress)]
    return [*deleted, ledger.advance_task(after, progress)]


def is_over(progress: Progress, chunk: Chunk) -> bool:
    """Check whether a task's round is over with a chunk."""
    if chunk.cursor is not None:
        return False
    return progress.round < len(ERASURE_ROUNDS) or not (chunk.items or progress.found)


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
    key: Condition = equals(sweep.partition_key, progress.task.partition)
    if sweep.prefix is not None:
        key = both(key, begins_with(sweep.sort_key, sweep.prefix))
    request = query(
        getattr(tables.names, sweep.table),
        key,
        where=_older(sweep, progress),
        only=(sweep.partition_key, sweep.sort_key, *(_KEPT_OF_HEADS if sweep.keeps_level else ())),
        after=None if progress.cursor is None else typed(progress.cursor),
    )
    answer = tables.client.query(**request)
    return answer["Items"], answer.get("LastEvaluatedKey")


def _by_index(tables: Tables, sweep: Sweep, progress: Progress) -> tuple[list[Item], Item | None]:
    """Read keys by the index, and of their items those that are older: the index does not say."""
    table = getattr(tables.names, sweep.table)
    request = query(
        table,
        equals(sweep.index_key, progress.task.partition),
        index=sweep.index,
        where=begins_with(sweep.partition_key, str(sweep.prefix)),
        after=None if progress.cursor is None else typed(progress.cursor),
        consistent=False,
    )
    answer = tables.client.query(**request)
    entries = {_key_of(sweep, entry): entry for entry in answer["Items"]}
    keys = [dict(zip((sweep.partition_key, sweep.sort_key), key, strict=True)) for key in entries]
    records = batch_get(tables.client, {table: keys}, tables.sleep)[table]
    old = [entries[_key_of(sweep, record)] for record in records if _is_older(sweep, progress, record)]
    order = str(sweep.index_sort_key)
    return sorted(old, key=lambda entry: str(entry[order]["S"])), answer.get("LastEvaluatedKey")


def _is_older(sweep: Sweep, progress: Progress, record: Item) -> bool:
    """Check whether an item is still what the index and the task say, and older."""
    wanted = {sweep.index_key: progress.task.partition, str(sweep.where): progress.task.value}
    is_it = all(name in record and record[name]["S"] == value for name, value in wanted.items())
    return is_it and int(record["epoch"]["N"]) < progress.before


def _deletion(tables: Tables, sweep: Sweep, progress: Progress, item: Item) -> Action:
    condition = both(exists(sweep.partition_key), _older(sweep, progress))
    key = {name: item[name]["S"] for name in (sweep.partition_key, sweep.sort_key)}
    table = getattr(tables.names, sweep.table)
    if not sweep.keeps_level:
        return Delete(table, key).when(condition)
    kept = {name: plain(item)[name] for name in _KEPT_OF_HEADS}
    as_seen = both(condition, equals("generation", kept["generation"]), equals("taint", kept["taint"]))
    if kept["taint"] == Level.PUBLIC:
        return Delete(table, key).when(as_seen)
    # The model still knows what it has read: its level must not fall because its memory is gone.
    return Put(table, {**key, **kept, "epoch": progress.before}).when(as_seen)


def _cursor(sweep: Sweep, item: Item) -> dict[str, str]:
    names = [sweep.partition_key, sweep.sort_key]
    if sweep.index is not None:
        names += [sweep.index_key, str(sweep.index_sort_key)]
    return {name: str(item[name]["S"]) for name in names}


def _key_of(sweep: Sweep, item: Item) -> tuple[str, str]:
    return str(item[sweep.partition_key]["S"]), str(item[sweep.sort_key]["S"])


def _older(sweep: Sweep, progress: Progress) -> Condition:
    """Hold for what is older than the erasure, and of what is erased."""
    name = "live_from" if sweep.age is Age.LIVE_FROM else "epoch"
    unknown = absent(name)
    if sweep.age is Age.EPOCH_OR_MOMENT:
        unknown = both(unknown, either(absent("at"), below("at", progress.asked_at)))
    conditions = [either(below(name, progress.before), unknown)]
    if sweep.where is not None:
        conditions.insert(0, equals(sweep.where, progress.task.value))
    if sweep.index is not None:
        conditions.insert(0, equals(sweep.index_key, progress.task.partition))
    return both(*conditions)
