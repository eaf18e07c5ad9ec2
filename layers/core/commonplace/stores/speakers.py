"""Speakers of a store: which names are valid, who is registered, and how registrations change."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..domain.heads import StoreHead
from ..domain.speakers import ME, looks_like_me
from ..guards.admission import checked_speaker_name, refuse_credentials
from ..operations.call import Call
from ..refusals.errors import InvalidInput, NotFound
from ..storage import former_speakers, stores
from .reading import require_store

FIELD = "speaker"
REGISTRATION_PREFIX = "sp_"  # no other speaker's id begins so
SPEAKER_LIMIT = 50  # registered names of a store; `me` is not registered
ATTEMPTS = 60  # more than can register at the same time

Change = Callable[[StoreHead], Mapping[str, str] | None]


def checked_speaker(value: str) -> str:
    """Return a speaker's name in the one form in which names are compared.

    Raises
    ------
    InvalidInput
        It is empty, longer than 80 characters after trimming and NFC, holds characters that cannot be stored or
        seen, or is ``me`` in other letters.
    CredentialRefused
        It holds a credential. So a name that passes may be repeated in an error.
    """
    name = checked_speaker_name(value)
    refuse_credentials((), [(FIELD, name)])
    if looks_like_me(name):
        raise InvalidInput("speaker.reserved.assistant", field=FIELD)
    return name


def checked_person(value: str) -> str:
    """Return a name that can be registered: as :func:`checked_speaker`, and not ``me``."""
    name = checked_speaker(value)
    if name == ME:
        raise InvalidInput("speaker.reserved", field=FIELD)
    return name


def registration_of(head: StoreHead, name: str) -> str | None:
    """Return the id under which a checked name is registered now; ``me`` is its own."""
    if name == ME:
        return ME
    return next((registration for registration, one in head.speakers.items() if one == name), None)


def require_speaker(head: StoreHead, name: str) -> str:
    """Return the id under which a checked name is registered; raises :class:`NotFound` if it is not."""
    registration = registration_of(head, name)
    if registration is None:
        raise NotFound("speaker.not_registered", field=FIELD, details={"speaker": name})
    return registration


def change_speakers(call: Call, store_id: str, change: Change, now: int) -> StoreHead:
    """Change who is registered, with optimistic locking: the limit and unique names hold under any load.

    Parameters
    ----------
    store_id
        As sent.
    change
        Returns all speakers by registration id as they should be, or None to leave them. If it raises, nothing
        is changed. It is called again when another change was first.
    now
        When a new one is registered, in microseconds since 1970.

    Returns
    -------
    StoreHead
        The speakers after the change; other fields are not filled.

    Raises
    ------
    NotFound
        If there is no such store.
    Busy
        If others keep changing them.
    """
    tables = call.runtime.tables

    def attempt() -> StoreHead:
        heads = tables.heads(call.heads_request())
        head = heads.store
        require_store(head, store_id)
        speakers = change(head)
        if speakers is None:
            return head
        registered_at = {one: head.registered_at.get(one, now) for one in speakers}
        table, account_id = tables.names.directory_table, call.caller.account_id
        removed = [
            former_speakers.keep(table, account_id, call.store, one, name, heads.account.epoch)
            for one, name in head.speakers.items()
            if one not in speakers
        ]
        changed = stores.put_speakers(table, account_id, call.store, head, speakers, registered_at)
        tables.commit([changed, *removed])
        return StoreHead(store_id=head.store_id, speakers=speakers, registered_at=registered_at)

    return tables.retry(attempt, "speaker.busy", ATTEMPTS)
