# ruff: noqa: RUF001
"""What the judge sees of a unit: concepts, how they stand to each other, words, form and signs.

Concepts are the same in all languages, so that what is learnt of one holds for the others.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import pairwise
from zlib import crc32

from .fold import fold
from .forms import HEAD, MACHINE, PROSE, RECORDS, Unit
from .lexicon import CONCEPTS, Numbers, concepts, tokens

_C = len(CONCEPTS)
_KEPT_AS = {"machine": 0, PROSE: 1, HEAD: 2, "label": 3, "quote": 4, "comment": 5, "string": 6}
_SIGNS = (
    *("asks", "exclaims", "stop", "mail", "link", "capital", "name inside", "digit", "digit first", "not first"),
    *("comma", "starts unknown", "second unknown", "in record"),
    *(f"sum {kept}" for kept in _KEPT_AS),
    *(f"account {kept}" for kept in _KEPT_AS),
    *(f"length {n}" for n in range(9)),
    *(f"concepts {n}" for n in range(9)),
    *(f"form {form}" for form in _KEPT_AS),
)
_SIGN = {name: at for at, name in enumerate(_SIGNS)}

# Where each group of features begins.
_PRESENT = 0  # a concept is there; more than once; in a form
_TWICE = _PRESENT + _C
_IN_FORM = _TWICE + _C
_FIRST = _IN_FORM + _C * len(_KEPT_AS)  # of the first word; of it in a record's form; of the second; of the last
_FIRST_IN_RECORD = _FIRST + _C
_SECOND = _FIRST_IN_RECORD + _C
_LAST = _SECOND + _C
_OPENING = _LAST + _C  # of the first and the second word together
_TOGETHER = _OPENING + _C * (_C + 1)
_NEAR = _TOGETHER + _C * _C  # in this order, within three words
_SIGNED = _NEAR + _C * _C
_WORD = _SIGNED + len(_SIGNS)
_WORD_BITS = 15
SIZE = _WORD + (1 << _WORD_BITS)

_REACH = 4
_MOST_WORDS = 80  # a unit has some 400 characters

_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}\.[\w.]{2,}")
_LINK = re.compile(
    r"(?:https?|ftp|wss?)://[^\s<>\"')]+|\bwww\.\S+|\b[\w-]{2,63}\.(?:com|net|org|io|ru|xyz|example|co)\b[^\s<>\"')]*"
)
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_SUM = re.compile(
    r"[$€£¥₹₽]\s?\d|\d\s?[$€£¥₹₽]|\d[\d.,]*\s?(?:usd|eur|btc|eth|dollar|euro|"
    r"евро|рубл|円|元|万|원|रुपय|ರೂ|reais|pesos|k\b)"
)
_ACCOUNT = re.compile(r"\b[a-z]{2,8}-\d{1,6}\b|\b[a-z]{2}\d{2}[ \d]{6,}|\b(?:\d{3,4}[ -]?){2,}\b|#\d{3,}")

# How much each group counts as a whole, however many of its features a unit has.
_NORMS = (1.2, 0.8, 1.0, 1.0, 0.8)
_SIGN_VALUE = 0.3

Groups = tuple[tuple[float, Collection[int]], ...]


def features(unit: Unit) -> Groups:
    """Return groups of features: the value of each feature of a group, and their numbers, below :data:`SIZE`."""
    folded = fold(unit.text)
    masked = _LINK.sub(" zlinkz ", _ADDRESS.sub(" zmailz ", folded))
    words = tokens(_NUMBER.sub("0", masked))[:_MOST_WORDS]
    per = concepts(words)
    kept_as = "machine" if unit.form in MACHINE else unit.form
    is_record = unit.form in RECORDS
    present, names = _present(per, _KEPT_AS[kept_as])
    groups: tuple[Collection[int], ...] = (
        present,
        _ends(per, is_record=is_record),
        [_TOGETHER + one * _C + other for at, one in enumerate(names) for other in names[at + 1 :]],
        _near(per),
        _words(words),
    )
    signs = _signs(unit, folded, len(words), per)
    signs |= {
        "in record": is_record,
        f"concepts {min(len(names), 8)}": True,
        f"form {kept_as}": True,
        f"sum {kept_as}": _SUM.search(folded) is not None,
        f"account {kept_as}": _ACCOUNT.search(folded) is not None,
    }
    return (
        *((norm / len(group) ** 0.5, group) for norm, group in zip(_NORMS, groups, strict=True) if group),
        (_SIGN_VALUE, [_SIGNED + _SIGN[name] for name, holds in signs.items() if holds]),
    )


def _present(per: list[Numbers], kept: int) -> tuple[list[int], list[int]]:
    counts: dict[int, int] = {}
    for here in per:
        for one in here:
            counts[one] = counts.get(one, 0) + 1
    names = sorted(counts)
    present = [_PRESENT + one for one in names]
    present += [_IN_FORM + kept * _C + one for one in names]
    present += [_TWICE + one for one, count in counts.items() if count > 1]
    return present, names


def _ends(per: list[Numbers], *, is_record: bool) -> list[int]:
    if not per:
        return []
    first, last = per[0], per[-1]
    found = [_FIRST + one for one in first] + [_LAST + one for one in last]
    if is_record:
        found += [_FIRST_IN_RECORD + one for one in first]
    if len(per) > 1:
        found += [_SECOND + one for one in per[1]]
        for one in first:
            found += [_OPENING + one * (_C + 1) + other for other in (per[1] or (_C,))]
    return found


def _near(per: list[Numbers]) -> set[int]:
    found: set[int] = set()
    filled = [(at, here) for at, here in enumerate(per) if here]
    for place, (at, here) in enumerate(filled):
        for beyond, there in filled[place + 1 : place + _REACH]:
            if beyond - at >= _REACH:
                break
            found.update(_NEAR + one * _C + other for one in here for other in there)
    return found


def _words(words: list[str]) -> set[int]:
    mask = (1 << _WORD_BITS) - 1
    found = {_WORD + (crc32(word.encode()) & mask) for word in words}
    found.update(_WORD + (crc32(f"{one} {other}".encode()) & mask) for one, other in pairwise(("^", *words, "$")))
    return found


def _signs(unit: Unit, folded: str, words: int, per: list[Numbers]) -> dict[str, bool]:
    text = unit.text.rstrip(" \"'”’»)」")
    capital = unit.text[:1].isupper()
    return {
        "asks": text.endswith(("?", "？", "؟")),
        "exclaims": text.endswith(("!", "！")),
        "stop": text.endswith((".", "。", "।")),
        "mail": _ADDRESS.search(folded) is not None,
        "link": _LINK.search(folded) is not None,
        "capital": capital,
        "name inside": capital and any(word[:1].isupper() for word in unit.text.split()[1:]),
        "digit": any(char.isdigit() for char in folded),
        "digit first": unit.text[:1].isdigit(),
        "not first": not unit.first,
        "comma": "," in folded or "、" in folded or "，" in folded,
        "starts unknown": not per or not per[0],
        "second unknown": len(per) > 1 and not per[1],
        f"length {min(words, 16) // 2}": True,
    }
