"""The operation ``POST /v1/tool-calls``: other gateways report finished tool calls."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from ...domain.clock import iso
from ...operations.call import Call
from ...operations.contract import Arguments, LevelName, Result, Tool, level_name
from ...operations.result_pointers import Pointer
from .finishing import Outcome, ToolCall, finish

NAME_LIMIT = 128


class FinishedCallArguments(Arguments):
    """A call that another gateway has made."""

    connector: Annotated[str, Field(min_length=1, max_length=NAME_LIMIT)] = Field(
        description="Name of the connector; one of the account's connectors of this name decides the level."
    )
    tool: Annotated[str, Field(min_length=1, max_length=NAME_LIMIT)] = Field(description="Name of the tool.")
    arguments: Any = Field(default=None, description="The call's arguments: any JSON.")
    result: Any = Field(default=None, description="What the tool answered: any JSON.")
    is_error: bool = Field(default=False, description="Whether the call failed.")

    @field_validator("connector", "tool")
    @classmethod
    def _storable(cls, value: str) -> str:
        return value.encode("utf-8", "replace").decode()


class CapturedId(Result):
    """An id that was kept."""

    id: str
    field: str = Field(description="Where it stood.")
    kind: str


class ResultPointer(Result):
    """What takes the place of a large result that came before."""

    cache_key: str = Field(description="For recall_result.")
    size: int = Field(description="Bytes of the result.")
    first_at: str = Field(description="When it was first met (RFC 3339).")
    text: str = Field(
        description="The same in words, to put in the result's place. It names the tool recall_result; a gateway "
        "that lists it under another name writes that one."
    )


class DueNote(Result):
    """A note for the model, beside the result."""

    reason: Literal["heartbeat", "memory_changed", "disorientation", "compaction_anchor"]
    text: str
    tokens: int = Field(description="At most so many, by o200k.")


class CallFinished(Result):
    """What a finished call brought about."""

    captured: list[CapturedId]
    pointer: ResultPointer | None = Field(
        description="Put its text in the place of the result, wherever the answer carries it; null: keep it. "
        "A result that holds images, audio or blobs of MCP stays."
    )
    note: DueNote | None = Field(
        description="Append it as a text of its own; null: none is due. Many clients hand the model "
        "structuredContent alone where a result has one: answer without it then, with its JSON as a text if "
        "content does not say it."
    )
    classification: LevelName = Field(description="The session's level from now on.")


def finish_call(call: Call, arguments: FinishedCallArguments, payload: str | None = None) -> CallFinished:
    """Process a finished call.

    ``payload`` is the result's JSON as it was sent, byte for byte; without it the result is serialized again.
    """
    if payload is None:
        payload = json.dumps(arguments.result, ensure_ascii=False, separators=(",", ":"))
    return _to_answer(
        finish(
            call,
            ToolCall(
                connector=arguments.connector,
                tool=arguments.tool,
                arguments=arguments.arguments,
                result=arguments.result,
                payload=payload,
                failed=arguments.is_error,
            ),
        )
    )


def _to_answer(outcome: Outcome) -> CallFinished:
    pointer, note = outcome.pointer, outcome.note
    return CallFinished(
        captured=[CapturedId(id=found.value, field=found.field, kind=found.kind) for found in outcome.captured],
        pointer=None
        if pointer is None
        else ResultPointer(
            cache_key=pointer.cache_key,
            size=pointer.size,
            first_at=iso(pointer.first_at),
            text=pointer_text(pointer),
        ),
        note=None if note is None else DueNote(reason=note.reason.value, text=note.text, tokens=note.tokens),
        classification=level_name(outcome.level),
    )


def pointer_text(pointer: Pointer, tool: str = "recall_result") -> str:
    """Return the text that replaces a result in the agent's context; ``tool`` is recall_result's name there."""
    return (
        f"Same result as at {iso(pointer.first_at)} ({pointer.size:,} bytes), so it is not repeated. "
        f"Call {tool} with cache_key {pointer.cache_key} for the whole of it."
    )


TOOL_CALLS = Tool(
    name="tool_calls",
    title="Post a finished tool call",
    description=(
        "For other gateways: post a call of a connector's tool that has been answered, before its result is "
        "handed to the agent. The session rises to the connector's level, the call's ids are kept, and back come "
        "a pointer where the same large result came before, and a note where one is due."
    ),
    arguments=FinishedCallArguments,
    result=CallFinished,
    run=finish_call,
    writes=True,
    path="/v1/tool-calls",
    counted_as="connectors",
)
