"""Whether what looks like an id is a credential: by its field, and by the guard that judges texts."""

from __future__ import annotations

import re

from ..guards.credentials import find_credential
from ..guards.views import views
from .generic import RESOURCES
from .walking import Leaf

# Kinds of credential that the guard tells by randomness alone, which ids have as well.
_WITHOUT_FORM = frozenset(["token", "secret key", "code"])

# What issuers and makers of links put before a credential; an id of the form of theirs is none.
_PREFIXED = re.compile(
    r"(?:csrf|xsrf|otp|magic|invite|whk|tvly|vercel|cfut|pmak)_[\w-]{6,}|(?:pmak|tvly)-[\w-]{6,}", re.ASCII | re.I
)


def is_credential(leaf: Leaf, kind: str, kept_as: str) -> bool:
    """Tell whether a value that was taken for an id of some kind must not be kept.

    ``kept_as`` is the text that would be kept, which must pass the guard as any text.
    """
    if any(find_credential(view) for view in views(kept_as)):
        return True
    if kind in RESOURCES:
        return False  # the name of a secret is no secret
    if leaf.secret or _PREFIXED.fullmatch(leaf.value):
        return True
    found = find_credential(leaf.value)
    if found is not None and found not in _WITHOUT_FORM:
        return True
    # A name such as ``id`` lets a random value pass; one such as ``license`` does not.
    return find_credential(f"{leaf.field}: {leaf.value}") is not None
