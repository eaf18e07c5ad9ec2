"""recall_result: what an answer left out: a large result that a pointer replaced, or a memory that was cut."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..domain import ids
from ..domain.clock import iso
from ..operations.call import Call
from ..operations.contract import Arguments, Result, Tool
from ..operations.reading import read_by_id
from ..operations.result_pointers import read_payload, unknown_result


class RecallResultArguments(Arguments):
    """Arguments of recall_result."""

    cache_key: Annotated[str, Field(max_length=100)] = Field(
        description=(
            "The cache_key that a pointer tells; or the id of an item that recall cut (`truncated`), for its "
            "whole text."
        )
    )


class ResultRecalled(Result):
    """What recall_result answers over HTTPS; over MCP the payload stands for itself (:mod:`..gateway.mcp`)."""

    cache_key: str = Field(description="As it was sent.")
    size: int = Field(description="Bytes of the payload, in UTF-8.")
    first_at: str = Field(description="When the result was first met, or the memory first kept (RFC 3339).")
    payload: str = Field(
        description="The result as it was: its JSON, byte for byte. Of a memory: its text, word for word."
    )

    @property
    def is_memory(self) -> bool:
        """Whether the payload is the text of a memory, and no JSON."""
        return ids.is_memory_id(self.cache_key)


def recall_result(call: Call, arguments: RecallResultArguments) -> ResultRecalled:
    """Return a payload of the running session, or the text of a memory that recall could hand out now.

    Raises
    ------
    NotFound
        If there is none; it says the same whether there is none at all, or none that this session may see.
    """
    if ids.is_memory_id(arguments.cache_key):
        memory = read_by_id(call, arguments.cache_key.lower())
        if memory is None:
            raise unknown_result()
        size, first_at, payload = len(memory.text.encode("utf-8", "surrogatepass")), memory.created_at, memory.text
    else:
        head, payload = read_payload(call, arguments.cache_key)
        size, first_at = head.size, head.first_at
    return ResultRecalled(cache_key=arguments.cache_key, size=size, first_at=iso(first_at), payload=payload)


RECALL_RESULT = Tool(
    name="recall_result",
    title="Get a large result again",
    description=(
        "Get in full what an answer left out: the result of an earlier tool call that was replaced by a pointer, "
        "by the pointer's cache_key; or an item that recall cut, by its id. Results stay for as long as the "
        "session's memory."
    ),
    arguments=RecallResultArguments,
    result=ResultRecalled,
    run=recall_result,
    writes=False,
    idempotent=True,
    structured=False,
)
