"""The erasures table: receipts by account, open orders, orders for replays, tasks and their progress.

=========================  ==================  ==================================================
ledger                     entry               what
=========================  ==================  ==================================================
``account/<account id>``   ``<erasure id>``    the receipt; it is never deleted
``order/<erasure id>``     ``order``           an open order; its stream records drive the rounds
``open``                   ``<erasure id>``    that the order is open, for the schedule
``replay``                 ``<erasure id>``    a completed order; TTL deletes it after the oldest backup
``deletions/<0-f>``        ``<deletion id>``   what an application deleted for good; TTL as for orders
``erasure/<erasure id>``   ``<task>``          its tasks, and how many items each deleted
``task/<erasure id>/...``  ``task``            progress of a task; its stream records drive it
=========================  ==================  ==================================================
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..domain.clock import SECOND
from ..domain.erasures import REPLAYED_SECONDS, Deletion, Listed, Order, Progress, Receipt, Task
from .actions import Action, Delete, Put, Update
from .conditions import absent, below, both, equals, exists
from .fields import StoredFields
from .items import Item
from .memories import TTL_ATTRIBUTE
from .pages import get_item, items, query

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

    from .store import Tables

ORDER = "order"
OPEN = "open"
REPLAY = "replay"
TASK = "task"
_ORDERS = "order/"
_TASKS = "task/"
# Applications may delete often: several partitions, so that writes do not wait for one another.
_DELETIONS = tuple(f"deletions/{digit}" for digit in "0123456789abcdef")

_RECEIPT = StoredFields(Receipt, given=("account_id",))
_ORDER = StoredFields(Order)
_DELETION = StoredFields(Deletion)
_TASK = StoredFields(Task)
_LISTED = StoredFields(Listed, parts={"task": _TASK})
_PROGRESS = StoredFields(Progress, parts={"task": _TASK})


def receipts_ledger(account_id: str) -> str:
    """Partition of an account's receipts."""
    return f"account/{account_id}"


def order_ledger(erasure_id: str) -> str:
    """Partition of an open order: one each, so that orders do not wait for one another."""
    return f"{_ORDERS}{erasure_id}"


def task_ledger(erasure_id: str, task: Task) -> str:
    """Partition of one task: one each, so that tasks are worked on in parallel."""
    return f"{_TASKS}{erasure_id}/{task.name}"


def erasure_of(item: Mapping[str, Any]) -> str:
    """Return which erasure or deletion an entry of the ledger belongs to."""
    kind, _, rest = str(item["ledger"]["S"]).partition("/")
    return rest.partition("/")[0] if kind in ("order", "erasure", "task") else str(item["entry"]["S"])


def kept_until(moment: int) -> int:
    """Return until when (whole seconds) what was erased at a moment (microseconds) may be in a backup."""
    return moment // SECOND + REPLAYED_SECONDS


def receipt_of(item: Mapping[str, Any]) -> Receipt:
    """Read a receipt."""
    return _RECEIPT.read(item, account_id=item["ledger"]["S"].partition("/")[2])


def order_of(item: Mapping[str, Any]) -> Order:
    """Read an order."""
    if "registration" in item:  # as they were written before a name could have several
        item = {"registrations": {"L": [item["registration"]]}, **item}
    return _ORDER.read(item)


def ledger_of(tables: Tables) -> Ledger:
    """Return the erasures table."""
    return Ledger(tables.client, tables.names.erasures_table)


@dataclass(frozen=True, slots=True)
class Ledger:
    """The erasures table: what reads it, and the writes to it. All reads are strongly consistent.

    What reads an order or a task raises ``KeyError``, ``TypeError`` or ``ValueError`` if the item is not one.
    """

    client: DynamoDBClient
    table: str

    def entries(self, ledger: str, *, newest_first: bool = False, before: str | None = None) -> Iterator[Item]:
        """Read all of a partition, or what is before an entry."""
        wanted = equals("ledger", ledger)
        if before is not None:
            wanted = both(wanted, below("entry", before))
        return items(self.client, query(self.table, wanted, newest_first=newest_first))

    def receipt(self, account_id: str, erasure_id: str) -> Receipt | None:
        """Read one receipt."""
        item = self._entry(receipts_ledger(account_id), erasure_id)
        return None if item is None else receipt_of(item)

    def put_receipt(self, receipt: Receipt) -> Put:
        """Write a receipt, or write it again."""
        return Put(self.table, {"ledger": receipts_ledger(receipt.account_id), **_RECEIPT.values(receipt)})

    def open_orders(self) -> list[str]:
        """Read the partitions of all open orders, the oldest first."""
        return [order_ledger(item["entry"]["S"]) for item in self.entries(OPEN)]

    def order(self, ledger: str) -> Order | None:
        """Read an open order by its partition; None: it was completed."""
        item = self._entry(ledger, ORDER)
        return None if item is None else order_of(item)

    def open_order(self, order: Order) -> list[Action]:
        """Write an order that is to be carried out."""
        return [
            Put(self.table, {**_order_key(order.erasure_id), **_ORDER.values(order)}),
            Put(self.table, {"ledger": OPEN, "entry": order.erasure_id}),
        ]

    def update_order(self, order: Order, seen: Order) -> Update:
        """Write the progress of an open order, if it is in the same round as when it was read."""
        progress = {name: getattr(order, name) for name in ("round", "round_at", "ticked_at", "kicks")}
        progress |= {} if order.deleted is None else {"deleted": dict(order.deleted)}
        return Update(self.table, _order_key(order.erasure_id)).set(progress).when(equals("round", seen.round))

    def close_order(self, order: Order) -> list[Action]:
        """Delete an open order."""
        return [
            Delete(self.table, _order_key(order.erasure_id)).when(exists("entry")),
            Delete(self.table, {"ledger": OPEN, "entry": order.erasure_id}),
        ]

    def keep_order(self, order: Order) -> Put:
        """Store a completed order for as long as a backup may be restored that does not have the erasure."""
        key = {"ledger": REPLAY, "entry": order.erasure_id}
        return Put(self.table, {**key, **_ORDER.values(order), TTL_ATTRIBUTE: kept_until(order.asked_at)})

    def keep_deletion(self, deletion: Deletion) -> Put:
        """Store what was deleted for good, for as long as :meth:`keep_order` does."""
        ledger = _DELETIONS[int(deletion.deletion_id[-1], 16)]
        values = {**_DELETION.values(deletion), TTL_ATTRIBUTE: kept_until(deletion.at)}
        return Put(self.table, {"ledger": ledger, **values})

    def deletions(self) -> Iterator[Deletion]:
        """Read what was deleted for good and may be in a backup."""
        return (_DELETION.read(item) for ledger in _DELETIONS for item in self.entries(ledger))

    def listed(self, erasure_id: str) -> list[Listed]:
        """Read the tasks of an erasure."""
        return [_LISTED.read(item) for item in self.entries(_list_ledger(erasure_id))]

    def deleted_by(self, erasure_id: str, task: Task) -> int | None:
        """Read how many items a task has deleted; None: it is not listed."""
        item = self._entry(_list_ledger(erasure_id), task.name)
        return None if item is None else _LISTED.read(item).deleted

    def list_task(self, order: Order, task: Task, expires_at: int) -> Put:
        """Add a task to its erasure's list, if it is not there, until a time (whole seconds) at the latest."""
        listed = _LISTED.values(Listed(task, done=0, deleted=0))
        put = Put(self.table, {**_listed_key(order.erasure_id, task), **listed, TTL_ATTRIBUTE: expires_at})
        return put.when(absent("entry"))

    def unlist_task(self, erasure_id: str, task: Task) -> Delete:
        """Remove a task from its erasure's list."""
        return Delete(self.table, _listed_key(erasure_id, task))

    def progress(self, ledger: str) -> Progress | None:
        """Read the progress of a task by its partition; None: it is done."""
        item = self._entry(ledger, TASK)
        return None if item is None else _PROGRESS.read(item)

    def start_task(self, order: Order, task: Task, number: int, expires_at: int) -> Put:
        """Start a task in a round, if it is not running."""
        begun = Progress(order.erasure_id, task, order.before, order.account_id, order.asked_at, number)
        key = _task_key(order.erasure_id, task)
        return Put(self.table, {**key, **_PROGRESS.values(begun), TTL_ATTRIBUTE: expires_at}).when(absent("entry"))

    def touch_task(self, ledger: str) -> Update:
        """Change a running task, so that its stream record continues it."""
        return Update(self.table, {"ledger": ledger, "entry": TASK}).add(touched=1).when(exists("entry"))

    def advance_task(self, progress: Progress, seen: Progress) -> Update:
        """Write a task's progress, if nobody has since it was read."""
        key = _task_key(progress.erasure_id, progress.task)
        cursor = None if progress.cursor is None else dict(progress.cursor)
        new = {"found": progress.found, "deleted": progress.deleted, "version": progress.version}
        return Update(self.table, key).set(cursor=cursor, **new).when(equals("version", seen.version))

    def finish_task(self, progress: Progress, seen: Progress) -> list[Action]:
        """End a task's round, if nobody has written it since it was read, and count what it deleted."""
        listed = Update(self.table, _listed_key(progress.erasure_id, progress.task))
        ended = Delete(self.table, _task_key(progress.erasure_id, progress.task))
        return [
            ended.when(equals("version", seen.version)),
            listed.set(done=progress.round).add(deleted=progress.deleted).when(exists("entry")),
        ]

    def _entry(self, ledger: str, entry: str) -> Item | None:
        return get_item(self.client, self.table, {"ledger": ledger, "entry": entry})


def _list_ledger(erasure_id: str) -> str:
    return f"erasure/{erasure_id}"


def _order_key(erasure_id: str) -> dict[str, str]:
    return {"ledger": order_ledger(erasure_id), "entry": ORDER}


def _listed_key(erasure_id: str, task: Task) -> dict[str, str]:
    return {"ledger": _list_ledger(erasure_id), "entry": task.name}


def _task_key(erasure_id: str, task: Task) -> dict[str, str]:
    return {"ledger": task_ledger(erasure_id, task), "entry": TASK}
