"""``python -m local import``: sends a document in parts, with one part in memory at a time."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from local.documents import FileError, Layout, look_through, opened, records_of, twice
from local.service import Service, ServiceError

__all__ = ["Done", "FileError", "import_file"]

PART_RECORDS = 500
PART_BYTES = 1_000_000
_CHUNK = 65_536
_HEAD_LINE = 16_384  # bytes of the first line, where it is the head alone
_BEHIND = "stands behind the document's end; it and all that follows is not read"
_COUNTS = ("stored", "quarantined", "unchanged", "ignored", "stores_created", "speakers_registered")


@dataclass
class Done:
    """The result of an import.

    Attributes
    ----------
    counts
        The service's counts.
    unit
        What records are told by: ``line``, or ``record`` where the file has several on a line.
    refused
        Numbers of lines or records, and reasons, one by one.
    renamed
        How many memories could not keep their id.
    complete
        Whether the file has its end.
    last
        The last line or record that was read.
    """

    unit: str = "line"

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_COUNTS, 0))
    refused: list[tuple[int, str]] = field(default_factory=list)
    renamed: int = 0
    complete: bool = False
    last: int = 0


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
        As ``export`` writes it, or a page as the service answers it: one record per line; or the same document as
        an editor, a shell or ``jq`` has written it anew, in UTF-8, UTF-16 or UTF-32, on many lines or on one.
    progress
        Called with a line of text after each part.
    read_json
        Parses a record, or raises: the service's own (:mod:`commonplace.export.reading`).
    line_bytes
        The size limit of a record.

    Raises
    ------
    FileError
        If it is no export; with what it seems to be.
    ServiceError
        If the service does not answer. Records that were sent are stored: import the file again to continue.
    """
    done = Done()
    part: list[tuple[int, bytes]] = []
    size = 0
    for number, line in _records(file, done, line_bytes):
        text = None if line is None else line.strip()
        done.last = number
        if text == b"":
            record, problem = None, "is empty"
        else:
            record, problem = _record(text, read_json, line_bytes)
        full = len(part) == PART_RECORDS or size + len(record or b"") > PART_BYTES
        if part and (record is None or full):
            _send(service, part, done)
            progress(_progress_line(part[-1][0], done))
            part, size = [], 0
        if record is None:
            done.refused.append((number, problem))
            continue
        part.append((number, record))
        size += len(record)
    if part:
        _send(service, part, done)
    progress(_progress_line(done.last, done))
    return done


def _records(file: BinaryIO, done: Done, most: int) -> Iterator[tuple[int, bytes | None]]:
    """Yield a file's records, whatever its layout; None for one that is too long."""
    start = file.tell() if file.seekable() else 0
    source = opened(file)
    head = source.readline(_HEAD_LINE)
    if head.endswith(b"\n") and head.rstrip().endswith(b"["):
        _check_head(_object(head.strip() + b"]}"))
        return _by_line(_lines(source, most), done)
    return _of_any_layout(file, start, head, source, done, most)


def _of_any_layout(
    file: BinaryIO, start: int, head: bytes, source: BinaryIO, done: Done, most: int
) -> Iterator[tuple[int, bytes | None]]:
    """Read a document once to see that it is one, before anything of it is sent, and then its records."""
    with twice(file, head, source) as again:
        again.seek(start)
        layout = look_through(opened(again))
        _check_head(layout.head, layout)
        done.unit, done.complete = layout.unit, layout.cut_in is None
        if layout.behind is not None:
            done.refused.append((layout.behind if layout.unit == "line" else layout.count + 1, _BEHIND))
        again.seek(start)
        yield from records_of(opened(again), layout.unit, most)


def _by_line(lines: Iterator[tuple[int, bytes | None]], done: Done) -> Iterator[tuple[int, bytes | None]]:
    for number, line in lines:
        text = None if line is None else line.strip()
        if text is not None and text.startswith(b"]"):
            done.complete = True
            done.refused += _after_end(number, text, lines)
            return
        yield number, text


def _after_end(number: int, end: bytes, lines: Iterator[tuple[int, bytes | None]]) -> Iterator[tuple[int, str]]:
    """Yield what follows the end of the document, as in files that were joined by hand; it is not read."""
    try:
        json.loads(b"[" + end if end == b"]" else b'{"records":[' + end)
    except (ValueError, RecursionError):
        yield number, "does not end as an export does; what stands behind `]` is not read"
    for further, line in lines:
        if line is None or line.strip():
            yield further, _BEHIND
            return


def _lines(file: BinaryIO, most: int) -> Iterator[tuple[int, bytes | None]]:
    """Yield the lines behind the first with their numbers; None for one too long, which is skipped in chunks."""
    number = 1
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


def _object(text: bytes) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _check_head(head: dict[str, Any], layout: Layout | None = None) -> None:
    cut_in = None if layout is None else layout.cut_in
    if head.get("format") != "commonplace-export":
        what = "its head does not say `commonplace-export`"
        if cut_in is not None:
            what = f"it is cut off in line {cut_in:,}"
        elif "type" in head:
            what = "these are records without the document around them; import what export wrote"
        raise FileError(f"the file is no export: {what}")
    if "version" not in head and cut_in is not None:
        raise FileError(f"the file is cut off in line {cut_in:,}, before it says of which version it is")
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


def _send(service: Service, part: list[tuple[int, bytes]], done: Done) -> None:
    """Send a part; continue where the service ran out of time, and halve a part that it cannot read as a whole."""
    while part:
        first = part[0][0]
        about = {"format": "commonplace-export", "version": 1, "first_line": first}
        body = json.dumps(about)[:-1].encode() + b', "records": [' + b",".join(text for _, text in part) + b"]}"
        try:
            answer = service.post("/v1/owner/import", body)
        except ServiceError as error:
            if error.status not in (400, 413):
                raise
            if len(part) == 1:
                done.refused.append((first, str(error)))
                return
            middle = len(part) // 2
            _send(service, part[:middle], done)
            part = part[middle:]
            continue
        for name in _COUNTS:
            done.counts[name] += answer[name]
        # The service counts from the first; of a file with other layouts records may begin some lines apart.
        done.refused += [(part[one["line"] - first][0], one["message"]) for one in answer["refused"]]
        done.renamed += len(answer["renamed"])
        if answer["next_line"] is None:
            return
        part = part[answer["next_line"] - first :]


def _progress_line(number: int, done: Done) -> str:
    kept, there = done.counts["stored"] + done.counts["quarantined"], done.counts["unchanged"]
    return f"{done.unit} {number:,}: {kept:,} stored, {there:,} there already, {len(done.refused):,} refused"
