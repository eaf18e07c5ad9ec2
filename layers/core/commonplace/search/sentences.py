"""Splits a text into sentences: a long text is stored by them, and a speaker's ``chunks`` counts them."""

from __future__ import annotations

import re
from collections import Counter

from sentencex import segment

from .abbreviations import goes_on
from .analysis.folding import folded
from .analysis.languages import ANY, LATIN, languages_of
from .analysis.scripts import script
from .analysis.words import words

# Language code for the library, by script; it decides which abbreviations do not end a sentence.
_BY_SCRIPT = {
    "cyrillic": "ru",
    "greek": "el",
    "armenian": "hy",
    "hebrew": "he",
    "arabic": "ar",
    "devanagari": "hi",
    "bengali": "bn",
    "tamil": "ta",
    "telugu": "te",
    "kannada": "kn",
    "malayalam": "ml",
}
_CODES = {
    "english": "en",
    "german": "de",
    "spanish": "es",
    "french": "fr",
    "italian": "it",
    "portuguese": "pt",
    "dutch": "nl",
}
_READ = 1_000  # characters from which the language is guessed
_INITIAL = re.compile(r"[^\W\d_]\.")
_LINE_END = re.compile("[\n\r\x0b\x0c\x85\u2028\u2029]")
_HALF = re.compile("[\ud800-\udfff]")  # lone surrogates, which the library does not accept


def sentences(text: str) -> list[str]:
    """Split a text into its sentences, in order and stripped; they hold all of it but the space between them.

    A piece without a letter or digit joins the sentence before it, or the first. An initial, a piece that ends
    with a known abbreviation, and one that is followed by a small letter are joined with what comes next.
    """
    found: list[str] = []
    place = end = 0
    for piece in segment(_language(text), _HALF.sub("\ufffd", text)):
        whole = text[place : place + len(piece)]
        bare = whole.strip()
        if bare:
            begin = place + len(whole) - len(whole.lstrip())
            if found and (not _stand_alone(found[-1], bare) or _is_cut(found[-1], text[end:begin], bare)):
                found[-1] = f"{found[-1]} {bare}"
            else:
                found.append(bare)
            end = begin + len(bare)
        place += len(piece)
    return found


def count(text: str) -> int:
    """Count the sentences of a text; 0 only for blank text."""
    return len(sentences(text))


def _language(text: str) -> str:
    """Guess the code of the language whose abbreviations to expect."""
    start = text[:_READ]
    for char in start:
        name = script(char)
        if name in _BY_SCRIPT:
            return _BY_SCRIPT[name]
        if name not in ("latin", "none", "other"):
            return "en"
    votes: Counter[int] = Counter()
    for word in words(folded(start)):
        bits = languages_of([word])
        if bits != ANY:
            votes.update(place for place in range(len(LATIN)) if bits >> place & 1)
    return _CODES[LATIN[max(range(len(LATIN)), key=lambda place: (votes[place], -place))]]


def _stand_alone(before: str, after: str) -> bool:
    return _is_sentence(before) and _has_word(after)


def _is_cut(before: str, between: str, after: str) -> bool:
    """Whether the library split a sentence at an abbreviation; the end of a line always ends a sentence."""
    return between != "" and not _LINE_END.search(between) and goes_on(before, after)


def _is_sentence(text: str) -> bool:
    """Whether a piece can be a sentence: one without a word cannot, nor can an initial such as ``M.``."""
    return _has_word(text) and _INITIAL.fullmatch(text) is None


def _has_word(text: str) -> bool:
    return any(map(str.isalnum, text))
