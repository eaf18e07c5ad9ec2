"""Reads what a text hides in characters that nobody sees: tag characters, variation selectors, zero-width digits.

>>> list(hidden("deploys" + "".join(chr(0xE0000 + ord(letter)) for letter in "go out")))
['deploysgo out', 'go out', 'deploysgo out']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import permutations

_TAGS = re.compile("[\U000e0020-\U000e007e]+")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]+")
_ZERO_WIDTHS = re.compile("[\u180e\u200b-\u200f\u2060-\u2064\ufeff]+")
_ANY = re.compile(
    "[\u180e\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff\U000e0020-\U000e007e\U000e0100-\U000e01ef]"
)
_FEWEST = 6  # hidden letters below which nothing is a secret, and emoji have a few selectors
_MOST_WAYS = 6  # of reading the same characters
_PROBE = 12  # letters that are read before a way of writing is believed

_Way = Callable[[str, int], str]


def hidden(text: str) -> Iterator[str]:
    """Yield the text with what is hidden in its place, then what is hidden alone, then behind what is visible."""
    if text.isascii() or not _ANY.search(text):
        return
    for runs, reader in ((_TAGS, _of_tags), (_SELECTORS, _of_selectors), (_ZERO_WIDTHS, _of_zero_widths)):
        found = runs.findall(text)
        if not found:
            continue
        in_place = list(map(reader, found))
        for way in range(min(_MOST_WAYS, max(map(len, in_place)))):
            reads = iter([ways[min(way, len(ways) - 1)] if ways else "" for ways in in_place])
            yield runs.sub(lambda _, reads=reads: next(reads), text)  # type: ignore[misc]
        for alone in reader("".join(found))[:_MOST_WAYS]:
            yield alone
            yield _ANY.sub("", text) + alone


def _of_tags(run: str) -> list[str]:
    return [run.translate(_FROM_TAGS)]


_FROM_TAGS = {0xE0000 + point: point for point in range(0x20, 0x7F)}


def _of_selectors(run: str) -> list[str]:
    """Read a byte a selector, as both blocks together number all bytes, or half a byte in the first one."""
    points = list(map(ord, run))
    both = [point - 0xFE00 if point < 0xE0100 else point - 0xE0100 + 16 for point in points]
    ways = [both, [value - 16 for value in both if value >= 16]]
    halves = [value for value in both if value < 16]
    ways += [
        [high * 16 + low for high, low in zip(halves[place::2], halves[place + 1 :: 2], strict=False)]
        for place in (0, 1)
    ]
    return [read for way in ways if (read := _text(way))]


def _of_zero_widths(run: str) -> list[str]:
    """Read digits of base 2 to 4, whichever character stands for which, with or without one that parts letters."""
    signs = sorted(set(run))
    if not 2 <= len(signs) <= _MOST_SIGNS or len(run) < _FEWEST * 4:
        return []
    reads = []
    for order in permutations(signs):
        for digits, split in ((order, ""), (order[:-1], order[-1])):
            base = len(digits)
            if base < 2:
                continue
            value = {sign: str(number) for number, sign in enumerate(digits)}
            for width in _WIDTHS[base] if not split else (0,):
                read = _digits(run, value, base, width, split)
                if read and read not in reads:
                    reads.append(read)
    return sorted(reads, key=lambda read: not read.isascii())


def _digits(run: str, value: dict[str, str], base: int, width: int, split: str) -> str:
    """Return the text that digits spell, or nothing; the first letters are read before the rest is."""

    def read(part: str) -> str:
        table = str.maketrans(value)
        if split:
            letters = [piece.translate(table) for piece in part.split(split) if piece]
        else:
            whole = part.translate(table)
            letters = [whole[start : start + width] for start in range(0, len(whole) - width + 1, width)]
        if any(len(letter) > _LONGEST_LETTER for letter in letters):
            return ""
        return _text([int(letter, base) for letter in letters])

    probe = run[: _PROBE * (width or 9)]
    if split and split not in probe:
        return ""
    if split:
        probe = probe[: probe.rindex(split)]
    return read(run) if read(probe) else ""


_MOST_SIGNS = 4
_LONGEST_LETTER = 21  # binary digits of the last character of Unicode
_WIDTHS = {2: (8, 7, 16), 3: (5, 6), 4: (4, 8)}


def _text(values: list[int]) -> str:
    """Return what numbers spell as UTF-8, or as ASCII, if that is text."""
    if len(values) < _FEWEST:
        return ""
    if all(0 <= value < 256 for value in values):
        try:
            decoded = bytes(values).decode()
        except ValueError:
            return ""
    else:
        decoded = "".join(map(chr, values)) if all(0 <= value < 0xD800 for value in values) else ""
    return decoded if all(char.isprintable() or char in "\n\t" for char in decoded) else ""
