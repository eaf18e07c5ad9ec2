"""The owner of an account, signed in: his operations on memories, as pages call them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from commonplace.domain.levels import Level
from commonplace.domain.spaces import DEFAULT_SESSION
from commonplace.operations.call import Call
from commonplace.operations.caller import OWNER, SCOPES, Caller
from commonplace.operations.http import process
from commonplace.owner.memories import (
    DELETE_MEMORY,
    DOWNLOAD_MEMORIES,
    EDIT_MEMORY,
    LIST_MEMORIES,
    PIN_MEMORY,
    READ_MEMORY,
)
from commonplace.owner.memories.contract import OwnedMemory
from commonplace.owner.memories.delete_memory import MemoryDeleted
from commonplace.owner.memories.edit_memory import MemoryEdited
from commonplace.owner.memories.list_memories import MemoriesListed


@dataclass(frozen=True)
class MemoryOwner:
    """Who has signed in."""

    account_id: str

    @property
    def call(self) -> Call:
        scopes = SCOPES | {OWNER}
        return Call(Caller(self.account_id, "owner", scopes, Level.RESTRICTED, None), DEFAULT_SESSION, process())

    def page(self, **wanted: Any) -> MemoriesListed:
        return LIST_MEMORIES.call(self.call, wanted)

    def all(self, **wanted: Any) -> list[OwnedMemory]:
        """All pages, joined."""
        return [memory for page in self.pages(**wanted) for memory in page.memories]

    def pages(self, **wanted: Any) -> Iterator[MemoriesListed]:
        cursor: str | None = None
        while True:
            page = self.page(**wanted, **({} if cursor is None else {"cursor": cursor}))
            yield page
            if (cursor := page.next_cursor) is None:
                return

    def texts(self, **wanted: Any) -> list[str]:
        return [memory.text for memory in self.all(**wanted)]

    def one(self, text: str, **wanted: Any) -> OwnedMemory:
        """The one memory with this text."""
        (found,) = (memory for memory in self.all(**wanted) if memory.text == text)
        return found

    def read(self, ref: str) -> OwnedMemory:
        return READ_MEMORY.call(self.call, {"ref": ref})

    def edit(self, memory: OwnedMemory, **changes: Any) -> MemoryEdited:
        return EDIT_MEMORY.call(self.call, {"ref": memory.ref, "version": memory.version} | changes)

    def pin(self, memory: OwnedMemory, *, pinned: bool = True, **seen: Any) -> OwnedMemory:
        return PIN_MEMORY.call(self.call, {"ref": memory.ref, "pinned": pinned} | seen)

    def delete(self, memory: OwnedMemory) -> MemoryDeleted:
        return DELETE_MEMORY.call(self.call, {"ref": memory.ref, "version": memory.version})

    def download(self, **wanted: Any) -> list[dict[str, Any]]:
        """The bodies of all pages."""
        pages: list[dict[str, Any]] = []
        cursor: str | None = None
        while not pages or cursor is not None:
            given = wanted | ({} if cursor is None else {"cursor": cursor})
            pages.append(json.loads(DOWNLOAD_MEMORIES.call(self.call, given).to_json()))
            cursor = pages[-1]["next_cursor"]
        return pages
