"""Regular forms of words that Snowball's stemmers do not know, put into the spelling that they do."""

from __future__ import annotations

import re

_SHORTEST = 2  # letters left of a word

# What an ending is written as, first rule first.
_RESPELLED = {
    "german": ((re.compile("innen$"), "in"),),
    "spanish": (
        (re.compile("ces$"), "z"),  # luz, luces
        (re.compile("(?<=[nrldsjy])es$"), ""),  # joven, jóvenes
        (re.compile("(?<=^..[aeo])s$"), ""),  # año, años: too short for the stemmer
    ),
    "portuguese": (
        (re.compile("(?:ões|ães)$"), "ão"),
        (re.compile("ais$"), "al"),
        (re.compile("éis$"), "el"),
        (re.compile("óis$"), "ol"),
        (re.compile("uis$"), "ul"),
        (re.compile("ns$"), "m"),
    ),
    "italian": ((re.compile("ghi$"), "go"), (re.compile("ghe$"), "ga")),
}
_PARTICIPLE = re.compile("ge(.{3,})t$")


def respelled(language: str, word: str) -> str:
    """Return what to give a language's stemmer for a word: mostly the word itself.

    Parameters
    ----------
    language
        Snowball's name.
    word
        Folded.
    """
    for ending, spelling in _RESPELLED.get(language, ()):
        changed, times = ending.subn(spelling, word)
        if times and len(changed) >= _SHORTEST:
            return changed
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
    if stem.endswith("t") and len(stem) > _SHORTEST + 1:
        participle = _PARTICIPLE.match(stem)
        return f"{participle.group(1) if participle else stem[:-1]}-en"
    return ""
