"""Which languages a text in Latin letters may be of, known by its small words.

A stemmer that reads another language's words makes false relations (Italian takes *care* and *car* for two
forms of one word), so a relation counts only in texts that may be of the stemmer's language.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...domain.word_lists import WordLists

# Languages of the Latin stemmers; a language's place is its bit.
LATIN = ("english", "german", "spanish", "french", "italian", "portuguese", "dutch")
ANY = (1 << len(LATIN)) - 1


def _bits() -> dict[str, int]:
    table: dict[str, int] = {}
    small_words = WordLists(__file__, "languages").by_language("small_words")
    for place, language in enumerate(LATIN):
        for word in small_words[language]:
            table[word] = table.get(word, 0) | 1 << place
    return table


_BITS = _bits()


def languages_of(found: Iterable[str]) -> int:
    """Return the bits of the languages that a text of these words may be of; all if none is a small word."""
    hits = [bits for word in found if (bits := _BITS.get(word))]
    if not hits:
        return ANY
    counts = [sum(bits >> place & 1 for bits in hits) for place in range(len(LATIN))]
    # A text may quote another language, so half as many small words as the most will do.
    most = max(counts)
    return sum(1 << place for place, count in enumerate(counts) if 2 * count >= most)
