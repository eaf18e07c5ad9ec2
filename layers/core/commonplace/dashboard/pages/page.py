"""Definition of a page: its name and the handlers of its addresses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from ...operations.http import Answer
from ..visit import Visit

Handler: TypeAlias = Callable[[Visit], Answer]


@dataclass(frozen=True, slots=True)
class Action:
    """The handlers of a form.

    Attributes
    ----------
    run
        Does what the form is for, and redirects by :meth:`Visit.done`.
    shown_by
        Shows a refused form again; by default the page's ``get``.
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
        Name in ``templates/icons.html``.
    get
        Handles ``GET /<name>``.
    parts
        Handle ``GET /<name>/<path>``. A segment in braces is a parameter, found in ``visit.path``.
    actions
        Handle ``POST /<name>/<path>``.
    """

    name: str
    icon: str
    get: Handler
    parts: Mapping[str, Handler] = field(default_factory=dict)
    actions: Mapping[str, Action] = field(default_factory=dict)


def match(patterns: Mapping[str, object], path: str) -> tuple[str, dict[str, str]] | None:
    """Return the pattern that a path matches, and the parameters' values; literal patterns come first."""
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
