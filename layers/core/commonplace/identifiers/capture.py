"""Which ids of one tool call are kept: structured values that are an id as a whole, and no credential."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from .credentials import is_credential
from .documents import documents
from .recognition import Recognition
from .walking import Leaf, walk

LIMIT = 10  # ids a call
_JUDGED = 100  # candidates a call that the credential guard is asked about: its rules cost more than all others

Source = Literal["argument", "result"]


@dataclass(frozen=True, slots=True)
class Captured:
    """One id that a call used or returned.

    Attributes
    ----------
    value
        The id, as it stood there.
    field
        Name of the field it stood under; of an item of a list, the list's.
    kind
        What it is of, such as ``customer`` or ``commit``; ``uuid`` and the like where only its form is known.
    source
        Where it was found first.
    """

    value: str
    field: str
    kind: str
    source: Source


def capture(connector: str, tool: str, arguments: Any, result: Any) -> list[Captured]:
    """Return the ids of one call, the newest use first.

    Parameters
    ----------
    connector, tool
        Names. What is an id depends on the service, which is told by the connector's name, however loosely
        (``my-github``); where that says nothing, by the tool's.
    arguments
        The call's arguments.
    result
        A tool's result as MCP has it (``structuredContent``, or text blocks of which each is one JSON document)
        or the JSON value itself.

    Returns
    -------
    list of Captured
        At most 10, each value once. First what the call was about: the arguments' ids. Then the result's, from
        the outside in: those of its top object, of objects within, of the lists' items; at each depth what names
        the thing itself (``id``, ``key``, ``sha``) before what it refers to.
    """
    recognition = Recognition.of(connector, tool)
    candidates: list[tuple[tuple[int, ...], Captured, Leaf]] = []
    sources: tuple[tuple[Source, Iterable[Any]], ...] = (
        ("argument", [arguments]),
        ("result", documents(result)),
    )
    for number, (source, values) in enumerate(sources):
        for leaf in walk(values):
            found = recognition.kind(leaf)
            if found is not None:
                place = (number, leaf.lists, leaf.depth, found.rank)
                candidates.append((place, Captured(leaf.value, leaf.field, found.kind, source), leaf))
    candidates.sort(key=lambda candidate: candidate[0])
    return list(_first(candidate[1:] for candidate in candidates))


def _first(candidates: Iterable[tuple[Captured, Leaf]]) -> Iterator[Captured]:
    """Yield the first ids that are no credentials, each value once."""
    seen: set[str] = set()
    taken = 0
    for captured, leaf in candidates:
        if captured.value in seen:
            continue
        if len(seen) >= _JUDGED or taken >= LIMIT:
            return
        seen.add(captured.value)
        if not is_credential(leaf, captured.kind):
            taken += 1
            yield captured
