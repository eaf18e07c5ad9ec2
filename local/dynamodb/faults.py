"""Faults that tests ask for: throttles, conflicts, and batches done by half."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from .errors import ApiError

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
    """What goes wrong in the next calls. Each fault hits its matching calls once, then is spent.

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
        """Let the next matching writes meet another transaction.

        A transaction is cancelled with TransactionConflict as the reason of its action number
        `item`; a single write fails with TransactionConflictException.
        """
        self._plan(_Fault("conflict", calls, operation, table, detail=item))

    def leave_unprocessed(self, calls: int = 1, *, operation: str | None = None, items: int = 1) -> None:
        """Let the next matching batches leave their last (BatchGetItem: first) items unprocessed."""
        self._plan(_Fault("unprocessed", calls, operation, None, detail=items))

    def clear(self) -> None:
        """Forget what was planned."""
        with self._lock:
            self._planned.clear()

    def _plan(self, fault: _Fault) -> None:
        with self._lock:
            self._planned.append(fault)

    def _due(self, kind: str, operation: str, tables: frozenset[str] | None) -> _Fault | None:
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

    def before(self, operation: str, tables: frozenset[str], actions: int) -> None:
        """Raise what is planned for a call that is about to begin."""
        if not self._planned:
            return
        fault = self._due("throttle", operation, tables)
        if fault is not None:
            raise ApiError(fault.code, _THROTTLED)
        if operation in _SINGLE and self._due("conflict", operation, tables):
            raise ApiError("TransactionConflictException", "Transaction is ongoing for the item")
        if operation in _TRANSACTIONS:
            fault = self._due("conflict", operation, tables)
            if fault is not None:
                raise _conflict(actions, min(fault.detail, actions - 1))

    def unprocessed(self, operation: str) -> int:
        """Return how many items this batch is to leave."""
        fault = self._due("unprocessed", operation, None)
        return fault.detail if fault else 0


def _conflict(actions: int, at: int) -> ApiError:
    reasons = [{"Code": "None"} for _ in range(actions)]
    reasons[at] = {"Code": "TransactionConflict", "Message": "Transaction is ongoing for the item"}
    codes = ", ".join(reason["Code"] for reason in reasons)
    return ApiError(
        "TransactionCanceledException",
        f"Transaction cancelled, please refer cancellation reasons for specific reasons [{codes}]",
        CancellationReasons=reasons,
    )
