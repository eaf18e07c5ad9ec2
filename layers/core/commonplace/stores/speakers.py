"""Speakers of a store: which names may be one, and which registration a name stands for."""

from __future__ import annotations

from ..domain.heads import StoreHead
from ..domain.speakers import ME, looks_like_me
from ..guards.admission import checked_speaker_name, command_in, refuse_credentials
from ..refusals.errors import InvalidInput, NotFound

FIELD = "speaker"
REGISTRATION_PREFIX = "sp_"  # no other speaker's id begins so
SPEAKER_LIMIT = 50  # registered names of a store; `me` is none


def checked_speaker(value: str) -> str:
    """Return a speaker's name in the one form in which names are compared.

    Parameters
    ----------
    value
        As sent.

    Raises
    ------
    InvalidInput
        It is empty, longer than 80 characters after trimming and NFC, holds what cannot be stored or is not
        seen, or is ``me`` in other letters.
    CredentialRefused
        It holds a credential. So what passes may be named in an error.
    """
    name = checked_speaker_name(value)
    refuse_credentials((), [(FIELD, name)])
    if looks_like_me(name):
        raise InvalidInput("speaker.reserved.assistant", field=FIELD)
    return name


def checked_person(value: str) -> str:
    """Return a name that can be registered: as :func:`checked_speaker`, and not ``me``.

    Raises
    ------
    InvalidInput
        As said.
    """
    name = checked_speaker(value)
    if name == ME:
        raise InvalidInput("speaker.reserved", field=FIELD)
    return name


def refuse_steering(name: str) -> None:
    """Refuse a name that reads like a command: names are handed to agents with each memory.

    Raises
    ------
    InvalidInput
        With the field and the kind.
    """
    if (kind := command_in((), [(FIELD, name)])) is not None:
        raise InvalidInput("field.reads_like_command", field=FIELD, kind=kind)


def registration_of(head: StoreHead, name: str) -> str | None:
    """Return the registration that a name stands for now; ``me`` stands for itself."""
    if name == ME:
        return ME
    return next((registration for registration, one in head.speakers.items() if one == name), None)


def require_speaker(head: StoreHead, name: str) -> str:
    """Return the registration that a name stands for in a read.

    Parameters
    ----------
    head
        Of the store.
    name
        As :func:`checked_speaker` returns it.

    Raises
    ------
    NotFound
        If it is not registered.
    """
    registration = registration_of(head, name)
    if registration is None:
        raise NotFound("speaker.not_registered", field=FIELD, details={"speaker": name})
    return registration
