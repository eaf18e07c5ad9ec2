"""What a page is: its name, and what answers its addresses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from ...operations.http import Answer
from ..visit import Visit

Handler: TypeAlias = Callable[[Visit], Answer]


@dataclass(frozen=True, slots=True)
class Action:
    """What a form does.

    Attributes
    ----------
    run
        Does it, and leads back by :meth:`Visit.done`.
    shown_by
        Shows the form again, with what was wrong, where that is not the page's own ``get``.
    """

    run: Handler
    shown_by: Handler | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the dashboard.

    Attributes
    ----------
    name
        Its path (``/keys``), its templates, and its table in the languages' files, which holds ``title``.
    icon
        Of the sidebar; in ``templates/icons.html``.
    get
        Answers ``GET /<name>``.
    parts
        Answer ``GET /<name>/<path>``; a segment in braces stands for any, which is in ``visit.path`` then.
    actions
        Answer ``POST /<name>/<path>``.
    """

    name: str
    icon: str
    get: Handler
    parts: Mapping[str, Handler] = field(default_factory=dict)
    actions: Mapping[str, Action] = field(default_factory=dict)


def match(patterns: Mapping[str, object], path: str) -> tuple[str, dict[str, str]] | None:
    """Find the pattern of a path: what is written out goes before braces.

    Returns
    -------
    tuple or None
        The pattern, and what stands in the place of its braces.
    """
    if path in patterns:
        return path, {}
    parts = path.split("/")
    for pattern in patterns:
        found = _matched(pattern.split("/"), parts)
        if found is not None:
            return pattern, found
    return None


def _matched(pattern: list[str], parts: list[str]) -> dict[str, str] | None:
    if len(pattern) != len(parts):
        return None
    found = {}
    for expected, part in zip(pattern, parts, strict=True):
        if expected.startswith("{"):
            if not part:
                return None
            found[expected[1:-1]] = part
        elif expected != part:
            return None
    return found
