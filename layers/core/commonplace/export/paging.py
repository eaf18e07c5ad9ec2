"""Pages of an export: each is read until it is full, and says where the next begins."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..domain.memory import Memory, State
from ..domain.spaces import DEFAULT_SESSION, DEFAULT_STORE
from ..operations.call import Call, StoreView
from ..operations.caller import Caller
from ..operations.runtime import Runtime
from ..refusals.errors import InvalidInput
from ..storage.items import Item
from ..storage.partitions import Position, page
from ..stores.versions import current_of
from .holdings import Holdings, View, read_holdings
from .parts import Order, Part, parts_of
from .records import memory_in, memory_record, other_records

PAGE_BYTES = 4_000_000  # of an answer
ANSWER_BYTES = 5_900_000  # of it as a function hands it on, a text within JSON: 6 MB are Lambda's limit
AROUND = 2_000  # bytes of a page besides its records
_MOST_READS = 400  # of one page: a few seconds
_ITEMS_AT_ONCE = 1_000  # of one query, which holds 1 MB at most
_DIGEST = 12  # bytes


@dataclass(frozen=True, slots=True)
class Page:
    """One page.

    Attributes
    ----------
    number
        From 1.
    lines
        Its records, each as JSON on one line.
    next_cursor
        Where the next begins; None: this was the last.
    """

    number: int
    lines: list[str]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a page begins: in which part, behind which item, how many records of the next item are given."""

    number: int = 1
    part: tuple[int, str] = (-1, "")
    after: Position | None = None
    given: int = 0


def export_page(runtime: Runtime, account_id: str, view: View, cursor: str | None = None) -> Page:
    """Read one page of everything an account has.

    Parameters
    ----------
    runtime
        Tables and clock.
    account_id
        From whoever let the caller in.
    view
        What of it is shown: :data:`commonplace.export.holdings.OWNER`, or that of a key.
    cursor
        Of the page before; None: the first.

    Raises
    ------
    InvalidInput
        If the cursor is mangled, or of another account or view.
    NotSignedIn
        If the account is no more.
    """
    place = _Place() if cursor is None else _read_cursor(cursor, account_id, view)
    holdings = read_holdings(runtime, account_id)
    stores, teams = [*holdings.stores], [*holdings.teams]
    parts = [part for part in parts_of(account_id, stores, holdings.spaces, teams) if part.place >= place.part]
    reader = _Reader(runtime, holdings, view)
    lines: list[str] = []
    size = answer = AROUND
    for place_after, record_lines in reader.read(parts, place):
        for given, line in enumerate(record_lines[place_after.given :], place_after.given):
            more, more_answered = len(line.encode()) + 2, len(json.dumps(line)) + 2
            if lines and (size + more > PAGE_BYTES or answer + more_answered > ANSWER_BYTES):
                stopped = _Place(place.number + 1, place_after.part, place_after.after, given)
                return Page(place.number, lines, _write_cursor(stopped, account_id, view))
            lines.append(line)
            size, answer = size + more, answer + more_answered
        if reader.reads >= _MOST_READS and reader.done is not None:
            stopped = _Place(place.number + 1, reader.done.part, reader.done.after)
            return Page(place.number, lines, _write_cursor(stopped, account_id, view))
    return Page(place.number, lines, None)


class _Reader:
    """Goes through parts item by item.

    Parameters
    ----------
    runtime, holdings, view
        As the page has them.
    """

    def __init__(self, runtime: Runtime, holdings: Holdings, view: View) -> None:
        self.reads = 0
        self.done: _Place | None = None  # behind the item that was handed out last
        self._runtime, self._holdings, self._view = runtime, holdings, view

    def read(self, parts: Sequence[Part], begin: _Place) -> Iterator[tuple[_Place, list[str]]]:
        """Yield each item's records as lines, with where the item is (behind which other one)."""
        for part in parts:
            resumed = part.place == begin.part
            after, given = (begin.after, begin.given) if resumed else (None, 0)
            more = not self._holdings.is_erased(part)
            self.done = _Place(0, part.place, after)
            while more:
                items, more = page(self._runtime.tables, part.partition, after, _ITEMS_AT_ONCE)
                self.reads += 1
                for position, item in items:
                    here = _Place(0, part.place, after, given)
                    after, given = position, 0
                    self.done = _Place(0, part.place, after)
                    yield here, self._lines(part, item) if item else []
            # What is empty counts as looked at, so that very many empty parts fill a page, too.
            if after is None:
                yield _Place(0, part.place), []

    def _lines(self, part: Part, item: Item) -> list[str]:
        if part.order not in (Order.STORE_MEMORIES, Order.SESSION_MEMORIES, Order.TEAM_MEMORIES):
            found = other_records(self._runtime, self._holdings, self._view, part, item)
            if part.order is Order.TOOL_RESULTS:
                self.reads += 1
            return [line_of(record) for record in found]
        memory = memory_in(self._holdings, self._view, part, item)
        if memory is None or not self._shows(part, memory):
            return []
        return [line_of(memory_record(self._holdings, part, memory))]

    def _shows(self, part: Part, memory: Memory) -> bool:
        """Check whether a version that was replaced may be shown: it goes with the one that replaced it."""
        if memory.state is not State.SUPERSEDED or self._view.hidden:
            return True
        self.reads += 1
        account = self._holdings.account_id
        caller = Caller(account, "", frozenset(), self._view.level, None)
        view = StoreView(part.store or DEFAULT_STORE, self._view.level)
        call = Call(caller, part.session or DEFAULT_SESSION, self._runtime, view)
        return current_of(call, self._holdings.heads(part), memory) is not None


def line_of(record: Any) -> str:
    """Write a record as JSON on one line."""
    try:
        text: str = record.model_dump_json(exclude_none=True)
        text.encode()
    except (ValueError, UnicodeEncodeError):  # a connector's result may hold half a surrogate pair
        return json.dumps(record.model_dump(exclude_none=True))
    return text


def _write_cursor(place: _Place, account_id: str, view: View) -> str:
    values = [place.number, *place.part, place.after, place.given]
    raw = json.dumps(values, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(_digest(raw, account_id, view) + raw).decode().rstrip("=")


def _read_cursor(cursor: str, account_id: str, view: View) -> _Place:
    refused = InvalidInput("cursor.invalid.export", field="cursor")
    try:
        data = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    except (ValueError, binascii.Error):
        raise refused from None
    digest, raw = data[:_DIGEST], data[_DIGEST:]
    if digest != _digest(raw, account_id, view):
        raise refused
    # What is of this digest we wrote, or who wrote it names a position of his own account.
    try:
        number, order, value, after, given = json.loads(raw)
        return _Place(int(number), (int(order), str(value)), None if after is None else tuple(after), int(given))
    except (ValueError, TypeError):
        raise refused from None


def _digest(raw: bytes, account_id: str, view: View) -> bytes:
    digest = hashlib.sha256(f"export/{account_id}/{int(view.level)}/{view.hidden}/".encode())
    digest.update(raw)
    return digest.digest()[:_DIGEST]
