"""Regular forms of words that Snowball's stemmers do not know, put into the spelling that they do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .irregular import BASES

_SHORTEST = 2  # letters left of a word
_SHORTEST_FLEETING = 3

# By language: an ending, the letters one of which must come before it (any, if empty), and what goes in its
# place. The first rule that fits is taken.
_RESPELLED = {
    "german": (
        ("innen", "", "in"),
        ("s", "aoiy", ""),  # Autos, Taxis
        ("ma", "", "m"),  # Firma, Firmen
        ("eum", "", "een"),
        ("um", "nrt", ""),  # Zentrum, Zentren
    ),
    "spanish": (
        ("ces", "", "z"),  # luz, luces
        ("es", "nrldsjy", ""),  # joven, jóvenes
    ),
    "portuguese": (
        ("ões", "", "ão"),
        ("ães", "", "ão"),
        ("ais", "", "al"),
        ("éis", "", "el"),
        ("óis", "", "ol"),
        ("uis", "", "ul"),
        ("ns", "", "m"),
    ),
    "italian": (("ghi", "", "go"), ("ghe", "", "ga")),
}
_SHORT_PLURAL = 4  # año, años: letters of a Spanish plural that its stemmer leaves whole


def respelled(language: str, word: str) -> str:
    """Return what to give a language's stemmer for a folded word: mostly the word itself."""
    if language == "english":
        return BASES.get(word, word)
    for ending, before, spelling in _RESPELLED.get(language, ()):
        if word.endswith(ending):
            left = word[: -len(ending)]
            if len(left + spelling) >= _SHORTEST and left and (not before or left[-1] in before):
                return left + spelling
    if language == "spanish" and len(word) == _SHORT_PLURAL and word.endswith(("as", "es", "os")):
        return word[:-1]
    return word


def verb_stems(word: str, stems: Mapping[str, str]) -> Iterator[str]:
    """Yield stems that an infinitive shares with forms of it whose stems are others, each as ``language:stem``.

    They are apart from the stems of nouns, to which the same letters belong: Buch is no form of Bucht.
    """
    if german := _german_verb(word, stems["german"]):
        yield f"german:{german}"
    if spanish := _spanish_verb(word, stems["spanish"]):
        yield f"spanish:{spanish}"


def without_fleeting_vowel(stem: str) -> str:
    """Return a Russian stem without the vowel that goes before an ending: отец, отца; кошек, кошка."""
    return stem[:-2] + stem[-1] if stem.endswith(("ец", "ок", "ек")) and len(stem) > _SHORTEST_FLEETING else stem


def _german_verb(word: str, stem: str) -> str:
    """Spielen, spielt, gespielt; arbeiten, gearbeitet."""
    if word.endswith("en"):
        return stem
    if word.startswith("ge") and word.endswith("et"):
        return stem.removeprefix("ge")
    if not stem.endswith("t"):
        return ""
    left = stem[:-1]
    if left.startswith("ge") and len(left) > _SHORTEST + 2:
        left = left[2:]
    return left if len(left) > _SHORTEST else ""


def _spanish_verb(word: str, stem: str) -> str:
    """Tener, tiene; poder, puede; jugar, juega."""
    if word.endswith(("ar", "er", "ir")):
        return stem.replace("jug", "jog")
    for broken, whole in (("ie", "e"), ("ue", "o")):
        if broken in stem:
            return whole.join(stem.rsplit(broken, 1))
    return ""
