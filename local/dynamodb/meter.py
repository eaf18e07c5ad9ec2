"""Counting of calls and capacity, for any boto3 DynamoDB client."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

_WRITES = frozenset({"PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems"})
_PARAMETER = "ReturnConsumedCapacity"


@dataclass(frozen=True, slots=True)
class Call:
    """One call that was made.

    Attributes
    ----------
    operation : str
        Such as ``Query``.
    tables : tuple[str, ...]
        The tables it named.
    index : str or None
        The index a Query or Scan read.
    read, write : float
        The capacity it consumed.
    error : str or None
        The code of the error it ended with.
    parameters : dict[str, Any]
        The request.
    """

    operation: str
    tables: tuple[str, ...]
    index: str | None
    read: float
    write: float
    error: str | None
    parameters: dict[str, Any]


class Meter:
    """Records every call of a client: ``meter = Meter(client)``, then ``meter.calls``.

    It asks for consumed capacity in each request that can, and hides the answer from a caller who
    did not. As a context manager it stops recording at the end of the block.

    Parameters
    ----------
    client : Any
        A boto3 DynamoDB client, of whatever endpoint.
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
        """Forget the calls so far."""
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
        """Return how many calls there were, of one operation or in all."""
        return sum(operation in (None, call.operation) for call in self.calls)

    def _before(
        self,
        params: dict[str, Any],
        model: Any,
        context: dict[str, Any],
        **_event: object,
    ) -> None:
        context["meter_parameters"] = dict(params)
        if _PARAMETER in model.input_shape.members and params.get(_PARAMETER, "NONE") == "NONE":
            params[_PARAMETER] = "INDEXES"
            context["meter_asked"] = True

    def _after(
        self,
        parsed: dict[str, Any],
        model: Any,
        context: dict[str, Any],
        **_event: object,
    ) -> None:
        asked = context.get("meter_asked")
        consumed = parsed.pop("ConsumedCapacity", None) if asked else parsed.get("ConsumedCapacity")
        tables = consumed if isinstance(consumed, list) else [consumed] if consumed else []
        units = sum(table["CapacityUnits"] for table in tables)
        parameters = context.get("meter_parameters", {})
        # A repeated transaction only reads, whatever it is called.
        writes = model.name in _WRITES and not any("ReadCapacityUnits" in table for table in tables)
        call = Call(
            model.name,
            _tables(parameters),
            parameters.get("IndexName"),
            0.0 if writes else units,
            units if writes else 0.0,
            parsed.get("Error", {}).get("Code"),
            parameters,
        )
        with self._lock:
            self.calls.append(call)


def _tables(parameters: dict[str, Any]) -> tuple[str, ...]:
    if "TableName" in parameters:
        return (parameters["TableName"],)
    names = list(parameters.get("RequestItems", ()))
    for action in parameters.get("TransactItems", ()):
        names += [body["TableName"] for body in action.values()]
    return tuple(dict.fromkeys(names))
