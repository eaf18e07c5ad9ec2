"""The format of an export, version 1: one model a kind of record. docs/export.md says what they mean.

Import reads memories and stores by the same models. They say of which form a field is; how long a text may be,
and what may not be in it, is for the guards to say (:mod:`commonplace.guards.admission`).
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from ..domain.clock import iso
from ..domain.dates import span_of
from ..operations.contract import Arguments, ImperativesName, KindName, LevelName, ScopeName, fraction
from ..stores.speakers import SPEAKER_LIMIT

FORMAT: Literal["commonplace-export"] = "commonplace-export"
VERSION: Literal[1] = 1

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d(\.\d{1,6})?Z", re.ASCII)
_OFFSET = re.compile(r"[+\-\u2212]\d\d(?::?\d\d)?\Z", re.ASCII)  # of a time: a date alone ends in one, too


def in_utc(value: object) -> object:
    """Write a moment in UTC and microseconds, as an export has it.

    Raises
    ------
    PydanticCustomError
        If a text is no moment, or does not say in which time zone.

    >>> in_utc("2026-10-01T02:00:00-08:00"), in_utc("2026-10-01t10:00:00.123456789z")
    ('2026-10-01T10:00:00.000000Z', '2026-10-01T10:00:00.123456Z')
    """
    if not isinstance(value, str) or _MOMENT.fullmatch(value):
        return value
    text, offset = value[: _LONGEST + 1], _OFFSET.search(value, 11, _LONGEST)
    if offset is not None:
        digits = offset[0].replace(":", "")
        text = f"{value[: offset.start()]}{digits[:3]}:{digits[3:] or '00'}"
    zoned = offset is not None or value.endswith(("Z", "z"))  # else: of which time zone?
    moment = span_of(text) if zoned and len(value) <= _LONGEST else None
    if moment is not None:
        with suppress(OverflowError):  # before the year 1, or after 9999
            return iso(moment.first)
    raise PydanticCustomError(
        "moment", "must be a date and a time with its zone: end it with Z, or with an offset such as +02:00"
    )


_LONGEST = 60  # characters of a moment with many digits
StateName = Literal["active", "quarantined", "forgotten", "superseded"]
Moment = Annotated[
    str,
    Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$", description="RFC 3339, in UTC."),
    BeforeValidator(in_utc),
]
Id = Annotated[str, Field(json_schema_extra={"format": "uuid"})]
Count = Annotated[int, Field(ge=0, le=2**31)]


def version_number(value: object) -> object:
    """Take the format's version as the schema has it: neither true nor 1.0 is a whole number there.

    Raises
    ------
    PydanticCustomError
        If it is of another type.
    """
    if type(value) is not int:
        raise PydanticCustomError("whole_number", "must be a whole number")
    return value


def _number(value: object) -> float:
    if isinstance(value, str):
        raise PydanticCustomError("finite_number", "must be a number")
    return fraction(value)


class MemoryRecord(Arguments):
    """One memory: a fact, goal, plan, question or captured id, in whatever state."""

    type: Literal["memory"] = "memory"
    id: Id
    scope: ScopeName
    store: str | None = Field(default=None, description="account: id of its store.")
    session: str | None = Field(default=None, description="session: which one.")
    ended: bool = Field(default=False, description="session: of before the session's last reset; nobody reads it.")
    team: str | None = Field(default=None, description="team: id of the team.")
    kind: KindName
    text: str
    level: LevelName
    state: StateName = "active"
    quarantined_for: str | None = Field(
        default=None, description="quarantined: what kind of command it reads like."
    )
    importance: Annotated[float, Field(ge=0, le=1), BeforeValidator(_number)]
    unrated: bool | None = Field(
        default=None, description="true: an application stored it without an importance; recall ranks it as 0.5."
    )
    key: str | None = None
    tags: list[str] = Field(default=[])
    speaker: str | None = Field(default=None, description="Registered name of who said it, or `me`.")
    pinned: bool = Field(default=False, description="By the owner.")
    category: str | None = None
    conversation_id: str | None = None
    event_date: str | None = Field(default=None, description="When it happened, as it was said.")
    exchange_split: Count | None = Field(
        default=None,
        description="An exchange: how many characters of the text the user said; the rest is the assistant's.",
    )
    sentences: Count | None = Field(default=None, description="How many it has, where that was counted.")
    created_at: Moment
    updated_at: Moment
    forgotten_at: Moment | None = None
    expires_at: Moment | None = Field(default=None, description="session: from when on it is gone.")
    revision: Count = Field(default=0, description="How often its text was superseded.")
    replaces: Id | None = Field(default=None, description="Id of the version before it.")
    superseded_by: Id | None = Field(default=None, description="Id of what took its place.")
    checkpoint: Id | None = Field(default=None, description="plan, question: which checkpoint wrote it.")
    place: Annotated[int, Field(ge=0, lt=100)] | None = Field(
        default=None, description="question: its place in the checkpoint, from 0."
    )
    current: bool = Field(
        default=False, description="goal, plan, question: whether it is the session's latest, which recall shows."
    )


class RegisteredSpeaker(Arguments):
    """A registered person."""

    name: str
    registered_at: Moment


class StoreRecord(Arguments):
    """A store, with its speakers. `default` is always there."""

    type: Literal["store"] = "store"
    store: str = Field(description="Its id as it was made.")
    created_at: Moment | None = None
    speakers: list[RegisteredSpeaker] = Field(default=[], max_length=SPEAKER_LIMIT)


class AccountRecord(Arguments):
    """The account itself."""

    type: Literal["account"] = "account"
    id: str
    created_at: Moment
    stores: Count = Field(description="How many it made.")
    imperatives: Literal["keep"] | None = Field(
        default=None, description="`keep`: plain imperatives become rules."
    )


class KeyRecord(Arguments):
    """A key as its owner sees it; nothing that opens anything."""

    type: Literal["key"] = "key"
    id: str
    name: str | None = None
    scopes: list[str]
    level: LevelName
    team: str | None = None
    imperatives: ImperativesName | None = Field(
        default=None, description="What it says of plain imperatives instead of the account."
    )
    created_at: Moment
    revoked_at: Moment | None = None


class MembershipRecord(Arguments):
    """A team that the account is or was a member of."""

    type: Literal["membership"] = "membership"
    team: str
    name: str | None = Field(default=None, description="As which the others see the member.")
    may_read: bool | None = None
    may_write: bool | None = None
    may_manage: bool | None = None
    joined_at: Moment | None = None
    left: bool = Field(default=False, description="It is a member no more.")


class SignInTeamRecord(Arguments):
    """Which team clients get that sign in with the owner's tokens."""

    type: Literal["sign_in_team"] = "sign_in_team"
    team: str


class ConnectorRecord(Arguments):
    """An upstream MCP server. Headers are references to secrets."""

    type: Literal["connector"] = "connector"
    name: str
    url: str
    level: LevelName
    enabled: bool
    headers: dict[str, str]
    created_at: Moment
    updated_at: Moment


class ConnectorToolsRecord(Arguments):
    """Which tools a connector last listed, by name."""

    type: Literal["connector_tools"] = "connector_tools"
    name: str
    tools: list[str]
    checked_at: Moment


class SessionRecord(Arguments):
    """A session's head."""

    type: Literal["session"] = "session"
    session: str
    level: LevelName = Field(description="The highest it has read.")
    resets: Count = Field(description="How often it began anew.")
    connector_calls: dict[str, Any] | None = Field(default=None, description="What notes are decided by.")
    expires_at: Moment


class ToolResultRecord(Arguments):
    """A large result of a connector, or one piece of it."""

    type: Literal["tool_result"] = "tool_result"
    session: str
    cache_key: str
    size: Count = Field(description="Bytes of the whole.")
    first_at: Moment
    expires_at: Moment
    piece: Count | None = Field(default=None, description="Which piece, from 0; missing: only its digest is kept.")
    pieces: Count | None = None
    text: str | None = Field(default=None, description="The pieces' texts in their order are the result.")


class EventRecord(Arguments):
    """Something that an agent may have missed."""

    type: Literal["event"] = "event"
    id: str
    event: str
    at: Moment
    level: LevelName
    session: str | None = None
    team: str | None = None
    memory_id: str | None = None
    scope: str | None = None
    connector: str | None = None
    by: str | None = Field(default=None, description="`owner`, where the owner did it and no agent.")


class AuditRecord(Arguments):
    """One line of the audit: who did what to classified memory, and what the owner did; never what it said."""

    type: Literal["audit"] = "audit"
    id: str
    action: str
    at: Moment
    key: str
    session: str
    level: LevelName
    memory_key_hash: str | None = None
    about: str | None = Field(default=None, description="What the owner did it to: an id, or a connector's name.")


class NoteRecord(Arguments):
    """A note that was appended to a result."""

    type: Literal["note"] = "note"
    id: str
    reason: str
    tokens: Count
    session: str
    at: Moment


class UsageRecord(Arguments):
    """Calls of one key on one day: on one store, or an agent's."""

    type: Literal["usage"] = "usage"
    day: str
    key: str
    dialect: str = Field(default="stores", description="stores, tools, mcp or connectors.")
    store: str | None = Field(default=None, description="stores: which one.")
    reads: Count
    writes: Count


class IdempotencyRecord(Arguments):
    """What was done under an idempotency key."""

    type: Literal["idempotency"] = "idempotency"
    key: str = Field(description="A hash of the key and its level; the key itself is not kept.")
    level: LevelName
    store: str
    answer: str = Field(description="As it was answered: JSON of ids and states.")
    expires_at: Moment


class ErasureRecord(Arguments):
    """A receipt of an erasure, without content."""

    type: Literal["erasure"] = "erasure"
    id: str
    what: str
    asked_at: Moment
    completed_at: Moment | None = None
    deleted: dict[str, int] = Field(default={})


RECORDS: tuple[type[Arguments], ...] = (
    AccountRecord,
    StoreRecord,
    KeyRecord,
    MembershipRecord,
    SignInTeamRecord,
    ConnectorRecord,
    ConnectorToolsRecord,
    SessionRecord,
    MemoryRecord,
    ToolResultRecord,
    EventRecord,
    AuditRecord,
    NoteRecord,
    UsageRecord,
    IdempotencyRecord,
    ErasureRecord,
)
TYPES = {model.model_fields["type"].default: model for model in RECORDS}


def document_schema() -> dict[str, Any]:
    """Return the JSON Schema of a whole export, as ``docs/export.schema.json`` holds it."""
    from pydantic.json_schema import models_json_schema

    named, shared = models_json_schema([(model, "validation") for model in RECORDS])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Export of an account",
        "description": "All pages joined; see docs/export.md. A page has the same fields.",
        "type": "object",
        "required": ["format", "version", "records"],
        "properties": {
            "format": {"const": FORMAT},
            "version": {"const": VERSION},
            "exported_at": {"type": "string", "format": "date-time"},
            "page": {"type": "integer", "minimum": 1},
            "level": {"enum": ["PUBLIC", "INTERNAL", "CONFIDENTIAL", "RESTRICTED"]},
            "next_cursor": {"type": ["string", "null"]},
            "records": {"type": "array", "items": {"anyOf": [named[model, "validation"] for model in RECORDS]}},
        },
        "additionalProperties": False,
        "$defs": shared["$defs"],
    }
