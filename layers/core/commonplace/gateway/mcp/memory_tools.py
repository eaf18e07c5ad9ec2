"""Supplies the memory's own tools to the endpoint, from their contracts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from ...agent.recall_result import RECALL_RESULT, ResultRecalled
from ...operations.call import Call
from ...operations.contract import Tool
from ...operations.schema import input_schema, output_schema
from ..connectors.failures import InvalidAnswer
from ..connectors.result_validation import client_safe_result
from ..connectors.rpc_answers import parse
from ..suppliers import ListedTool, ToolResult, UnknownTool, prefix_of
from .connection import TOOLSETS


class MemoryTools:
    """Supplies the tools of some toolsets, under the stack's namespace."""

    def __init__(self, namespace: str, toolsets: tuple[str, ...]) -> None:
        self._tools = _by_name(namespace, toolsets)
        self._listed = _listed(namespace, toolsets)

    def list_tools(self, _: Call) -> Sequence[ListedTool]:
        """List the tools in the registry's order; they are the same for all callers."""
        return self._listed

    def call_tool(self, call: Call, name: str, arguments: Mapping[str, Any]) -> ToolResult:
        """Call a tool; its result is JSON as text and as structure, but for what recall_result hands on."""
        tool = self._tools.get(name)
        if tool is None:
            raise UnknownTool(name)
        result = tool.call(call, arguments, "mcp")
        if isinstance(result, ResultRecalled):
            return _handed_on(result)
        return ToolResult.of_text(result.to_json(), result.model_dump(mode="json", exclude_unset=True))


def recall_tool(namespace: str, toolsets: tuple[str, ...]) -> str | None:
    """Return the listed name of recall_result, or None if a connection with these toolsets does not list it."""
    name = f"{prefix_of(namespace)}{RECALL_RESULT.name}"
    return name if name in _by_name(namespace, toolsets) else None


def _handed_on(result: ResultRecalled) -> ToolResult:
    """Return an upstream's result as it was, with nothing of ours; anything else as one text."""
    stored = None
    if not result.is_memory:
        with suppress(InvalidAnswer):  # a payload of another gateway may be any JSON
            stored = client_safe_result(parse(result.payload))
    return ToolResult.of_text(result.payload) if stored is None else ToolResult(stored)


@cache
def _by_name(namespace: str, toolsets: tuple[str, ...]) -> dict[str, Tool[Any, Any]]:
    return {f"{prefix_of(namespace)}{tool.name}": tool for toolset in toolsets for tool in TOOLSETS[toolset]}


@cache
def _listed(namespace: str, toolsets: tuple[str, ...]) -> tuple[ListedTool, ...]:
    return tuple(
        ListedTool(
            name=name,
            title=tool.title,
            description=tool.description,
            input_schema=input_schema(tool),
            output_schema=output_schema(tool) if tool.structured else None,
            annotations={
                "title": tool.title,
                "readOnlyHint": not tool.writes,
                "destructiveHint": tool.destructive,
                "idempotentHint": tool.idempotent,
                "openWorldHint": False,
            },
        )
        for name, tool in _by_name(namespace, toolsets).items()
    )
