"""Sentences of a text: what a long text is stored as, and what a speaker's ``chunks`` are counted in."""

from __future__ import annotations

import re
from collections import Counter

from sentencex import segment

from .abbreviations import goes_on
from .analysis.folding import folded
from .analysis.languages import ANY, LATIN, languages_of
from .analysis.scripts import script
from .analysis.words import words

# The library's language by script; it decides which abbreviations end no sentence.
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
_READ = 1_000  # characters that show the language
_INITIAL = re.compile(r"[^\W\d_]\.")
_LINE_END = re.compile("[\n\r\x0b\x0c\x85\u2028\u2029]")
_HALF = re.compile("[\ud800-\udfff]")  # lone surrogates, which no library reads


def sentences(text: str) -> list[str]:
    """Split a text into its sentences.

    Parameters
    ----------
    text
        Any text.

    Returns
    -------
    list[str]
        Without space at their ends, in order; together they hold every other character of the text. What has
        no letter or digit belongs to the sentence before it, or to the first; an initial to what comes after it,
        and so does what ends with a known abbreviation, or comes before a small letter.
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
    """Count the sentences of a text; 0 only for a text of spaces."""
    return len(sentences(text))


def _language(text: str) -> str:
    """Name a language whose abbreviations to expect."""
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
    """Whether the library cut a sentence at an abbreviation; a line's end is one of a sentence, too."""
    return between != "" and not _LINE_END.search(between) and goes_on(before, after)


def _is_sentence(text: str) -> bool:
    """Whether what was split off is alone: a letter before a point does not, as the M. of a Frenchman."""
    return _has_word(text) and _INITIAL.fullmatch(text) is None


def _has_word(text: str) -> bool:
    return any(map(str.isalnum, text))
