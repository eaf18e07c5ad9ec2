"""An upper bound of a text's tokens in OpenAI's ``o200k_base``, from a part of its vocabulary.

The tokenizer splits a text into pieces (a word with the space before it, up to three digits, signs). A piece that
is in the vocabulary is one token. In any other piece it merges neighbours, from single bytes on, as long as two
joined are in the vocabulary; so in the end no two neighbouring tokens, joined, are in it. The bound is the largest
number of parts into which the piece can be split so that each part may be a token and no two neighbours, joined,
are a known one. Known are: in ``vocabulary.txt`` the tokens of the lowest numbers and all of one or two
characters; in ``vocabulary.hex`` all that begin or end within a character.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from .pretokenizer import split_pieces

_ALL_KNOWN = 2  # every token of at most so many characters is known
_MAX_LOOKUP = 4  # characters of a part that is looked up joined with its neighbours
_MAX_CACHED = 200  # characters of a piece whose bound is cached

_NO_PART, _LONG = -2, -1  # instead of the start of the last part: there is none; it is too long to be looked up


def token_bound(text: str, limit: int | None = None) -> int:
    """Return a number of tokens (o200k) that a text does not exceed.

    Counting stops above the limit: any number greater than it may then be returned.
    """
    total = 0
    for piece in split_pieces(text):
        if len(piece) <= _MAX_CACHED:
            total += _short_piece(piece)
        else:
            total += _piece_bound(piece, None if limit is None else limit - total)
        if limit is not None and total > limit:
            break
    return total


class _Vocabulary:
    """The known tokens.

    Attributes
    ----------
    tokens
        All of them.
    partial
        By their first two bytes: the lengths of those that begin or end within a character, without single bytes.
    """

    def __init__(self) -> None:
        folder = Path(__file__).parent
        whole = (folder / "vocabulary.txt").read_bytes().split(b"\n")
        others = [bytes.fromhex(line) for line in (folder / "vocabulary.hex").read_text("ascii").split()]
        self.tokens = frozenset((*whole, *others))
        self.partial: dict[bytes, set[int]] = {}
        for token in others:
            if len(token) > 1 and _is_partial(token):
                self.partial.setdefault(token[:2], set()).add(len(token))


def _is_partial(token: bytes) -> bool:
    try:
        token.decode("utf-8")
    except UnicodeDecodeError:
        return True
    return False


@cache
def _vocabulary() -> _Vocabulary:
    return _Vocabulary()


@lru_cache(maxsize=4_096)
def _short_piece(piece: str) -> int:
    return _piece_bound(piece, None)


def _piece_bound(piece: str, limit: int | None) -> int:
    """Return the largest number of tokens of a piece; ``limit`` as in :func:`token_bound`."""
    data = piece.encode("utf-8", "replace")
    if data in _vocabulary().tokens:
        return 1
    return _max_parts(data, len(data) if limit is None else limit)


def _max_parts(data: bytes, limit: int) -> int:
    """Return the largest number of parts of bytes of which no two neighbours, joined, are a known token."""
    known = _vocabulary().tokens
    # By the end of the parts and the start of the last one: the largest number of parts.
    counts: list[dict[int, int]] = [{} for _ in range(len(data) + 1)]
    counts[0][_NO_PART] = 0
    for place, before in enumerate(counts[:-1]):
        if not before:
            continue
        reached = max(before.values())
        if reached > limit:
            return reached
        for end, start in _parts_at(data, place):
            after = counts[end]
            for last, number in before.items():
                if number >= after.get(start, 0) and (last < 0 or data[last:end] not in known):
                    after[start] = number + 1
        if _LONG in before:  # it may continue
            after = counts[_next_character(data, place)]
            after[_LONG] = max(after.get(_LONG, 0), before[_LONG])
    return max(counts[-1].values())


def _parts_at(data: bytes, place: int) -> list[tuple[int, int]]:
    """Return each possible end of a part that starts at a place, and its start or ``_LONG``."""
    vocabulary = _vocabulary()
    parts: list[tuple[int, int]] = []
    if data[place] & _HIGH_BITS != _CONTINUATION:
        end = place
        for characters in range(1, _MAX_LOOKUP + 1):
            if end == len(data):
                break
            end = _next_character(data, end)
            if characters > _ALL_KNOWN or data[place:end] in vocabulary.tokens:
                parts.append((end, place))
        if end < len(data):
            parts.append((_next_character(data, end), _LONG))
    if data[place] >= _CONTINUATION:  # one byte of a character is a token as well
        parts.append((place + 1, place))
    ends = (place + length for length in vocabulary.partial.get(data[place : place + 2], ()))
    parts.extend((end, place) for end in ends if end <= len(data) and data[place:end] in vocabulary.tokens)
    return parts


_HIGH_BITS, _CONTINUATION = 0xC0, 0x80  # of every byte but the first of a character in UTF-8


def _next_character(data: bytes, place: int) -> int:
    """Return the end of the character that starts at a place."""
    place += 1
    while place < len(data) and data[place] & _HIGH_BITS == _CONTINUATION:
        place += 1
    return place
