"""``python -m local import``: sends a document in parts, with one part in memory at a time."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from local.service import Service, ServiceError

PART_RECORDS = 500
PART_BYTES = 1_000_000
_CHUNK = 65_536
_COUNTS = ("stored", "quarantined", "unchanged", "ignored", "stores_created", "speakers_registered")


class FileError(Exception):
    """The file is not an export."""


@dataclass
class Done:
    """The result of an import.

    Attributes
    ----------
    counts
        The service's counts.
    refused
        Line numbers and reasons, one by one.
    renamed
        How many memories could not keep their id.
    complete
        Whether the file has its end.
    """

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_COUNTS, 0))
    refused: list[tuple[int, str]] = field(default_factory=list)
    renamed: int = 0
    complete: bool = False


def import_file(
    service: Service,
    file: BinaryIO,
    progress: Callable[[str], None],
    read_json: Callable[[bytes], Any],
    line_bytes: int,
) -> Done:
    """Send a file's records.

    Parameters
    ----------
    service
    file
        As ``export`` writes it, or a page as the service answers it: one record per line.
    progress
        Called with a line of text after each part.
    read_json
        Parses a line, or raises: the service's own (:mod:`commonplace.export.reading`).
    line_bytes
        The size limit of a line.

    Raises
    ------
    FileError
        If it does not begin as an export does.
    ServiceError
        If the service does not answer. Records that were sent are stored: import the file again to continue.
    """
    done = Done()
    lines = _lines(file, line_bytes)
    _check_head(next(lines, (0, b""))[1])
    part: list[bytes] = []
    first = size = last = 0
    for number, line in lines:
        text = None if line is None else line.strip()
        if text is not None and text.startswith(b"]"):
            done.complete = True
            done.refused += _after_end(number, text, lines)
            break
        last = number
        if text == b"":
            record, problem = None, "is empty"
        else:
            record, problem = _record(text, read_json, line_bytes)
        full = len(part) == PART_RECORDS or size + len(record or b"") > PART_BYTES
        if part and (record is None or full):
            _send(service, part, first, done)
            progress(_progress_line(number - 1, done))
            part, size = [], 0
        if record is None:
            done.refused.append((number, problem))
            continue
        first = number if not part else first
        part.append(record)
        size += len(record)
    if part:
        _send(service, part, first, done)
    progress(_progress_line(last, done))
    return done


def _after_end(number: int, end: bytes, lines: Iterator[tuple[int, bytes | None]]) -> Iterator[tuple[int, str]]:
    """Yield what follows the end of the document, as in files that were joined by hand; it is not read."""
    try:
        json.loads(b"[" + end if end == b"]" else b'{"records":[' + end)
    except (ValueError, RecursionError):
        yield number, "does not end as an export does; what stands behind `]` is not read"
    for further, line in lines:
        if line is None or line.strip():
            yield further, "stands behind the document's end; it and all that follows is not read"
            return


def _lines(file: BinaryIO, most: int) -> Iterator[tuple[int, bytes | None]]:
    """Yield lines with their numbers; None for a line that is too long, which is skipped in chunks."""
    number = 0
    while True:
        line = file.readline(most + 1)
        if not line:
            return
        number += 1
        if len(line) <= most or line.endswith(b"\n"):
            yield number, line
            continue
        while line and not line.endswith(b"\n"):
            line = file.readline(_CHUNK)
        yield number, None


def _check_head(line: bytes | None) -> None:
    text = (line or b"").strip().removeprefix(b"\xef\xbb\xbf")
    try:
        head = json.loads(text + b"]}") if text.endswith(b"[") else None
    except (ValueError, RecursionError):
        head = None
    if not isinstance(head, dict) or head.get("format") != "commonplace-export":
        raise FileError('the file is no export with a record a line: its first line must end in `"records":[`')
    if head.get("version") != 1 or isinstance(head["version"], bool):
        raise FileError("the file is an export of another version; this command reads version 1")


def _record(line: bytes | None, read_json: Callable[[bytes], Any], most: int) -> tuple[bytes | None, str]:
    if line is None:
        return None, f"is longer than {most:,} bytes"
    record = line.removesuffix(b",")
    try:
        read_json(record)
    except Exception as error:  # any refusal; the messages contain nothing of the line
        return None, str(error).removeprefix("body: ")
    return record, ""


def _send(service: Service, part: list[bytes], first: int, done: Done) -> None:
    """Send a part; continue where the service ran out of time, and halve a part that it cannot read as a whole."""
    while part:
        about = {"format": "commonplace-export", "version": 1, "first_line": first}
        body = json.dumps(about)[:-1].encode() + b', "records": [' + b",".join(part) + b"]}"
        try:
            answer = service.post("/v1/owner/import", body)
        except ServiceError as error:
            if error.status not in (400, 413):
                raise
            if len(part) == 1:
                done.refused.append((first, str(error)))
                return
            middle = len(part) // 2
            _send(service, part[:middle], first, done)
            part, first = part[middle:], first + middle
            continue
        for name in _COUNTS:
            done.counts[name] += answer[name]
        done.refused += [(one["line"], one["message"]) for one in answer["refused"]]
        done.renamed += len(answer["renamed"])
        if answer["next_line"] is None:
            return
        part, first = part[answer["next_line"] - first :], answer["next_line"]


def _progress_line(line: int, done: Done) -> str:
    kept, there = done.counts["stored"] + done.counts["quarantined"], done.counts["unchanged"]
    return f"line {line:,}: {kept:,} stored, {there:,} there already, {len(done.refused):,} refused"
