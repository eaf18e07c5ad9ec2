"""Texts of the pages: one file per language, with the same keys in all."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from ...auth.reader_preferences import preferred_language
from ...refusals.errors import CodedError

_CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Language:
    """One language.

    Attributes
    ----------
    code
        ``en``, ``de``.
    texts
        By key: the file's tables and names joined by dots.
    refusals
        Messages of refusals that differ on pages from those for programs, by the refusal's key.
    """

    code: str
    texts: Mapping[str, str]
    refusals: Mapping[str, str] = field(default_factory=dict)

    def __contains__(self, key: str) -> bool:
        return key in self.texts

    def text(self, key: str, **values: object) -> Markup:
        """Return a text as HTML.

        Parameters
        ----------
        key
            Words of the text in ``backticks`` become code.
        **values
            For its placeholders. Strings are escaped unless they are Markup, numbers are formatted.

        Raises
        ------
        KeyError
            If there is no such text, or a placeholder's value is missing.
        """
        filled = {name: self.number(value) if _is_number(value) else value for name, value in values.items()}
        marked = _CODE.sub(r"<code>\1</code>", str(escape(self.texts[key])))
        return Markup(marked).format(**filled)  # noqa: S704 - escaped above, and the values are here

    def count(self, key: str, count: int, **values: object) -> Markup:
        """Return the singular or plural of a text: its keys end in ``.one`` and ``.other``."""
        return self.text(f"{key}.{'one' if count == 1 else 'other'}", count=count, **values)

    def number(self, value: Any) -> str:
        """Format a number with thousands separators."""
        written = f"{value:,}"
        return written.translate(_GERMAN) if self.code == "de" else written

    def day(self, day: str) -> str:
        """Format a day given as ``2026-10-20``; without a time of day the browser has nothing to localize."""
        at = date.fromisoformat(day)
        return f"{at:%d.%m.%Y}" if self.code == "de" else f"{at:%b} {at.day}, {at.year}"

    def message(self, refusal: CodedError) -> str:
        """Return a refusal's message in this language."""
        return refusal.in_language(self.code, self.refusals.get(refusal.key))


def language_for(cookie: str | None, accepted: str) -> Language:
    """Return the language of the reader's cookie, else of the header ``Accept-Language``."""
    return language(preferred_language(cookie, accepted))


@cache
def language(code: str) -> Language:
    """Read a language's file, once per process."""
    tables = tomllib.loads((Path(__file__).parent / f"{code}.toml").read_text(encoding="utf-8"))
    refusals = tables.pop("refusals", {})
    return Language(code, dict(_flat("", tables)), refusals)


def _flat(prefix: str, table: Mapping[str, Any]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for name, value in table.items():
        found += _flat(f"{prefix}{name}.", value) if isinstance(value, dict) else [(f"{prefix}{name}", value)]
    return found


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_GERMAN = str.maketrans(",.", ".,")
