"""How much a string looks drawn at random rather than written by a person.

Shannon's entropy cannot tell ``fix-3696-slice1-gapA-emit`` from a key: short strings all have some. So the
two explanations are weighed against each other, letter pair by letter pair: a person's spelling, in which
some letters follow others, cases seldom change and digits keep together, and a uniform draw from the
characters that the string uses. The sum is in bits; above zero the draw explains the string better.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise

from .patterns import compiled

_LETTERS = "abcdefghijklmnopqrstuvwxyz"

# Bits that a letter (row) costs to be followed by another (column), a to z, in words of seven languages and
# in the names that programmers give.
_PAIRS = [
    "85448757586343959343667867",
    "36773898378388389357489969",
    "39583993494588299464499979",
    "37752767288577389457477969",
    "57436668687453768234767667",
    "38773389298487389465499969",
    "38872854399475489357498969",
    "27882897398666389565498959",
    "46454659997452468444859896",
    "27672777476766368757377878",
    "37772786387465379546477958",
    "37752777397378379955579949",
    "24682899398757349868499979",
    "38443637486785489843679977",
    "65557657686442559344455877",
    "39883895398488349355499969",
    "67777677677577776667067777",
    "36652768396655379544578958",
    "47483784396567458842487969",
    "38692894298678389355598958",
    "55554658586443759333979786",
    "28881989297787389678689967",
    "27763774387574388547787868",
    "46463675377667537763677557",
    "35553767486444448534576876",
    "26752766386566378777567864",
]

# What a person's spelling pays beyond the pair itself: to go on in a word, to begin the next one (fooBar), to
# go over to digits (slice1), to stay in digits, to come back from them (2nd).
_GOES_ON, _NEXT_WORD, _TO_DIGIT, _DIGIT_ON, _FROM_DIGIT = 0.2, 8.0, 7.3, 3.6, 7.0


@cache
def _costs() -> dict[str, float]:
    costs: dict[str, float] = {}
    for row, first in enumerate(_LETTERS):
        for column, second in enumerate(_LETTERS):
            cost = _GOES_ON + int(_PAIRS[row][column])
            costs[first + second] = cost
            costs[first.upper() + second] = cost
            costs[first.upper() + second.upper()] = cost
            costs[first + second.upper()] = _NEXT_WORD
    for digit in "0123456789":
        for letter in _LETTERS + _LETTERS.upper():
            costs[letter + digit] = _TO_DIGIT
            costs[digit + letter] = _FROM_DIGIT
        for other in "0123456789":
            costs[digit + other] = _DIGIT_ON
    return costs


def alphabet_size(text: str) -> int:
    """Return how many characters the ASCII letters and digits of a text are drawn from."""
    found = (compiled(letters).search(text) is not None for letters in ("[a-z]", "[A-Z]", "[0-9]"))
    return sum(size for size, is_used in zip((26, 26, 10), found, strict=True) if is_used)


def randomness(text: str) -> float:
    """Return the bits by which a uniform draw explains a token better than a person's spelling does.

    Random strings gain about one bit a character, names and words lose about as much. Characters other than ASCII
    letters and digits part the token and count for neither side.
    """
    size = alphabet_size(text)
    if not size:
        return 0.0
    costs = _costs()
    counted = [cost for cost in map(costs.get, map(str.__add__, text, text[1:])) if cost is not None]
    return sum(counted) - len(counted) * math.log2(size)


def switches(text: str) -> int:
    """Return how often a text goes over from a letter to a digit or back."""
    return sum(
        (first.isalpha() and second.isdigit()) or (first.isdigit() and second.isalpha())
        for first, second in pairwise(text)
    )


def looks_drawn(text: str) -> bool:
    """Return whether a token was drawn rather than written.

    Digits in a row lower a random string's score, so one that changes often between letters
    and digits counts as random, too.
    """
    return randomness(text) > _SURE or switches(text) >= max(_FEWEST, len(text) // 5)


_SURE = 2.0  # bits
_FEWEST = 4
