"""Dates as applications write them."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.domain.clock import EPOCH, iso
from commonplace.domain.dates import Span, span_of


@pytest.mark.requirement("S11")
@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2026-10-25", "2026-10-25T00:00:00.000000Z", "2026-10-25T23:59:59.999999Z"),
        ("2024-02-29", "2024-02-29T00:00:00.000000Z", "2024-02-29T23:59:59.999999Z"),
        ("1969-12-31", "1969-12-31T00:00:00.000000Z", "1969-12-31T23:59:59.999999Z"),
        *(
            (text, moment, moment)
            for text, moment in [
                ("2026-10-25T23:30:00-05:00", "2026-10-26T04:30:00.000000Z"),
                ("2026-10-25T23:30-05:00", "2026-10-26T04:30:00.000000Z"),
                ("2026-10-25T23:30\u221205:00", "2026-10-26T04:30:00.000000Z"),
                ("2026-10-25t00:10:00.5+02:30", "2026-10-24T21:40:00.500000Z"),
                ("2026-10-25 12:00:00.123456789z", "2026-10-25T12:00:00.123456Z"),
                ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000000Z"),
            ]
        ),
    ],
)
def test_a_date_is_a_day_or_a_moment(text: str, first: str, last: str) -> None:
    span = span_of(text)

    assert span is not None
    assert (iso(span.first), iso(span.last)) == (first, last)


@pytest.mark.requirement("S11")
def test_the_machines_time_zone_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    try:
        span = span_of.__wrapped__("2026-10-25")
    finally:
        monkeypatch.delenv("TZ")
        time.tzset()
    assert span == span_of("2026-10-25")


@pytest.mark.requirement("S11")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "2026",
        "2026-10",
        "2026-02-30",
        "2025-02-29",
        "0000-01-01",
        "2026-10-25T12:00:00",  # of which day in UTC, nobody knows
        "2026-10-25T24:00:00Z",
        "2026-10-25T12:60:00Z",
        "2026-10-25T12:00:61Z",
        "2026-10-25T12:00:00+24:00",
        "2026-10-25T12:00:00.Z",
        "2026-10-25\n",
        " 2026-10-25",
        "25.10.2026",
        "1761393600",
        "２０２６-10-25",
    ],
)
def test_what_is_no_date_is_none(text: str) -> None:
    assert span_of(text) is None


@pytest.mark.requirement("S11")
@given(
    moment=st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 12, 31)),  # noqa: DTZ001
    offset=st.integers(-23 * 60 - 59, 23 * 60 + 59),
)
def test_every_moment_is_read_as_it_is(moment: datetime, offset: int) -> None:
    there = moment.replace(tzinfo=timezone(timedelta(minutes=offset)))
    exact = (there.astimezone(UTC) - EPOCH) // timedelta(microseconds=1)

    assert span_of(there.isoformat()) == Span(exact, exact)
