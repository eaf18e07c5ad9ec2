"""Strings that are built as issuers build theirs: a name or two, then what was drawn, as in ``acme_live_…``.

For the issuers that no table knows.
"""

from __future__ import annotations

from .entropy import looks_drawn, randomness
from .patterns import compiled

_NAMES = (
    "live|test|prod|production|sandbox|dev|secret|sk|sec|priv|private|pat|key|apikey|token|tok|tkn|api|auth|access|oauth"
    "|refresh|bearer|pw|pass|cred|svc|sa|rt|at|ak"
)
_BEGINNING = (
    rf"(?i:(?:[a-z][a-z0-9]{{0,15}}[_.-]){{0,3}}(?:{_NAMES})[_-](?:[a-z]{{1,6}}[_-])?)([A-Za-z0-9.=_-]{{16,}})"
    r"|[A-Za-z]{1,12}_(?:v?\d{1,2}_)?([0-9A-Fa-f]{32,})"
    r"|[a-z]{2,12}-([0-9a-f]{32}|[0-9a-f]{48}|[0-9a-f]{64})"  # 40 would be a commit's
)
_GROUP = 16  # characters from which on a group is no word with a number
_DIGESTS = (32, 40, 64)


def has_secret_beginning(value: str) -> bool:
    """Return whether a string is one or more names, one of them of a secret, and then what was drawn."""
    match = compiled(_BEGINNING).fullmatch(value)
    if not match:
        return False
    drawn = next(group for group in match.groups() if group)
    longest = max(compiled(r"[.=_-]").split(drawn), key=len)
    if len(longest) < _GROUP or not any(char.isdigit() for char in drawn):
        return False
    if compiled(r"[0-9a-fA-F]+").fullmatch(drawn):
        return any(char.isalpha() for char in drawn)
    return looks_drawn(longest) or randomness(drawn) > 2


def is_grouped(value: str) -> bool:
    """Return whether a string is one name, then groups too long and too mixed for anything but a key."""
    first, *groups = compiled(r"[-_]").split(value)
    if len(groups) < 2 or not 2 <= len(first) <= 8 or sum(map(len, groups)) < 40:
        return False
    if compiled(r"(?i)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}").search(value):
        return False
    if any(group.isalpha() and len(group) > 2 for group in groups):
        return False
    return any(
        len(group) >= _GROUP and len(group) not in _DIGESTS and not group.isalpha() and not group.isdigit()
        for group in groups
    )
