"""Whether what looks like an id is a credential: by its field, and by the guard for texts."""

from __future__ import annotations

import re

from ..guards.credentials import find_credential
from ..guards.views import views
from .generic import RESOURCES
from .walking import Leaf

# Kinds of credential that the guard recognises by randomness alone, which ids have as well.
_WITHOUT_FORM = frozenset(["token", "secret key", "code"])

# Prefixes of credentials of issuers and in links.
_PREFIXED = re.compile(
    r"(?:csrf|xsrf|otp|magic|invite|whk|tvly|vercel|cfut|pmak)_[\w-]{6,}|(?:pmak|tvly)-[\w-]{6,}", re.ASCII | re.I
)


def is_credential(leaf: Leaf, kind: str, stored_as: str) -> bool:
    """Return whether an id of some kind must not be stored; ``stored_as`` must pass the guard as any text."""
    if any(find_credential(view) for view in views(stored_as)):
        return True
    if kind in RESOURCES:
        return False  # the name of a secret is not secret
    if leaf.secret or _PREFIXED.fullmatch(leaf.value):
        return True
    found = find_credential(leaf.value)
    if found is not None and found not in _WITHOUT_FORM:
        return True
    # A name such as ``id`` lets a random value pass; one such as ``license`` does not.
    return find_credential(f"{leaf.field}: {leaf.value}") is not None
