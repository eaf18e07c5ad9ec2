"""The issuers whose credentials are known by how they begin: a row of ``data/issuers.toml`` each."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from ...domain.word_lists import WordLists
from .checksums import github_checksum
from .entropy import randomness
from .patterns import compiled
from .placeholders import is_placeholder

_CHECKSUMS: dict[str, Callable[[str], bool]] = {"github": github_checksum}
_MOST = 400  # characters of the rest that are looked at
_WEIGHED = 64  # characters of it that are weighed
_WORD_START = re.compile(r"(?<![A-Za-z0-9])[A-Za-z0-9][A-Za-z0-9_./-](?=[^\s,;()]{3,8}[^a-z\s,;()]|[^\s,;()]{11})")


@cache
def _by_start() -> dict[str, list[dict[str, str]]]:
    table: dict[str, list[dict[str, str]]] = {}
    for row in sorted(rows(), key=lambda row: -len(row["beginning"])):
        table.setdefault(row["beginning"][:2], []).append(row)
    return table


def rows() -> list[dict[str, str]]:
    """Return the table: ``beginning``, ``kind``, ``rest`` and perhaps ``checksum``."""
    return WordLists(__file__, "issuers").rows("issuers")


def issued(text: str) -> str | None:
    """Return the kind of the first credential with a known beginning, such as ``GitHub token``."""
    for start in _WORD_START.finditer(text):
        kind = issued_at(text, start.start())
        if kind:
            return kind
    return None


def issued_at(text: str, start: int, *, parted: bool = False) -> str | None:
    """Return the kind of the credential that begins at a place.

    In a text that was put together from ``parted`` ones, more may follow than belongs to it.
    """
    for row in _by_start().get(text[start : start + 2], ()):
        if text.startswith(row["beginning"], start) and _is_issued(row, text, start, parted=parted):
            return row["kind"]
    return None


def _is_issued(row: dict[str, str], text: str, start: int, *, parted: bool) -> bool:
    beginning = row["beginning"]
    begin = start + len(beginning)
    pattern = row["rest"].rpartition("(?!")[0] if parted and row["rest"].endswith("])") else row["rest"]
    match = compiled(pattern, re.ASCII).match(text, begin, begin + _MOST)
    if not match:
        return False
    checksum = _CHECKSUMS.get(row.get("checksum", ""))
    if checksum and checksum(text[start : match.end()]):
        return True  # proven: no placeholder has a valid checksum
    rest = match.group()[:_WEIGHED]
    # Words behind a beginning that is one by chance (sk-learn-…, re_compile_…) are no credential.
    digits = sum(map(str.isdigit, rest))
    least = -8 if digits and len(beginning) > 3 else 0
    if digits * 6 < len(rest) and randomness(rest) <= least:
        return False
    return not (is_placeholder(match.group()) or is_placeholder(text[start : match.end()]))
