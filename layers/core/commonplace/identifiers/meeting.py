"""Which ids a call used and which its result showed, for telling an id that the session never met.

Free text counts here: what an agent has read, it has met. Nothing of it is kept but bits of a filter
(:mod:`commonplace.gateway.notes.seen_ids`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from .documents import texts
from .recognition import Recognition, rules_for
from .walking import LONGEST_ID, walk

MOST_TEXT = 300_000  # characters of a result that are looked through; few contexts hold as many

_TOKEN = re.compile(r"[^\s\"'<>()\[\]{},;\\|`]{4,400}")
_RUN = re.compile(r"[A-Za-z0-9][\w.-]{3,99}", re.ASCII)
_DIGIT, _LETTER = re.compile(r"[0-9]"), re.compile(r"[A-Za-z]")
_SHORTEST, _LONG = 4, 10  # characters: of what may be an id, and of what may be one without a letter


def used_ids(connector: str, tool: str, arguments: Any) -> tuple[str, ...]:
    """Return the ids among a call's arguments that are more than numbers or words.

    Numbers of JSON are left out: they may be counts as well.
    """
    rules = rules_for(connector, tool)
    found = (
        leaf.value
        for leaf in walk([arguments])
        if not leaf.secret and _may_be_id(leaf.value) and rules.recognise(leaf.value, leaf.field, leaf.parent)
    )
    return tuple(dict.fromkeys(found))


def met_ids(connector: str, tool: str, result: Any) -> tuple[str, ...] | None:
    """Return the ids that a result shows, wherever they stand in it.

    Parameters
    ----------
    connector, tool
        Names.
    result
        As :func:`commonplace.identifiers.capture.capture` takes it.

    Returns
    -------
    tuple of str or None
        None where the result is too large to be looked through: any id may be in it.
    """
    rules = rules_for(connector, tool)
    shown = [*texts(result)]
    if not isinstance(result, str):
        structured = result.get("structuredContent") if shown else result
        try:
            shown.append(json.dumps(structured, ensure_ascii=False))
        except RecursionError:  # too deep to be written
            return None
    if sum(map(len, shown)) > MOST_TEXT:
        return None
    tokens = {token for text in shown for token in _TOKEN.findall(text) if _may_be_id(token)}
    return tuple(dict.fromkeys(value for token in tokens for value in _ids_in(token, rules)))


def _ids_in(token: str, rules: Recognition) -> Iterator[str]:
    """Yield what of a token is an id: the whole, or what stands in a link or at a sentence's end."""
    for value in {token, token.strip(".:!?*_"), *_RUN.findall(token)}:
        if len(value) <= LONGEST_ID and _may_be_id(value) and rules.has_form(value):
            yield value


def _may_be_id(value: str) -> bool:
    """Tell whether a value is more than a number or a word."""
    if len(value) < _SHORTEST or value.isdigit() or _DIGIT.search(value) is None:
        return False
    return len(value) >= _LONG or _LETTER.search(value) is not None
