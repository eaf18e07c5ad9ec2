"""Parses server-sent events: from the chunks of a stream to the data of its events."""

from __future__ import annotations

from collections.abc import Iterator


class SseParser:
    """Parses a stream chunk by chunk; each byte is processed once."""

    def __init__(self) -> None:
        self._partial_line: list[bytes] = []
        self._data: list[bytes] = []
        self._after_return = False

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """Take a chunk, and yield the data of the events that it completes.

        Lines end with a line feed, a carriage return, or both.
        """
        if self._after_return and chunk.startswith(b"\n"):
            chunk = chunk[1:]
        self._after_return = chunk.endswith(b"\r")
        *lines, rest = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        for line in lines:
            self._partial_line.append(line)
            whole = b"".join(self._partial_line)
            self._partial_line.clear()
            yield from self._line(whole)
        if rest:
            self._partial_line.append(rest)

    def _line(self, line: bytes) -> Iterator[bytes]:
        if not line:
            if self._data:
                yield b"\n".join(self._data)
                self._data.clear()
            return
        name, _, value = line.partition(b":")
        if name == b"data":
            self._data.append(value.removeprefix(b" "))
