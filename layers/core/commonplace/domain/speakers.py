"""Speakers: records store registration ids, so that removing a name removes it from all of them."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from urllib.parse import quote, unquote

from ..refusals.errors import InvalidInput
from .heads import Heads
from .memory import Memory

ME = "me"  # the assistant itself: never registered
# In a team the record stores the name itself: each member registers speakers for their own account.
_NAMED = "named/"
TURN = "turn"  # an exchange of user and assistant


# Cyrillic and Greek letters that look, at least as capitals, like those of `me`.
_LIKE_ME = str.maketrans("\u043c\u0435\u03bc\u03b5", "meme")


def looks_like_me(name: str) -> bool:
    """Return whether a checked name is ``me`` in other letters: capital, wide, bold, of another alphabet.

    >>> looks_like_me("Me"), looks_like_me("me"), looks_like_me("Meg")
    (True, False, False)
    """
    if name == ME:
        return False
    return unicodedata.normalize("NFKC", name).casefold().strip().translate(_LIKE_ME) == ME


def speaker_id(name: str | None, registered: Mapping[str, str]) -> str | None:
    """Return the registration id of a name that the guards let through, for an error shows it.

    ``registered`` has names by registration id. ``None`` and ``me`` are returned unchanged.

    Raises
    ------
    InvalidInput
        If the name is not registered, or is ``me`` in other letters.
    """
    if name is None or name == ME:
        return name
    if looks_like_me(name):
        raise InvalidInput("speaker.reserved.letters", field="speaker", details={"speaker": name})
    for registration, registered_name in registered.items():
        if registered_name == name:
            return registration
    raise InvalidInput("speaker.not_registered.written", field="speaker", details={"speaker": name})


def speaker_name(registration: str | None, registered: Mapping[str, str]) -> str | None:
    """Return the current name of a record's registration; None if it has none (any more)."""
    if registration is None or registration == ME:
        return registration
    if registration.startswith(_NAMED):
        return unquote(registration.removeprefix(_NAMED))
    return registered.get(registration)


def shared_speaker_id(name: str | None, registered: Mapping[str, str]) -> str | None:
    """Return the id of a registered name in a memory that is shared with a team: it holds the name itself."""
    found = speaker_id(name, registered)
    return found if name is None or found in (None, ME) else f"{_NAMED}{quote(name, safe='')}"


def said_by(memory: Memory, heads: Heads) -> str | None:
    """Return who said a memory, to the reader with these heads; None if that is not known (any more).

    Another member's ``me`` is not the reader's.
    """
    if memory.speaker_id == ME and memory.account_id != heads.account_id:
        return None
    return speaker_name(memory.speaker_id, heads.store.speakers)
