"""The interface between the endpoint and the suppliers of tools: the memory itself, and connectors.

The endpoint asks its suppliers in order. It handles MCP's messages, they handle tools; between them passes MCP's
own JSON, so that a connector's results reach the agent as the upstream wrote them. Nothing here imports the SDK.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ..operations.call import Call
from .structured_content import STRUCTURED, text_block, without_structured_content

Json = dict[str, Any]


def prefix_of(namespace: str) -> str:
    """Return the prefix of the names under which the memory's own tools are listed."""
    return f"{namespace}__"


class UnknownTool(LookupError):
    """A supplier has no tool of that name: the endpoint asks the next one, and refuses the call after the last."""


@dataclass(frozen=True, slots=True)
class ListedTool:
    """A tool as ``tools/list`` shows it.

    Attributes
    ----------
    name
        With its prefix: ``<namespace>__<tool>`` or ``<connector>__<tool>``, at most 60 characters.
    title, description
        The title is for people, the description for the model.
    input_schema, output_schema
        JSON Schemas of objects; without an output schema results may have any form.
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
        """Return the tool as MCP's JSON, without empty fields.

        Requests to copy arguments into headers (``x-mcp-header``) are removed: this endpoint does not route by
        headers, and proxies log them.
        """
        shown = {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": _without_header_marks(self.input_schema),
            "outputSchema": self.output_schema,
            "annotations": self.annotations or None,
        }
        return {name: value for name, value in (shown | self.more).items() if value is not None}


@dataclass(frozen=True, slots=True)
class ToolResult:
    """A tool's result.

    ``wire`` is a ``CallToolResult`` as MCP's JSON: ``content``, and possibly ``structuredContent``, ``isError``
    and ``_meta``. It is answered unchanged, with every block and field in its order.
    """

    wire: Json

    @classmethod
    def of_text(cls, text: str, structured: Json | None = None, *, is_error: bool = False) -> ToolResult:
        """Return a result with one text, and its structured form if the tool has an output schema."""
        wire: Json = {"content": [text_block(text)]}
        if structured is not None:
            wire[STRUCTURED] = structured
        return cls({**wire, "isError": is_error})

    @property
    def content(self) -> Sequence[Json]:
        """The content blocks."""
        blocks: Sequence[Json] = self.wire.get("content") or ()
        return blocks

    @property
    def is_error(self) -> bool:
        """Whether the tool reports that the call failed."""
        return self.wire.get("isError") is True

    def with_note(self, text: str) -> ToolResult:
        """Return the result with one more text block at the end, and without structured content.

        Clients that hand the model the structured content alone would leave the text out.
        """
        wire = without_structured_content(self.wire)
        return ToolResult({**wire, "content": [*(wire.get("content") or ()), text_block(text)]})


_HEADER_MARK = "x-mcp-header"
_BY_NAME = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})


def _without_header_marks(schema: Any) -> Any:
    """Return a schema without its header marks; a property of the same name as the mark stays."""
    if isinstance(schema, list):
        return [_without_header_marks(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: {name: _without_header_marks(part) for name, part in value.items()}
        if key in _BY_NAME and isinstance(value, dict)
        else _without_header_marks(value)
        for key, value in schema.items()
        if key != _HEADER_MARK
    }


class ToolSupplier(Protocol):
    """Supplies tools to the endpoint.

    Suppliers are created for each request. They are called one at a time, and never inside a running event loop,
    so that they may run one themselves.
    """

    def list_tools(self, call: Call) -> Sequence[ListedTool]:
        """List the caller's tools, in a stable order and within 5 seconds."""

    def call_tool(self, call: Call, name: str, arguments: Mapping[str, Any]) -> ToolResult:
        """Call a tool.

        Parameters
        ----------
        call
            The caller and the session.
        name
            As listed.
        arguments
            As sent, strictly parsed: no field is repeated, and integers keep every digit.

        Raises
        ------
        UnknownTool
            If the name is not this supplier's.
        Refusal
            Any of :mod:`commonplace.refusals.errors`; the endpoint turns it into a result with ``isError``.
        """
