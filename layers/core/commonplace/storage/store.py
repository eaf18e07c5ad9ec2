"""The tables as the tools see them: heads and data in one round trip, writes that all pass one place."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, Unpack

from ..domain.heads import Heads
from ..domain.levels import Level
from ..domain.memory import Memory
from ..domain.spaces import DEFAULT_STORE, Space, account_space
from . import heads as head_items
from . import memories, retry
from .actions import Action
from .batch_get import batch_get
from .batch_put import batch_put
from .commit import ATTEMPTS, ConditionFailed, commit
from .connection import Wipe
from .memories import Order, Page, Within

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

T = TypeVar("T")

_PARALLEL = 16  # calls at once: one query per visible level of three spaces, and the heads


@dataclass(frozen=True, slots=True)
class HeadsRequest:
    """Whose heads to read.

    Attributes
    ----------
    account_id, session_id
        The caller's.
    team_id
        None where the key has no team.
    store
        Canonical id of the store.
    """

    account_id: str
    session_id: str
    team_id: str | None
    store: str = DEFAULT_STORE


class TableNames(Protocol):
    """Names of the tables, as the settings have them."""

    @property
    def memories_table(self) -> str: ...  # noqa: D102
    @property
    def sessions_table(self) -> str: ...  # noqa: D102
    @property
    def tool_results_table(self) -> str: ...  # noqa: D102
    @property
    def activity_table(self) -> str: ...  # noqa: D102
    @property
    def directory_table(self) -> str: ...  # noqa: D102
    @property
    def erasures_table(self) -> str: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables.

    Attributes
    ----------
    client
        DynamoDB.
    names
        Of the tables.
    sleep
        Waits between attempts, in seconds; replaced by tests.
    wipe
        What an erasure's receipt waits for, beyond empty tables.
    """

    client: DynamoDBClient
    names: TableNames
    sleep: retry.Sleep = time.sleep
    wipe: Wipe | None = None
    _pool: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(_PARALLEL, thread_name_prefix="tables")
    )

    def heads(self, request: HeadsRequest) -> Heads:
        """Read the heads of a call in one round trip."""
        return self.heads_and_memories(request, [])[0]

    def heads_and_memories(
        self, request: HeadsRequest, wanted: Sequence[tuple[Space, str]]
    ) -> tuple[Heads, list[Memory]]:
        """Read the heads of a call, and memories by their ids, in one round trip.

        Parameters
        ----------
        request
            Whose heads.
        wanted
            Space and id of each memory.

        Returns
        -------
        tuple[Heads, list[Memory]]
            The memories that are there, in the order wanted; whether they are alive is for the caller to judge.

        Raises
        ------
        NotSignedIn
            If the account is no more.
        """
        account_key = head_items.account_key(request.account_id)
        store_key = head_items.store_key(request.account_id, request.store)
        directory = [account_key, store_key]
        team_key = None
        if request.team_id is not None:
            team_key = head_items.team_key(request.team_id)
            directory.append(team_key)
        found = batch_get(
            self.client,
            {
                self.names.directory_table: directory,
                self.names.sessions_table: [head_items.session_key(request.account_id, request.session_id)],
                self.names.memories_table: [memories.key_of(*one) for one in wanted],
            },
            self.sleep,
        )
        by_key = {(item["entity"]["S"], item["part"]["S"]): item for item in found[self.names.directory_table]}
        account_head = head_items.known_account(by_key.get((account_key["entity"], account_key["part"])))
        sessions = found[self.names.sessions_table]
        heads = Heads(
            account_id=request.account_id,
            account=account_head,
            session=head_items.session_head(sessions[0] if sessions else None).since(account_head),
            store=head_items.store_head(by_key.get((store_key["entity"], store_key["part"]))).since(account_head),
            team=None
            if team_key is None
            else head_items.team_head(by_key.get((team_key["entity"], team_key["part"]))),
            store_space=account_space(request.account_id, request.store).key,
        )
        return heads, _in_order(wanted, found[self.names.memories_table])

    def page(self, order: Order, space: Space, level: Level, limit: int | None, **within: Unpack[Within]) -> Page:
        """Read one page of one level of a space; see :func:`commonplace.storage.memories.page`."""
        return memories.page(self.client, self.names.memories_table, order, space, level, limit, **within)

    def versions(self, space: Space, level: Level, since: int) -> Iterator[tuple[str, int, int]]:
        """Read what was written since a moment; see :func:`commonplace.storage.memories.versions`."""
        return memories.versions(self.client, self.names.memories_table, space, level, since)

    def memories(self, wanted: Sequence[tuple[Space, str]]) -> list[Memory]:
        """Read memories by space and id, each once; what is not there is missing."""
        table = self.names.memories_table
        keys = {table: [memories.key_of(*one) for one in wanted]}
        return _in_order(wanted, batch_get(self.client, keys, self.sleep)[table])

    def gather(self, calls: Sequence[Callable[[], T]]) -> list[T]:
        """Make several independent reads in one round trip.

        Parameters
        ----------
        calls
            Each reads; none may call this.

        Returns
        -------
        list
            Their answers, in order. The first error is raised.
        """
        # The last one runs here: a thread fewer to wake.
        others = [self._pool.submit(call) for call in calls[:-1]]
        last = calls[-1]()
        return [*(other.result() for other in others), last]

    def submit(self, work: Callable[[], T]) -> Future[T]:
        """Begin what is done while a call reads and writes; whoever submits it waits for it in the end."""
        return self._pool.submit(work)

    def put_all(self, records: Sequence[Memory]) -> None:
        """Write up to 25 records that nothing depends on, each by itself and in place of what is there.

        Raises
        ------
        Busy
            If the table leaves some unwritten on every attempt.
        """
        table = self.names.memories_table
        batch_put(self.client, table, [memories.item_of(memory) for memory in records], self.sleep)

    def retry(self, attempt: Callable[[], T], busy: str, most: int = retry.ATTEMPTS) -> T:
        """Read, decide and write, again where another write came between.

        Parameters
        ----------
        attempt
            Does all three; what it raises but a failed condition is the answer.
        busy
            What is said if others are always first.
        most
            How often to try.

        Raises
        ------
        Busy
            If they are.
        """
        return retry.retry(attempt, busy, self.sleep, ConditionFailed, most)

    def commit(self, actions: Sequence[Action], attempts: int = ATTEMPTS) -> None:
        """Write all actions or none; see :func:`commonplace.storage.commit.commit`."""
        commit(self.client, actions, self.sleep, attempts)


def _in_order(wanted: Sequence[tuple[Space, str]], items: Sequence[Any]) -> list[Memory]:
    by_key = {(item["space"]["S"], item["memory_id"]["S"]): item for item in items}
    return [
        memories.memory_of(space, by_key[space.key, memory_id])
        for space, memory_id in wanted
        if (space.key, memory_id) in by_key
    ]
