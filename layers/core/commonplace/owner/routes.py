"""Routing for the owner's functions that serve several routes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..operations.call import Call
from ..operations.contract import Result, Tool
from ..operations.http import Answer, Event, answer_tool, json_object


def answer_route(operations: Sequence[Tool[Any, Any]], event: Event) -> Answer:
    """Run the operation of an event's route, with arguments from the query, the body and the path."""
    operation = next(one for one in operations if f"{one.method} {one.path}" == event["routeKey"])

    def run(call: Call, event: Event) -> Result:
        query, path = event.get("queryStringParameters") or {}, event.get("pathParameters") or {}
        result: Result = operation.call(call, {**query, **json_object(event), **path})
        return result

    return answer_tool(operation, event, run)
