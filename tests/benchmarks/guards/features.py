"""What the linear judge sees of a unit: hashed n-grams of characters and words, concepts, form and signs.

Only the standard library, and one table of concepts: it must be able to run where a text is stored.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from zlib import crc32

from commonplace.guards.commands.forms import Unit

BITS = 17
MASK = (1 << BITS) - 1

_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff]")
_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}\.[\w.]{2,}")
_LINK = re.compile(
    r"(?:https?|ftp|wss?)://[^\s<>\"')]+|\bwww\.\S+|\b[\w-]{2,63}\.(?:com|net|"
    r"org|io|ru|xyz|example|co)\b[^\s<>\"')]*"
)
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff々]+|[^\W\u3040-\u30ff\u3400-\u9fff]+(?:['’-][^\W\u3040-\u30ff\u3400-\u9fff]+)*|"
    r"[\u0900-\u0dff]+"
)
_INDIC = re.compile("[\u0900-\u0dff\u200c\u200d]+")
_SUM = re.compile(
    r"[$€£¥₹₽]\s?\d|\d\s?[$€£¥₹₽]|\d[\d.,]*\s?(?:usd|eur|btc|eth|dollar|euro|"
    r"evro|евро|рубл|円|元|万|원|रुपय|ರೂ|reais|pesos|k\b)"
)
_ACCOUNT = re.compile(r"\b[a-z]{2,8}-\d{1,6}\b|\b[a-z]{2}\d{2}[ \d]{6,}|\b(?:\d{3,4}[ -]?){2,}\b|#\d{3,}")
_FAR = re.compile("[\u3040-\u30ff\u3400-\u9fff々]")


@cache
def fold(text: str) -> str:
    """Return a text in lower case, without invisible characters and the accents of European letters."""
    text = text.lower()
    if text.isascii():
        return text
    text = _UNSEEN.sub("", unicodedata.normalize("NFD", text))
    return unicodedata.normalize(
        "NFC", "".join(char for char in text if not "\u0300" <= char <= "\u036f" and char != "\u093c")
    )


@cache
def _concepts() -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    """Return the concepts of whole words and phrases, of stems, and of pieces of unspaced text."""
    tables: tuple[dict[str, set[str]], ...] = ({}, {}, {})
    concept = ""
    for line in Path(__file__).with_name("concepts.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        if line.startswith("["):
            concept = line[1:-1]
            continue
        for entry in line.split():
            word = fold(entry.replace("_", " "))
            if _FAR.search(word) or "\uac00" <= word[0] <= "\ud7af":
                tables[2].setdefault(word, set()).add(concept)
            elif word.endswith("-"):
                tables[1].setdefault(word[:-1], set()).add(concept)
            elif "\u0900" <= word[0] <= "\u0dff" and " " not in word and len(word) > 2:
                tables[1].setdefault(word, set()).add(concept)
            else:
                tables[0].setdefault(word, set()).add(concept)
    words, stems, pieces = ({word: frozenset(names) for word, names in table.items()} for table in tables)
    return words, stems, pieces


def words_of(folded: str) -> list[str]:
    """Return the words of a folded text; an unspaced run of Chinese or Japanese is one."""
    return [match.group() for match in _TOKEN.finditer(folded)]


_TOKEN = re.compile(
    "[\u0900-\u0dff\u200c\u200d]+|[\u3040-\u30ff\u3400-\u9fff々]+|[^\\W\u0900-\u0dff\u3040-\u30ff\u3400-\u9fff々]+(?:['’-][^\\W\u0900-\u0dff\u3040-\u30ff\u3400-\u9fff々]+)*"
)


@cache
def _of_word(word: str) -> frozenset[str]:
    words, stems, pieces = _concepts()
    found = set(words.get(word, ()))
    for end in range(2, min(len(word), 12) + 1):
        found.update(stems.get(word[:end], ()))
    if not word.isascii() and word[0] >= "\u3040":
        for start in range(len(word)):
            for end in range(start + 1, min(start + 6, len(word)) + 1):
                found.update(pieces.get(word[start:end], ()))
    return frozenset(found)


def concepts_of(words: list[str]) -> list[tuple[str, int]]:
    """Return the concepts of a sentence and the place of the word each was first seen at."""
    table, _, pieces = _concepts()
    found: dict[str, int] = {}
    for at, word in enumerate(words):
        names = set(_of_word(word))
        if at + 1 < len(words):
            pair = f"{word} {words[at + 1]}"
            names.update(table.get(pair, ()), pieces.get(pair, ()))
            if at + 2 < len(words):
                names.update(table.get(f"{pair} {words[at + 2]}", ()))
        for name in names:
            found.setdefault(name, at)
    return sorted(found.items())


@cache
def _char_grams(word: str) -> tuple[int, ...]:
    far = bool(_FAR.match(word))
    marked = word if far else f"<{word}>"
    sizes = range(1, 5) if far else range(2, 6)
    grams = {marked[at : at + size] for size in sizes for at in range(len(marked) - size + 1)}
    return tuple(sorted({crc32(gram.encode()) & MASK for gram in grams}))


def masked(folded: str) -> str:
    """Return a folded text with addresses, links and numbers replaced by what they are."""
    folded = _ADDRESS.sub(" zmailz ", folded)
    folded = _LINK.sub(" zlinkz ", folded)
    return _NUMBER.sub("0", folded)


def named(unit: Unit, drop: frozenset[str] = frozenset()) -> Iterator[tuple[str, str]]:
    """Yield the features of a unit that have names, with their group; ``drop`` leaves groups out."""
    folded = fold(unit.text)
    words = words_of(masked(folded))
    if "word" not in drop:
        yield from (("word", f"w={word}") for word in set(words))
        ends = ["^", *words, "$"]
        yield from (("word", f"b={one} {two}") for one, two in pairwise(ends))
        yield from (("word", f"s={one} {two}") for one, two in zip(words, words[2:], strict=False))
    end = folded.rstrip(" .!?。！？…\"'”」)`;,|।")
    if "ends" not in drop:
        yield from (("sign", f"$={end[-size:]}") for size in range(1, 6) if len(end) >= size)
        yield from (("sign", f"^={folded.lstrip()[:size]}") for size in range(2, 6))
    found = concepts_of(words)
    kept = "machine" if unit.form not in ("prose", "head", "label", "quote", "comment", "string") else unit.form
    if "concept" not in drop:
        for name, at in found:
            yield "concept", f"c={name}"
            if not at:
                yield "concept", f"c^={name}"
            yield "concept", f"cf={name} {kept}"
        names = [name for name, _ in found]
        yield from (("concept", f"cc={one} {two}") for at, one in enumerate(names) for two in names[at + 1 :])
        yield "concept", f"n={min(len(names), 6)}"
    if "form" not in drop:
        yield "sign", f"form={unit.form}"
        yield "sign", f"kept={kept}"
    if "sign" not in drop:
        yield from (("sign", sign) for sign in _signs(unit, folded, words, kept))


def _signs(unit: Unit, folded: str, words: list[str], kept: str) -> Iterator[str]:
    text = unit.text.rstrip(" \"'”’»)」")
    if text.endswith(("?", "？", "؟")):
        yield "asks"
    if text.endswith(("!", "！")):
        yield "exclaims"
    if text.endswith((".", "。", "।")):
        yield "stop"
    mail, link = bool(_ADDRESS.search(folded)), bool(_LINK.search(folded))
    if mail:
        yield "mail"
    if link:
        yield "link"
    if _SUM.search(folded):
        yield f"sum {kept}"
    if _ACCOUNT.search(folded):
        yield f"account {kept}"
    if unit.text[:1].isupper():
        yield "capital"
    yield f"length={min(len(words), 16) // 2}"
    if len(words) > 1 and unit.text[:1].isupper() and sum(word[:1].isupper() for word in unit.text.split()[1:]):
        yield "name inside"
    if any(char.isdigit() for char in folded):
        yield "digit"
    if unit.text[:1].isdigit():
        yield "digit first"
    if not unit.first:
        yield "not first"
    if "," in folded or "、" in folded or "，" in folded:
        yield "comma"


# How much each group weighs before training; each is normed to this length.
NORMS = {"char": 1.0, "word": 0.8, "concept": 1.0, "sign": 1.0}


def features(unit: Unit, drop: frozenset[str] = frozenset()) -> tuple[list[int], list[float]]:
    """Return the buckets and values of a unit."""
    groups: dict[str, list[int]] = {"char": []}
    for group, name in named(unit, drop):
        groups.setdefault(group, []).append(crc32(name.encode()) & MASK)
    if "char" not in drop:
        seen: set[int] = set()
        for word in words_of(masked(fold(unit.text))):
            seen.update(_char_grams(word))
        groups["char"] = list(seen)
    where: list[int] = []
    values: list[float] = []
    for group, buckets in groups.items():
        if buckets:
            norm: float = NORMS[group] / len(buckets) ** 0.5 if group != "sign" else 0.3
            where += buckets
            values += [norm] * len(buckets)
    return where, values
