"""What of an account's items counts while it is exported: heads, erasures that are under way, and the view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..domain.erasures import Receipt
from ..domain.heads import AccountHead, Heads, SessionHead, StoreHead, TeamHead
from ..domain.levels import Level
from ..domain.lifetime import is_expired, speaker_key
from ..domain.spaces import DEFAULT_STORE, account_space
from ..erasure import Session, erased_at, receipts
from ..operations.caller import Caller
from ..operations.runtime import Runtime
from ..storage.batch_get import batch_get
from ..storage.epochs import parts_of as directory_parts
from ..storage.erasures import ledger_of, order_ledger
from ..storage.heads import STORE, account_entity, read_account, session_head, store_head, team_head, team_key
from ..storage.items import Item
from ..storage.partitions import Partition, Position, page
from ..storage.session_spaces import sessions_of
from .parts import Order, Part

_TEAM = "team/"
_PAGE = 1_000  # items


@dataclass(frozen=True, slots=True)
class View:
    """What of an account an export shows.

    Attributes
    ----------
    level
        The highest that it shows.
    hidden
        Whether it shows what agents may not be handed: what is quarantined, and what was forgotten.
    """

    level: Level
    hidden: bool


OWNER = View(Level.RESTRICTED, hidden=True)  # who has signed in as the owner


def view_of_key(caller: Caller) -> View:
    """Return what an export by a key shows: what the key may read elsewhere, and no more."""
    return View(caller.level, hidden=False)


@dataclass(frozen=True)
class Holdings:
    """An account as it is when a page begins.

    Attributes
    ----------
    account_id, account
        Whose.
    stores
        Heads of its stores by canonical id.
    sessions
        Heads of its sessions by name.
    spaces
        Its sessions' spaces: session and generation.
    teams
        Heads of its teams by id.
    erased_at
        When the account was last erased as a whole, in microseconds since 1970; 0: never.
    erased_sessions
        Up to which generation sessions are being erased.
    now
        Microseconds since 1970.
    """

    account_id: str
    account: AccountHead
    stores: Mapping[str, StoreHead]
    sessions: Mapping[str, SessionHead]
    spaces: list[tuple[str, int]]
    teams: Mapping[str, TeamHead]
    erased_at: int
    erased_sessions: Mapping[str, int]
    now: int
    _epochs: dict[str, dict[str, int]] = field(default_factory=dict)

    def heads(self, part: Part) -> Heads:
        """Return the heads by which a part's memories are judged."""
        store = part.store or DEFAULT_STORE
        return Heads(
            account_id=self.account_id,
            account=self.account,
            session=self.sessions.get(part.session or "", SessionHead()),
            store=self.stores.get(store, StoreHead()).since(self.account),
            team=None,
            store_space=account_space(self.account_id, store).key,
        )

    def epochs(self, part: Part) -> Mapping[str, int]:
        """From which epoch records of a part count; see :meth:`commonplace.domain.heads.Heads.epochs`."""
        place = part.store or ""
        if place not in self._epochs:
            self._epochs[place] = self.heads(part).epochs()
        if part.order is not Order.TEAM_MEMORIES:
            return self._epochs[place]
        own = speaker_key(self.account_id, "")  # of one speaker: in all teams alike
        speakers = {
            key: epoch for head in self.teams.values() for key, epoch in head.epochs.items() if key.startswith(own)
        }
        return {**self._epochs[place], **speakers}

    def is_erased(self, part: Part) -> bool:
        """Check whether a part is ignored as a whole: its session is being erased."""
        return part.session is not None and part.generation <= self.erased_sessions.get(part.session, -1)

    def is_ended(self, part: Part) -> bool:
        """Check whether a session's part is from before its last reset."""
        return part.session is not None and part.generation < self._session(part).generation

    def counts(self, values: Mapping[str, Any]) -> bool:
        """Check whether an item that is no memory counts: not expired, not from before the account's erasure."""
        expires_at = values.get("expires_at")
        if expires_at is not None and is_expired(int(expires_at), self.now):
            return False
        if "epoch" in values:
            return int(values["epoch"]) >= self.account.live_from
        return int(values.get("at", 0)) >= self.erased_at

    def session_level(self, part: Part) -> Level:
        """Up to which level a session's items may be, where they do not say; unknown before a reset."""
        return Level.RESTRICTED if self.is_ended(part) else self._session(part).taint

    def speakers(self, part: Part) -> Mapping[str, str]:
        """Return the names that count in a part, by registration id."""
        if part.space is None:  # a team's: there a name is in the memory itself
            return {}
        store = self.stores.get(part.store or DEFAULT_STORE, StoreHead())
        return store.since(self.account).speakers

    def _session(self, part: Part) -> SessionHead:
        return self.sessions.get(part.session or "", SessionHead())


def read_holdings(runtime: Runtime, account_id: str) -> Holdings:
    """Read what an export is planned and judged by.

    Raises
    ------
    NotSignedIn
        If the account is no more.
    """
    tables, names = runtime.tables, runtime.tables.names
    account = read_account(tables.client, names.directory_table, account_id)
    found = receipts(runtime, account_id)
    return Holdings(
        account_id=account_id,
        account=account,
        stores=_stores(runtime, account_id),
        sessions=_sessions(runtime, account_id),
        spaces=sessions_of(tables.client, names.sessions_table, account_id),
        teams=_teams(runtime, account_id),
        erased_at=erased_at(found),
        erased_sessions=_erased_sessions(runtime, found),
        now=runtime.clock(),
    )


def _stores(runtime: Runtime, account_id: str) -> dict[str, StoreHead]:
    stores = Partition("directory_table", "entity", "part", account_entity(account_id), STORE)
    return {position[0].removeprefix(STORE): store_head(item) for position, item in _all(runtime, stores)}


def _sessions(runtime: Runtime, account_id: str) -> dict[str, SessionHead]:
    wanted = ("generation", "taint", "goal_id", "checkpoint", "expires_at", "epoch", "live_from")
    heads = Partition("sessions_table", "account_id", "session_id", account_id, only=wanted)
    return {position[0]: session_head(item) for position, item in _all(runtime, heads)}


def _all(runtime: Runtime, partition: Partition) -> list[tuple[Position, Item]]:
    found: list[tuple[Position, Item]] = []
    more = True
    while more:
        items, more = page(runtime.tables, partition, found[-1][0] if found else None, _PAGE)
        found += items
    return [(position, item) for position, item in found if item]


def _teams(runtime: Runtime, account_id: str) -> dict[str, TeamHead]:
    tables = runtime.tables
    table = tables.names.directory_table
    teams = [part.removeprefix(_TEAM) for part in directory_parts(tables.client, table, account_id, _TEAM)]
    items = batch_get(tables.client, {table: [team_key(team) for team in teams]}, tables.sleep)[table]
    found = {item["entity"]["S"]: item for item in items}
    return {team: team_head(found.get(team_key(team)["entity"])) for team in teams}


def _erased_sessions(runtime: Runtime, found: list[Receipt]) -> dict[str, int]:
    """Find which generations of which sessions are being erased: their items do not say."""
    erased: dict[str, int] = {}
    for receipt in found:
        if receipt.what != Session.what or receipt.completed_at is not None:
            continue
        order = ledger_of(runtime.tables).order(order_ledger(receipt.erasure_id))
        if order is not None:
            session = order.session_id or ""
            erased[session] = max(order.generation or 0, erased.get(session, -1))
    return erased
