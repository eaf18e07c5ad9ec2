"""Faults that tests ask for: throttles, transaction conflicts and batches that leave items unprocessed."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from .errors import ApiError, cancelled
from .values import Params

_ONGOING = "Transaction is ongoing for the item"
_SINGLE = frozenset({"PutItem", "UpdateItem", "DeleteItem"})
_TRANSACTIONS = frozenset({"TransactWriteItems", "TransactGetItems"})
_THROTTLED = (
    "The level of configured provisioned throughput for the table was exceeded. "
    "Consider increasing your provisioning level with the UpdateTable API."
)


@dataclass(slots=True)
class _Fault:
    kind: str
    left: int
    operation: str | None
    table: str | None
    code: str = ""
    detail: int = 0


class Faults:
    """The faults of the next calls. Each applies to a number of matching calls.

    Matching is by operation and table; None matches every one.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._planned: list[_Fault] = []

    def throttle(
        self,
        calls: int = 1,
        *,
        operation: str | None = None,
        table: str | None = None,
        code: str = "ProvisionedThroughputExceededException",
    ) -> None:
        """Refuse the next matching calls; `code` may be ThrottlingException."""
        self._plan(_Fault("throttle", calls, operation, table, code))

    def transaction_conflict(
        self, calls: int = 1, *, operation: str | None = None, table: str | None = None, item: int = 0
    ) -> None:
        """Let the next matching writes conflict with another transaction.

        A transaction is cancelled with TransactionConflict as the reason of its action number
        `item`; a single write fails with TransactionConflictException.
        """
        self._plan(_Fault("conflict", calls, operation, table, detail=item))

    def leave_unprocessed(self, calls: int = 1, *, operation: str | None = None, items: int = 1) -> None:
        """Let the next matching batches leave their last (BatchGetItem: first) items unprocessed."""
        self._plan(_Fault("unprocessed", calls, operation, None, detail=items))

    def clear(self) -> None:
        """Remove every planned fault."""
        with self._lock:
            self._planned.clear()

    def _plan(self, fault: _Fault) -> None:
        with self._lock:
            self._planned.append(fault)

    def _due(self, kind: str, operation: str, tables: list[str] | None) -> _Fault | None:
        if not self._planned:
            return None
        with self._lock:
            for fault in self._planned:
                named = fault.table is None or tables is None or fault.table in tables
                if fault.kind == kind and fault.operation in (None, operation) and named:
                    fault.left -= 1
                    if fault.left < 1:
                        self._planned.remove(fault)
                    return fault
        return None

    def before(self, operation: str, params: Params) -> None:
        """Raise the planned fault of a call, if there is one."""
        if not self._planned:
            return
        tables = requested_tables(params)
        fault = self._due("throttle", operation, tables)
        if fault is not None:
            raise ApiError(fault.code, _THROTTLED)
        if operation in _SINGLE and self._due("conflict", operation, tables):
            raise ApiError("TransactionConflictException", _ONGOING)
        if operation in _TRANSACTIONS:
            fault = self._due("conflict", operation, tables)
            if fault is not None:
                reasons = [{"Code": "None"} for _ in tables]
                reasons[min(fault.detail, len(tables) - 1)] = {"Code": "TransactionConflict", "Message": _ONGOING}
                raise cancelled(reasons)

    def unprocessed(self, operation: str) -> int:
        """Return how many items this batch leaves unprocessed."""
        fault = self._due("unprocessed", operation, None)
        return fault.detail if fault else 0


def requested_tables(params: Params) -> list[str]:
    """Return the tables that a request names; for a transaction, that of each action."""
    if "TableName" in params:
        return [params["TableName"]]
    actions = [action for action in params.get("TransactItems", ()) if isinstance(action, dict)]
    bodies = [body for action in actions for body in action.values() if isinstance(body, dict)]
    return [*params.get("RequestItems", ()), *(str(body.get("TableName")) for body in bodies)]
