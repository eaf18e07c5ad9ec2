"""What supplies tools to the endpoint: the memory itself, and connectors.

The endpoint asks its suppliers one after another. It knows MCP's messages, they know tools; what passes between
them is MCP's own JSON, so that a connector's results reach the agent as the upstream wrote them. Nothing here
imports the SDK.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ..operations.call import Call

Json = dict[str, Any]


class UnknownTool(LookupError):
    """A supplier has no tool of that name; the endpoint asks the next one, and refuses the call in the end."""


@dataclass(frozen=True, slots=True)
class ListedTool:
    """A tool as ``tools/list`` shows it.

    Attributes
    ----------
    name
        With its prefix: ``<namespace>__<tool>`` or ``<connector>__<tool>``, at most 60 characters.
    title, description
        For people, and for the model that decides whether to call it.
    input_schema, output_schema
        JSON Schemas of objects; without an output schema nothing is said of the results.
    annotations
        ``readOnlyHint``, ``destructiveHint``, ``idempotentHint``, ``openWorldHint``.
    more
        Other fields of MCP's ``Tool`` (``icons``, ``_meta``), under their names on the wire.
    """

    name: str
    title: str | None
    description: str
    input_schema: Json
    output_schema: Json | None = None
    annotations: Json = field(default_factory=dict)
    more: Json = field(default_factory=dict)

    def wire(self) -> Json:
        """Write the tool as MCP does; what there is none of is left out.

        So is what would have clients mirror arguments into headers (``x-mcp-header``): this endpoint routes by
        none, and headers are what proxies log.
        """
        shown = {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": _unmirrored(self.input_schema),
            "outputSchema": self.output_schema,
            "annotations": self.annotations or None,
        }
        return {name: value for name, value in (shown | self.more).items() if value is not None}


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool answered.

    Attributes
    ----------
    wire
        A ``CallToolResult`` as MCP writes it: ``content``, and where there are ``structuredContent``, ``isError``
        and ``_meta``. It is answered as it is: every block, every field, in this order.
    """

    wire: Json

    @classmethod
    def of_text(cls, text: str, structured: Json | None = None, *, is_error: bool = False) -> ToolResult:
        """Make a result of one text, and of the same as JSON where there is a schema for it."""
        wire: Json = {"content": [{"type": "text", "text": text}]}
        if structured is not None:
            wire["structuredContent"] = structured
        return cls({**wire, "isError": is_error})

    @property
    def content(self) -> Sequence[Json]:
        """The blocks, in order."""
        blocks: Sequence[Json] = self.wire.get("content") or ()
        return blocks

    @property
    def is_error(self) -> bool:
        """Whether the tool says that the call failed."""
        return self.wire.get("isError") is True

    def with_text(self, text: str) -> ToolResult:
        """Return the same with one more text block at the end."""
        return ToolResult({**self.wire, "content": [*self.content, {"type": "text", "text": text}]})


_MIRROR = "x-mcp-header"
_BY_NAME = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})


def _unmirrored(schema: Any) -> Any:
    """Return a schema without its mirroring marks; a property may be called like the mark, and stays."""
    if isinstance(schema, list):
        return [_unmirrored(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: {name: _unmirrored(part) for name, part in value.items()}
        if key in _BY_NAME and isinstance(value, dict)
        else _unmirrored(value)
        for key, value in schema.items()
        if key != _MIRROR
    }


class ToolSupplier(Protocol):
    """Supplies some tools.

    Each request has suppliers of its own, made for its caller. They are called one at a time, and never inside a
    running event loop, so that they may run one themselves.
    """

    def list_tools(self, call: Call) -> Sequence[ListedTool]:
        """List the caller's tools, in the same order every time, and within 5 seconds.

        Parameters
        ----------
        call
            Who asks, and in which session.
        """

    def call_tool(self, call: Call, name: str, arguments: Mapping[str, Any]) -> ToolResult:
        """Call a tool.

        Parameters
        ----------
        call
            Who calls, and in which session.
        name
            As it was listed.
        arguments
            As sent, strictly parsed: no field stands twice, integers keep every digit.

        Raises
        ------
        UnknownTool
            If the name is not this supplier's.
        Refusal
            Any of :mod:`commonplace.refusals.errors`; the endpoint makes a result with ``isError`` of it.
        """
