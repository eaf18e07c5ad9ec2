"""recall_result: a large result that was replaced by a pointer."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..domain.clock import iso
from ..operations.call import Call
from ..operations.contract import Arguments, Result, Tool
from ..operations.result_pointers import read_payload


class RecallResultArguments(Arguments):
    """Arguments of recall_result."""

    cache_key: Annotated[str, Field(max_length=100)] = Field(description="As the pointer tells it.")


class ResultRecalled(Result):
    """What recall_result answers."""

    cache_key: str
    size: int = Field(description="Bytes of the payload.")
    first_at: str = Field(description="When the result was first met (RFC 3339).")
    payload: str = Field(description="The result as it was: its JSON, byte for byte.")


def recall_result(call: Call, arguments: RecallResultArguments) -> ResultRecalled:
    """Return a payload of the running session."""
    head, payload = read_payload(call, arguments.cache_key)
    return ResultRecalled(
        cache_key=arguments.cache_key, size=head.size, first_at=iso(head.first_at), payload=payload
    )


RECALL_RESULT = Tool(
    name="recall_result",
    title="Get a large result again",
    description=(
        "Get the full result of an earlier tool call that was replaced by a pointer, by the pointer's cache_key. "
        "Results stay for as long as the session's memory."
    ),
    arguments=RecallResultArguments,
    result=ResultRecalled,
    run=recall_result,
    writes=False,
    idempotent=True,
    text_field="payload",
)
