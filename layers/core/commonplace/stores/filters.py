"""Which memories a search is about: whose words, from when, of which kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from ..domain.dates import Span, span_of
from ..domain.heads import Heads
from ..domain.memory import Memory
from ..domain.speakers import ME, said_by
from ..guards.admission import checked_name
from ..operations.contract import AS_FRACTION
from ..refusals.errors import InvalidInput, NotFound
from .speakers import checked_speaker

_MOST_CATEGORIES = 50

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
class Narrowed:
    """What a search is narrowed to.

    Attributes
    ----------
    speaker
        A name in the form in which names are compared, or ``me``; None: anybody's words, and nobody's.
    categories
        None: all.
    event, stored
        Microseconds since 1970, both ends within.
    importance
        At least.
    """

    speaker: str | None = None
    categories: frozenset[str] | None = None
    event: Span | None = None
    stored: Span | None = None
    importance: float = 0.0

    def holds(self, memory: Memory, heads: Heads) -> bool:
        """Tell whether a memory is among what is searched.

        Parameters
        ----------
        memory
            Of whatever text: whose words they are is decided by the tag alone.
        heads
            They resolve it.
        """
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


def narrowed(speaker: str | None, filters: SearchFilters | None) -> Narrowed:
    """Read what a search is narrowed to.

    Parameters
    ----------
    speaker, filters
        As sent.

    Raises
    ------
    InvalidInput
        For what cannot be a speaker, is no date, or null, with the field's name.
    """
    who = None if speaker is None else checked_speaker(speaker)
    if filters is None:
        return Narrowed(who)
    refuse_null(filters, filters.model_fields_set, "filters.")
    categories = [
        checked_name(f"filters.categories.{place}", name, _LONGEST_CATEGORY)
        for place, name in enumerate(filters.categories)
    ]
    return Narrowed(
        speaker=who,
        categories=frozenset(categories) if "categories" in filters.model_fields_set else None,
        event=_between(filters, "event_from", "event_to"),
        stored=_between(filters, "time_from", "time_to"),
        importance=filters.min_importance,
    )


def require_registered(name: str | None, heads: Heads) -> None:
    """Refuse the name of somebody whose words cannot be here.

    Parameters
    ----------
    name
        In the form in which names are compared; ``me`` needs no registration.
    heads
        With the registrations of the store.

    Raises
    ------
    NotFound
        If nobody of this name is registered.
    """
    if name is None or name == ME or name in heads.store.speakers.values():
        return
    raise NotFound("speaker.not_registered", field="speaker", details={"speaker": name})


def refuse_null(arguments: object, given: set[str], within: str = "") -> None:
    """Refuse null where a value is wanted: leave the field out instead.

    Parameters
    ----------
    arguments
        A model.
    given
        Which of its fields were sent.
    within
        What stands before their names in an error.

    Raises
    ------
    InvalidInput
        With the field's name.
    """
    for name in sorted(given):
        if getattr(arguments, name) is None:
            raise InvalidInput("field.null", field=f"{within}{name}")


def event_span(memory: Memory) -> Span:
    """Return when a memory happened, or where that was not said, when it was stored."""
    said = span_of(memory.event_date) if memory.event_date is not None else None
    return said if said is not None else Span(memory.created_at, memory.created_at)


def _between(filters: SearchFilters, begin: str, end: str) -> Span | None:
    given = {name: getattr(filters, name) for name in (begin, end) if getattr(filters, name) is not None}
    spans = {name: _span(name, text) for name, text in given.items()}
    if not spans:
        return None
    first = spans[begin].first if begin in spans else -_EVER
    last = spans[end].last if end in spans else _EVER
    return Span(first, last)


def _span(name: str, text: str) -> Span:
    found = span_of(text)
    if found is None:
        raise InvalidInput("field.not_a_date.filter", field=f"filters.{name}")
    return found


_EVER = 2**63  # microseconds: beyond all dates
_LONGEST_CATEGORY = 200  # characters
