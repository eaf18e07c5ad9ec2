"""Which ids of one tool call are kept: structured values that are an id as a whole, and no credential."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Any, Literal

from .credentials import is_credential
from .documents import documents
from .fields import parts
from .generic import FORMS
from .recognition import REFERS, Recognised, Recognition, rules_for
from .walking import Leaf, walk

LIMIT = 10  # ids a call
_ENOUGH = 3 * LIMIT  # ids of objects' own at one depth, among which the best are chosen
_JUDGED = 100  # candidates a call that the credential guard is asked about: it costs more than all else

_PLAIN_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{1,29}", re.ASCII)
_WORDS = 3

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

    @property
    def text(self) -> str:
        """What is kept: the id behind its field's name; before it what it is of, where the name does not say so.

        As in ``customer cus_…`` and ``commit sha 6dcb…``. A name that could say more than a name is not taken:
        connectors choose them.
        """
        named = parts(self.field)
        if not _PLAIN_NAME.fullmatch(self.field) or len(named) > _WORDS:
            return f"{self.kind} {self.value}"
        if self.kind in FORMS or set(parts(self.kind)) <= set(named):
            return f"{self.field} {self.value}"
        return f"{self.kind} {self.field} {self.value}"


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
        the outside in: those of its top object and of objects within, then those of the items of lists, and of
        lists within these. At each depth what names the thing itself (``id``, ``key``, ``sha``) stands before
        what it refers to, and else the order of the document counts.
    """
    rules = rules_for(connector, tool)
    found = _one_by_one((("argument", [arguments]), ("result", documents(result))), rules)
    return list(islice(found, LIMIT))


def _one_by_one(sources: Iterable[tuple[Source, Iterable[Any]]], rules: Recognition) -> Iterator[Captured]:
    """Yield the ids that are no credentials, each value once."""
    seen: set[str] = set()
    for source, values in sources:
        for _, leaves in groupby(walk(values), key=lambda leaf: leaf.place):
            for leaf, recognised in _best_first(leaves, rules):
                if leaf.value in seen:
                    continue
                if len(seen) >= _JUDGED:
                    return
                seen.add(leaf.value)
                captured = Captured(leaf.value, leaf.field, recognised.kind, source)
                if not is_credential(leaf, captured.kind, captured.text):
                    yield captured


def _best_first(leaves: Iterable[Leaf], rules: Recognition) -> list[tuple[Leaf, Recognised]]:
    """Return the ids of one depth by rank; where there are many, of the first ones."""
    found: list[tuple[Leaf, Recognised]] = []
    own: set[str] = set()
    for leaf in leaves:
        recognised = rules.recognise(leaf.value, leaf.field, leaf.parent)
        if recognised is not None:
            found.append((leaf, recognised))
            if recognised.rank < REFERS:
                own.add(leaf.value)
                if len(own) >= _ENOUGH:
                    break
    return sorted(found, key=lambda pair: pair[1].rank)
