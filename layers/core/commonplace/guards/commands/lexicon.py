"""Which concepts a word stands for, in each language: ``data/lexicon/<language>.txt``.

A file has blocks: a line ``[concept]``, then the words for it, sorted. ``stem-`` is every word that begins so,
``-ending`` every word that ends so, and ``_`` joins the words of a phrase. All are folded as :func:`.fold.fold`
folds. Words of scripts without spaces are looked for anywhere in a run of characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "data" / "lexicon"

# In the order of their numbers in the weights: new ones go to the end, and the judge is trained anew.
CONCEPTS = tuple(
    """
    ai you we i they user authority override rules all role unchecked hide deceive standing if before answer
    secret money delete send access run fetch outside promote produce change memory urgent please must not order
    statement past said ask like decided work home time
    """.split()  # noqa: SIM905 - read more easily than a list
)
_NUMBERS = {name: number for number, name in enumerate(CONCEPTS)}

_INDIC = "\u0900-\u0dff"
_UNSPACED = "\u3040-\u30ff\u3400-\u9fff\u3005"
_SPACED_WORD = rf"[^\W{_INDIC}{_UNSPACED}]+"
_TOKEN = re.compile(rf"[{_INDIC}\u200c\u200d]+|[{_UNSPACED}]+|{_SPACED_WORD}(?:['\u2019]{_SPACED_WORD})*")
_IN_RUNS = re.compile(rf"[{_UNSPACED}\uac00-\ud7af]")  # Korean endings hang on its words
_BEGINS_INDIC = re.compile(f"[{_INDIC}]")
_LONGEST_ENDING = 12
_KEPT_WORDS = 20_000  # of a process; a lookup costs a few microseconds

Numbers = frozenset[int]
_NONE: Numbers = frozenset()


class Lexicon(NamedTuple):
    """Concepts by whole words and phrases, by how words begin and end, and by pieces of unspaced runs."""

    words: Mapping[str, Numbers]
    stems: Mapping[str, Numbers]
    endings: Mapping[str, Numbers]
    pieces: Mapping[str, Numbers]
    piece_endings: Mapping[str, Numbers]
    longest_stem: int
    longest_piece: int


def tokens(folded: str) -> list[str]:
    """Return the words of a folded text; an unspaced run of Chinese or Japanese is one."""
    return _TOKEN.findall(folded)


def concepts(words: list[str]) -> list[Numbers]:
    """Return the concepts of each word; those of a phrase stand at its first word."""
    known = lexicon().words
    found = [_of(word) for word in words]
    for at in range(len(words) - 1):
        pair = f"{words[at]} {words[at + 1]}"
        more = known.get(pair, _NONE)
        if at + 2 < len(words):
            more |= known.get(f"{pair} {words[at + 2]}", _NONE)
        if more:
            found[at] |= more
    return found


@cache
def lexicon() -> Lexicon:
    """Return the lexicon of all languages, read at the first text that is judged."""
    tables: tuple[dict[str, Numbers], ...] = ({}, {}, {}, {}, {})
    for path in sorted(FOLDER.glob("*.txt")):
        for number, entry in entries(path):
            table, word = _place(entry)
            tables[table][word] = tables[table].get(word, _NONE) | {number}
    longest = [max(map(len, tables[at]), default=0) for at in (1, 3)]
    words, stems, endings, pieces, piece_endings = tables
    return Lexicon(words, stems, endings, pieces, piece_endings, *longest)


def entries(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the entries of a language's file, each with its concept's number."""
    number = -1
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            number = _NUMBERS[line[1:-1]]
        elif not line.startswith("#"):
            for entry in line.split():
                yield number, entry


def _place(entry: str) -> tuple[int, str]:
    is_ending, is_stem = entry.startswith("-"), entry.endswith("-")
    word = entry.strip("-").replace("_", " ")
    if _IN_RUNS.search(word):
        return (4 if is_ending else 3), word
    if is_ending:
        return 2, word
    is_long_indic = _BEGINS_INDIC.match(word) is not None and " " not in word and len(word) > 3
    return (1 if is_stem or is_long_indic else 0), word


@lru_cache(_KEPT_WORDS)
def _of(word: str) -> Numbers:
    words, stems, endings, pieces, piece_endings, longest_stem, longest_piece = lexicon()
    found = set(words.get(word, _NONE))
    for end in range(2, min(len(word), longest_stem) + 1):
        found |= stems.get(word[:end], _NONE)
    for size in range(1, min(len(word) - 1, _LONGEST_ENDING) + 1):
        found |= endings.get(word[-size:], _NONE)
    if _IN_RUNS.match(word):
        for start in range(len(word)):
            for end in range(start + 1, min(start + longest_piece, len(word)) + 1):
                found |= pieces.get(word[start:end], _NONE)
        for size in range(1, min(len(word), _LONGEST_ENDING) + 1):
            found |= piece_endings.get(word[-size:], _NONE)
    return frozenset(found)
