"""Names of services that issue keys, as they are in the names of settings (``HEROKU_PROD = …``).

A string behind a sign behind such a name is taken for a credential where it would be nothing by itself (a
UUID, a hexadecimal number). The names are in ``data/services.toml``.
"""

from __future__ import annotations

import re
from functools import cache

from ...domain.word_lists import WordLists
from .context import parts_before
from .entropy import looks_drawn, randomness
from .patterns import compiled

_LISTS = WordLists(__file__, "services")
_NAMES = _LISTS.ordered("names")
_SHORT_NAMES, _PLAIN_NAMES = map(_LISTS.words, ("short_names", "plain_names"))
_HARMLESS, _SETTERS, _GETTERS = map(_LISTS.words, ("harmless", "setters", "getters"))
_SIGN = r"(?:[\s'\"`]{0,3}(?:=>|:{1,3}=|\?=|\|\||[=>:,])[`'\"\s=]{0,5}|\(\s?['\"`])$"
_LONGEST_NAME = 90  # characters before a token in which the name must be
_LEAST = 12


@cache
def _by_start() -> dict[str, tuple[str, ...]]:
    starts: dict[str, tuple[str, ...]] = {}
    for service in _NAMES:
        starts[service[:3]] = (*starts.get(service[:3], ()), service)
    return starts


def names_service(text: str) -> bool:
    """Return whether a text in lower case holds the name of a service."""
    starts = _by_start()
    for place in range(len(text) - 2):
        services = starts.get(text[place : place + 3])
        if services and any(
            text.startswith(service, place) and not (service[-1] == "_" and text[place - 1 : place].isalpha())
            for service in services
        ):
            return True
    return not _SHORT_NAMES.isdisjoint(compiled("[a-z0-9]+").findall(text))


def is_of_service(text: str, start: int) -> bool:
    """Return whether what begins at a place comes after a sign that follows a service's name."""
    head, _, before = text[max(0, start - _LONGEST_NAME) : start].rpartition("\n")
    section = head.rpartition("\n")[2].rstrip()
    sign = compiled(_SIGN).search(before)
    if not sign:
        return False
    if sign.group() == ":" and compiled(r"/[\w.-]+$").search(before[: sign.start()]):
        return False  # the tag of an image
    called = sign.group().startswith("(")
    # Of a call only the name that is called counts: AcmeClient("…"), acme.init("…").
    low = (
        (compiled(r"[\w.]*$").search(before[: sign.start()]) or sign).group() if called else before[: sign.start()]
    )
    if called and not _sets_up(low):
        return False
    if called and not _PLAIN_NAMES.isdisjoint(compiled("[a-z]+").findall(low.lower())):
        return True
    if section.endswith((":", "]", "{")) and compiled(r"[\s\"'-]*[\w.-]+").fullmatch(
        low
    ):  # [acme] or acme: in the line above
        low = section + low
    low = low.lower()
    if not names_service(low) and not names_service(re.sub("[-_ ]", "", low)):
        return False
    parts = parts_before(text, start)
    return not parts or parts[-1] not in _HARMLESS


def _sets_up(name: str) -> bool:
    """Return whether what is called is a service's own name or takes its key, and fetches nothing by an id."""
    called = name.rpartition(".")[2]
    parts = [part.lower() for part in compiled(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+").findall(called)]
    if not parts or parts[0] in _GETTERS or parts[-1] in _HARMLESS:
        return False
    return parts[-1] in _SETTERS or "".join(parts) in _PLAIN_NAMES or names_service(called.lower())


def is_drawn_by_service(value: str) -> bool:
    """Return whether a value may have been drawn, which a number, a word or a name with a version is not."""
    digits = any(char.isdigit() for char in value)
    letters = any(char.isalpha() for char in value)
    if len(value) < _LEAST or not letters:
        return False
    if compiled(r"[0-9a-fA-F-]+").fullmatch(value):
        return digits and len(value) >= 20
    if not digits:
        return len(value) >= 20 and randomness(value) > 4
    return len(value) >= 14 and looks_drawn(value)
