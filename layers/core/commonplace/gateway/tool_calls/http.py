"""The HTTP entry of ``POST /v1/tool-calls``: as :mod:`commonplace.operations.http`, for results of up to 2 MB."""

from __future__ import annotations

from ...domain.strict_json import decoded
from ...operations.call import Call
from ...operations.http import Answer, Event, answer_tool, body_bytes, parse_object
from ...operations.usage import counted
from .contract import TOOL_CALLS, CallFinished, finish_call
from .raw_json import raw_field

BODY_LIMIT = 4 * 1024 * 1024  # bytes: a result of 2 MB and its call, escaped


def answer_tool_call(event: Event) -> Answer:
    """Answer one finished call, from API Gateway's event with the authorizer's context."""
    return answer_tool(TOOL_CALLS, event, _run)


def _run(call: Call, event: Event) -> CallFinished:
    data = body_bytes(event, BODY_LIMIT)
    arguments = TOOL_CALLS.parse(parse_object(data))
    payload = raw_field(decoded(data), "result") if data.strip() else None
    with counted(call, TOOL_CALLS.counted_as, writes=TOOL_CALLS.writes):
        return finish_call(call, arguments, payload)
