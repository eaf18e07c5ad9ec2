"""Reads a text from its end, shifted along the alphabet, or respelt by a rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from .cutting import cut_again, vocabulary
from .patterns import compiled

_PIG = r"(?i)\b[a-z]{2,}(?:ay|way|yay)\b"
_NATO = (
    "alfa bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec "
    "romeo sierra tango uniform victor whiskey xray yankee zulu"
)

# Words by which a reversed text is recognised.
_COMMON = (
    "the and all you your to of in is for with this that are not from now it on previous instructions ignore "
    "system user must send tell rules prompt always next every "
    "der die das und alle ist nicht les des une vous toutes est pour el los las que todas para il di tutte "
    "istruzioni instrucciones anweisungen de la le et en os as todas voce het een van alle"
)
# And by these one whose letters were exchanged.
_CIPHERED = (
    "the and all you your for with this that not from now previous instructions ignore system user must send tell "
    "rules prompt always password full everything forward right alle und nicht les vous toutes todas para tutte"
)
# Shorter words are another word turned round by chance.
_SHORT = 3
_MIRRORED = 26  # besides the shifts 1 to 25


@cache
def _common() -> frozenset[str]:
    return frozenset(_COMMON.split())


def turned(text: str) -> Iterator[str]:
    """Read a text from its end, word by word from their ends, and shifted along the alphabet."""
    words = re.findall(r"[^\W\d_]+", text[:1200].lower())
    found = frozenset(words)
    if len(found & _backwards()) > 1:
        yield text[::-1]
        yield re.sub(r"[^\W\d_]+", lambda match: match.group()[::-1], text)
    if not text.isascii():
        return
    if len(words) > 2:
        hits: dict[int, int] = {}
        shifted = _shifted()
        for word in [word for word in found if word in shifted]:
            hits[shifted[word]] = hits.get(shifted[word], 0) + 1
        for shift, count in hits.items():
            if count > 1:
                yield text.translate(_mirror() if shift == _MIRRORED else _shift(shift))
        ends = list(compiled(_PIG).finditer(text)) if "ay" in text.lower() else []
        if len(ends) > 2:
            yield re.sub(r"[A-Za-z]+", _from_pig_latin, text[ends[0].start() :])
    if len(text) > 20 and sum(map(text.count, "?@6E2:C")) * 4 > len(text):
        yield "".join(chr(33 + (ord(char) - 33 + 47) % 94) if "!" <= char <= "~" else char for char in text)
    if len(words) > 5 and len(found & _spelling().keys()) > 5:
        yield cut_again("".join(_spelling().get(word, " ") for word in words))


@cache
def _backwards() -> frozenset[str]:
    return (
        frozenset(word[::-1] for word in _common() if len(word) >= _SHORT)
        - _common()
        - {"ton", "saw", "mot", "nap"}
    )


@cache
def _shifted() -> dict[str, int]:
    """Return the commonest words under each shift of the alphabet, and the shift that undoes it."""
    table: dict[str, int] = {}
    for word in _CIPHERED.split():
        table[word.translate(_mirror())] = _MIRRORED
        for shift in range(1, 26):
            table[word.translate(_shift(26 - shift))] = shift
    return {word: shift for word, shift in table.items() if word not in _common()}


@cache
def _spelling() -> dict[str, str]:
    return {name: name[0] for name in (*_NATO.split(), "alpha", "juliet", "x")}


@cache
def _shift(by: int) -> dict[int, int]:
    lower = {97 + n: 97 + (n + by) % 26 for n in range(26)}
    return lower | {point - 32: to - 32 for point, to in lower.items()}


@cache
def _mirror() -> dict[int, int]:
    lower = {97 + n: 122 - n for n in range(26)}
    return lower | {point - 32: to - 32 for point, to in lower.items()}


def _from_pig_latin(match: re.Match[str]) -> str:
    word = match.group().lower()
    for ending in ("way", "yay"):
        if word.endswith(ending) and len(word) > 4 and word[0] in "aeiou":
            return word[: -len(ending)]
    if not word.endswith("ay"):
        return word
    stem = word[:-2]
    tail = re.search(r"[^aeiou]+$", stem)
    if tail is None:
        return stem
    # The group of consonants that was moved back is at most three letters; the vocabulary knows which.
    for length in range(1, min(4, len(tail.group()) + 1)):
        if (turned := stem[-length:] + stem[:-length]) in vocabulary():
            return turned
    return stem[-1] + stem[:-1]
