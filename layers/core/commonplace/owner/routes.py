"""The shared entry of the owner's functions: as :mod:`.operations.http`, for several routes of one function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..operations.call import Call
from ..operations.contract import Result, Tool
from ..operations.http import Answer, Event, answer_tool, json_object


def answer_route(operations: Sequence[Tool[Any, Any]], event: Event) -> Answer:
    """Run the operation of an event's route.

    Parameters
    ----------
    operations
        Of this function, one a route.
    event
        As API Gateway sends it: arguments are in the body, in the query and in the path.

    Returns
    -------
    dict
        Status, headers and body for API Gateway.
    """
    operation = next(one for one in operations if f"{one.method} {one.path}" == event["routeKey"])

    def run(call: Call, event: Event) -> Result:
        query, path = event.get("queryStringParameters") or {}, event.get("pathParameters") or {}
        result: Result = operation.call(call, {**query, **json_object(event), **path})
        return result

    return answer_tool(operation, event, run)
