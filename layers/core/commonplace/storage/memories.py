"""The memories table."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack

from ..domain.levels import Level
from ..domain.memory import Embedding, Memory, State
from ..domain.sort_keys import level_prefix, rank_prefix, time_key, without_level
from ..domain.spaces import Space
from .actions import Action, Delete, Put, Update
from .conditions import Condition, above, absent, begins_with, between, both, either, equals, one_of
from .fields import StoredFields
from .items import Item, typed
from .pages import items, query

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

TTL_ATTRIBUTE = "expires_at"  # of every table; the template test compares

Order = Literal["by_rank", "by_time"]
_SORT_KEYS: dict[Order, str] = {"by_rank": "rank_key", "by_time": "time_key"}
AGENTS_INDEX_KEYS = ("rank_key", "time_key", "speaker_key")  # of the indexes that agents' reads use
HIGHEST = "~"  # in a sort key: above every letter and digit

FIELDS = StoredFields(Memory, given=("space",), parts={"embedding": StoredFields(Embedding)})


@dataclass(frozen=True, slots=True)
class Page:
    """Some records of one level of one space, in the index's order.

    Attributes
    ----------
    memories
        As stored; whether they are alive is for the reader to judge.
    after
        Where the next page begins; None: this was the last.
    places
        Sorts the records of pages of one index, beside ``memories``. As stored, and so always in the page's order,
        whatever rank the record would get today.
    """

    memories: tuple[Memory, ...]
    after: Item | None
    places: tuple[str, ...]


class Within(TypedDict, total=False):
    """What of a level is read.

    Attributes
    ----------
    after
        From here on; the page before said so.
    before
        By time: only what was last written before this moment (microseconds) and id.
    since
        By time: only what was last written at this moment or later.
    rank
        By rank: only what has exactly this rank.
    oldest_first
        Turns the order around.
    """

    after: Item | None
    before: tuple[int, str] | None
    since: int | None
    rank: float | None
    oldest_first: bool


def page(
    client: DynamoDBClient,
    table: str,
    order: Order,
    space: Space,
    level: Level,
    limit: int | None,
    **within: Unpack[Within],
) -> Page:
    """Read one page of a level, most important or newest first.

    Parameters
    ----------
    client, table, space, level
        Where.
    order
        ``by_rank``: most important first, then the last written first; ``by_time``: the last written first.
    limit
        Most records to read; None: as many as one answer holds (1 MB).
    within
        What of the level.
    """
    before, since, rank = within.get("before"), within.get("since"), within.get("rank")
    attribute, prefix = _SORT_KEYS[order], level_prefix(level)
    if before is not None:
        wanted = between(attribute, prefix, below_key(time_key(level, *before)))
    elif since is not None:
        wanted = _since(level, since)
    else:
        begin = prefix if rank is None else rank_prefix(level, rank)
        wanted = begins_with(attribute, begin)
    request = query(
        table,
        both(equals("space", space.key), wanted),
        index=order,
        limit=limit,
        after=within.get("after"),
        newest_first=not within.get("oldest_first", False),
    )
    return page_of(space, client.query(**request), attribute)


def page_of(space: Space, answer: Mapping[str, Any], attribute: str) -> Page:
    """Read a query's answer as records; the attribute is the index's sort key."""
    records = tuple(memory_of(space, item) for item in answer["Items"])
    places = tuple(without_level(item[attribute]["S"]) for item in answer["Items"])
    return Page(records, answer.get("LastEvaluatedKey"), places)


def versions(
    client: DynamoDBClient, table: str, space: Space, level: Level, since: int
) -> Iterator[tuple[str, int, int]]:
    """Read id, version and last write of what was last written at a moment or later, and nothing of what it says.

    Parameters
    ----------
    client, table, space, level
        Where.
    since
        Microseconds since 1970.
    """
    request = query(
        table,
        both(equals("space", space.key), _since(level, since)),
        index="by_time",
        only=("memory_id", "version", "updated_at"),
    )
    for item in items(client, request):
        yield str(item["memory_id"]["S"]), int(item["version"]["N"]), int(item["updated_at"]["N"])


def _since(level: Level, moment: int) -> Condition:
    prefix = level_prefix(level)
    return between("time_key", f"{prefix}{moment:016d}", f"{prefix}{HIGHEST}")


def below_key(key: str) -> str:
    """Write the greatest sort key below one: ids end in a digit or a letter, which has one below."""
    return key[:-1] + chr(ord(key[-1]) - 1) + HIGHEST


def key_of(space: Space, memory_id: str) -> dict[str, str]:
    """Return the key of a record."""
    return {"space": space.key, "memory_id": memory_id}


def unchanged(seen: Memory) -> Condition:
    """Hold where nobody has written a record since it was read."""
    return both(equals("version", seen.version), equals("epoch", seen.epoch))


def put(table: str, memory: Memory) -> Put:
    """Write a record whose id nothing else has, or that replaces whatever is in its slot."""
    return Put(table, _values(memory))


def delete(table: str, space: Space, memory_id: str) -> Delete:
    """Delete a record, if it is there."""
    return Delete(table, key_of(space, memory_id))


def delete_own(table: str, memory: Memory) -> Action:
    """Delete a record, unless another account has written its own in its place since it was read."""
    own = either(absent("memory_id"), equals("account_id", memory.account_id))
    return delete(table, memory.space, memory.memory_id).when(own)


def delete_seen(table: str, memory: Memory) -> Action:
    """Delete a record for good, if nobody has written it since it was read."""
    return delete(table, memory.space, memory.memory_id).when(unchanged(memory))


def replace(table: str, memory: Memory, now_seconds: int) -> Update:
    """Write a record over an earlier one of its slot, in one update: the last writer wins.

    What the record's fields declare as kept is kept. The condition holds where there is none, or a live one of the
    same author that the owner has not pinned, since the pin counts in the rank; else the caller must look
    (:func:`overwrite`).
    """
    # What is quarantined gives nothing back that an earlier forgetting hid.
    kept = _KEPT | {"forgotten_at"} if memory.state is State.QUARANTINED else _KEPT
    values = _values(memory)
    new = {name: value for name, value in values.items() if name not in _KEPT}
    cleared = [name for name in _ALL if name not in values and name not in kept]
    live_and_own = both(
        equals("account_id", memory.account_id),
        equals("epoch", memory.epoch),
        one_of("state", State.ACTIVE.value, State.QUARANTINED.value),
        either(absent(TTL_ATTRIBUTE), above(TTL_ATTRIBUTE, now_seconds)),
        absent("pinned_by_owner"),
    )
    return (
        Update(table, key_of(memory.space, memory.memory_id))
        .set(new)
        .set_first(created_at=memory.created_at)
        .add(version=1)
        .remove(*cleared)
        .when(either(absent("memory_id"), live_and_own))
    )


def overwrite(table: str, memory: Memory, seen: Memory | None) -> Action:
    """Write a record as it is, on condition that what was there when last looked at still is."""
    return put(table, memory).when(absent("memory_id") if seen is None else unchanged(seen))


def hide(table: str, space: Space, memory_id: str, state: State, **changed: Any) -> Update:
    """Take an active record out of every index that agents' reads use."""
    hidden = Update(table, key_of(space, memory_id)).set(state=state.value, **changed).add(version=1)
    return hidden.remove(*AGENTS_INDEX_KEYS).when(equals("state", State.ACTIVE.value))


def forget(table: str, memory: Memory, now: int) -> Action:
    """Hide a record as forgotten at a moment (microseconds), if nobody has written it since it was read."""
    hidden = hide(table, memory.space, memory.memory_id, State.FORGOTTEN, forgotten_at=now)
    return hidden.when(unchanged(memory))


def put_away(table: str, memory: Memory) -> Action:
    """Mark a quarantined record as forgotten, if nobody has written it since it was read.

    It gets no time of forgetting: nobody was handed it, so this hides no other version of its key.
    """
    update = Update(table, key_of(memory.space, memory.memory_id)).set(state=State.FORGOTTEN.value)
    return update.add(version=1).when(unchanged(memory))


def supersede(table: str, memory: Memory, successor: str) -> Action:
    """Hide a record and let it name what is current now, if nobody has written it since it was read."""
    hidden = hide(table, memory.space, memory.memory_id, State.SUPERSEDED, superseded_by=successor)
    return hidden.when(unchanged(memory))


def pin(table: str, memory: Memory, *, pinned: bool) -> Action:
    """Pin a record, or take its pin away, if nobody has written it since it was read.

    Its last write stays; its place in recall's order does not.
    """
    update = Update(table, key_of(memory.space, memory.memory_id)).add(version=1).when(unchanged(memory))
    places = dataclasses.replace(memory, pinned_by_owner=pinned).index_keys()
    if "rank_key" in places:
        update = update.set(rank_key=places["rank_key"])
    return update.set(pinned_by_owner=True) if pinned else update.remove("pinned_by_owner")


def item_of(memory: Memory) -> Item:
    """Write a record as DynamoDB's item."""
    return typed(_values(memory))


def memory_of(space: Space, item: Mapping[str, Any]) -> Memory:
    """Read DynamoDB's item as a record."""
    return FIELDS.read(item, space=space)


def _values(memory: Memory) -> dict[str, Any]:
    return {"space": memory.space.key, **FIELDS.values(memory), **memory.index_keys()}


_KEPT = FIELDS.kept | {"space", "memory_id"}
_ALL = (*FIELDS.attributes, *AGENTS_INDEX_KEYS, "owner_key")
