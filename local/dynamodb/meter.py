"""Counts the calls and capacity of any boto3 DynamoDB client."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

from .faults import requested_tables
from .values import Params

_WRITES = frozenset({"PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems"})
_PARAMETER = "ReturnConsumedCapacity"


@dataclass(frozen=True, slots=True)
class Call:
    """One call: its operation, the index of a Query or Scan, consumed units, error code and parameters."""

    operation: str
    tables: tuple[str, ...]
    index: str | None
    read: float
    write: float
    error: str | None
    parameters: Params


class Meter:
    """Records every call of a client: ``meter = Meter(client)``, then ``meter.calls``.

    It requests the consumed capacity where an operation has it, and removes it from the answer if the caller
    did not request it. As a context manager it stops recording at the end of the block. The client is a boto3
    DynamoDB client of any endpoint.
    """

    def __init__(self, client: Any) -> None:
        self._events = client.meta.events
        self._lock = threading.Lock()
        self.calls: list[Call] = []
        self._events.register("before-parameter-build.dynamodb", self._before)
        self._events.register("after-call.dynamodb", self._after)

    def __enter__(self) -> Meter:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop recording."""
        self._events.unregister("before-parameter-build.dynamodb", self._before)
        self._events.unregister("after-call.dynamodb", self._after)

    def clear(self) -> None:
        """Remove the calls so far."""
        with self._lock:
            self.calls.clear()

    @property
    def read(self) -> float:
        """The read units of all calls."""
        return sum(call.read for call in self.calls)

    @property
    def write(self) -> float:
        """The write units of all calls."""
        return sum(call.write for call in self.calls)

    def count(self, operation: str | None = None) -> int:
        """Return the number of calls, of one operation or of all."""
        return sum(operation in (None, call.operation) for call in self.calls)

    def _before(self, params: Params, model: Any, context: dict[str, Any], **_event: object) -> None:
        context["meter_parameters"] = dict(params)
        if _PARAMETER in model.input_shape.members and params.get(_PARAMETER, "NONE") == "NONE":
            params[_PARAMETER] = "INDEXES"
            context["meter_added"] = True

    def _after(self, parsed: Params, model: Any, context: dict[str, Any], **_event: object) -> None:
        added = context.get("meter_added")
        consumed = parsed.pop("ConsumedCapacity", None) if added else parsed.get("ConsumedCapacity")
        tables = consumed if isinstance(consumed, list) else [consumed] if consumed else []
        units = sum(table["CapacityUnits"] for table in tables)
        parameters = context.get("meter_parameters", {})
        # A repeated transaction only reads.
        writes = model.name in _WRITES and not any("ReadCapacityUnits" in table for table in tables)
        call = Call(
            model.name,
            tuple(dict.fromkeys(requested_tables(parameters))),
            parameters.get("IndexName"),
            0.0 if writes else units,
            units if writes else 0.0,
            parsed.get("Error", {}).get("Code"),
            parameters,
        )
        with self._lock:
            self.calls.append(call)
