"""Which versions an imported memory may name: a name in a file is no proof that the version is one of its own."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from ..domain import ids
from ..domain.lifetime import is_erased, is_expired
from ..domain.memory import Memory
from ..domain.spaces import Space
from ..operations.call import Call
from ..storage.batch_get import MOST_KEYS
from ..storage.chunks import chunks
from .destinations import Place
from .drafts import Key, key_of


class Links:
    """The versions that the records of one import name.

    Parameters
    ----------
    call
        Into whose account.
    records
        All that are at hand, as JSON was read. Their texts are compared with what is there, and no more.
    """

    def __init__(self, call: Call, records: Sequence[Any]) -> None:
        self._call = call
        self._coming = _texts(records)

    def judged(self, drafts: Sequence[tuple[Memory, Place]]) -> list[Memory]:
        """Let memories name as their versions only what is their author's, in their space, and no more secret.

        A version that cannot keep its id is named by the one that it gets. One that is not there stays named: it
        comes with another part, or never. Nothing is read for memories that name none, as most do.

        Parameters
        ----------
        drafts
            As drafted, and where they go.
        """
        there = self._read([key for memory, _ in drafts for key in _references(memory)])
        now = self._call.runtime.wall()
        judged = []
        for memory, place in drafts:
            epochs = place.heads.epochs()
            counts = {
                key: one
                for key, one in there.items()
                if not is_expired(one.expires_at, now) and not is_erased(one, epochs)
            }
            replaces, successor = (self._kept(memory, one, counts) for one in _named(memory))
            judged.append(dataclasses.replace(memory, replaces=replaces, superseded_by=successor))
        return judged

    def _kept(self, memory: Memory, name: str | None, there: Mapping[Key, Memory]) -> str | None:
        if name is None or name == memory.memory_id:
            return None
        aside = ids.aside_id(memory.space, name, 0)
        renamed, found = there.get((memory.space.key, aside)), there.get((memory.space.key, name))
        if renamed is not None and _may_be_named(renamed, memory):
            return aside
        if found is None:
            return name
        if name[14] == "7" and self._coming.get(name, found.text) != found.text:
            return aside  # the id is another memory's here
        return name if _may_be_named(found, memory) else None

    def _read(self, wanted: Sequence[tuple[Space, str]]) -> dict[Key, Memory]:
        once = list(dict.fromkeys(wanted))
        if not once:
            return {}
        tables = self._call.runtime.tables
        found = tables.gather([partial(tables.memories, some) for some in chunks(once, MOST_KEYS)])
        return {key_of(memory): memory for some in found for memory in some}


def _named(memory: Memory) -> tuple[str | None, str | None]:
    return memory.replaces, memory.superseded_by


def _references(memory: Memory) -> list[tuple[Space, str]]:
    """Return where the versions that a memory names are, and where they go if they cannot have their ids."""
    names = [name for name in _named(memory) if name is not None]
    return [(memory.space, one) for name in names for one in (name, ids.aside_id(memory.space, name, 0))]


def _may_be_named(version: Memory, memory: Memory) -> bool:
    return version.account_id == memory.account_id and version.level <= memory.level


def _texts(records: Sequence[Any]) -> dict[str, str]:
    return {
        value["id"].lower(): value["text"]
        for value in records
        if isinstance(value, Mapping) and isinstance(value.get("id"), str) and isinstance(value.get("text"), str)
    }
