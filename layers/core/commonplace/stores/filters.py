"""Filters of a search: by speaker, category, date and importance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from ..domain.dates import Span, span_of
from ..domain.heads import Heads
from ..domain.memory import STATED, Memory
from ..domain.speakers import said_by
from ..guards.admission import checked_name
from ..operations.contract import AS_FRACTION
from ..refusals.errors import InvalidInput
from .contract import refuse_null
from .speakers import checked_speaker

_MOST_CATEGORIES = 50
_LONGEST_CATEGORY = 200  # characters
_EVER = 2**63  # microseconds: beyond all dates

Date = Annotated[str, Field(max_length=64, description="RFC 3339 or YYYY-MM-DD.")]


class SearchFilters(BaseModel):
    """What narrows a search; keys it does not know are dropped."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)

    categories: list[str] = Field(
        default=[], max_length=_MOST_CATEGORIES, description="Only memories of one of these categories."
    )
    event_from: Date | None = Field(default=None, description="When it happened; else when it was stored.")
    event_to: Date | None = Field(default=None, description="A plain date covers its whole UTC day.")
    time_from: Date | None = Field(default=None, description="When it was stored.")
    time_to: Date | None = Field(default=None, description="A plain date covers its whole UTC day.")
    min_importance: Annotated[float, Field(ge=0, le=1), AS_FRACTION] = 0.0


@dataclass(frozen=True, slots=True)
class Criteria:
    """What a memory must match to be found: the filters of a request, checked and parsed.

    Attributes
    ----------
    speaker
        A name in the form in which names are compared, or ``me``; None: anybody or nobody.
    categories
        None: all.
    event, stored
        Microseconds since 1970, both ends included.
    importance
        The least.
    """

    speaker: str | None = None
    categories: frozenset[str] | None = None
    event: Span | None = None
    stored: Span | None = None
    importance: float = 0.0

    def matches(self, memory: Memory, heads: Heads) -> bool:
        """Check whether a memory matches; the heads hold the names of speakers, texts play no part."""
        if memory.kind not in STATED:
            return False
        if self.speaker is not None and self.speaker != said_by(memory, heads):
            return False
        if self.categories is not None and memory.category not in self.categories:
            return False
        if memory.importance < self.importance:
            return False
        if self.stored is not None and not self.stored.first <= memory.created_at <= self.stored.last:
            return False
        if self.event is None:
            return True
        happened = event_span(memory)
        return self.event.first <= happened.last and happened.first <= self.event.last


EVERYTHING = Criteria()


def criteria(speaker: str | None, filters: SearchFilters | None) -> Criteria:
    """Check and parse what a request filters by.

    Raises
    ------
    InvalidInput
        For null, a name that no speaker can have, or a date that is none, with the field's name.
    """
    name = None if speaker is None else checked_speaker(speaker)
    if filters is None:
        return Criteria(name)
    refuse_null(filters, "filters.")
    categories = [
        checked_name(f"filters.categories.{place}", category, _LONGEST_CATEGORY)
        for place, category in enumerate(filters.categories)
    ]
    return Criteria(
        speaker=name,
        categories=frozenset(categories) if "categories" in filters.model_fields_set else None,
        event=_between("event", filters.event_from, filters.event_to),
        stored=_between("time", filters.time_from, filters.time_to),
        importance=filters.min_importance,
    )


def event_span(memory: Memory) -> Span:
    """Return when a memory happened or, if it has no date, when it was stored."""
    happened = span_of(memory.event_date) if memory.event_date is not None else None
    return happened if happened is not None else Span(memory.created_at, memory.created_at)


def _between(name: str, begin: str | None, end: str | None) -> Span | None:
    first = None if begin is None else _span(f"{name}_from", begin)
    last = None if end is None else _span(f"{name}_to", end)
    if first is None and last is None:
        return None
    return Span(-_EVER if first is None else first.first, _EVER if last is None else last.last)


def _span(name: str, text: str) -> Span:
    found = span_of(text)
    if found is None:
        raise InvalidInput("field.not_a_date.filter", field=f"filters.{name}")
    return found
