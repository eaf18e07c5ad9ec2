"""Server-sent events: from pieces of a stream to the data of its events."""

from __future__ import annotations

from collections.abc import Iterator


class EventReader:
    """Reads a stream piece by piece; each byte is looked at once."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []  # of a line whose end has not come
        self._data: list[bytes] = []
        self._after_return = False

    def feed(self, piece: bytes) -> Iterator[bytes]:
        """Take a piece, and yield the data of the events that it completes.

        Lines end with a line feed, a carriage return, or both.
        """
        if self._after_return and piece.startswith(b"\n"):
            piece = piece[1:]
        self._after_return = piece.endswith(b"\r")
        *lines, rest = piece.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        for line in lines:
            self._pieces.append(line)
            whole = b"".join(self._pieces)
            self._pieces.clear()
            yield from self._line(whole)
        if rest:
            self._pieces.append(rest)

    def _line(self, line: bytes) -> Iterator[bytes]:
        if not line:
            if self._data:
                yield b"\n".join(self._data)
                self._data.clear()
            return
        name, _, value = line.partition(b":")
        if name == b"data":
            self._data.append(value.removeprefix(b" "))
