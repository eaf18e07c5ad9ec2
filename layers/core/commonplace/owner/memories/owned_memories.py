"""An account's valid memories, read from the tables together with the heads that decide validity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...domain.clock import SECOND, iso
from ...domain.heads import AccountHead, Heads, SessionHead, StoreHead, TeamHead
from ...domain.memory import STATED, Kind, Memory
from ...domain.spaces import DEFAULT_STORE, Scope, Space, session_of, space_of, store_of, team_of
from ...domain.speakers import TURN, speaker_name
from ...export.format import MemoryRecord
from ...export.holdings import OWNER, Holdings
from ...export.parts import Order, Part
from ...export.records import is_current, memory_in, memory_record
from ...operations.call import Call
from ...operations.contract import level_name
from ...refusals.errors import NotFound, NotSignedIn
from ...storage import by_owner
from ...storage.heads import account_head, account_key, session_head, session_key, store_head, store_key, team_head
from ...storage.heads import team_key as team_head_key
from ...storage.items import Item
from ...storage.partitions import Partition
from .contract import OwnedMemory
from .refs import location_of, ref_of

Location = tuple[str, str]  # a space's key, and a memory's id


class OwnedMemories:
    """Reads memories of the caller's account; each head is read once."""

    def __init__(self, call: Call) -> None:
        self.account_id = call.caller.account_id
        self._call = call
        self._now = call.runtime.wall()
        self._known: Holdings | None = None
        self._stores: dict[str, StoreHead] = {}
        self._sessions: dict[str, SessionHead] = {}
        self._teams: dict[str, TeamHead] = {}

    def read(self, places: Sequence[Location]) -> list[Memory | None]:
        """Read memories, and the heads that were not read before, in one round trip.

        Parameters
        ----------
        places
            Without duplicates.

        Returns
        -------
        list[Memory | None]
            In the order of the places; None: there is no valid memory.
        """
        names = self._call.runtime.tables.names
        spaces = [space_of(key) for key in dict.fromkeys(space for space, _ in places)]
        directory, sessions = self._missing_heads(spaces)
        found = by_owner.read(
            self._call.runtime.tables,
            {
                names.directory_table: directory,
                names.sessions_table: sessions,
                names.memories_table: [{"space": space, "memory_id": memory_id} for space, memory_id in places],
            },
        )
        self._store_heads(directory, sessions, found[names.directory_table], found[names.sessions_table])
        items = {(item["space"]["S"], item["memory_id"]["S"]): item for item in found[names.memories_table]}
        return [self._readable(items.get(place)) for place in places]

    def find(self, ref: str) -> Memory:
        """Read the memory of a ref.

        Raises
        ------
        NotFound
            If the ref is malformed or another account's, or there is no valid memory.
        """
        space, memory_id = location_of(self.account_id, ref)
        (memory,) = self.read([(space.key, memory_id)])
        if memory is None:
            raise NotFound("memory.not_found.deleted", field="ref")
        return memory

    def heads(self, memory: Memory) -> Heads:
        """Return the heads for writing a memory that was read before."""
        heads = self._holdings().heads(self._part(memory.space))
        if memory.space.scope is not Scope.TEAM:
            return heads
        return replace(heads, team=self._teams[team_of(memory.space)])

    def is_ended(self, memory: Memory) -> bool:
        """Whether a memory's session was reset since."""
        return self._holdings().is_ended(self._part(memory.space))

    def speaker(self, memory: Memory) -> str | None:
        """Return the name of a memory's speaker, if known."""
        if memory.speaker_id == TURN:
            return None
        return speaker_name(memory.speaker_id, self._holdings().speakers(self._part(memory.space)))

    def shown(self, memory: Memory) -> OwnedMemory:
        """Return a memory as the operations' results show it."""
        part = self._part(memory.space)
        store = None if part.store is None else self._stores[part.store].store_id or part.store
        is_ended = self.is_ended(memory)
        current = None
        if memory.kind not in STATED:
            session = self._sessions.get(part.session or "", SessionHead())
            current = not is_ended and is_current(memory, session)
        return OwnedMemory(
            ref=ref_of(self.account_id, memory),
            id=memory.memory_id,
            kind=memory.kind.value,
            text=memory.text,
            key=memory.key,
            importance=memory.importance,
            scope=memory.space.scope.value,
            store=store,
            session=part.session,
            session_ended=is_ended,
            team=part.team,
            classification=level_name(memory.level),
            speaker=self.speaker(memory),
            tags=list(memory.tags),
            pinned=memory.pinned,
            pinned_by_owner=memory.pinned_by_owner,
            state=memory.state.value,
            quarantined_for=memory.quarantined_for,
            current=current,
            is_exchange=memory.speaker_id == TURN,
            created_at=iso(memory.created_at),
            updated_at=iso(memory.updated_at),
            forgotten_at=None if memory.forgotten_at is None else iso(memory.forgotten_at),
            expires_at=None if memory.expires_at is None else iso(memory.expires_at * SECOND),
            version=memory.version,
        )

    def record(self, memory: Memory) -> MemoryRecord:
        """Return a memory as a record of the export."""
        return memory_record(self._holdings(), self._part(memory.space), memory)

    def _readable(self, item: Item | None) -> Memory | None:
        if item is None:
            return None
        space = space_of(item["space"]["S"])
        memory = memory_in(self._holdings(), OWNER, self._part(space), item)
        if memory is None or memory.kind is Kind.IDENTIFIER:
            return None
        if space.scope is Scope.ACCOUNT:
            store = store_of(space)
            if store != DEFAULT_STORE and self._stores[store].since(self._holdings().account).store_id is None:
                return None  # the store was deleted
        if space.scope is Scope.SESSION and memory.epoch < self._sessions[session_of(space)[0]].live_from:
            return None
        return memory

    def _holdings(self) -> Holdings:
        if self._known is None:
            raise RuntimeError("nothing has been read yet")
        return self._known

    def _start_holdings(self, account: AccountHead) -> None:
        self._known = Holdings(
            account_id=self.account_id,
            account=account,
            stores=self._stores,
            sessions=self._sessions,
            spaces=[],
            teams=self._teams,
            erased_at=0,
            erased_sessions={},
            now=self._now,
        )

    def _missing_heads(self, spaces: Sequence[Space]) -> tuple[list[Mapping[str, str]], list[Mapping[str, str]]]:
        """Return the keys of the heads still to be read, in the directory and sessions tables."""
        stores = {DEFAULT_STORE, *(store_of(one) for one in spaces if one.scope is Scope.ACCOUNT)}
        teams = {team_of(one) for one in spaces if one.scope is Scope.TEAM}
        sessions = {session_of(one)[0] for one in spaces if one.scope is Scope.SESSION}
        directory: list[Mapping[str, str]] = [
            *([account_key(self.account_id)] if self._known is None else []),
            *(store_key(self.account_id, store) for store in sorted(stores - self._stores.keys())),
            *(team_head_key(team) for team in sorted(teams - self._teams.keys())),
        ]
        return directory, [
            session_key(self.account_id, session) for session in sorted(sessions - self._sessions.keys())
        ]

    def _store_heads(
        self,
        directory: Sequence[Mapping[str, str]],
        sessions: Sequence[Mapping[str, str]],
        heads: Sequence[Item],
        session_heads: Sequence[Item],
    ) -> None:
        by_key: dict[Any, Item] = {(item["entity"]["S"], item["part"]["S"]): item for item in heads}
        by_key |= {item["session_id"]["S"]: item for item in session_heads}
        for key in directory:
            item = by_key.get((key["entity"], key["part"]))
            if key == account_key(self.account_id):
                if item is None:
                    raise NotSignedIn("account.gone.owner")
                self._start_holdings(account_head(item))
            elif key["entity"].startswith("team/"):
                self._teams[key["entity"].removeprefix("team/")] = team_head(item)
            else:
                self._stores[key["part"].removeprefix("store/")] = store_head(item)
        for key in sessions:
            self._sessions[key["session_id"]] = session_head(by_key.get(key["session_id"]))

    def _part(self, space: Space) -> Part:
        partition = Partition("memories_table", "space", "memory_id", space.key)
        match space.scope:
            case Scope.ACCOUNT:
                return Part(Order.STORE_MEMORIES, partition, space, store=store_of(space))
            case Scope.TEAM:
                return Part(Order.TEAM_MEMORIES, partition, team=team_of(space))
            case Scope.SESSION:
                session, generation = session_of(space)
                return Part(Order.SESSION_MEMORIES, partition, space, session=session, generation=generation)
