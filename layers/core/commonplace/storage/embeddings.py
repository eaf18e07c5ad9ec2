"""What makes vectors up to date: they are added to records, and a marker lets a whole space be gone through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..domain.clock import SECOND
from ..domain.memory import Embedding, Memory, State
from ..domain.spaces import Space
from .actions import Delete, Put, Update
from .conditions import absent, at_most, either, equals, exists, same
from .items import plain, typed
from .memories import TTL_ATTRIBUTE, key_of, memory_of
from .pages import get_item, query

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

MARKER = "embedding/"  # before the model's id; no record's id has a slash
_MARKER_SECONDS = 60 * 60  # after the last page: one that was left behind does not block for long


@dataclass(frozen=True, slots=True)
class SpacePage:
    """Some records of a space, of whatever level and state.

    Attributes
    ----------
    memories
        As stored.
    last
        Id up to which was read; None: this was the last page.
    """

    memories: tuple[Memory, ...]
    last: str | None


def add_embedding(table: str, memory: Memory, embedding: Embedding) -> Update:
    """Add a record's vector, if nobody has written the record since it was read.

    Its version and time stay: nothing of what it says is new.
    """
    as_read = {"version": memory.version, "updated_at": memory.updated_at, "state": State.ACTIVE.value}
    update = Update(table, key_of(memory.space, memory.memory_id))
    return update.set(embedding=embedding.vector, embedding_model=embedding.model_id).when(same(as_read))


def marker_id(model_id: str) -> str:
    """Return the id of a space's marker for a model."""
    return f"{MARKER}{model_id}"


def mark(table: str, space: Space, model_id: str, now: int) -> Put:
    """Ask, now (microseconds), for all vectors of a space by a model, if that is not asked for already."""
    marker = {
        **key_of(space, marker_id(model_id)),
        "epoch": 0,  # any erasure of the space takes it along
        TTL_ATTRIBUTE: now // SECOND + _MARKER_SECONDS,
    }
    return Put(table, marker).when(either(absent("memory_id"), at_most(TTL_ATTRIBUTE, now // SECOND)))


def go_on(table: str, space: Space, model_id: str, seen: str | None, last: str, now: int) -> Update:
    """Write into a marker how far its space was gone through, if it still is where it was seen.

    Parameters
    ----------
    table, space, model_id
        Which marker.
    seen, last
        Behind which id the page began (None: at the space's first record), and up to which it went.
    now
        Microseconds since 1970.
    """
    update = Update(table, key_of(space, marker_id(model_id)))
    as_seen = absent("after_id") if seen is None else equals("after_id", seen)
    new = {"after_id": last, TTL_ATTRIBUTE: now // SECOND + _MARKER_SECONDS}
    return update.set(new).when(exists("memory_id"), as_seen)


def unmark(table: str, space: Space, model_id: str) -> Delete:
    """Take a marker away, if it is there."""
    return Delete(table, key_of(space, marker_id(model_id)))


def marker(client: DynamoDBClient, table: str, space: Space, model_id: str) -> dict[str, Any] | None:
    """Read a marker: ``after_id`` says how far its space was gone through; None: there is none."""
    item = get_item(client, table, key_of(space, marker_id(model_id)))
    return None if item is None else plain(item)


def page(client: DynamoDBClient, table: str, space: Space, after: str | None, limit: int) -> SpacePage:
    """Read some records of a space, in the order of their ids.

    Parameters
    ----------
    client, table, space
        Where.
    after
        Id behind which to begin; None: at the first.
    limit
        Most items to read; what is no record is left out.
    """
    start = None if after is None else typed(key_of(space, after))
    answer = client.query(**query(table, equals("space", space.key), limit=limit, after=start))
    last = answer.get("LastEvaluatedKey")
    return SpacePage(
        memories=tuple(memory_of(space, item) for item in answer["Items"] if "text" in item),
        last=None if last is None else str(last["memory_id"]["S"]),
    )
