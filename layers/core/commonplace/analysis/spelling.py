"""Regular forms of words that Snowball's stemmers do not know, put into the spelling that they do."""

from __future__ import annotations

_SHORTEST = 2  # letters left of a word

# By language: an ending, the letters one of which must stand before it (any, if empty), and what goes in its
# place. The first rule that fits is taken.
_RESPELLED = {
    "german": (("innen", "", "in"),),
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
    """Return what to give a language's stemmer for a word: mostly the word itself.

    Parameters
    ----------
    language
        Snowball's name.
    word
        Folded.
    """
    for ending, before, spelling in _RESPELLED.get(language, ()):
        if word.endswith(ending):
            left = word[: -len(ending)]
            if len(left + spelling) >= _SHORTEST and left and (not before or left[-1] in before):
                return left + spelling
    if language == "spanish" and len(word) == _SHORT_PLURAL and word.endswith(("as", "es", "os")):
        return word[:-1]
    return word


def german_verb(word: str, stem: str) -> str:
    """Return the stem that an infinitive and its forms in -t have in common: spielen, spielt, gespielt.

    Apart from the noun's stem, since a final t belongs to many nouns: Buch is no form of Bucht.

    Parameters
    ----------
    word, stem
        The word, and Snowball's stem of it.

    Returns
    -------
    str
        Empty for what is neither an infinitive nor such a form.
    """
    if word.endswith("en"):
        return f"{stem}-en"
    if not stem.endswith("t"):
        return ""
    left = stem[:-1]
    if left.startswith("ge") and len(left) > _SHORTEST + 2:
        left = left[2:]
    return f"{left}-en" if len(left) > _SHORTEST else ""
