"""When a schedule is due: rate(…) and cron(…), in UTC."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from local.yaml_tags import TemplateError

_RATE = re.compile(r"rate\(([1-9]\d*) (minute|hour|day)s?\)\Z")
_CRON = re.compile(r"cron\((\S+) (\S+) (\S+) (\S+) (\S+) (\S+)\)\Z")
_SECONDS = {"minute": 60, "hour": 3_600, "day": 86_400}
_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_DAYS = ("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT")
_HORIZON_DAYS = 366 * 5

Next = Callable[[float], float]


def compile_times(expression: str, where: str) -> Next:
    """Return a function from a time to the next due time, both in epoch seconds.

    Parameters
    ----------
    expression
        ``rate(5 minutes)`` or ``cron(0 3 * * ? *)``.
    where
        Begins the message of an error.

    Raises
    ------
    TemplateError
        If the expression is neither, or uses L, W or #.
    """
    if match := _RATE.match(expression):
        seconds = int(match[1]) * _SECONDS[match[2]]
        return lambda after: after + seconds
    if (match := _CRON.match(expression)) is None:
        raise TemplateError(f"{where}: the local run does not know {expression}")
    try:
        return _cron(*match.groups())
    except ValueError as error:
        raise TemplateError(f"{where}: {expression}: {error}") from None


def _cron(minute: str, hour: str, day: str, month: str, weekday: str, year: str) -> Next:
    if (day == "?") == (weekday == "?"):
        raise ValueError("one of day and weekday must be ?")
    minutes, hours = sorted(_field(minute, 0, 59)), sorted(_field(hour, 0, 23))
    days, months = _field(day, 1, 31), _field(month, 1, 12, _MONTHS)
    weekdays, years = _field(weekday, 1, 7, _DAYS), _field(year, 1970, 2199)

    def due(after: float) -> float:
        start = datetime.fromtimestamp(after, UTC).replace(second=0, microsecond=0) + timedelta(minutes=1)
        for offset in range(_HORIZON_DAYS):
            date = (start + timedelta(days=offset)).date()
            if date.year not in years or date.month not in months or date.day not in days:
                continue
            if date.isoweekday() % 7 + 1 not in weekdays:
                continue
            for one in hours:
                for other in minutes:
                    moment = datetime(date.year, date.month, date.day, one, other, tzinfo=UTC)
                    if moment >= start:
                        return moment.timestamp()
        return float("inf")

    return due


def _field(text: str, least: int, most: int, names: tuple[str, ...] = ()) -> set[int]:
    found: set[int] = set()
    for part in text.split(","):
        span, _, step = part.partition("/")
        if span in ("*", "?"):
            first, last = least, most
        else:
            low, dash, high = span.partition("-")
            first = _number(low, least, names)
            last = _number(high, least, names) if dash else (most if step else first)
        if not least <= first <= last <= most:
            raise ValueError(f"{part} is out of range")
        found.update(range(first, last + 1, int(step or 1)))
    return found


def _number(text: str, least: int, names: tuple[str, ...]) -> int:
    if text.upper() in names:
        return names.index(text.upper()) + least
    if not text.isdecimal():
        raise ValueError(f"the local run does not know {text} here")
    return int(text)
