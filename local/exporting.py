"""``python -m local export``: joins the pages of an export to one JSON document, a record a line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, BinaryIO

from local.service import Service

_OF_THE_WHOLE = ("format", "version", "exported_at", "level")


def export(service: Service, out: BinaryIO, progress: Callable[[str], None]) -> int:
    """Write everything that the key may read; return how many records that are.

    No more than one page is held. A document that was cut off is no JSON: it has no end.

    Raises
    ------
    ServiceError
        If a page is not answered.
    """
    cursor: str | None = None
    count = 0
    while True:
        page = service.post("/v1/owner/export", json.dumps({} if cursor is None else {"cursor": cursor}).encode())
        if cursor is None:
            about = json.dumps({name: page[name] for name in _OF_THE_WHOLE}, separators=(",", ":"))
            out.write(f'{about[:-1]},"records":[\n'.encode())
        for record in page["records"]:
            out.write((b",\n" if count else b"") + _line(record))
            count += 1
        progress(f"page {page['page']}: {count:,} records")
        cursor = page["next_cursor"]
        if cursor is None:
            out.write(b"\n]}\n")
            out.flush()
            return count


def _line(record: Any) -> bytes:
    try:
        return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:  # half a surrogate pair, in a connector's result
        return json.dumps(record, separators=(",", ":")).encode()
