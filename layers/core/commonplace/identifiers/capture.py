"""Chooses the ids of a tool call that are stored: values that are an id as a whole, and no credential."""

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
_ENOUGH = 3 * LIMIT  # objects' own ids at one depth, from which the best are chosen
_JUDGED = 100  # candidates a call that the credential guard checks: it takes most of the time

_PLAIN_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{1,29}", re.ASCII)
_WORDS = 3

Source = Literal["argument", "result"]


@dataclass(frozen=True, slots=True)
class Captured:
    """One id that a call used or returned.

    Attributes
    ----------
    field
        Name of its field; for an item of a list, the list's.
    kind
        Kind of the thing it identifies, such as ``customer`` or ``commit``; ``uuid`` and the like if only its form
        is known.
    source
        Where it was found first.
    """

    value: str
    field: str
    kind: str
    source: Source

    @property
    def text(self) -> str:
        """Text that is stored: ``customer cus_…``, or ``commit sha 6dcb…`` if the field's name is not the kind.

        Connectors choose the names of fields, so one that could be a sentence is left out.
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
        Names, from which the service is recognised (``my-github``); it decides what is an id.
    result
        As in MCP (``structuredContent``, or text blocks of one JSON document each), or the JSON value itself.

    Returns
    -------
    list of Captured
        At most 10, each value once: first the arguments' ids, then the result's, those in fewer lists and objects
        first. At each depth an object's own id (``id``, ``key``, ``sha``) comes before ids that it refers to; else
        in the document's order.

    >>> [one.text for one in capture("stripe", "get_customer", {"customer": "cus_NffrFeUfNV2Hib"}, {})]
    ['customer cus_NffrFeUfNV2Hib']
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
    """Return the ids of one depth by rank; if there are many, only of the first ones."""
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
