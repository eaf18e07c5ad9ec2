"""An upper bound of a text's tokens in OpenAI's ``o200k_base``, from a part of its vocabulary.

The tokenizer cuts a text into pieces (a word with the space before it, up to three digits, signs). A piece that is
in the vocabulary is one token. In any other it joins neighbours, byte by byte, as long as two together are in the
vocabulary; so at the end no two neighbouring tokens are. Of all ways to cut the piece into what may be tokens, in
which no two neighbours together are known, the one with the most parts is the bound. What is known:
``vocabulary.txt`` has the tokens of the lowest numbers and all of one or two characters,
``partial_characters.txt`` all that begin or end within a character.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from .pieces import pieces

_ALL_KNOWN = 2  # characters: every token of as many is known
_LOOKED_UP = 4  # characters of a part, up to which it is looked up together with its neighbours
_REMEMBERED = 200  # characters of a piece, up to which its bound is kept

_BEGINNING, _LONG = -2, -1  # in place of where a part begins: there is none; it is too long to be looked up


def token_bound(text: str, most: int | None = None) -> int:
    """Return a number of tokens (o200k) that a text does not exceed.

    Parameters
    ----------
    text
        Any text.
    most
        Where the number is above it, a smaller one that is above it too may be returned.
    """
    total = 0
    for piece in pieces(text):
        if len(piece) <= _REMEMBERED:
            total += _short_piece(piece)
        else:
            total += _piece_bound(piece, None if most is None else most - total)
        if most is not None and total > most:
            break
    return total


class _Vocabulary:
    """The tokens that are known.

    Attributes
    ----------
    tokens
        All of them.
    partial
        Lengths of those that begin or end within a character, but for single bytes, by their first two bytes.
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


def _piece_bound(piece: str, most: int | None) -> int:
    """Return into how many tokens a piece may fall at most; ``most`` as in :func:`token_bound`."""
    data = piece.encode("utf-8", "replace")
    if data in _vocabulary().tokens:
        return 1
    return _most_parts(data, len(data) if most is None else most)


def _most_parts(data: bytes, most: int) -> int:
    """Return into how many parts bytes can be cut, so that no two neighbours together are known."""
    known = _vocabulary().tokens
    # By where parts end and where the last one begins: how many there are, at most.
    counts: list[dict[int, int]] = [{} for _ in range(len(data) + 1)]
    counts[0][_BEGINNING] = 0
    for place, before in enumerate(counts[:-1]):
        if not before:
            continue
        reached = max(before.values())
        if reached > most:
            return reached
        for end, start in _parts_at(data, place):
            after = counts[end]
            for last, number in before.items():
                if number >= after.get(start, 0) and (last < 0 or data[last:end] not in known):
                    after[start] = number + 1
        if _LONG in before:  # it may go on
            after = counts[_next_character(data, place)]
            after[_LONG] = max(after.get(_LONG, 0), before[_LONG])
    return max(counts[-1].values())


def _parts_at(data: bytes, place: int) -> list[tuple[int, int]]:
    """Return where the parts that begin at a place may end, and what is told of their beginning."""
    vocabulary = _vocabulary()
    parts: list[tuple[int, int]] = []
    if data[place] & _HIGH_BITS != _CONTINUATION:
        end = place
        for characters in range(1, _LOOKED_UP + 1):
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


_HIGH_BITS, _CONTINUATION = 0xC0, 0x80  # of the bytes of a character in UTF-8 but its first


def _next_character(data: bytes, place: int) -> int:
    """Return where the character that begins at a place is over."""
    place += 1
    while place < len(data) and data[place] & _HIGH_BITS == _CONTINUATION:
        place += 1
    return place
