"""Supplies the memory's own tools to the endpoint, from their contracts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ...operations.call import Call
from ...operations.contract import Tool
from ...operations.schema import input_schema, output_schema
from ..suppliers import ListedTool, ToolResult, UnknownTool
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
        """Call a tool; its result is JSON as text and as structure. A field that may be large is only the text."""
        tool = self._tools.get(name)
        if tool is None:
            raise UnknownTool(name)
        result = tool.call(call, arguments, "mcp")
        structured = result.model_dump(mode="json", exclude_unset=True)
        text = result.to_json() if tool.text_field is None else structured.pop(tool.text_field)
        return ToolResult.of_text(text, structured)


def prefix_of(namespace: str) -> str:
    """Return the prefix of the tools' names."""
    return f"{namespace}__"


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
            output_schema=_structured_schema(tool),
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


def _structured_schema(tool: Tool[Any, Any]) -> dict[str, Any]:
    schema = output_schema(tool)
    if tool.text_field is not None:
        del schema["properties"][tool.text_field]
        schema["required"].remove(tool.text_field)
    return schema
