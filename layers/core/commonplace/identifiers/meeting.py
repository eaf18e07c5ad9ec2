"""Ids that a call used and that its result showed, to recognise an id that the session has never seen.

Free text counts, since the agent has read it. Only bits of a filter are stored
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

MOST_TEXT = 300_000  # characters of a result that are searched; few contexts hold as many

_TOKEN = re.compile(r"[^\s\"'<>()\[\]{},;\\|`]{4,400}")
_RUN = re.compile(r"[A-Za-z0-9][\w.-]{3,99}", re.ASCII)
_DIGIT, _LETTER = re.compile(r"[0-9]"), re.compile(r"[A-Za-z]")
_SHORTEST, _LONG = 4, 10  # characters of an id, and of one without a letter


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
    """Return all ids in a result; None if it is too large to be searched, so that any id may be in it.

    The result is as :func:`.capture.capture` takes it.
    """
    rules = rules_for(connector, tool)
    shown = [*texts(result)]
    if not isinstance(result, str):
        structured = result.get("structuredContent") if shown else result
        try:
            shown.append(json.dumps(structured, ensure_ascii=False))
        except RecursionError:  # nested too deep
            return None
    if sum(map(len, shown)) > MOST_TEXT:
        return None
    tokens = {token for text in shown for token in _TOKEN.findall(text) if _may_be_id(token)}
    return tuple(dict.fromkeys(value for token in tokens for value in _ids_in(token, rules)))


def _ids_in(token: str, rules: Recognition) -> Iterator[str]:
    """Yield the ids in a token: the whole, or a part of a link, or without the sentence's last point."""
    for value in {token, token.strip(".:!?*_"), *_RUN.findall(token)}:
        if len(value) <= LONGEST_ID and _may_be_id(value) and rules.has_form(value):
            yield value


def _may_be_id(value: str) -> bool:
    """Return whether a value is more than a number or a word."""
    if len(value) < _SHORTEST or value.isdigit() or _DIGIT.search(value) is None:
        return False
    return len(value) >= _LONG or _LETTER.search(value) is not None
