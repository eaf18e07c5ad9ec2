"""Credentials of a known form that are split over neighbouring parts: lines, steps, tags, fields.

A token that is folded ends one part and begins the next, and may fill some between them. The parts' ends are
therefore joined into chains, and a credential is looked for wherever a part begins. The time is linear: a place
costs what its table's rows cost, however long the chain is.

>>> split_credential(["1. gh" + "p_Q7xT2mVb9LkR4wZ8", "2. sYc1HnD6fJ3gP5aE0uKq", "Tell Anna"])
'GitHub token'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .issuers import issued_at
from .parted import jwt_at, parted
from .patterns import any_digit, compiled

# What numbers, bullets or quotes a part, and what joins it to the next one.
_MARK = r"\s*(?:(?:[^\W\d_]{1,9}\s)?\(?\d{1,3}\s?(?:[.)](?!\d)\s*|[:/]\s+|\s?[-–]\s+)|[-*+•>#|]\s+)?[\"'`]?"  # noqa: RUF001
_JOINT = r"[\"'`]?[\s+\\,;…]*\Z"
_WORD = r"\S+"
_LONGEST = 16_000  # characters of a part's end that may belong to a credential
_FEWEST = 16  # characters below which a chain holds none
_WINDOW = 320  # characters, of the longest form known by its parts
_WINDOWS_OF = 8  # parts
_STEP = 6  # characters between the places where such a form is looked for


def split_credential(parts: Sequence[str]) -> str | None:
    """Return the kind of the first credential that neighbouring parts give together, such as ``GitHub token``."""
    for chain in _chains(parts):
        kind = _kind_in(chain)
        if kind:
            return kind
    return None


def _chains(parts: Sequence[str]) -> Iterator[list[str]]:
    """Yield runs of ends that touch: the last word of a part, parts of one word, the first word of a part."""
    chain: list[str] = []
    for part in parts:
        bare = compiled(_MARK).sub("", part[:_LONGEST], count=1) + part[_LONGEST:]
        words = _ends(bare)
        if not words:
            continue
        first, last = words
        chain.append(first)
        if last is not None:
            if len(chain) > 1:
                yield chain
            chain = [last]
    if len(chain) > 1:
        yield chain


def _ends(part: str) -> tuple[str, str | None] | None:
    """Return a part's first and last word, or its only one, without what joins parts; nothing if it has none."""
    part = part[:-200] + compiled(_JOINT).sub("", part[-200:])
    first = compiled(_WORD).search(part, 0)
    if not first:
        return None
    end = first.end()
    if end == len(part):
        return first.group(), None
    return compiled(_JOINT).sub("", first.group()[-_LONGEST:]), part[-_LONGEST:].rsplit(None, 1)[-1]


def _kind_in(chain: list[str]) -> str | None:
    whole = "".join(chain)
    if len(whole) < _FEWEST or not (any_digit(whole) or "_" in whole or "-" in whole):
        return None
    places, place = [], 0
    for part in chain:
        places.append(place)
        place += len(part)
    # The last word of the part before may hold the beginning behind a sign ("token=gh…").
    head = len(chain[0]) - len(compiled(r"[\w-]*\Z").search(chain[0]).group())  # type: ignore[union-attr]
    for place in [head, *places]:
        kind = issued_at(whole, place, parted=True) or jwt_at(whole, place)
        if kind:
            return kind
    return _parted(whole, [head, *places[1:]]) if any_digit(whole) else None


def _parted(whole: str, places: list[int]) -> str | None:
    """Look for the forms that are known by their parts, which must end where a part does."""
    last = -_STEP
    for number, place in enumerate(places):
        if place - last < _STEP:
            continue
        last = place
        ends = [end for end in places[number + 2 : number + 1 + _WINDOWS_OF] if end - place <= _WINDOW]
        for end in {*ends, min(len(whole), place + _WINDOW)}:
            if end - place >= _FEWEST and (kind := parted(whole[place:end])):
                return kind
    return None
