"""Who said it: names resolve to registrations, so that a removed name drops from every record at once."""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import InvalidInput

ME = "me"  # the assistant itself: never registered
TURN = "turn"  # an exchange of user and assistant: nobody's words alone, listed apart


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
    if name.casefold() == ME:
        raise InvalidInput(f"speaker: `{ME}` is written in small letters", field="speaker", speaker=name)
    for registration, registered_name in registered.items():
        if registered_name == name:
            return registration
    raise InvalidInput(
        "speaker: this name is not registered in the store; register it first, or leave it out",
        field="speaker",
        speaker=name,
    )


def speaker_name(registration: str | None, registered: Mapping[str, str]) -> str | None:
    """Return the name a record's registration stands for now; None if there is none (any more)."""
    return registration if registration in (None, ME) else registered.get(registration)
