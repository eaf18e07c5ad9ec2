"""Documents that hold an export: as ``export`` wrote them, or as editors, shells and ``jq`` have rewritten them.

Nothing is in memory at a time but one record. What is told of a file never has a part of it.
"""

from __future__ import annotations

import codecs
import contextlib
import io
import json
import re
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO, cast

_CHUNK = 65_536
_HEAD_BYTES = 4_096  # of a value of the head, of which the longest is a moment or a cursor


class FileError(Exception):
    """The file is not an export."""


# What a file begins with that is something else, and what it is.
_SIGNATURES = (
    (b"\x1f\x8b", "a gzip file: unpack it first"),
    (b"PK\x03\x04", "a ZIP file: unpack it first"),
    (b"BZh", "a bzip2 file: unpack it first"),
    (b"\xfd7zXZ\x00", "an xz file: unpack it first"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard file: unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z file: unpack it first"),
    (b"SQLite format 3\x00", "a database; a backup is put back by the command restore"),
    (b"%PDF", "a PDF"),
)
_BOMS = (  # the longer ones first: that of UTF-32 begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (codecs.BOM_UTF8, "utf-8"),
)
_MARKUP = re.compile(rb"<(!doctype html|html|head|body)\b", re.IGNORECASE)


def opened(file: BinaryIO) -> BinaryIO:
    """Return a file's content as UTF-8 without a byte order mark.

    Raises
    ------
    FileError
        If it is seen from its beginning that it is no export, with what it seems to be.
    """
    begin = file.read(_CHUNK)
    source: io.RawIOBase = _Joined(begin, file)
    for mark, encoding in _BOMS:
        if begin.startswith(mark):
            source = _Joined(begin[len(mark) :], file)
            source = source if encoding == "utf-8" else _Recoded(source, encoding)
            break
    found: io.BufferedReader[Any] = io.BufferedReader(source, _CHUNK)
    if (what := _something_else(found.peek(_CHUNK))) is not None:
        raise FileError(f"this is no export, but {what}")
    return found


def _something_else(begin: bytes) -> str | None:
    """Say what a file is that cannot be an export by its first bytes."""
    for signature, what in _SIGNATURES:
        if begin.startswith(signature):
            return what
    text = begin.lstrip()
    if not begin:
        return "an empty file"
    if not text:
        return "a file of spaces alone"
    if text[:2] in (b"{\x00", b"\x00{") or begin[:2] in (b"{\x00", b"\x00{"):
        return "UTF-16 without a byte order mark: save it as UTF-8"
    if begin[:4] in (b"{\x00\x00\x00", b"\x00\x00\x00{"):
        return "UTF-32 without a byte order mark: save it as UTF-8"
    if b"\x00" in begin:
        return "a binary file, and no JSON"
    if _MARKUP.match(text):
        return "an HTML page: perhaps an error or a sign-in page was saved in the export's place"
    if text.startswith(b"<"):
        return "XML or HTML, and no JSON"
    if text.startswith(b"["):
        return "a JSON array, and not the whole document of an export"
    if not text.startswith(b"{"):
        return "another text: an export begins with `{`"
    return None


class _Joined(io.RawIOBase):
    """What was read of a file already, and the rest of it."""

    def __init__(self, begin: bytes, file: BinaryIO) -> None:
        self._begin, self._file = begin, file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        part, self._begin = self._begin[: len(buffer)], self._begin[len(buffer) :]
        part = part or self._file.read(len(buffer))
        buffer[: len(part)] = part
        return len(part)


class _Recoded(io.RawIOBase):
    """Another encoding's text as UTF-8. What is no text in it is none in UTF-8 either, and refused by its line."""

    def __init__(self, source: io.RawIOBase, encoding: str) -> None:
        self._source = source
        self._decoder = codecs.getincrementaldecoder(encoding)("surrogatepass")
        self._ready = b""
        self._ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._ready and not self._ended:
            self._more()
        part, self._ready = self._ready[: len(buffer)], self._ready[len(buffer) :]
        buffer[: len(part)] = part
        return len(part)

    def _more(self) -> None:
        data = self._source.read(_CHUNK) or b""
        self._ended = not data  # half a character at the end is left out: the document has no end then
        try:
            self._ready = self._decoder.decode(data).encode("utf-8", "surrogatepass")
        except UnicodeDecodeError:  # of UTF-32: what is no character
            self._decoder.reset()
            self._ready = b"\xff\n"


@dataclass
class Layout:
    """A document whose records are not one a line, once it was looked through.

    Attributes
    ----------
    head
        Its fields but the records, wherever they stand.
    unit
        What its records are told by: their ``line``, or ``record`` where several begin on one.
    count
        How many records it has.
    cut_in
        The line in which it ends too soon; None: it has its end.
    behind
        The line of what stands behind its end.
    """

    head: dict[str, Any] = field(default_factory=dict)
    unit: str = "line"
    count: int = 0
    cut_in: int | None = None
    behind: int | None = None


@contextlib.contextmanager
def twice(file: BinaryIO, begun: bytes, source: BinaryIO) -> Iterator[BinaryIO]:
    """Yield what is read of a file, from its beginning and as often as one likes.

    Parameters
    ----------
    file, source
        The file, and its content as UTF-8, of which ``begun`` has been read.
    """
    if file.seekable():
        yield file
        return
    with tempfile.TemporaryFile() as copy:  # nobody else can open it, and it goes with the process
        copy.write(begun)
        shutil.copyfileobj(source, copy, _CHUNK)
        yield cast(BinaryIO, copy)


def look_through(source: BinaryIO) -> Layout:
    """Read a document to its end.

    Raises
    ------
    FileError
        If it is not of the form of an export.
    """
    found, last, walk = Layout(), 0, Walk(source)
    try:
        for name, text in walk.fields(_HEAD_BYTES, 0):
            if name is not None:
                found.head[name] = _scalar(text)
                continue
            found.unit = "record" if walk.began == last else found.unit
            found.count, last = found.count + 1, walk.began
        found.behind = walk.rest()
    except Cut:
        found.cut_in = walk.line
    return found


def records_of(source: BinaryIO, unit: str, most: int) -> Iterator[tuple[int, bytes | None]]:
    """Yield a document's records with their line or number; None for one that is too long."""
    walk, count = Walk(source), 0
    with contextlib.suppress(Cut):
        for name, text in walk.fields(_HEAD_BYTES, most):
            if name is None:
                count += 1
                yield walk.began if unit == "line" else count, text


def _scalar(text: bytes | None) -> Any:
    try:
        return None if text is None else json.loads(text)
    except (ValueError, RecursionError):
        return None


class Cut(Exception):
    """The file ends before the document does."""


_STRUCTURE = re.compile(rb'["{}\[\]]')
_IN_STRING = re.compile(rb'["\\]')
_SPACE = re.compile(rb"[ \t\r\n]*")
_SCALAR = re.compile(rb'[^ \t\r\n,:{}\[\]"]*')


class Walk:
    """Goes through a document of any layout, and holds no more of it than one value.

    Attributes
    ----------
    line
        Where it is.
    began
        In which line the last record begins.
    """

    def __init__(self, source: BinaryIO) -> None:
        self.line, self.began = 1, 0
        self._source, self._data, self._at = source, b"", 0

    def fields(self, most: int, most_of_record: int) -> Iterator[tuple[str | None, bytes | None]]:
        """Yield the name and value of each field, and of the list of records each of them without a name.

        Parameters
        ----------
        most, most_of_record
            Bytes of a value; None stands for one that is longer.

        Raises
        ------
        Cut
            If it has no end.
        FileError
            If it is no JSON of this form.
        """
        self._expect(b"{")
        if self._next() == b"}":
            return
        while True:
            name = _scalar(self._value(most)) if self._next() == b'"' else None
            if not isinstance(name, str):
                raise self._wrong()
            self._expect(b":")
            if name == "records" and self._next() == b"[":
                yield from self._elements(most_of_record)
            else:
                yield name, self._value(most)
            if self._expect(b",}") == b"}":
                return

    def rest(self) -> int | None:
        """Return the line in which something stands behind the document."""
        try:
            self._next()
        except Cut:
            return None
        return self.line

    def _elements(self, most: int) -> Iterator[tuple[None, bytes | None]]:
        self._expect(b"[")
        if self._next() == b"]":
            self._expect(b"]")
            return
        while True:
            self._next()
            self.began = self.line
            yield None, self._value(most)
            if self._expect(b",]") == b"]":
                return

    def _next(self) -> bytes:
        """Skip spaces, and return the byte behind them without taking it."""
        while True:
            self._take(self._end_of(_SPACE), None)
            if self._at < len(self._data):
                return self._data[self._at : self._at + 1]
            self._fill()

    def _expect(self, any_of: bytes) -> bytes:
        found = self._next()
        if found not in any_of:
            raise self._wrong()
        self._at += 1
        return found

    def _value(self, most: int) -> bytes | None:
        kept, depth = _Kept(most), 0
        if self._next() not in b'"{[':
            self._scalar(kept)
            return kept.text
        while True:
            found = self._through(_STRUCTURE, kept)
            if found == b'"':
                while self._through(_IN_STRING, kept) != b'"':
                    self._through(_ANY, kept)
            else:
                depth += 1 if found in b"{[" else -1
            if depth == 0:
                return kept.text

    def _scalar(self, kept: _Kept) -> None:
        begun = False
        while True:
            end = self._end_of(_SCALAR)
            begun = begun or end > self._at
            self._take(end, kept)
            if self._at < len(self._data):
                break
            self._fill()
        if not begun:
            raise self._wrong()

    def _through(self, stop: re.Pattern[bytes], kept: _Kept) -> bytes:
        """Take all up to the next of some bytes, and it; return it."""
        while True:
            found = stop.search(self._data, self._at)
            self._take(len(self._data) if found is None else found.end(), kept)
            if found is not None:
                return found[0]
            self._fill()

    def _end_of(self, some: re.Pattern[bytes]) -> int:
        found = some.match(self._data, self._at)
        return self._at if found is None else found.end()

    def _take(self, end: int, kept: _Kept | None) -> None:
        self.line += self._data.count(b"\n", self._at, end)
        if kept is not None:
            kept.add(self._data[self._at : end])
        self._at = end

    def _fill(self) -> None:
        self._data, self._at = self._source.read(_CHUNK), 0
        if not self._data:
            raise Cut

    def _wrong(self) -> FileError:
        return FileError(f"the file is no export: it is no JSON from line {self.line:,} on")


class _Kept:
    """The bytes of one value, up to a number."""

    def __init__(self, most: int) -> None:
        self._parts, self._left = list[bytes](), most

    def add(self, part: bytes) -> None:
        """Keep some more."""
        self._left -= len(part)
        if self._left >= 0:
            self._parts.append(part)
        else:
            self._parts.clear()

    @property
    def text(self) -> bytes | None:
        """All of it; None: there was more."""
        return b"".join(self._parts) if self._left >= 0 else None


_ANY = re.compile(rb".", re.DOTALL)
