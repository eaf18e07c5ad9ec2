"""Items of the tables as records of the export. What is expired, erased or not shown gives no record."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, fields
from operator import attrgetter
from typing import Any, Literal

from ..domain import ids
from ..domain.clock import SECOND, iso
from ..domain.declaring import declared
from ..domain.heads import SessionHead
from ..domain.imperatives import Imperatives
from ..domain.levels import Level
from ..domain.lifetime import is_erased, is_expired
from ..domain.memory import Kind, Memory, State
from ..domain.spaces import DEFAULT_STORE, space_of
from ..domain.speakers import TURN, speaker_name
from ..operations.contract import Arguments, level_name
from ..operations.runtime import Runtime
from ..storage import connector_tools, tool_results
from ..storage.chunks import chunks
from ..storage.connectors import connector_of
from ..storage.erasures import receipt_of
from ..storage.heads import STORE, account_head, store_head
from ..storage.items import Item, plain
from ..storage.memories import memory_of
from ..storage.teams import SIGN_IN, TEAM
from ..storage.usage import count_of
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
_MOST_QUESTIONS = 100  # of one checkpoint


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
    """Return an item's memory, if it counts and the view shows it."""
    if "text" not in item or item["account_id"]["S"] != holdings.account_id:
        return None  # a gate or marker, or another member's memory
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
        "unrated": memory.unrated or None,
        "current": not holdings.is_ended(part) and is_current(memory, session),
    }
    return MemoryRecord(**(own | placed))


def other_records(runtime: Runtime, holdings: Holdings, view: View, part: Part, item: Item) -> Iterator[Arguments]:
    """Write an item that is not a memory as records; the payload of a large result is read from the tables."""
    if part.partition.table in ("activity_table", "tool_results_table") and not holdings.counts(plain(item)):
        return
    if part.order is Order.TOOL_RESULTS:
        if holdings.session_level(part) <= view.level:
            yield from _tool_result(runtime, holdings, part, plain(item))
        return
    record = _WRITERS[part.order](holdings, part, item)
    if record is not None and _level_of(part, record) <= view.level:
        yield record


def _level_of(part: Part, record: Arguments) -> Level:
    """Return how secret a record is. The level of a key or connector is a setting, not a secrecy of the record."""
    if part.order in (Order.KEYS, Order.CONNECTORS):
        return Level.PUBLIC
    return Level[getattr(record, "level", Level.PUBLIC.name)]


# By the annotation of a record's field: how a stored value is written, where not as it is.
_CONVERTED: Mapping[str, Callable[[Any], Any]] = {
    "Moment": lambda micros: iso(int(micros)),
    "LevelName": lambda level: level if isinstance(level, str) else level_name(Level(int(level))),
    "Count": int,
    "list[str]": sorted,
    "dict[str, Any]": lambda value: _jsonable(value),
    "dict[str, int]": lambda value: _jsonable(value),
    "dict[str, str]": lambda value: _jsonable(value),
}


def _values_for(model: type[Arguments], values: Mapping[str, Any], **attributes: str) -> dict[str, Any]:
    """Read a record's fields from attributes of the same names, or of those given."""
    found: dict[str, Any] = {}
    for name, annotation in model.__annotations__.items():
        value = values.get(attributes.get(name, name))
        if value is None or name == "type":
            continue
        if name == "expires_at":  # the only moments that are stored in seconds
            value *= SECOND
        convert = _CONVERTED.get(annotation.removesuffix(" | None"))
        found[name] = value if convert is None else convert(value)
    return found


Writer = Callable[[Holdings, Part, Item], Arguments | None]


def _copy(model: type[Arguments], read: Callable[[Item], Mapping[str, Any]] = plain, **attributes: str) -> Writer:
    """Return what writes records that need nothing but their item."""
    return lambda _, __, item: model(**_values_for(model, read(item), **attributes))


def _account(holdings: Holdings, _: Part, item: Item) -> Arguments:
    head = account_head(item)
    keeps: Literal["keep"] | None = "keep" if head.imperatives is Imperatives.KEEP else None
    created_at = iso(head.created_at)
    return AccountRecord(id=holdings.account_id, created_at=created_at, stores=head.stores, imperatives=keeps)


def _store(holdings: Holdings, _: Part, item: Item) -> Arguments | None:
    store = str(item["part"]["S"]).removeprefix(STORE)
    head = store_head(item).since(holdings.account)
    if store != DEFAULT_STORE and head.store_id is None:
        return None
    registered = sorted((head.registered_at.get(one, 0), name) for one, name in head.speakers.items())
    speakers = [RegisteredSpeaker(name=name, registered_at=iso(at)) for at, name in registered]
    created_at = iso(head.created_at) if head.created_at else None
    return StoreRecord(store=head.store_id or store, created_at=created_at, speakers=speakers)


def _membership(_: Holdings, __: Part, item: Item) -> Arguments:
    rights = {"may_read": "may_read_memory", "may_write": "may_write_memory"}
    team = str(item["part"]["S"]).removeprefix(TEAM)
    return MembershipRecord(**_values_for(MembershipRecord, plain(item), **rights) | {"team": team})


def _sign_in_team(_: Holdings, __: Part, item: Item) -> Arguments | None:
    is_team = item["part"]["S"] == SIGN_IN  # other items under the prefix are sign-ins of browsers
    return SignInTeamRecord(team=item["team_id"]["S"]) if is_team else None


def _connector_tools(_: Holdings, __: Part, item: Item) -> Arguments:
    known = connector_tools.known_tools(item)
    names = [str(tool.get("name", "")) for tool in known.tools]
    return ConnectorToolsRecord(name=known.name, tools=names, checked_at=iso(known.checked_at))


def _session_head(holdings: Holdings, _: Part, item: Item) -> Arguments | None:
    values = plain(item)
    if is_expired(int(values["expires_at"]), holdings.now):
        return None
    if int(values.get("epoch", 0)) < holdings.account.live_from:  # erased: the level of a tainted session stays
        if int(values["taint"]) == Level.PUBLIC:
            return None
        values.pop("calls", None)
    attributes = {"session": "session_id", "level": "taint", "resets": "generation", "connector_calls": "calls"}
    return SessionRecord(**_values_for(SessionRecord, values, **attributes))


def _event(_: Holdings, part: Part, item: Item) -> Arguments:
    values = _values_for(EventRecord, plain(item), id="entry_id")
    return EventRecord(**values | {"session": part.session, "team": part.team})


def _usage(_: Holdings, __: Part, item: Item) -> Arguments:
    counted = count_of(item)
    return UsageRecord(
        day=counted.day,
        key=counted.key_id,
        dialect=counted.dialect,
        store=counted.store,
        reads=counted.reads,
        writes=counted.writes,
    )


def _attempt(holdings: Holdings, _: Part, item: Item) -> Arguments | None:
    values = plain(item)
    if values.get("done") == 0:  # a lease: nothing is done yet
        return None
    store = str(values["space"]).rpartition("/")[2]  # canonical ids need no encoding
    head = holdings.stores.get(store)
    if head is not None and int(values["epoch"]) < head.live_from:
        return None
    written = _values_for(IdempotencyRecord, values, key="entry_id")
    return IdempotencyRecord(**written | {"store": _store_id(holdings, store) or store})


def _tool_result(
    runtime: Runtime, holdings: Holdings, part: Part, values: Mapping[str, Any]
) -> Iterator[Arguments]:
    cache_key, _, name = str(values["result_part"]).rpartition("/")
    if name != "head" or part.space is None:
        return
    about = _values_for(ToolResultRecord, values) | {"session": part.session, "cache_key": cache_key}
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


_WRITERS: Mapping[Order, Writer] = {
    Order.ACCOUNT: _account,
    Order.STORES: _store,
    Order.KEYS: _copy(KeyRecord, id="key_id", team="team_id"),
    Order.MEMBERSHIPS: _membership,
    Order.SIGN_IN_TEAM: _sign_in_team,
    Order.CONNECTORS: _copy(ConnectorRecord, lambda item: asdict(connector_of(item))),
    Order.CONNECTOR_TOOLS: _connector_tools,
    Order.SESSIONS: _session_head,
    Order.EVENTS: _event,
    Order.SESSION_EVENTS: _event,
    Order.TEAM_EVENTS: _event,
    Order.AUDIT: _copy(AuditRecord, id="entry_id", key="key_id", session="session_id"),
    Order.NOTES: _copy(NoteRecord, id="entry_id", session="session_id"),
    Order.USAGE: _usage,
    Order.ATTEMPTS: _attempt,
    Order.ERASURES: _copy(ErasureRecord, lambda item: asdict(receipt_of(item)), id="erasure_id"),
}


def is_current(memory: Memory, session: SessionHead) -> bool:
    """Check whether a goal, plan or question is the latest of its session, by the session's head."""
    if memory.kind is Kind.GOAL:
        return memory.memory_id == session.goal_id
    if memory.kind in (Kind.PLAN, Kind.QUESTION):
        latest = session.checkpoint
        return latest is not None and memory.checkpoint == latest.checkpoint_id
    return False


def _place(memory: Memory) -> int | None:
    """Return a question's place in its checkpoint, which its id is derived from."""
    if memory.kind is not Kind.QUESTION:
        return None
    places = range(_MOST_QUESTIONS)
    wanted = memory.memory_id
    return next((n for n in places if ids.derived_id(memory.space, ids.question(n), memory.level) == wanted), None)


def _store_id(holdings: Holdings, store: str | None) -> str | None:
    """Return a store's id as it was made."""
    head = holdings.stores.get(store or "")
    return store if head is None or head.store_id is None else head.store_id


def _jsonable(value: Any) -> Any:
    """Turn DynamoDB's decimals into numbers, and its maps, which have no order, into objects that have one."""
    if isinstance(value, Mapping):
        return {name: _jsonable(one) for name, one in sorted(value.items())}
    if isinstance(value, list | tuple | set):
        return [_jsonable(one) for one in value]
    if isinstance(value, str | bool) or value is None:
        return value
    return int(value) if value == int(value) else float(value)
