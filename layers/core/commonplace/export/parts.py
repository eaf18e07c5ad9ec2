"""What an export holds: every table, and the partitions of it that are an account's. Pure.

A test holds this against the tables of template.yaml and against what an erasure sweeps: a table, a feed or a
kind of space that is added later fails it until it is listed here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from ..domain.memory import Kind
from ..domain.spaces import DEFAULT_STORE, Space, account_space, session_space
from ..storage.activity import (
    account_events_feed,
    audit_feed,
    notes_feed,
    session_events_feed,
    team_events_feed,
    usage_feed,
)
from ..storage.attempts import attempts_feed
from ..storage.connector_tools import TOOLS
from ..storage.connectors import CONNECTOR
from ..storage.directory import KEY
from ..storage.erasures import receipts_ledger
from ..storage.heads import HEAD, STORE, account_entity
from ..storage.partitions import Partition
from ..storage.teams import SIGN_IN, TEAM


class Order(IntEnum):
    """In which order the parts come: what memories speak of comes before them."""

    ACCOUNT = 0
    STORES = 1
    KEYS = 2
    MEMBERSHIPS = 3
    CONNECTORS = 4
    CONNECTOR_TOOLS = 5
    SESSIONS = 6
    STORE_MEMORIES = 7
    SESSION_MEMORIES = 8
    TEAM_MEMORIES = 9
    TOOL_RESULTS = 10
    EVENTS = 11
    SESSION_EVENTS = 12
    TEAM_EVENTS = 13
    AUDIT = 14
    NOTES = 15
    USAGE = 16
    ATTEMPTS = 17
    ERASURES = 18
    SIGN_IN_TEAM = 19


# Items of exported partitions that are no records of the account, and why.
LEFT_OUT = {
    "spaces/": "where sessions' items are: the items themselves are exported",
    "former-speaker/": "digests of names that were removed, by which their memories can still be erased",
    "embedding/": "asks for vectors to be made; vectors tell what the texts tell, and are made anew on import",
    "gate/": "lets two stores meet; tells a moment and nothing else",
    "key/<sha-256>": "the owner's own list of keys says the same without the hash",
    "name/": "leads from a name to the account's id; the id is exported",
    "team/": "of the team, not of the account: its members, its open invitations and its head",
    "invitation/": "of the team: by the code's hash",
    "version": "counts changes of keys and memberships, and tells nothing of them",
    "sign-in/<sha-256>": "a browser that is signed in, for some hours",
    "order/": "what is being erased: never exported; receipts are",
}


@dataclass(frozen=True, slots=True)
class Part:
    """One partition, and what is known of it by its place.

    Attributes
    ----------
    order, partition
        When and where.
    space
        Of memories and tool results.
    store, session, generation, team
        Where the partition is one's.
    """

    order: Order
    partition: Partition
    space: Space | None = None
    store: str | None = None
    session: str | None = None
    generation: int = 0
    team: str | None = None

    @property
    def place(self) -> tuple[int, str]:
        """Where it is among the parts; another page finds it again by this."""
        return int(self.order), self.partition.value


def parts_of(account_id: str, stores: list[str], sessions: list[tuple[str, int]], teams: list[str]) -> list[Part]:
    """Return every partition that holds anything of an account, in the order of the export.

    Parameters
    ----------
    account_id
        Whose.
    stores
        Canonical ids of its stores; ``default`` is one in any case.
    sessions
        Its sessions' spaces: session and generation.
    teams
        Teams it is or was a member of.
    """
    parts = [
        *_of_directory(account_id),
        Part(Order.SESSIONS, Partition("sessions_table", "account_id", "session_id", account_id)),
        *_of_stores(account_id, stores),
        Part(Order.TEAM_MEMORIES, _of_team(account_id)),
        Part(Order.ERASURES, Partition("erasures_table", "ledger", "entry", receipts_ledger(account_id))),
    ]
    for session, generation in sessions:
        parts += _of_session(account_id, session, generation)
    for order, feed in (
        (Order.EVENTS, account_events_feed(account_id)),
        (Order.AUDIT, audit_feed(account_id)),
        (Order.NOTES, notes_feed(account_id)),
        (Order.USAGE, usage_feed(account_id)),
        (Order.ATTEMPTS, attempts_feed(account_id)),
    ):
        parts.append(Part(order, _feed(feed)))
    for team in teams:
        written = _feed(team_events_feed(team), ("author", account_id))
        parts.append(Part(Order.TEAM_EVENTS, written, team=team))
    return sorted(parts, key=lambda part: part.place)


def _of_directory(account_id: str) -> Iterator[Part]:
    for order, prefix in (
        (Order.ACCOUNT, HEAD),
        (Order.STORES, STORE),
        (Order.KEYS, f"{KEY}/"),
        (Order.MEMBERSHIPS, TEAM),
        (Order.SIGN_IN_TEAM, SIGN_IN),
        (Order.CONNECTORS, CONNECTOR),
        (Order.CONNECTOR_TOOLS, TOOLS),
    ):
        yield Part(order, Partition("directory_table", "entity", "part", account_entity(account_id), prefix))


def _of_stores(account_id: str, stores: list[str]) -> Iterator[Part]:
    for store in dict.fromkeys((DEFAULT_STORE, *stores)):
        space = account_space(account_id, store)
        yield Part(Order.STORE_MEMORIES, _memories(space), space, store=store)


def _of_session(account_id: str, session: str, generation: int) -> Iterator[Part]:
    space = session_space(account_id, session, generation)
    yield Part(Order.SESSION_MEMORIES, _memories(space), space, session=session, generation=generation)
    # Parts of a payload are read with their head, which follows them.
    heads = ("size", "first_at", "parts", "kept_until", "epoch", "account_id", "expires_at")
    results = Partition("tool_results_table", "space", "result_part", space.key, only=heads)
    yield Part(Order.TOOL_RESULTS, results, space, session=session, generation=generation)
    feed = _feed(session_events_feed(space))
    yield Part(Order.SESSION_EVENTS, feed, session=session, generation=generation)


def _memories(space: Space) -> Partition:
    return Partition("memories_table", "space", "memory_id", space.key)


def _of_team(account_id: str) -> Partition:
    """Find what the account wrote in its teams, and in those it has left.

    The index leaves captured ids out, which are never a team's (:attr:`NOT_IN_INDEX`).
    """
    return Partition(
        "memories_table",
        "space",
        "memory_id",
        account_id,
        prefix="team/",
        index="by_owner",
        index_key="account_id",
        index_sort_key="owner_key",
    )


NOT_IN_INDEX = (Kind.IDENTIFIER,)


def _feed(feed: str, where: tuple[str, str] | None = None) -> Partition:
    return Partition("activity_table", "feed", "entry_id", feed, where=where)
