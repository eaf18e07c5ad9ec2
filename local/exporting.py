"""``python -m local export``: joins the pages of an export into one JSON document, one record per line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, BinaryIO

from local.service import Service

_HEAD_FIELDS = ("format", "version", "exported_at", "level")


def export(service: Service, out: BinaryIO, progress: Callable[[str], None]) -> int:
    """Write everything that the key may read; return the number of records.

    One page is in memory at a time. An incomplete document has no end and is not valid JSON.

    Raises
    ------
    ServiceError
        If the service does not answer.
    """
    cursor: str | None = None
    count = 0
    while True:
        page = service.post("/v1/owner/export", json.dumps({} if cursor is None else {"cursor": cursor}).encode())
        if cursor is None:
            about = json.dumps({name: page[name] for name in _HEAD_FIELDS}, separators=(",", ":"))
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
