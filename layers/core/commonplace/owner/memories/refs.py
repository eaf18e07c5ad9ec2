"""Where a memory stands, as a text that pages hand around: bound to its account, whose name is not in it.

A page holds each several times, so it is short: the place, and the id's 16 bytes.
"""

from __future__ import annotations

import re
import uuid

from ...domain.ids import is_memory_id
from ...domain.memory import Memory
from ...domain.spaces import Space, space_of
from ...operations.cursors import read_raw, write_raw
from ...refusals.errors import InvalidInput, NotFound

_UUID_BYTES = 16
_OWN = re.compile(r"(store/[^/]+|session/[^/]+/\d+)", re.ASCII)
_TEAM = re.compile(r"team/[^/]+/store/[^/]+", re.ASCII)


def ref_of(account_id: str, memory: Memory) -> str:
    """Name a memory of an account's.

    Parameters
    ----------
    account_id
        Whose; it is known from the sign-in, and not written.
    memory
        In a space of the account's, or of a team's.
    """
    place = memory.space.key.removeprefix(_prefix(account_id))
    return write_raw(f"{place}\n".encode() + _packed(memory.memory_id), "memory", account_id)


def place_of(account_id: str, ref: str) -> tuple[Space, str]:
    """Return space and id of what is named; what is there is judged by who reads it.

    Raises
    ------
    NotFound
        If it names nothing of this account, whatever is wrong with it.
    """
    try:
        beginning, _, packed = read_raw(ref, "memory", account_id).partition(b"\n")
        place, memory_id = beginning.decode(), _unpacked(packed)
    except (InvalidInput, ValueError):
        raise NotFound("memory.not_found.deleted", field="ref") from None
    if _OWN.fullmatch(place):
        place = f"{_prefix(account_id)}{place}"
    elif not _TEAM.fullmatch(place):
        raise NotFound("memory.not_found.deleted", field="ref")
    if not is_memory_id(memory_id):
        raise NotFound("memory.not_found.deleted", field="ref")
    return space_of(place), memory_id


def _packed(memory_id: str) -> bytes:
    """Write an id as its bytes; one that is not written as we do, which an import may bring, as it is."""
    packed = uuid.UUID(memory_id).bytes
    return packed if _unpacked(packed) == memory_id else memory_id.encode()


def _unpacked(packed: bytes) -> str:
    return str(uuid.UUID(bytes=packed)) if len(packed) == _UUID_BYTES else packed.decode()


def _prefix(account_id: str) -> str:
    return f"account/{account_id}/"
