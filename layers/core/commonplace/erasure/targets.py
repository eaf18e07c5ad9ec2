"""What can be erased."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..domain.spaces import DEFAULT_STORE, Space


@dataclass(frozen=True, slots=True)
class Account:
    """All memory of an account: every store, session and table, and what it wrote in its teams."""

    what: ClassVar[str] = "account"


@dataclass(frozen=True, slots=True)
class Store:
    """All memories of a store.

    Attributes
    ----------
    store
        Its canonical id (:func:`commonplace.domain.stores.canonical_id`).
    delete
        Whether the store itself goes too, with its speakers. ``default`` always stays.
    """

    what: ClassVar[str] = "store"

    store: str = DEFAULT_STORE
    delete: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """What a session keeps, and kept before its resets. Its level stays: the model has read what it has read."""

    what: ClassVar[str] = "session"

    session_id: str


@dataclass(frozen=True, slots=True)
class Speaker:
    """One speaker's memories in a store; the registration stays.

    Of the store ``default`` also those that agents keep by its registrations: in sessions, and in teams.

    Attributes
    ----------
    store
        Canonical id of the store.
    registrations
        Ids of all registrations that the name has or had there; or ``me`` alone.
    shared
        What represents the speaker in a team's memories (:func:`commonplace.domain.speakers.shared_speaker_id`).
    """

    what: ClassVar[str] = "speaker"

    store: str
    registrations: tuple[str, ...]
    shared: str


@dataclass(frozen=True, slots=True)
class Memory:
    """One memory, with its earlier versions.

    Attributes
    ----------
    space, memory_id
        Where it is: a space of the account's, or one of its teams'.
    version
        Which its owner has seen: no other one is erased. None: whichever is there.
    """

    what: ClassVar[str] = "memory"

    space: Space
    memory_id: str
    version: int | None = None


Target = Account | Store | Session | Speaker | Memory
