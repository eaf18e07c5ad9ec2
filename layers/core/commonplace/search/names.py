"""Which speakers a question names, and the question without them.

Whose words are asked for is known by who said them, not by what they say: hardly anybody says his own name. So a
name that is a speaker's chooses, and takes no part in what the question means.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from .analysis.folding import folded
from .analysis.kinship import relation
from .analysis.scripts import is_spaceless, part, script
from .analysis.words import words
from .embedding.prepared import has_word

_TOKEN = re.compile(r"\S+")
_SHORTEST_IN_RUN = 2  # letters of a name that is looked for inside a run without spaces


@dataclass(frozen=True, slots=True)
class Named:
    """A question and the speakers in it.

    Attributes
    ----------
    names
        Those of the names that the question holds.
    text
        What the question means without them; the question itself where nothing else would be left.
    """

    names: frozenset[str]
    text: str


@dataclass(slots=True)
class _Token:
    """What is between two spaces."""

    text: str
    pieces: list[str]
    left: set[int]  # places of the pieces that are part of no name


def named(query: str, names: Iterable[str]) -> Named:
    """Find names in a question.

    A name is found in the case in which it is written, or where a question has no capital letters at all; in an
    inflected form where the script has them; and inside a run of a script that is written without spaces.

    Parameters
    ----------
    query
        Any text.
    names
        Whole names; of several words all must be there, one after the other.
    """
    tokens = [_token(found.group()) for found in _TOKEN.finditer(query)]
    is_hasty = not any(map(str.isupper, query))
    found = {name for name in names if _take(name, tokens, is_hasty=is_hasty)}
    if not found:
        return Named(frozenset(), query)
    rest = " ".join(left for token in tokens if (left := _rest(token)))
    return Named(frozenset(found), rest if has_word(rest) else query)


def _token(text: str) -> _Token:
    pieces = words(folded(text))
    return _Token(text, pieces, set(range(len(pieces))))


def _take(name: str, tokens: list[_Token], *, is_hasty: bool) -> bool:
    """Check whether a name is there, and take its pieces out of the tokens wherever it is."""
    wanted = _pieces(name)
    if not wanted:
        return False
    if len(wanted) == 1 and is_spaceless(wanted[0][0]):
        return _take_from_runs(wanted[0], tokens)
    places = list(_places(tokens))
    has_capital = any(map(str.isupper, name))
    found = False
    for start in range(len(places) - len(wanted) + 1):
        here = places[start : start + len(wanted)]
        if not all(_is_same(token.pieces[place], one) for (token, place), one in zip(here, wanted, strict=True)):
            continue
        if has_capital and not is_hasty and not any(map(str.isupper, here[0][0].text)):
            continue
        found = True
        for token, place in here:
            token.left.discard(place)
    return found


def _take_from_runs(name: str, tokens: list[_Token]) -> bool:
    found = False
    for token in tokens:
        for place, piece in enumerate(token.pieces):
            if piece == name:
                token.left.discard(place)
            elif len(name) >= _SHORTEST_IN_RUN and name in piece:
                token.text = folded(token.text).replace(name, "", 1)
            else:
                continue
            found = True
    return found


def _places(tokens: list[_Token]) -> Iterator[tuple[_Token, int]]:
    return ((token, place) for token in tokens for place in range(len(token.pieces)))


def _is_same(piece: str, wanted: str) -> bool:
    if piece == wanted:
        return True
    # In Latin letters stems would take Marie for Maria, and what ties an s to a name is gone already.
    return script(wanted[0]) != "latin" and relation(piece, wanted) != 0


def _rest(token: _Token) -> str:
    """Return a token without the names in it, if nothing but names is in it; its punctuation stays."""
    if token.left or not token.pieces:
        return token.text
    end = len(token.text)
    while end and not part(token.text[end - 1]):
        end -= 1
    return token.text[end:]


@lru_cache(maxsize=1024)
def _pieces(name: str) -> tuple[str, ...]:
    return tuple(words(folded(name)))
