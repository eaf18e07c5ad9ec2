"""The text right before a token: the name it is assigned to, and whether a sign assigns it."""

from __future__ import annotations

from ...domain.word_lists import WordLists
from .patterns import compiled

_WINDOW = 64  # characters
_JOINTS = " \t\"'`([{=:#,/>|?*"
_VERBS = (" is", " was", " are", " ist")
_PARTS = r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+"

_LISTS = WordLists(__file__, "context")
_ANNOUNCERS, _PAIRS = map(_LISTS.words, ("announcers", "pairs"))


def parts_before(text: str, start: int) -> list[str]:
    """Return the words of the name before a token that starts at a place of a line, the nearest last.

    They are in lower case, and parted where capitals or signs part them.
    """
    before = text[max(0, start - _WINDOW) : start]
    before = before[before.rfind("\n") + 1 :].rstrip(_JOINTS)
    for verb in _VERBS:
        if before.endswith(verb):
            before = before[: -len(verb)].rstrip(_JOINTS)
            break
    return [part.lower() for part in compiled(_PARTS).findall(before)] if before[-1:].isalnum() else []


def announces_identifier(parts: list[str]) -> bool:
    """Return whether the words before a token say that it is an identifier, a digest or a place."""
    if not parts:
        return False
    return parts[-1] in _ANNOUNCERS or "_".join(parts[-2:]) in _PAIRS


def is_behind_sign(text: str, start: int) -> bool:
    """Return whether a sign or a quote before a place assigns the token there."""
    before = text[max(0, start - 8) : start]
    head = before.rstrip("`'\" \t=")
    return head[-1:] in ("=", ":", ">", ",", "|") or any(char in "`'\"=" for char in before[len(head) :])
