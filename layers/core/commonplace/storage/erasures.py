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
from .commit import Action
from .items import Item, plain, typed, typed_value
from .memories import TTL_ATTRIBUTE

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


def put_receipt(table: str, receipt: Receipt) -> Action:
    """Write a receipt, or write it anew."""
    item = {
        "ledger": receipts_ledger(receipt.account_id),
        "entry": receipt.erasure_id,
        "what": receipt.what,
        "asked_at": receipt.asked_at,
        "completed_at": receipt.completed_at,
        "deleted": dict(receipt.deleted) or None,
    }
    return {"Put": {"TableName": table, "Item": typed(item)}}


def receipt_of(item: Mapping[str, Any]) -> Receipt:
    """Read a receipt."""
    values = plain(item)
    completed_at = values.get("completed_at")
    return Receipt(
        erasure_id=values["entry"],
        account_id=values["ledger"].partition("/")[2],
        what=values["what"],
        asked_at=int(values["asked_at"]),
        completed_at=None if completed_at is None else int(completed_at),
        deleted={name: int(count) for name, count in values.get("deleted", {}).items()},
    )


def order_ledger(erasure_id: str) -> str:
    """Partition of an order that is carried out: each its own, so that none waits for another."""
    return f"{_ORDERS}{erasure_id}"


def open_order(table: str, order: Order) -> list[Action]:
    """Write an order to be carried out."""
    key = {"ledger": order_ledger(order.erasure_id), "entry": ORDER}
    listed = {"ledger": OPEN, "entry": order.erasure_id}
    return [
        {"Put": {"TableName": table, "Item": typed(key | _attributes(order))}},
        {"Put": {"TableName": table, "Item": typed(listed)}},
    ]


def keep_order(table: str, order: Order, expires_at: int) -> Action:
    """Keep an order that was carried out, for backups that are restored, until a time (whole seconds)."""
    item = {"ledger": REPLAY, "entry": order.erasure_id, **_attributes(order), TTL_ATTRIBUTE: expires_at}
    return {"Put": {"TableName": table, "Item": typed(item)}}


def keep_deletion(table: str, deletion: Deletion, expires_at: int) -> Action:
    """Keep what was deleted for good, for backups that are restored, until a time (whole seconds)."""
    item = {
        "ledger": _DELETIONS[int(deletion.deletion_id[-1], 16)],
        "entry": deletion.deletion_id,
        "at": deletion.at,
        "space": deletion.space,
        "memory_ids": list(deletion.memory_ids) or None,
        "hidden": deletion.hidden,
        TTL_ATTRIBUTE: expires_at,
    }
    return {"Put": {"TableName": table, "Item": typed(item)}}


def deletions(client: DynamoDBClient, table: str) -> Iterator[Deletion]:
    """Read what was deleted for good and is kept for backups."""
    for ledger in _DELETIONS:
        for item in read_entries(client, table, ledger):
            values = plain(item)
            yield Deletion(
                deletion_id=values["entry"],
                at=int(values["at"]),
                space=values["space"],
                memory_ids=tuple(values.get("memory_ids", ())),
                hidden=values.get("hidden"),
            )


def _attributes(order: Order) -> dict[str, Any]:
    return {
        "erasure_id": order.erasure_id,
        "account_id": order.account_id,
        "what": order.what,
        "asked_at": order.asked_at,
        "epoch": order.epoch,
        "store": order.store,
        "registrations": list(order.registrations) or None,
        "speaker": order.speaker,
        "session_id": order.session_id,
        "generation": order.generation,
        "space": order.space,
        "memory_ids": list(order.memory_ids) or None,
        "deletes_store": order.deletes_store or None,
        "round": order.round,
        "round_at": order.round_at,
        "ticked_at": order.ticked_at,
        "kicks": order.kicks,
    }


def order_of(item: Mapping[str, Any]) -> Order:
    """Read an order."""
    values = plain(item)
    return Order(
        erasure_id=values["erasure_id"],
        account_id=values["account_id"],
        what=values["what"],
        asked_at=int(values["asked_at"]),
        epoch=int(values["epoch"]),
        store=values.get("store"),
        registrations=tuple(
            values.get("registrations", [values["registration"]] if "registration" in values else ())
        ),
        speaker=values.get("speaker"),
        session_id=values.get("session_id"),
        generation=None if "generation" not in values else int(values["generation"]),
        space=values.get("space"),
        memory_ids=tuple(values.get("memory_ids", ())),
        deletes_store=values.get("deletes_store", False),
        round=int(values["round"]),
        round_at=int(values["round_at"]),
        ticked_at=int(values["ticked_at"]),
        kicks=int(values["kicks"]),
    )


def read_entries(
    client: DynamoDBClient, table: str, ledger: str, *, newest_first: bool = False, before: str | None = None
) -> Iterator[Item]:
    """Read all of a partition, or what is before an entry, strongly consistently."""
    query: dict[str, Any] = {
        "TableName": table,
        "KeyConditionExpression": "ledger = :ledger" + ("" if before is None else " AND entry < :before"),
        "ExpressionAttributeValues": typed({":ledger": ledger, ":before": before}),
        "ScanIndexForward": not newest_first,
        "ConsistentRead": True,
    }
    while True:
        answer = client.query(**query)
        yield from answer["Items"]
        if "LastEvaluatedKey" not in answer:
            return
        query["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


def read_entry(client: DynamoDBClient, table: str, ledger: str, entry: str) -> Item | None:
    """Read one item; None: it is not there."""
    answer = client.get_item(TableName=table, Key=typed({"ledger": ledger, "entry": entry}), ConsistentRead=True)
    return answer.get("Item")


def update_order(table: str, order: Order, seen: Order) -> Action:
    """Write where an open order is, if it still is in the round in which it was seen."""
    return {
        "Update": {
            "TableName": table,
            "Key": typed({"ledger": order_ledger(order.erasure_id), "entry": ORDER}),
            "UpdateExpression": (
                "SET #round = :round, round_at = :round_at, ticked_at = :ticked_at, kicks = :kicks"
            ),
            "ConditionExpression": "#round = :seen",
            "ExpressionAttributeNames": {"#round": "round"},
            "ExpressionAttributeValues": typed(
                {
                    ":round": order.round,
                    ":round_at": order.round_at,
                    ":ticked_at": order.ticked_at,
                    ":kicks": order.kicks,
                    ":seen": seen.round,
                }
            ),
        }
    }


def close_order(table: str, order: Order) -> list[Action]:
    """Take an order from those that are carried out, if it is one."""
    return [
        {
            "Delete": {
                "TableName": table,
                "Key": typed({"ledger": order_ledger(order.erasure_id), "entry": ORDER}),
                "ConditionExpression": "attribute_exists(entry)",
            }
        },
        {"Delete": {"TableName": table, "Key": typed({"ledger": OPEN, "entry": order.erasure_id})}},
    ]


def list_task(table: str, order: Order, task: Task, expires_at: int) -> Action:
    """Put a task on its erasure's list, if it is not there. TTL takes it, should nothing else."""
    item = {
        "ledger": list_ledger(order.erasure_id),
        "entry": task.name,
        **_task(task),
        "done": 0,
        "deleted": 0,
        TTL_ATTRIBUTE: expires_at,
    }
    return {
        "Put": {
            "TableName": table,
            "Item": typed(item),
            "ConditionExpression": "attribute_not_exists(entry)",
        }
    }


def unlist_task(table: str, erasure_id: str, task: Task) -> Action:
    """Take a task from its erasure's list."""
    return {"Delete": {"TableName": table, "Key": typed({"ledger": list_ledger(erasure_id), "entry": task.name})}}


def listed_of(item: Mapping[str, Any]) -> Listed:
    """Read a task in its erasure's list."""
    values = plain(item)
    return Listed(_task_of(values), int(values["done"]), int(values["deleted"]))


def start_task(table: str, order: Order, task: Task, number: int, expires_at: int) -> Action:
    """Begin a task in a round, if it is not under way."""
    item = {
        "ledger": task_ledger(order.erasure_id, task.name),
        "entry": TASK,
        "erasure_id": order.erasure_id,
        **_task(task),
        "before": order.before,
        "account_id": order.account_id,
        "asked_at": order.asked_at,
        "round": number,
        "found": False,
        "deleted": 0,
        "version": 0,
        TTL_ATTRIBUTE: expires_at,
    }
    return {
        "Put": {
            "TableName": table,
            "Item": typed(item),
            "ConditionExpression": "attribute_not_exists(entry)",
        }
    }


def touch(table: str, ledger: str) -> Action:
    """Change a task that is under way, so that it is gone on with."""
    return {
        "Update": {
            "TableName": table,
            "Key": typed({"ledger": ledger, "entry": TASK}),
            "UpdateExpression": "ADD touched :one",
            "ConditionExpression": "attribute_exists(entry)",
            "ExpressionAttributeValues": typed({":one": 1}),
        }
    }


def advance_task(table: str, progress: Progress, seen: Progress) -> Action:
    """Write how far a task is, if it still is where it was seen."""
    return {
        "Update": {
            "TableName": table,
            "Key": _task_key(progress.erasure_id, progress.task),
            "UpdateExpression": "SET #cursor = :cursor, #found = :found, deleted = :deleted, version = :version",
            "ConditionExpression": "version = :seen",
            "ExpressionAttributeNames": {"#cursor": "cursor", "#found": "found"},
            "ExpressionAttributeValues": {
                ":cursor": typed_value(None if progress.cursor is None else dict(progress.cursor)),
                **typed(
                    {
                        ":found": progress.found,
                        ":deleted": progress.deleted,
                        ":version": progress.version,
                        ":seen": seen.version,
                    }
                ),
            },
        }
    }


def finish_task(table: str, progress: Progress, seen: Progress) -> list[Action]:
    """End a task's round, if it still is where it was seen. Its list keeps what it deleted."""
    return [
        {
            "Delete": {
                "TableName": table,
                "Key": _task_key(progress.erasure_id, progress.task),
                "ConditionExpression": "version = :seen",
                "ExpressionAttributeValues": typed({":seen": seen.version}),
            }
        },
        {
            "Update": {
                "TableName": table,
                "Key": typed({"ledger": list_ledger(progress.erasure_id), "entry": progress.task.name}),
                "UpdateExpression": "SET done = :round ADD deleted :deleted",
                "ConditionExpression": "attribute_exists(entry)",
                "ExpressionAttributeValues": typed({":round": progress.round, ":deleted": progress.deleted}),
            }
        },
    ]


def progress_of(item: Mapping[str, Any]) -> Progress:
    """Read how far a task is.

    Raises
    ------
    KeyError, ValueError
        If the item is no task of ours.
    """
    values = plain(item)
    return Progress(
        erasure_id=values["erasure_id"],
        task=_task_of(values),
        before=int(values["before"]),
        account_id=values["account_id"],
        asked_at=int(values["asked_at"]),
        round=int(values["round"]),
        cursor=values.get("cursor"),
        found=values["found"],
        deleted=int(values["deleted"]),
        version=int(values["version"]),
    )


def _task(task: Task) -> dict[str, Any]:
    return {"sweep": task.sweep, "partition": task.partition, "value": task.value}


def _task_of(values: Mapping[str, Any]) -> Task:
    return Task(values["sweep"], values["partition"], values.get("value"))


def _task_key(erasure_id: str, task: Task) -> Item:
    return typed({"ledger": task_ledger(erasure_id, task.name), "entry": TASK})
