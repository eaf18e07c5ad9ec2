"""Records of erasures: receipts that stay, orders that are carried out, tasks that delete."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from .declaring import stored
from .times import ERASURE_ROUNDS

# A backup reaches 35 days back: for that time, and some more, the ledger has what to erase again after a restore.
REPLAYED_SECONDS = 40 * 24 * 60 * 60
# The round after the last one: the tables are empty, and their files are being cleaned.
WIPING = len(ERASURE_ROUNDS) + 1


@dataclass(frozen=True, slots=True)
class Receipt:
    """Permanent record of an erasure, without names or ids of what was erased.

    Attributes
    ----------
    what
        ``account``, ``store``, ``session``, ``speaker`` or ``memory``.
    asked_at
        Microseconds since 1970; nothing erased is readable from then on, since it is one transaction.
    completed_at
        When the last table was found empty; None: deleting continues.
    deleted
        Number of deleted items by table; empty until it is complete.
    """

    erasure_id: str = field(metadata=stored("entry"))
    account_id: str
    what: str
    asked_at: int
    completed_at: int | None = None
    deleted: Mapping[str, int] = field(default_factory=dict, metadata=stored(sparse=True))


@dataclass(frozen=True, slots=True)
class Order:
    """What to erase. Stored until it is done, and then for restored backups.

    Attributes
    ----------
    epoch
        The account's, from this erasure on.
    store, registrations, speaker, session_id, generation, space, memory_ids
        If the target has them: the store's canonical id; the speaker's registrations, and their id in teams; the
        session and the last generation to erase; the key of the memory's space and the ids of its versions.
    deletes_store
        Whether the store itself was deleted.
    round, round_at
        The current round of deleting (0: none), and when it began.
    ticked_at, kicks
        When the order was last checked, and how often tasks of this round were restarted.
    deleted
        What the receipt will say, once the tables are empty and only their files are to be cleaned
        (:attr:`commonplace.storage.store.Tables.wipe`).
    """

    erasure_id: str
    account_id: str
    what: str
    asked_at: int
    epoch: int
    store: str | None = None
    registrations: tuple[str, ...] = field(default=(), metadata=stored(sparse=True))
    speaker: str | None = None
    session_id: str | None = None
    generation: int | None = None
    space: str | None = None
    memory_ids: tuple[str, ...] = field(default=(), metadata=stored(sparse=True))
    deletes_store: bool = field(default=False, metadata=stored(sparse=True))
    round: int = 0
    round_at: int = 0
    ticked_at: int = 0
    kicks: int = 0
    deleted: Mapping[str, int] | None = None

    @property
    def before(self) -> int:
        """Items of an epoch below this are deleted.

        For a session its generation decides what is read: a write that read the account's head after the erasure
        and the session's before it has the new epoch, but nobody can read it.
        """
        return self.epoch + 1 if self.what == "session" else self.epoch


@dataclass(frozen=True, slots=True)
class Deletion:
    """What an application deleted for good, stored for restored backups. It has no receipt.

    Attributes
    ----------
    deletion_id
        In the order of time.
    at
        Microseconds since 1970: later writes with the same id stay.
    space
        Key of the memories' space.
    hidden
        Id of a memory with a key: agents do not read it any more, and it stays for the owner.
    """

    deletion_id: str = field(metadata=stored("entry"))
    at: int
    space: str
    memory_ids: tuple[str, ...] = field(default=(), metadata=stored(sparse=True))
    hidden: str | None = None


class Age(StrEnum):
    """How to decide whether an item is older than an erasure."""

    EPOCH = "epoch"  # by its epoch; without one it is older
    EPOCH_OR_MOMENT = "epoch or moment"  # without an epoch by the time of its write; without either it is older
    LIVE_FROM = "live_from"  # by a head's first epoch


@dataclass(frozen=True, slots=True)
class Sweep:
    """How to delete old items of one kind of partition.

    Attributes
    ----------
    name
        Prefix of its tasks.
    table
        Field of :class:`commonplace.operations.settings.Settings` with the table's name.
    prefix
        Prefix of sort keys; with :attr:`index`, of the table's partition keys.
    where
        Attribute that must have the task's value; None: all items of the partition.
    index, index_key, index_sort_key
        Index to read instead of the table, and its keys.
    keeps_level
        Whether a head above PUBLIC stays, with its level and nothing else.
    """

    name: str
    table: str
    partition_key: str
    sort_key: str
    age: Age = Age.EPOCH
    prefix: str | None = None
    where: str | None = None
    index: str | None = None
    index_key: str = ""
    index_sort_key: str | None = None
    keeps_level: bool = False

    @property
    def counts_as(self) -> str:
        """Name of the table in receipts."""
        return self.table.removesuffix("_table")


@dataclass(frozen=True, slots=True)
class Task:
    """One partition to delete old items of.

    Attributes
    ----------
    sweep
        Name of a sweep of :mod:`commonplace.erasure.registry`.
    value
        For a sweep with :attr:`Sweep.where`.
    """

    sweep: str
    partition: str
    value: str | None = None

    @property
    def name(self) -> str:
        """Name within its erasure: a digest, since a sort key's length is limited."""
        digest = hashlib.sha256("\n".join((self.partition, self.value or "")).encode()).hexdigest()
        return f"{self.sweep}/{digest[:32]}"


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a task in this round.

    Attributes
    ----------
    before
        Items of an epoch below this are deleted; those without one, if written before :attr:`asked_at`.
    cursor
        Key after which this pass over the partition continues; None: at the start.
    found
        Whether this pass has found items: then another one follows.
    deleted
        Number of items in this round.
    version
        Counts the writes, so that two workers on one task notice each other.
    """

    erasure_id: str
    task: Task
    before: int
    account_id: str
    asked_at: int
    round: int
    cursor: Mapping[str, str] | None = None
    found: bool = False
    deleted: int = 0
    version: int = 0


@dataclass(frozen=True, slots=True)
class Listed:
    """A task in its erasure's list.

    Attributes
    ----------
    done
        The last round in which its partition was found empty; 0: none yet.
    deleted
        Number of items in all completed rounds.
    """

    task: Task
    done: int
    deleted: int
