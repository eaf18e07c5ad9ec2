"""Judging one record of an import, before any of it is stored: its form, the guards, and where it may go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from ..domain.clock import EPOCH, SECOND
from ..domain.dates import span_of
from ..domain.ids import is_memory_id
from ..domain.imperatives import Imperatives
from ..domain.levels import Level
from ..domain.lifetime import SESSION_SECONDS, is_expired
from ..domain.memory import STATED, Kind, State
from ..domain.spaces import DEFAULT_STORE, Scope
from ..domain.stores import checked_store_id
from ..guards.admission import CONTENT_LIMIT, Admitted, TextField, admit, checked_name, refuse_credential_as_id
from ..operations.caller import SESSION_ID_LIMIT
from ..operations.contract import Arguments, read_as
from ..refusals.errors import InvalidInput
from .format import TYPES, MemoryRecord, StoreRecord
from .reading import Unusable

_IMPERATIVE = (Kind.GOAL, Kind.PLAN, Kind.QUESTION)
_MICROSECOND = datetime.resolution
_DAY = 24 * 60 * 60 * SECOND
_OF_SESSIONS = (Kind.GOAL, Kind.PLAN, Kind.QUESTION, Kind.IDENTIFIER)
IMPORTED = (MemoryRecord, StoreRecord)


@dataclass(frozen=True, slots=True)
class Judged:
    """A memory that may be stored, by its texts and its form.

    Attributes
    ----------
    record
        As sent; its texts are taken from ``admitted`` alone.
    admitted
        What the one way in let through.
    kind, level, state
        State is the stricter of what the record says and what the guards find.
    place
        Name of the store or session; of a team its id, to be compared with the caller's own and nothing else.
    created_at, updated_at, forgotten_at
        Microseconds since 1970.
    expires_at
        Whole seconds since 1970; None: it stays.
    """

    record: MemoryRecord
    admitted: Admitted
    kind: Kind
    level: Level
    scope: Scope
    state: State
    place: str
    created_at: int
    updated_at: int
    forgotten_at: int | None
    expires_at: int | None

    def under(self, setting: Imperatives) -> Judged:
        """Return it as the setting decides that holds where it goes."""
        admitted = self.admitted.under(setting)
        kind = self.kind
        if kind in STATED and (admitted.is_rule or not admitted.is_active):
            kind = admitted.kind
        return replace(self, admitted=admitted, kind=kind, state=_state(self.record, admitted))


def record_of(value: Any) -> Arguments | None:
    """Read a value as a record that is imported; None: it is of a kind that is not.

    Raises
    ------
    InvalidInput
        If it is of no known form.
    """
    if isinstance(value, Unusable):
        raise InvalidInput(value.key)
    if not isinstance(value, Mapping):
        raise InvalidInput("json.not_an_object")
    kind = value.get("type")
    model = TYPES.get(kind) if isinstance(kind, str) else None
    if model is None:
        raise InvalidInput("record.unknown_type", field="type")
    return read_as(model, value) if model in IMPORTED else None


def judge(record: MemoryRecord, highest: Level, now: int) -> Judged:
    """Judge a memory.

    Parameters
    ----------
    record
        As sent.
    highest
        The caller's level.
    now
        Microseconds since 1970.

    Raises
    ------
    InvalidInput, CredentialRefused
        If it is not stored.
    """
    kind, level, scope = Kind(record.kind), Level[record.level], Scope(record.scope)
    if level > highest:
        raise InvalidInput("record.above_level", field="level")
    if kind in _OF_SESSIONS and scope is not Scope.SESSION:
        raise InvalidInput("record.wrong_kind", field="kind")
    if record.ended:
        raise InvalidInput("record.session_ended", field="session")
    for name in ("id", "replaces", "superseded_by", "checkpoint"):
        value = getattr(record, name)
        if value is not None and not is_memory_id(value):
            raise InvalidInput("field.not_a_uuid", field=name)
    if record.exchange_split is not None and record.exchange_split > len(record.text):
        raise InvalidInput("field.too_large.split", field="exchange_split")
    if record.event_date is not None and span_of(record.event_date) is None:
        raise InvalidInput("field.not_a_date", field="event_date")
    admitted = admit(
        TextField("text", record.text, CONTENT_LIMIT, imperative_allowed=kind in _IMPERATIVE),
        key=record.key,
        speaker=record.speaker,
        tags=record.tags,
        labels={
            name: value
            for name in ("category", "conversation_id", "event_date")
            if (value := getattr(record, name)) is not None
        },
    )
    updated_at = min(_moment("updated_at", record.updated_at, now), now)
    created_at = min(_moment("created_at", record.created_at, now), updated_at)
    return Judged(
        record=record,
        admitted=admitted,
        kind=kind,
        level=level,
        scope=scope,
        state=_state(record, admitted),
        place=_place(record, scope),
        created_at=created_at,
        updated_at=updated_at,
        forgotten_at=_forgotten_at(record, updated_at, now),
        expires_at=_end(record, updated_at, now) if scope is Scope.SESSION else None,
    )


def _state(record: MemoryRecord, admitted: Admitted) -> State:
    said = State(record.state)
    return said if admitted.is_active or said is State.FORGOTTEN else State.QUARANTINED


def _place(record: MemoryRecord, scope: Scope) -> str:
    if scope is Scope.TEAM:
        return record.team or ""
    if scope is Scope.SESSION:
        session = checked_name("session", record.session or "", SESSION_ID_LIMIT)
        refuse_credential_as_id("session", session)
        return session
    return checked_store_id(DEFAULT_STORE if record.store is None else record.store, "store")


def _moment(field: str, text: str, now: int) -> int:
    try:
        moment = (datetime.fromisoformat(text) - EPOCH) // _MICROSECOND
    except ValueError:
        raise InvalidInput("field.not_a_date.calendar", field=field) from None
    if not 0 <= moment <= now + _DAY:  # clocks may differ
        raise InvalidInput("record.time", field=field)
    return moment


def _forgotten_at(record: MemoryRecord, updated_at: int, now: int) -> int | None:
    if record.state != "forgotten":
        return None
    if record.forgotten_at is None:
        return updated_at
    return min(_moment("forgotten_at", record.forgotten_at, now), now)


def _end(record: MemoryRecord, updated_at: int, now: int) -> int:
    """Return when a session's memory ends: as it would have, and no later than after its 14 days."""
    latest = updated_at // SECOND + SESSION_SECONDS
    if record.expires_at is not None:
        latest = min(latest, _moment("expires_at", record.expires_at, now + _DAY * 14) // SECOND)
    if is_expired(latest, now):
        raise InvalidInput("record.expired", field="expires_at")
    return latest
