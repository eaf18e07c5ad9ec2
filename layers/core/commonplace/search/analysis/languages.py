"""Which languages a text in Latin letters may be of, told by its small words.

A stemmer that reads another language's words makes false relations (Italian takes *care* and *car* for two
forms of one word), so a relation counts only in texts that may be of the stemmer's language.
"""

from __future__ import annotations

from collections.abc import Iterable

# Languages of the Latin stemmers; a language's place is its bit.
LATIN = ("english", "german", "spanish", "french", "italian", "portuguese", "dutch")
ANY = (1 << len(LATIN)) - 1

_SMALL_WORDS = {
    "english": (
        "the and is was are were of to for with that this it he she they we you my his her their not have "
        "has had will would be been at by from on what who when where which how did does do i as but or "
        "about "
        # English words that are small words elsewhere.
        "a in am die war den hat son pour ma come no me an van plus"
    ),
    "german": (
        "der die das in an den dem des und ist war sind ein eine einen einem einer nicht mit von zu im am "
        "auf für bei ich er sie wir ihr sein seine hat haben wird werden wurde als auch nach aus wie was "
        "wo wer oder dass zum zur"
    ),
    "spanish": (
        "el la los las un una unos unas y es son fue era de del en con por para que no se su sus mi al lo "
        "le ha han está están como más pero yo muy qué dónde cuándo quién tiene"
    ),
    "french": (
        "le la les un une des et est sont était de du en avec pour que qui ne pas se sa son ses mon ma mes "
        "au aux il elle nous vous ils elles ce cette dans sur par plus mais je a ont où quand"
    ),
    "italian": (
        "il lo la i gli le un una uno e è sono era di del della dei delle in con per che non si suo sua "
        "mio mia al alla nel nella da dal ha hanno come più ma io dove quando chi ogni"
    ),
    "portuguese": (
        "o a os as um uma e é são foi era de do da dos das em no na nos nas com por para que não se seu "
        "sua meu minha ao à tem têm como mais mas eu onde quando quem está"
    ),
    "dutch": (
        "de het een en is was zijn van te voor met dat dit niet ik hij zij ze we wij op aan in bij naar "
        "uit heeft hebben wordt werd worden als ook maar of hoe wat wie waar wanneer er om mijn haar hun"
    ),
}


def _bits() -> dict[str, int]:
    table: dict[str, int] = {}
    for place, language in enumerate(LATIN):
        for word in _SMALL_WORDS[language].split():
            table[word] = table.get(word, 0) | 1 << place
    return table


_BITS = _bits()


def languages_of(found: Iterable[str]) -> int:
    """Return the bits of the languages that a text may be of; all of them if it has none of the small words.

    Parameters
    ----------
    found
        The text's words, each once or as often as it is there.
    """
    hits = [bits for word in found if (bits := _BITS.get(word))]
    if not hits:
        return ANY
    counts = [sum(bits >> place & 1 for bits in hits) for place in range(len(LATIN))]
    # A text may quote another language, so half as many small words as the most will do.
    most = max(counts)
    return sum(1 << place for place, count in enumerate(counts) if 2 * count >= most)
