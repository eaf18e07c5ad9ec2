"""Refs: opaque names of memories (space and id) for pages, bound to an account without containing its id.

A page repeats each ref several times, so refs are short: the id takes 16 bytes.
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
    """Return the ref of a memory in a space of the account or of a team."""
    place = memory.space.key.removeprefix(_prefix(account_id))
    return write_raw(f"{place}\n".encode() + _packed(memory.memory_id), "memory", account_id)


def location_of(account_id: str, ref: str) -> tuple[Space, str]:
    """Return the space and id that a ref names; the memory may not exist.

    Raises
    ------
    NotFound
        If it is not a valid ref of this account.
    """
    missing = NotFound("memory.not_found.deleted", field="ref")
    try:
        beginning, _, packed = read_raw(ref, "memory", account_id).partition(b"\n")
        place, memory_id = beginning.decode(), _unpacked(packed)
    except (InvalidInput, ValueError):
        raise missing from None
    if not is_memory_id(memory_id):
        raise missing
    if _OWN.fullmatch(place):
        return space_of(f"{_prefix(account_id)}{place}"), memory_id
    if _TEAM.fullmatch(place):
        return space_of(place), memory_id
    raise missing


def _packed(memory_id: str) -> bytes:
    """Pack an id into its bytes; an imported id in another spelling stays text."""
    packed = uuid.UUID(memory_id).bytes
    return packed if _unpacked(packed) == memory_id else memory_id.encode()


def _unpacked(packed: bytes) -> str:
    return str(uuid.UUID(bytes=packed)) if len(packed) == _UUID_BYTES else packed.decode()


def _prefix(account_id: str) -> str:
    return f"account/{account_id}/"
