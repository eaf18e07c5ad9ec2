"""The by_speaker index: one person's words, exchanges, and light rows for counting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..domain.levels import Level
from ..domain.memory import Kind
from ..domain.sort_keys import level_prefix, speaker_key
from ..domain.spaces import Space
from .conditions import begins_with, between, both, equals
from .items import Item
from .memories import TTL_ATTRIBUTE, Page, below_key, page_of
from .pages import items, query

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

_LIGHT = (
    "memory_id",
    "account_id",
    "epoch",
    "kind",
    "key",
    "speaker_id",
    "chunks",
    "revision",
    "updated_at",
    TTL_ATTRIBUTE,
)


@dataclass(frozen=True, slots=True)
class LightRow:
    """What counting needs of an active record, without its text.

    Attributes
    ----------
    space, level, memory_id, account_id, epoch, kind, key, speaker_id, chunks, revision, updated_at,
    expires_at
        As in :class:`commonplace.domain.memory.Memory`.
    """

    space: Space
    level: Level
    memory_id: str
    account_id: str
    epoch: int
    kind: Kind
    key: str | None
    speaker_id: str | None
    chunks: int | None
    revision: int
    updated_at: int
    expires_at: int | None


def page(
    client: DynamoDBClient,
    table: str,
    space: Space,
    level: Level,
    speaker_id: str,
    limit: int,
    *,
    after: Item | None = None,
    before: tuple[int, str] | None = None,
) -> Page:
    """Read one page of what one speaker said at a level, newest first.

    Parameters
    ----------
    client, table, space, level
        Where.
    speaker_id
        Registration, ``me``, or the one of exchanges.
    limit
        Most records to read.
    after
        The page before said so.
    before
        Only what was last written before this moment (microseconds) and id.
    """
    prefix = f"{level_prefix(level)}{speaker_id}#"
    wanted = begins_with("speaker_key", prefix)
    if before is not None:
        wanted = between("speaker_key", prefix, below_key(speaker_key(level, speaker_id, *before)))
    key = both(equals("space", space.key), wanted)
    request = query(table, key, index="by_speaker", limit=limit, after=after, newest_first=True)
    return page_of(space, client.query(**request), "speaker_key")


def light_rows(
    client: DynamoDBClient, table: str, space: Space, level: Level, speaker_prefix: str | None = None
) -> Iterator[LightRow]:
    """Read all active records of a level without their texts, the last written first.

    Parameters
    ----------
    client, table, space, level
        Where.
    speaker_prefix
        How the registrations wanted begin; then the order is that of the registrations. None: whoever said it.
    """
    index, attribute = ("by_time", "time_key") if speaker_prefix is None else ("by_speaker", "speaker_key")
    wanted = begins_with(attribute, f"{level_prefix(level)}{speaker_prefix or ''}")
    key = both(equals("space", space.key), wanted)
    request = query(table, key, index=index, only=_LIGHT, newest_first=True)
    return (_light_row(space, level, item) for item in items(client, request))


def _light_row(space: Space, level: Level, item: Any) -> LightRow:
    # By hand, since a large store has very many.
    return LightRow(
        space,
        level,
        item["memory_id"]["S"],
        item["account_id"]["S"],
        int(item["epoch"]["N"]),
        Kind(item["kind"]["S"]),
        item["key"]["S"] if "key" in item else None,
        item["speaker_id"]["S"] if "speaker_id" in item else None,
        int(item["chunks"]["N"]) if "chunks" in item else None,
        int(item["revision"]["N"]) if "revision" in item else 0,
        int(item["updated_at"]["N"]),
        int(item[TTL_ATTRIBUTE]["N"]) if TTL_ATTRIBUTE in item else None,
    )
