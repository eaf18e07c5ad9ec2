"""Who said it: names resolve to registrations, so that a removed name drops from every record at once."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from urllib.parse import quote, unquote

from ..refusals.errors import InvalidInput
from .heads import Heads
from .memory import Memory

ME = "me"  # the assistant itself: never registered
# In a team a name stands in the record itself: members register speakers for themselves, and share no register.
_NAMED = "named/"
TURN = "turn"  # an exchange of user and assistant: nobody's words alone, listed apart


# Cyrillic and Greek letters that look, at least as capitals, like those of `me`.
_LIKE_ME = str.maketrans("\u043c\u0435\u03bc\u03b5", "meme")


def looks_like_me(name: str) -> bool:
    """Return whether a name is ``me`` in other letters: capital, wide, bold, of another alphabet.

    Parameters
    ----------
    name
        Trimmed and composed; without what is not seen.
    """
    if name == ME:
        return False
    return unicodedata.normalize("NFKC", name).casefold().strip().translate(_LIKE_ME) == ME


def speaker_id(name: str | None, registered: Mapping[str, str]) -> str | None:
    """Return the registration a name stands for.

    Parameters
    ----------
    name
        Trimmed and composed, and let through by the guards, for an error tells it; None where nobody is named.
    registered
        Names by registration id.

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
    """Return the name a record's registration stands for now; None if there is none (any more)."""
    if registration is None or registration == ME:
        return registration
    if registration.startswith(_NAMED):
        return unquote(registration.removeprefix(_NAMED))
    return registered.get(registration)


def shared_speaker_id(name: str | None, registered: Mapping[str, str]) -> str | None:
    """Return what stands for a name in a memory that is shared with a team: the name itself.

    Parameters
    ----------
    name, registered
        As for :func:`speaker_id`; the names are those of the member who shares.

    Raises
    ------
    InvalidInput
        As :func:`speaker_id`.
    """
    found = speaker_id(name, registered)
    return found if name is None or found in (None, ME) else f"{_NAMED}{quote(name, safe='')}"


def said_by(memory: Memory, heads: Heads) -> str | None:
    """Return who said a memory, for who reads it; None where that is not known (any more).

    Parameters
    ----------
    memory
        As read.
    heads
        The reader's: his store's registrations, and who he is. Another member's own words are not the reader's:
        their ``me`` is nobody here.
    """
    if memory.speaker_id == ME and memory.account_id != heads.account_id:
        return None
    return speaker_name(memory.speaker_id, heads.store.speakers)
