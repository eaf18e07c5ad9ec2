"""Dates as applications write them: RFC 3339, or a plain date, which means the whole day in UTC."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from .clock import SECOND

_DAY = 24 * 60 * 60 * SECOND
_EPOCH_DAY = date(1970, 1, 1).toordinal()

_DATE = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)"
    r"(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,18}))?)?(?:([Zz])|([+\-\u2212])(\d\d):(\d\d)))?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Span:
    """First and last moment of a date in microseconds since 1970, both inclusive; equal for a moment."""

    first: int
    last: int


@lru_cache(maxsize=8192)
def span_of(text: str) -> Span | None:
    """Read a date such as ``2026-10-25``, or RFC 3339, also without seconds or offset; None if it is neither.

    >>> span_of("1970-01-01T01:00+01:00")
    Span(first=0, last=0)
    """
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    year, month, day, hour, minute, second, fraction, _, sign, offset_hours, offset_minutes = found.groups()
    try:
        begin = (date(int(year), int(month), int(day)).toordinal() - _EPOCH_DAY) * _DAY
    except ValueError:
        return None
    if hour is None:
        return Span(begin, begin + _DAY - 1)
    seconds = _seconds(hour, minute, second or "00", leap=60)
    offset = _seconds(offset_hours or "00", offset_minutes or "00", "00")
    if seconds is None or offset is None:
        return None
    shift = -offset if sign == "+" else offset
    moment = begin + (seconds + shift) * SECOND + int((fraction or "0")[:6].ljust(6, "0"))
    return Span(moment, moment)


def _seconds(hours: str, minutes: str, seconds: str, leap: int = 59) -> int | None:
    """Return the seconds of a time of day; None if there is no such time."""
    if int(hours) > 23 or int(minutes) > 59 or int(seconds) > leap:
        return None
    return (int(hours) * 60 + int(minutes)) * 60 + int(seconds)
