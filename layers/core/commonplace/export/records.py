"""An item of a table as records of the export; nothing where it does not count or may not be shown."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from operator import attrgetter
from typing import Any

from ..domain import ids
from ..domain.clock import SECOND, iso
from ..domain.declaring import declared
from ..domain.erasures import Receipt
from ..domain.heads import SessionHead
from ..domain.levels import Level
from ..domain.memory import Kind, Memory, State, is_erased, is_expired
from ..domain.spaces import DEFAULT_STORE, space_of
from ..domain.speakers import TURN, speaker_name
from ..operations.contract import Arguments, level_name
from ..operations.runtime import Runtime
from ..storage import connector_tools, connectors, tool_results
from ..storage.chunks import chunks
from ..storage.erasures import receipt_of
from ..storage.heads import STORE, account_head, store_head
from ..storage.items import Item, plain
from ..storage.memories import memory_of
from ..storage.teams import SIGN_IN
from ..storage.usage import dialect_and_store
from .format import (
    AccountRecord,
    AuditRecord,
    ConnectorRecord,
    ConnectorToolsRecord,
    ErasureRecord,
    EventRecord,
    IdempotencyRecord,
    KeyRecord,
    MembershipRecord,
    MemoryRecord,
    NoteRecord,
    RegisteredSpeaker,
    SessionRecord,
    SignInTeamRecord,
    StoreRecord,
    ToolResultRecord,
    UsageRecord,
)
from .holdings import Holdings, View
from .parts import Order, Part

PIECE = 100_000  # characters of a large result in one record
_QUESTIONS = 100  # places that are tried; a checkpoint has fewer


# By the annotation of a memory's field: how it is written in an export, where not as it is.
_WRITTEN: Mapping[str, Callable[[Any], Any]] = {
    "Kind": attrgetter("value"),
    "State": attrgetter("value"),
    "Level": level_name,
    "tuple[str, ...]": list,
    "Micros": iso,
    "Seconds": lambda seconds: iso(seconds * SECOND),
}
_EXPORTED = tuple(
    (field.name, exported, _WRITTEN.get(str(field.type).removesuffix(" | None")))
    for field in fields(Memory)
    if (exported := declared(field).exported) is not None
)


def memory_in(holdings: Holdings, view: View, part: Part, item: Item) -> Memory | None:
    """Return an item's memory, if it counts and is one that the view shows.

    Parameters
    ----------
    holdings, view, part
        Whose, what may be shown, and where the item stands.
    item
        As read.
    """
    if "text" not in item or item["account_id"]["S"] != holdings.account_id:
        return None  # a gate or a marker; another member's
    memory = memory_of(space_of(item["space"]["S"]), item)
    gone = is_expired(memory.expires_at, holdings.now) or is_erased(memory, holdings.epochs(part))
    if gone or memory.level > view.level:
        return None
    if memory.state in (State.QUARANTINED, State.FORGOTTEN) and not view.hidden:
        return None
    return memory


def memory_record(holdings: Holdings, part: Part, memory: Memory) -> MemoryRecord:
    """Write a memory as a record."""
    session = holdings.sessions.get(part.session or "", SessionHead())
    is_exchange = memory.speaker_id == TURN
    own = {
        exported: value if write is None else write(value)
        for name, exported, write in _EXPORTED
        if (value := getattr(memory, name)) is not None
    }
    placed = {
        "scope": memory.space.scope.value,
        "store": _store_id(holdings, part.store),
        "session": part.session,
        "ended": holdings.is_ended(part),
        "team": memory.space.key.split("/")[1] if part.order is Order.TEAM_MEMORIES else None,
        "speaker": None if is_exchange else speaker_name(memory.speaker_id, holdings.speakers(part)),
        "exchange_split": (memory.turn_split or 0) if is_exchange else None,
        "place": _place(memory),
        "current": not holdings.is_ended(part) and is_current(memory, session),
    }
    return MemoryRecord(**(own | placed))


def other_records(runtime: Runtime, holdings: Holdings, view: View, part: Part, item: Item) -> Iterator[Arguments]:
    """Write what is no memory as records.

    Parameters
    ----------
    runtime
        Tables: a large result's pieces are read here.
    holdings, view, part, item
        As for :func:`memory_in`.
    """
    if part.order is Order.TOOL_RESULTS:
        if holdings.session_level(part) <= view.level:
            yield from _tool_result(runtime, holdings, part, plain(item))
        return
    record = _WRITERS[part.order](holdings, part, item)
    if record is not None and _level_of(part, record) <= view.level:
        yield record


def _level_of(part: Part, record: Arguments) -> Level:
    """Return how secret a record is: as it says, unless its level is a setting and not its own."""
    if part.order in (Order.KEYS, Order.CONNECTORS):
        return Level.PUBLIC
    return Level[getattr(record, "level", Level.PUBLIC.name)]


def _account(holdings: Holdings, _: Part, item: Item) -> Arguments:
    head = account_head(item)
    return AccountRecord(id=holdings.account_id, created_at=iso(head.created_at), stores=head.stores)


def _store(holdings: Holdings, _: Part, item: Item) -> Arguments | None:
    values = plain(item)
    store = str(values["part"]).removeprefix(STORE)
    head = store_head(item).since(holdings.account)
    if store != DEFAULT_STORE and head.store_id is None:
        return None
    speakers = [
        RegisteredSpeaker(name=name, registered_at=iso(head.registered_at.get(registration, 0)))
        for registration, name in head.speakers.items()
    ]
    created_at = iso(head.created_at) if head.created_at else None
    return StoreRecord(store=head.store_id or store, created_at=created_at, speakers=speakers)


def _key(_: Holdings, __: Part, item: Item) -> Arguments:
    values = plain(item)
    return KeyRecord(
        id=values["key_id"],
        name=values.get("name"),
        scopes=sorted(values["scopes"]),
        level=values["level"],
        team=values.get("team_id"),
        created_at=iso(int(values["created_at"])),
        revoked_at=_moment(values.get("revoked_at")),
    )


def _membership(_: Holdings, __: Part, item: Item) -> Arguments:
    values = plain(item)
    return MembershipRecord(
        team=str(values["part"]).removeprefix("team/"),
        name=values.get("name"),
        may_read=values.get("may_read_memory"),
        may_write=values.get("may_write_memory"),
        may_manage=values.get("may_manage"),
        joined_at=_moment(values.get("joined_at")),
        left=values.get("left", False),
    )


def _sign_in_team(_: Holdings, __: Part, item: Item) -> Arguments | None:
    values = plain(item)
    return SignInTeamRecord(team=values["team_id"]) if values["part"] == SIGN_IN else None  # else: of a browser


def _connector(_: Holdings, __: Part, item: Item) -> Arguments:
    one = connectors.connector_of(item)
    return ConnectorRecord(
        name=one.name,
        url=one.url,
        level=level_name(one.level),
        enabled=one.enabled,
        headers=dict(one.headers),
        created_at=iso(one.created_at),
        updated_at=iso(one.updated_at),
    )


def _connector_tools(_: Holdings, __: Part, item: Item) -> Arguments:
    known = connector_tools.known_tools(item)
    names = [str(tool.get("name", "")) for tool in known.tools]
    return ConnectorToolsRecord(name=known.name, tools=names, checked_at=iso(known.checked_at))


def _session_head(holdings: Holdings, _: Part, item: Item) -> Arguments | None:
    values = plain(item)
    expires_at = int(values["expires_at"])
    if is_expired(expires_at, holdings.now):
        return None
    counts = int(values.get("epoch", 0)) >= holdings.account.live_from
    level = Level(int(values["taint"]))
    if not counts and level is Level.PUBLIC:
        return None  # of a tainted one the level stays, and nothing else
    return SessionRecord(
        session=values["session_id"],
        level=level_name(level),
        resets=int(values["generation"]),
        connector_calls=_jsonable(values["calls"]) if counts and "calls" in values else None,
        expires_at=iso(expires_at * SECOND),
    )


def _event(holdings: Holdings, part: Part, item: Item) -> Arguments | None:
    values = plain(item)
    if not holdings.counts(values):
        return None
    return EventRecord(
        id=values["entry_id"],
        event=values["event"],
        at=iso(int(values["at"])),
        level=level_name(Level(int(values["level"]))),
        session=part.session,
        team=part.team,
        memory_id=values.get("memory_id"),
        scope=values.get("scope"),
        connector=values.get("connector"),
        by=values.get("by"),
    )


def _audit(holdings: Holdings, _: Part, item: Item) -> Arguments | None:
    values = plain(item)
    if not holdings.counts(values):
        return None
    return AuditRecord(
        id=values["entry_id"],
        action=values["action"],
        at=iso(int(values["at"])),
        key=values["key_id"],
        session=values["session_id"],
        level=values["level"],
        memory_key_hash=values.get("memory_key_hash"),
        about=values.get("about"),
    )


def _note(holdings: Holdings, _: Part, item: Item) -> Arguments | None:
    values = plain(item)
    if not holdings.counts(values):
        return None
    return NoteRecord(
        id=values["entry_id"],
        reason=values["reason"],
        tokens=int(values["tokens"]),
        session=values["session_id"],
        at=iso(int(values["at"])),
    )


def _usage(holdings: Holdings, _: Part, item: Item) -> Arguments | None:
    values = plain(item)
    if not holdings.counts(values):
        return None
    day, rest = str(values["entry_id"]).split("/", 1)
    key, last = rest.rsplit("/", 1)
    dialect, store = dialect_and_store(last)
    reads, writes = int(values.get("reads", 0)), int(values.get("writes", 0))
    return UsageRecord(day=day, key=key, dialect=dialect, store=store, reads=reads, writes=writes)


def _attempt(holdings: Holdings, _: Part, item: Item) -> Arguments | None:
    values = plain(item)
    store = str(values["space"]).rpartition("/")[2]  # canonical ids need no encoding
    head = holdings.stores.get(store)
    emptied = head is not None and int(values["epoch"]) < head.live_from
    if emptied or not holdings.counts(values):
        return None
    return IdempotencyRecord(
        key=values["entry_id"],
        level=level_name(Level(int(values["level"]))),
        store=_store_id(holdings, store) or store,
        answer=values["answer"],
        expires_at=iso(int(values["expires_at"]) * SECOND),
    )


def _erasure(_: Holdings, __: Part, item: Item) -> Arguments:
    receipt: Receipt = receipt_of(item)
    return ErasureRecord(
        id=receipt.erasure_id,
        what=receipt.what,
        asked_at=iso(receipt.asked_at),
        completed_at=_moment(receipt.completed_at),
        deleted=dict(receipt.deleted),
    )


def _tool_result(
    runtime: Runtime, holdings: Holdings, part: Part, values: Mapping[str, Any]
) -> Iterator[Arguments]:
    cache_key, _, name = str(values["result_part"]).rpartition("/")
    if name != "head" or not holdings.counts(values) or part.space is None:
        return
    about: dict[str, Any] = {
        "session": part.session,
        "cache_key": cache_key,
        "size": int(values["size"]),
        "first_at": iso(int(values["first_at"])),
        "expires_at": iso(int(values["expires_at"]) * SECOND),
    }
    tables, parts, packed = runtime.tables, int(values.get("parts", 0)), None
    if parts and not is_expired(int(values.get("kept_until", 0)), holdings.now):
        table = tables.names.tool_results_table
        packed = tool_results.payload_of(tables.client, table, part.space, cache_key, parts, tables.sleep)
    if packed is None:
        yield ToolResultRecord(**about)
        return
    text = zlib.decompress(packed).decode("utf-8", "surrogatepass")
    pieces = list(chunks(text, PIECE))
    for number, piece in enumerate(pieces):
        yield ToolResultRecord(**about, piece=number, pieces=len(pieces), text=piece)


_WRITERS: Mapping[Order, Callable[[Holdings, Part, Item], Arguments | None]] = {
    Order.ACCOUNT: _account,
    Order.STORES: _store,
    Order.KEYS: _key,
    Order.MEMBERSHIPS: _membership,
    Order.SIGN_IN_TEAM: _sign_in_team,
    Order.CONNECTORS: _connector,
    Order.CONNECTOR_TOOLS: _connector_tools,
    Order.SESSIONS: _session_head,
    Order.EVENTS: _event,
    Order.SESSION_EVENTS: _event,
    Order.TEAM_EVENTS: _event,
    Order.AUDIT: _audit,
    Order.NOTES: _note,
    Order.USAGE: _usage,
    Order.ATTEMPTS: _attempt,
    Order.ERASURES: _erasure,
}


def is_current(memory: Memory, session: SessionHead) -> bool:
    """Tell whether a goal, plan or question is the latest of its session, by the session's head."""
    if memory.kind is Kind.GOAL:
        return memory.memory_id == session.goal_id
    if memory.kind in (Kind.PLAN, Kind.QUESTION):
        latest = session.checkpoint
        return latest is not None and memory.checkpoint == latest.checkpoint_id
    return False


def _place(memory: Memory) -> int | None:
    if memory.kind is not Kind.QUESTION:
        return None
    places = range(_QUESTIONS)
    wanted = memory.memory_id
    return next((n for n in places if ids.derived_id(memory.space, ids.question(n), memory.level) == wanted), None)


def _store_id(holdings: Holdings, store: str | None) -> str | None:
    """Return a store's id as it was made."""
    head = holdings.stores.get(store or "")
    return store if head is None or head.store_id is None else head.store_id


def _moment(value: Any) -> str | None:
    return None if value is None else iso(int(value))


def _jsonable(value: Any) -> Any:
    """Turn DynamoDB's decimals into numbers."""
    if isinstance(value, Mapping):
        return {name: _jsonable(one) for name, one in value.items()}
    if isinstance(value, list | tuple | set):
        return [_jsonable(one) for one in value]
    if isinstance(value, str | bool) or value is None:
        return value
    return int(value) if value == int(value) else float(value)
