"""Records of erasures: receipts that stay, orders that are carried out, tasks that delete."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from .declaring import stored

# A backup reaches 35 days back: for that time, and some more, the ledger has what to erase again after a restore.
REPLAYED_SECONDS = 40 * 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Receipt:
    """What stays of an erasure, without content: no name, no id of what was erased.

    Attributes
    ----------
    erasure_id, account_id, what
        What was erased: ``account``, ``store``, ``session``, ``speaker`` or ``memory``.
    asked_at
        When it was asked for, and from when nothing erased was readable (one transaction), in microseconds since
        1970.
    completed_at
        When the last table was found empty of it; None: sweeping goes on.
    deleted
        How many items were deleted, by table; empty until it is complete.
    """

    erasure_id: str = field(metadata=stored("entry"))
    account_id: str
    what: str
    asked_at: int
    completed_at: int | None = None
    deleted: Mapping[str, int] = field(default_factory=dict, metadata=stored(sparse=True))


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be erased, while it is; and kept for a while, for backups that are restored.

    Attributes
    ----------
    erasure_id, account_id, what, asked_at
        As the receipt's.
    epoch
        The account's, from this erasure on.
    store, registrations, speaker, session_id, generation, space, memory_ids
        Where the target has them: the store's canonical id, the speaker's registrations, and what stands for him
        in teams; the session and the last generation that is erased; the key of the memory's space and the ids
        of its versions.
    deletes_store
        Whether the store itself went.
    round, round_at
        Which round of sweeping has begun (0: none), and when.
    ticked_at, kicks
        When it was last looked after, and how often tasks of this round had to be begun again.
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

    @property
    def before(self) -> int:
        """Items of an epoch below this are swept.

        For a session its generation decides what is read. A write may have read the account's head after the
        erasure and the session's before it: it is of the new epoch, and of no use to anybody.
        """
        return self.epoch + 1 if self.what == "session" else self.epoch


@dataclass(frozen=True, slots=True)
class Deletion:
    """What an application deleted for good, kept for backups that are restored. It has no receipt.

    Attributes
    ----------
    deletion_id
        In the order of time.
    at
        When, in microseconds since 1970: what was written later under the same id stays.
    space, memory_ids
        Key of the memories' space, and which of it.
    hidden
        One that had a key: it is handed out no more, and stays for the owner.
    """

    deletion_id: str = field(metadata=stored("entry"))
    at: int
    space: str
    memory_ids: tuple[str, ...] = field(default=(), metadata=stored(sparse=True))
    hidden: str | None = None


class Age(StrEnum):
    """How it is told whether an item is older than an erasure."""

    EPOCH = "epoch"  # by the epoch it was written in; what has none is older
    EPOCH_OR_MOMENT = "epoch or moment"  # where it has no epoch, by when it was written; what has neither is older
    LIVE_FROM = "live_from"  # by the epoch that a head begins at


@dataclass(frozen=True, slots=True)
class Sweep:
    """How one kind of partition of a table is swept.

    Attributes
    ----------
    name
        Of this sweep; its tasks begin with it.
    table
        Field of :class:`commonplace.operations.settings.Settings` that names the table.
    partition_key, sort_key
        The table's.
    age
        What is older.
    prefix
        Only sort keys that begin so; for :attr:`index`, only partitions of the table that do.
    where
        Attribute that must hold the task's value; None: all of the partition counts.
    index, index_key, index_sort_key
        Index that is read in the table's place, and its keys; its partition key tells whose an item is.
    keeps_level
        Whether a head that is above PUBLIC stays, with its level and nothing else.
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
        """Under which table's name the receipt counts what it deletes."""
        return self.table.removesuffix("_table")


@dataclass(frozen=True, slots=True)
class Task:
    """One partition of one table that is swept of what is older.

    Attributes
    ----------
    sweep
        Name of one of the sweeps of :mod:`commonplace.erasure.registry`.
    partition
        Value of the partition key.
    value
        Which items of it, where the sweep is one of some.
    """

    sweep: str
    partition: str
    value: str | None = None

    @property
    def name(self) -> str:
        """Name it within its erasure; the digest keeps it within a sort key's length."""
        digest = hashlib.sha256("\n".join((self.partition, self.value or "")).encode()).hexdigest()
        return f"{self.sweep}/{digest[:32]}"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a task is in this round.

    Attributes
    ----------
    erasure_id, task
        Which.
    before
        Items of an epoch below this go; those without an epoch, if they were written before :attr:`asked_at`.
    account_id, asked_at
        Of the order.
    round
        The round it belongs to.
    cursor
        Key after which this pass over the partition goes on; None: at the beginning.
    found
        Whether this pass has met anything: then another one follows.
    deleted
        So far in this round.
    version
        Counts the writes: two that work on one task meet on it.
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
    task
        Which.
    done
        The last round in which its partition was found empty; 0: none yet.
    deleted
        In all rounds that are done.
    """

    task: Task
    done: int
    deleted: int
