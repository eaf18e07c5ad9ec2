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
    table = _by_start()
    for start in _WORD_START.finditer(text):
        for row in table.get(start.group(), ()):
            if text.startswith(row["beginning"], start.start()) and _is_issued(row, text, start.start()):
                return row["kind"]
    return None


def _is_issued(row: dict[str, str], text: str, start: int) -> bool:
    beginning = row["beginning"]
    begin = start + len(beginning)
    match = compiled(row["rest"], re.ASCII).match(text, begin, begin + _MOST)
    if not match:
        return False
    checksum = _CHECKSUMS.get(row.get("checksum", ""))
    if checksum and checksum(text[start : match.end()]):
        return True  # proven: no placeholder has a valid checksum
    rest = match.group()
    if is_placeholder(rest):
        return False
    # Words behind a beginning that is one by chance (sk-learn-…, re_compile_…) are no credential.
    digits = sum(map(str.isdigit, rest))
    least = -8 if digits and len(beginning) > 3 else 0
    return digits * 6 >= len(rest) or randomness(rest) > least
