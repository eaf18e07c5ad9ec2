"""Texts of the pages in each language: one file a language, the same keys in all."""

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

from ...refusals.errors import CodedError

LANGUAGES = ("en", "de")  # the first for who reads neither
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
        What refusals say on pages where that is not what they say to programs, by the core's keys.
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
            Which; its words in ``backticks`` become code.
        **values
            For its placeholders; what is no markup is escaped, a number is written as the language does.

        Raises
        ------
        KeyError
            If there is no such text, or a placeholder's value is missing.
        """
        filled = {name: self.number(value) if _is_number(value) else value for name, value in values.items()}
        marked = _CODE.sub(r"<code>\1</code>", str(escape(self.texts[key])))
        return Markup(marked).format(**filled)  # noqa: S704 - escaped above, and the values are here

    def count(self, key: str, count: int, **values: object) -> Markup:
        """Return a text in the number that goes with a count: its keys end in ``.one`` and ``.other``."""
        return self.text(f"{key}.{'one' if count == 1 else 'other'}", count=count, **values)

    def number(self, value: Any) -> str:
        """Write a number with marks between thousands."""
        written = f"{value:,}"
        return written.translate(_GERMAN) if self.code == "de" else written

    def day(self, day: str) -> str:
        """Write a day, which comes as ``2026-10-20``: as browsers do, for there is no zone to put it into."""
        at = date.fromisoformat(day)
        return f"{at:%d.%m.%Y}" if self.code == "de" else f"{at:%b} {at.day}, {at.year}"

    def message(self, refusal: CodedError) -> str:
        """Return what a refusal says in this language."""
        return refusal.in_language(self.code, self.refusals.get(refusal.key))


def chosen(cookie: str | None, accepted: str) -> Language:
    """Return the language that a reader chose, else the one his browser asks for first.

    Parameters
    ----------
    cookie
        What he chose.
    accepted
        The header ``Accept-Language``.
    """
    if cookie in LANGUAGES:
        return language(cookie)
    found = LANGUAGES[0]
    best = 0.0
    for part in accepted.split(",")[:20]:
        tag, _, quality = part.partition(";")
        code, wanted = tag.strip().lower().partition("-")[0], _quality(quality)
        if code in LANGUAGES and wanted > best:
            found, best = code, wanted
    return language(found)


@cache
def language(code: str) -> Language:
    """Read a language's file, once a process."""
    tables = tomllib.loads((Path(__file__).parent / f"{code}.toml").read_text(encoding="utf-8"))
    refusals = tables.pop("refusals", {})
    return Language(code, dict(_flat("", tables)), refusals)


def _flat(prefix: str, table: Mapping[str, Any]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for name, value in table.items():
        found += _flat(f"{prefix}{name}.", value) if isinstance(value, dict) else [(f"{prefix}{name}", value)]
    return found


def _quality(parameters: str) -> float:
    found = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", parameters)
    return float(found[1]) if found else 1.0


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_GERMAN = str.maketrans(",.", ".,")
