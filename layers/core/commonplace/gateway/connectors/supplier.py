"""Supplies the tools of an account's connectors to the endpoint."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...domain.graphemes import cut_at_grapheme
from ...domain.levels import Level
from ...domain.times import CONNECTOR_CALL_SECONDS
from ...operations.call import Call
from ...operations.caller import WRITE
from ...operations.usage import counted
from ...refusals.errors import InvalidInput
from ...storage import connectors
from ...storage.connector_tools import KnownTools
from ...storage.connectors import Connector
from ..structured_content import says_all
from ..suppliers import Json, ListedTool, ToolResult, UnknownTool
from ..tool_calls.contract import pointer_text
from ..tool_calls.finishing import Outcome, ToolCall, finish
from .catalog import Catalog
from .connector_names import NAME, SEPARATOR
from .failures import TimedOut, Unreachable, UpstreamFailed
from .result_validation import client_safe_result
from .sockets import Deadline
from .tool_names import listed_names

_MAX_UPSTREAM_TEXT = 2_000  # characters of an upstream's own message in an error
# Characters of a result whose structured content may be written as text: escaped twice, it must fit in 6 MB.
_MOST_SAID_ANEW = 1_000_000


@dataclass(frozen=True, slots=True)
class _Answered:
    """The answer to a call.

    Attributes
    ----------
    wire
        A ``CallToolResult`` of MCP.
    payload
        Its JSON, as the upstream wrote it.
    level
        The session is raised to it: the connector's, unless the result has nothing of the upstream.
    """

    wire: Json
    payload: str
    level: Level


class ConnectorTools:
    """Supplies the tools of the caller's connectors.

    Parameters
    ----------
    catalog
        Their tools.
    time_limit
        Seconds that a call may take.
    recall_tool
        The name under which the connection lists recall_result; None: it does not, so no result may be replaced.
    """

    def __init__(
        self, catalog: Catalog, time_limit: float = CONNECTOR_CALL_SECONDS, recall_tool: str | None = None
    ) -> None:
        self._catalog, self._time_limit, self._recall_tool = catalog, time_limit, recall_tool

    def for_connection(self, recall_tool: str | None) -> ConnectorTools:
        """Return the same for a connection that lists recall_result under this name."""
        return ConnectorTools(self._catalog, self._time_limit, recall_tool)

    def list_tools(self, call: Call) -> Sequence[ListedTool]:
        """List the tools, ordered by connector and name."""
        return [
            _listed(name, own)
            for connector, tools in self._catalog.listed(call)
            for name, own in _named(connector, tools).items()
        ]

    def call_tool(self, call: Call, name: str, arguments: Mapping[str, Any]) -> ToolResult:
        """Call an upstream's tool; its result is returned only after the session was raised to its level."""
        connector = _connector(call, name)
        tool = self._tool(call, connector, name)
        reads_only = _reads_only(tool)
        if not reads_only:
            call.caller.require(WRITE)
        _check_numbers(arguments)
        with counted(call, "connectors", writes=not reads_only):
            return self._called(call, connector, tool, arguments)

    def _called(self, call: Call, connector: Connector, tool: Json, arguments: Mapping[str, Any]) -> ToolResult:
        answered = self._answered(call, connector, tool, arguments)
        outcome = finish(
            call,
            ToolCall(
                connector=connector.name,
                tool=tool["name"],
                arguments=arguments,
                result=answered.wire,
                payload=answered.payload,
                failed=answered.wire.get("isError") is True,
                level=answered.level,
                may_be_replaced=self._recall_tool is not None,
                carries_note=_carries_note(answered),
            ),
        )
        return self._apply_outcome(answered.wire, outcome)

    def _apply_outcome(self, wire: Json, outcome: Outcome) -> ToolResult:
        """Return the result for the agent: a pointer replaces all of it, and a note is appended."""
        result = ToolResult(wire)
        if outcome.pointer is not None and self._recall_tool is not None:
            text = pointer_text(outcome.pointer, f"`{self._recall_tool}`")
            result = ToolResult.of_text(text, is_error=result.is_error)
        return result if outcome.note is None else result.with_note(outcome.note.text)

    def _tool(self, call: Call, connector: Connector, name: str) -> Json:
        for refresh in (False, True):
            tools = self._catalog.tools(call, connector, refresh=refresh)
            found = None if tools is None else _named(connector, tools).get(name)
            if found is not None:
                return found
        raise UnknownTool(name)

    def _answered(self, call: Call, connector: Connector, tool: Json, arguments: Mapping[str, Any]) -> _Answered:
        try:
            known = self._catalog.tools(call, connector)
            upstream = self._catalog.upstreams.get(
                call.caller.account_id, connector, None if known is None else known.version
            )
            answer = upstream.call(
                call.session_id, tool["name"], arguments, tool["inputSchema"], Deadline(self._time_limit)
            )
        except UpstreamFailed as failure:
            if isinstance(failure, TimedOut | Unreachable):
                self._catalog.tell_failure(call, connector)
            said = cut_at_grapheme(failure.upstream_text, _MAX_UPSTREAM_TEXT)
            return _failed(connector, f"{failure.message}{': ' if said else '.'}{said}", has_words=bool(said))
        result = client_safe_result(answer.result)
        if result is None:
            return _failed(connector, "its answer was not understood: it is no result of a tool.", has_words=False)
        return _Answered(result, answer.payload, connector.level)


def _connector(call: Call, name: str) -> Connector:
    """Read the connector of a tool's prefix, as it is configured now."""
    prefix, separator, _ = name.partition(SEPARATOR)
    if separator and NAME.fullmatch(prefix):
        tables = call.runtime.tables
        found = connectors.get(tables.client, tables.names.directory_table, call.caller.account_id, prefix)
        if found is not None and found.enabled and found.url:
            return found
    raise UnknownTool(name)


def _named(connector: Connector, tools: KnownTools) -> dict[str, Json]:
    own = {tool["name"]: tool for tool in tools.tools}
    return {name: own[own_name] for name, own_name in listed_names(connector.name, own).items()}


def _listed(name: str, tool: Json) -> ListedTool:
    """Return a tool without an output schema, since a pointer may replace its results."""
    return ListedTool(
        name=name,
        title=tool.get("title"),
        description=tool.get("description") or "",
        input_schema=tool["inputSchema"],
        annotations={"openWorldHint": True, **tool.get("annotations", {})},
        more={field: tool[field] for field in ("icons", "_meta") if field in tool},
    )


def _reads_only(tool: Json) -> bool:
    return tool.get("annotations", {}).get("readOnlyHint") is True


def _check_numbers(arguments: Mapping[str, Any]) -> None:
    """Refuse numbers that JSON cannot represent: ``1e400`` is parsed as infinity."""
    stack: list[Any] = [arguments]
    while stack:
        value = stack.pop()
        if isinstance(value, float) and not math.isfinite(value):
            raise InvalidInput("field.too_large.number")
        if isinstance(value, Mapping):
            stack += value.values()
        elif isinstance(value, list):
            stack += value


def _failed(connector: Connector, why: str, *, has_words: bool) -> _Answered:
    result = ToolResult.of_text(f"The connector `{connector.name}` failed: {why}", is_error=True)
    return _Answered(result.wire, "null", connector.level if has_words else Level.PUBLIC)


def _carries_note(answered: _Answered) -> bool:
    """Return whether a note may be appended: not if saying the structured content as text may be too much."""
    return len(answered.payload) <= _MOST_SAID_ANEW or says_all(answered.wire)
