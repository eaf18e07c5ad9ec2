"""The erasures table: receipts by account, orders that are open or kept for replay, tasks and how far they are.

=========================  ==================  ==================================================
ledger                     entry               what
=========================  ==================  ==================================================
``account/<account id>``   ``<erasure id>``    the receipt; stays
``order/<erasure id>``     ``order``           what is carried out; its changes are what the rounds go on by
``open``                   ``<erasure id>``    that there is such an order, for the schedule
``replay``                 ``<erasure id>``    an order that was carried out; ends by TTL after the oldest backup
``deletions/<0-f>``        ``<deletion id>``   what an application deleted for good; ends as orders do
``erasure/<erasure id>``   ``<task>``          the list of its tasks, and what they deleted
``task/<erasure id>/...``  ``task``            how far a task is; its changes are what it goes on by
=========================  ==================  ==================================================
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..domain.erasures import Deletion, Listed, Order, Progress, Receipt, Task
from .actions import Action, Delete, Put, Update
from .conditions import absent, below, both, equals, exists
from .fields import StoredFields
from .items import Item
from .memories import TTL_ATTRIBUTE
from .pages import get_item, items, query

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

ORDER = "order"
OPEN = "open"
REPLAY = "replay"
TASK = "task"
_ORDERS = "order/"
_TASKS = "task/"
# Deletions are as many as applications make: they are spread, so that none waits for another.
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


def list_ledger(erasure_id: str) -> str:
    """Partition of an erasure's list of tasks."""
    return f"erasure/{erasure_id}"


def task_ledger(erasure_id: str, name: str) -> str:
    """Partition of one task: each its own, so that they are worked on beside one another."""
    return f"{_TASKS}{erasure_id}/{name}"


def erasure_of(item: Mapping[str, Any]) -> str:
    """Return which erasure or deletion an entry of the ledger belongs to."""
    kind, _, rest = str(item["ledger"]["S"]).partition("/")
    return rest.partition("/")[0] if kind in ("order", "erasure", "task") else str(item["entry"]["S"])


def put_receipt(table: str, receipt: Receipt) -> Put:
    """Write a receipt, or write it again."""
    return Put(table, {"ledger": receipts_ledger(receipt.account_id), **_RECEIPT.values(receipt)})


def receipt_of(item: Mapping[str, Any]) -> Receipt:
    """Read a receipt."""
    return _RECEIPT.read(item, account_id=item["ledger"]["S"].partition("/")[2])


def order_ledger(erasure_id: str) -> str:
    """Partition of an order that is carried out: each its own, so that none waits for another."""
    return f"{_ORDERS}{erasure_id}"


def _order_key(erasure_id: str) -> dict[str, str]:
    return {"ledger": order_ledger(erasure_id), "entry": ORDER}


def open_order(table: str, order: Order) -> list[Action]:
    """Write an order to be carried out."""
    return [
        Put(table, {**_order_key(order.erasure_id), **_ORDER.values(order)}),
        Put(table, {"ledger": OPEN, "entry": order.erasure_id}),
    ]


def keep_order(table: str, order: Order, expires_at: int) -> Put:
    """Keep an order that was carried out, for backups that are restored, until a time (whole seconds)."""
    key = {"ledger": REPLAY, "entry": order.erasure_id}
    return Put(table, {**key, **_ORDER.values(order), TTL_ATTRIBUTE: expires_at})


def keep_deletion(table: str, deletion: Deletion, expires_at: int) -> Put:
    """Keep what was deleted for good, for backups that are restored, until a time (whole seconds)."""
    ledger = _DELETIONS[int(deletion.deletion_id[-1], 16)]
    return Put(table, {"ledger": ledger, **_DELETION.values(deletion), TTL_ATTRIBUTE: expires_at})


def deletions(client: DynamoDBClient, table: str) -> Iterator[Deletion]:
    """Read what was deleted for good and is kept for backups."""
    return (_DELETION.read(item) for ledger in _DELETIONS for item in read_entries(client, table, ledger))


def order_of(item: Mapping[str, Any]) -> Order:
    """Read an order."""
    if "registration" in item:  # as they were written before a name could have several
        item = {"registrations": {"L": [item["registration"]]}, **item}
    return _ORDER.read(item)


def read_entries(
    client: DynamoDBClient, table: str, ledger: str, *, newest_first: bool = False, before: str | None = None
) -> Iterator[Item]:
    """Read all of a partition, or what is before an entry, strongly consistently."""
    wanted = equals("ledger", ledger)
    if before is not None:
        wanted = both(wanted, below("entry", before))
    return items(client, query(table, wanted, newest_first=newest_first))


def read_entry(client: DynamoDBClient, table: str, ledger: str, entry: str) -> Item | None:
    """Read one item; None: it is not there."""
    return get_item(client, table, {"ledger": ledger, "entry": entry})


def update_order(table: str, order: Order, seen: Order) -> Update:
    """Write where an open order is, if it still is in the round in which it was seen."""
    where = {"round": order.round, "round_at": order.round_at, "ticked_at": order.ticked_at, "kicks": order.kicks}
    return Update(table, _order_key(order.erasure_id)).set(where).when(equals("round", seen.round))


def close_order(table: str, order: Order) -> list[Action]:
    """Take an order from those that are carried out, if it is one."""
    return [
        Delete(table, _order_key(order.erasure_id)).when(exists("entry")),
        Delete(table, {"ledger": OPEN, "entry": order.erasure_id}),
    ]


def list_task(table: str, order: Order, task: Task, expires_at: int) -> Put:
    """Put a task on its erasure's list, if it is not there. TTL takes it, should nothing else."""
    listed = _LISTED.values(Listed(task, done=0, deleted=0))
    put = Put(table, {**_listed_key(order.erasure_id, task), **listed, TTL_ATTRIBUTE: expires_at})
    return put.when(absent("entry"))


def unlist_task(table: str, erasure_id: str, task: Task) -> Delete:
    """Take a task from its erasure's list."""
    return Delete(table, _listed_key(erasure_id, task))


def listed_of(item: Mapping[str, Any]) -> Listed:
    """Read a task in its erasure's list."""
    return _LISTED.read(item)


def start_task(table: str, order: Order, task: Task, number: int, expires_at: int) -> Put:
    """Begin a task in a round, if it is not under way."""
    begun = Progress(order.erasure_id, task, order.before, order.account_id, order.asked_at, number)
    key = _task_key(order.erasure_id, task)
    return Put(table, {**key, **_PROGRESS.values(begun), TTL_ATTRIBUTE: expires_at}).when(absent("entry"))


def touch(table: str, ledger: str) -> Update:
    """Change a task that is under way, so that it is gone on with."""
    return Update(table, {"ledger": ledger, "entry": TASK}).add(touched=1).when(exists("entry"))


def advance_task(table: str, progress: Progress, seen: Progress) -> Update:
    """Write how far a task is, if it still is where it was seen."""
    update = Update(table, _task_key(progress.erasure_id, progress.task)).when(equals("version", seen.version))
    cursor = None if progress.cursor is None else dict(progress.cursor)
    return update.set(cursor=cursor, found=progress.found, deleted=progress.deleted, version=progress.version)


def finish_task(table: str, progress: Progress, seen: Progress) -> list[Action]:
    """End a task's round, if it still is where it was seen. Its list keeps what it deleted."""
    listed = Update(table, _listed_key(progress.erasure_id, progress.task))
    return [
        Delete(table, _task_key(progress.erasure_id, progress.task)).when(equals("version", seen.version)),
        listed.set(done=progress.round).add(deleted=progress.deleted).when(exists("entry")),
    ]


def progress_of(item: Mapping[str, Any]) -> Progress:
    """Read how far a task is.

    Raises
    ------
    KeyError, ValueError
        If the item is no task of ours.
    """
    return _PROGRESS.read(item)


def _listed_key(erasure_id: str, task: Task) -> dict[str, str]:
    return {"ledger": list_ledger(erasure_id), "entry": task.name}


def _task_key(erasure_id: str, task: Task) -> dict[str, str]:
    return {"ledger": task_ledger(erasure_id, task.name), "entry": TASK}
