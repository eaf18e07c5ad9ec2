"""Dates as applications write them: RFC 3339, or a plain date that stands for its whole UTC day."""

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
    """What a date covers.

    Attributes
    ----------
    first, last
        Microseconds since 1970, both within; the same for a moment.
    """

    first: int
    last: int


@lru_cache(maxsize=8192)
def span_of(text: str) -> Span | None:
    """Read a date.

    Parameters
    ----------
    text
        ``2026-10-25``, or RFC 3339 with its offset; the seconds may be missing.

    Returns
    -------
    Span | None
        None: it is no date.
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
    """Count the seconds of a time of day; None where there is no such time."""
    if int(hours) > 23 or int(minutes) > 59 or int(seconds) > leap:
        return None
    return (int(hours) * 60 + int(minutes)) * 60 + int(seconds)
