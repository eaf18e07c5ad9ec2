"""The conversation that the stand-in model has with every client, and what is looked for in what it was shown."""

from __future__ import annotations

import base64
import re
import struct
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from tests.support.upstreams import Upstream, tool

CONNECTOR = "probe"
GOAL = "Find the lighthouse keeper"
REMEMBERED = "The keeper's boat is called Albatross"
IN_TEXT, IN_STRUCTURED = "as-text", "as-structured"  # stand in a result's blocks, and in its structured content
NOTE = "<memory-note>"
_KEY = re.compile(r"cache_key\W{1,6}([\w.:/-]*[\w/-])")


@dataclass(frozen=True, slots=True)
class Shown:
    """One piece of a tool's result as the model gets it."""

    kind: Literal["text", "image", "file"]
    text: str = ""


Results = Mapping[str, Sequence[Shown]]


def text_of(shown: Sequence[Shown]) -> str:
    return "\n".join(piece.text for piece in shown if piece.kind == "text")


@dataclass(frozen=True, slots=True)
class Step:
    """One tool call that the model orders.

    Attributes
    ----------
    tool
        End of the tool's name, whatever a client puts before it.
    pointer_of
        Step whose result has the ``cache_key`` that is sent.
    anchored
        The application reports a compaction before, so that a note is due.
    """

    name: str
    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    pointer_of: str = ""
    anchored: bool = False

    def sent(self, results: Results) -> dict[str, Any]:
        """Arguments of the call; a model that was shown no ``cache_key`` sends a wrong one."""
        if not self.pointer_of:
            return dict(self.arguments)
        return {"cache_key": key_in(results.get(self.pointer_of, ())) or "not-shown"}


def key_in(shown: Sequence[Shown]) -> str | None:
    found = _KEY.search(text_of(shown))
    return None if found is None else found[1]


STEPS = (
    Step("recall", "tulimoa__recall"),
    Step("remember", "tulimoa__remember", {"text": "The keeper drinks tea at four"}),
    Step("plain", "probe__plain"),
    Step("typed", "probe__typed"),
    Step("picture", "probe__picture"),
    Step("picture_typed", "probe__picture_typed"),
    Step("resource", "probe__resource"),
    Step("failing", "probe__failing"),
    Step("large", "probe__large"),
    Step("large_again", "probe__large"),
    Step("large_whole", "tulimoa__recall_result", pointer_of="large_again"),
    Step("report", "probe__report"),
    Step("report_again", "probe__report"),
    Step("report_whole", "tulimoa__recall_result", pointer_of="report_again"),
    Step("note", "probe__plain", {"again": 1}, anchored=True),
    Step("note_typed", "probe__typed", {"again": 1}, anchored=True),
    Step("note_picture", "probe__picture_typed", {"again": 1}, anchored=True),
    Step("note_later", "probe__plain", {"again": 2}),
    Step("huge", "probe__huge"),
)


def picture() -> str:
    """A PNG of 32 by 32 red pixels, as base64."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + b"\xff\0\0" * 32 for _ in range(32))
    header = struct.pack(">IIBBBBB", 32, 32, 8, 2, 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return base64.b64encode(png).decode()


def long_text(mark: str, length: int) -> str:
    """Numbered lines, so that what is cut or told twice shows."""
    lines = [""]
    size = 0
    while size < length:
        lines.append(f"{mark} entry {len(lines)}: calm sea, the light was seen from {len(lines) % 40} ships.")
        size += len(lines[-1]) + 1
    lines[0] = f"{mark} has {len(lines) - 1} entries"
    return "\n".join(lines)


def probe() -> Upstream:
    """The upstream of the connector: a tool for each form of results."""
    schema = {"inputSchema": {"type": "object", "properties": {"again": {"type": "integer"}}}}
    names = ("plain", "typed", "picture", "picture_typed", "resource", "failing", "large", "report", "huge")
    results: dict[str, Callable[[], dict[str, Any]]] = {
        "plain": lambda: {"content": [_text(f"weather {IN_TEXT}")]},
        "typed": lambda: _both(f"weather {IN_TEXT}", {"weather": IN_STRUCTURED}),
        "picture": lambda: {"content": [_text(f"weather {IN_TEXT}"), _image()]},
        "picture_typed": lambda: {
            "content": [_text(f"weather {IN_TEXT}"), _image()],
            "structuredContent": {"weather": IN_STRUCTURED},
        },
        "resource": lambda: {
            "content": [
                {
                    "type": "resource",
                    "resource": {"uri": "probe://log", "mimeType": "text/plain", "text": IN_TEXT},
                },
                {"type": "resource_link", "uri": "probe://link", "name": "linked-log"},
            ]
        },
        "failing": lambda: {**_both(f"failed {IN_TEXT}", {"failed": IN_STRUCTURED}), "isError": True},
        "large": lambda: {"content": [_text(long_text(IN_TEXT, 6000))]},
        "report": lambda: _both(long_text(IN_TEXT, 6000), {"log": long_text(IN_STRUCTURED, 6000)}),
        "huge": lambda: {"content": [_text(long_text(IN_TEXT, 150_000))]},
    }
    return Upstream(tools=[tool(name, **schema) for name in names], act=lambda name, _: results[name]())


def _text(value: str) -> dict[str, Any]:
    return {"type": "text", "text": value}


def _image() -> dict[str, Any]:
    return {"type": "image", "mimeType": "image/png", "data": picture()}


def _both(text: str, structured: dict[str, Any]) -> dict[str, Any]:
    return {"content": [_text(text)], "structuredContent": structured}


# ---- what was shown, in a word ----

NOTHING = "–"


def _where(shown: Sequence[Shown]) -> str:
    """Which of the two forms the model saw."""
    text = text_of(shown)
    seen = [word for word, mark in (("text", IN_TEXT), ("structured", IN_STRUCTURED)) if mark in text]
    return " and ".join(seen) or NOTHING


def _with_image(shown: Sequence[Shown]) -> str:
    seen = [] if _where(shown) == NOTHING else [_where(shown)]
    if any(piece.kind == "image" for piece in shown):
        seen.append("image")
    elif picture()[:40] in text_of(shown):
        seen.append("image as base64 text")
    return ", ".join(seen) or NOTHING


def _resource(shown: Sequence[Shown]) -> str:
    text = text_of(shown)
    if any(piece.kind == "file" for piece in shown):
        text += IN_TEXT
    seen = [word for word, mark in (("text", IN_TEXT), ("link", "probe://link")) if mark in text]
    return ", ".join(seen) or NOTHING


def _whole(shown: Sequence[Shown]) -> str:
    """How much of a long text was shown; what stands twice costs twice."""
    text, seen = text_of(shown), []
    for word, mark in (("text", IN_TEXT), ("structured", IN_STRUCTURED)):
        has = re.search(rf"{mark} has (\d+) entries", text)
        if has is None:
            continue
        times = Counter(re.findall(rf"{mark} entry (\d+):", text))
        if len(times) < int(has[1]):
            seen.append(f"{100 * len(times) // int(has[1])} % of {word}")
        else:
            seen.append(word if min(times.values()) == 1 else f"{word} {min(times.values())} times")
    return " and ".join(seen) or NOTHING


def _yes(held: bool) -> str:
    return "yes" if held else NOTHING


def _note_and_image(shown: Sequence[Shown]) -> str:
    seen = ["note"] if NOTE in text_of(shown) else []
    return ", ".join([*seen, _with_image(shown)])


def _recall(shown: Sequence[Shown]) -> str:
    times = text_of(shown).count("Albatross")
    return NOTHING if times == 0 else "once" if times == 1 else f"{times} times"


COLUMNS: tuple[tuple[str, Callable[[Results], str]], ...] = (
    ("recall", lambda results: _recall(results.get("recall", ()))),
    ("remember", lambda results: _yes("stored" in text_of(results.get("remember", ())))),
    ("text", lambda results: _where(results.get("plain", ()))),
    ("text + structured", lambda results: _where(results.get("typed", ()))),
    ("text + image", lambda results: _with_image(results.get("picture", ()))),
    ("text + image + structured", lambda results: _with_image(results.get("picture_typed", ()))),
    ("resource, link", lambda results: _resource(results.get("resource", ()))),
    ("error, text + structured", lambda results: _where(results.get("failing", ()))),
    ("pointer", lambda results: _yes(key_in(results.get("large_again", ())) is not None)),
    ("recall_result, text", lambda results: _whole(results.get("large_whole", ()))),
    ("recall_result, text + structured", lambda results: _whole(results.get("report_whole", ()))),
    ("note, text", lambda results: _yes(NOTE in text_of(results.get("note", ())))),
    ("note, text + structured", lambda results: _yes(NOTE in text_of(results.get("note_typed", ())))),
    ("note, text + image + structured", lambda results: _note_and_image(results.get("note_picture", ()))),
    ("150 KB of text", lambda results: _whole(results.get("huge", ()))),
)
