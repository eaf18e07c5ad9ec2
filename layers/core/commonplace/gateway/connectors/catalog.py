"""The tools of an account's connectors, from the directory; each listing refreshes them from the upstreams."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from threading import Lock

from ...domain.bounded_cache import BoundedCache
from ...domain.clock import SECOND
from ...domain.levels import Level
from ...domain.times import CONNECTOR_LIST_SECONDS, CONNECTORS_CACHED
from ...operations.call import Call
from ...operations.logs import log_fault
from ...pending.feeds import CONNECTOR_SILENT, TOOLS_CHANGED, TOOLS_CUT_OFF, event_entry
from ...storage import connector_tools
from ...storage.actions import Action
from ...storage.activity import account_events_feed
from ...storage.commit import ConditionFailed
from ...storage.connector_tools import KnownTools
from ...storage.connectors import Connector
from .failures import UpstreamFailed
from .sockets import Deadline
from .tool_lists import ToolList, read_tools
from .upstreams import Upstreams

CHECK_EVERY = 60 * SECOND  # the time of an unchanged list is stored at most so often
TELL_FAILURE_EVERY = 60 * 60 * SECOND  # that a connector does not answer is told at most so often
_THREADS = 32
_MOST_CONNECTORS = 20 * 1024  # of as many accounts as are held
_FUNCTION = "mcp"  # in the log

_Key = tuple[str, str, int]  # account, connector, time of its last change


@dataclass(frozen=True, slots=True)
class _Account:
    read_at: int
    connectors: tuple[Connector, ...]


class Catalog:
    """A process's cache of the tools of connectors; ``patience`` is the seconds that a listing waits."""

    def __init__(self, upstreams: Upstreams, patience: float = CONNECTOR_LIST_SECONDS) -> None:
        self.upstreams, self.patience = upstreams, patience
        self._accounts = BoundedCache[str, _Account](most=1024)
        self._known = BoundedCache[_Key, KnownTools](_MOST_CONNECTORS)
        self._asked_at = BoundedCache[_Key, int](_MOST_CONNECTORS)
        self._running: dict[_Key, Future[bool]] = {}
        self._failure_told_at = BoundedCache[_Key, int](_MOST_CONNECTORS)
        self._lock = Lock()
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="connectors")

    def listed(self, call: Call) -> list[tuple[Connector, KnownTools]]:
        """Return the enabled connectors with their tools, by name; for a slow upstream, the last known tools."""
        account_id, now = call.caller.account_id, call.runtime.clock()
        served = [one for one in self._connectors(call) if one.enabled and one.url]
        asked = [connector for connector in served if self._is_due(account_id, connector, now)]
        self._ask_all(call, asked)
        known = [(connector, self._known.get(_key(account_id, connector))) for connector in served]
        return [(connector, tools) for connector, tools in known if tools is not None]

    def tools(self, call: Call, connector: Connector, *, refresh: bool = False) -> KnownTools | None:
        """Return the tools of one connector, or None if they are not known and the upstream does not answer.

        With ``refresh`` the upstream is asked, unless it just was.
        """
        key, now = _key(call.caller.account_id, connector), call.runtime.clock()
        if self._known.get(key) is None:
            tables = call.runtime.tables
            found = connector_tools.get(tables.client, tables.names.directory_table, key[0], connector.name)
            self._learn(key, connector, found)
        if (refresh or self._known.get(key) is None) and self._is_due(key[0], connector, now):
            self._ask_all(call, [connector])
        return self._known.get(key)

    def tell_failure(self, call: Call, connector: Connector) -> None:
        """Tell waiting agents that a connector does not answer, once an hour whatever fails in which process."""
        key, now = _key(call.caller.account_id, connector), call.runtime.clock()
        if now - (self._failure_told_at.get(key) or 0) < TELL_FAILURE_EVERY:
            return
        tables, table = call.runtime.tables, call.runtime.tables.names.directory_table
        try:
            before = connector_tools.get(tables.client, table, key[0], connector.name)
            told_at = 0 if before is None else before.failure_told_at
            if now - told_at >= TELL_FAILURE_EVERY:
                told_at = now
                told = connector_tools.tell_failure(table, key[0], connector, before, now)
                tables.commit([*told, *_events(call, connector, [CONNECTOR_SILENT], now)])
            self._failure_told_at.put(key, told_at)
        except ConditionFailed:
            pass  # another process told it, or the connector was changed
        except Exception as error:  # the list, or the failure itself, must still be answered
            log_fault(error, function=_FUNCTION, request_id="")

    def _ask_all(self, call: Call, connectors: Sequence[Connector]) -> None:
        """Ask some upstreams at once, wait until all have answered or the time is up, and tell which have not."""
        running = [(connector, self._refresh(call, connector)) for connector in connectors]
        if running:
            wait([asked for _, asked in running], timeout=self.patience)
        for connector, asked in running:
            if not (asked.done() and asked.result()):
                self.tell_failure(call, connector)

    def _connectors(self, call: Call) -> Sequence[Connector]:
        account_id, now = call.caller.account_id, call.runtime.steady()
        kept = self._accounts.get(account_id)
        if kept is not None and now - kept.read_at < CONNECTORS_CACHED:
            return kept.connectors
        tables = call.runtime.tables
        found, known = connector_tools.listed(tables.client, tables.names.directory_table, account_id)
        for connector in found:
            self._learn(_key(account_id, connector), connector, known.get(connector.name))
        self._accounts.put(account_id, _Account(now, tuple(found)))
        return found

    def _learn(self, key: _Key, connector: Connector, found: KnownTools | None) -> None:
        """Cache the tools from the directory, unless this process has newer ones."""
        if found is None or found.of > connector.updated_at or not found.digest:
            return
        kept = self._known.get(key)
        if kept is None or found.checked_at > kept.checked_at:
            self._known.put(key, found)

    def _is_due(self, account_id: str, connector: Connector, now: int) -> bool:
        key = _key(account_id, connector)
        known = self._known.get(key)
        looked = max(0 if known is None else known.checked_at, self._asked_at.get(key) or 0)
        return now - looked >= CONNECTORS_CACHED or key in self._running

    def _refresh(self, call: Call, connector: Connector) -> Future[bool]:
        """Ask an upstream in another thread, one request at a time; the result is whether it answered."""
        key = _key(call.caller.account_id, connector)
        with self._lock:
            running = self._running.get(key)
            if running is None:
                self._asked_at.put(key, call.runtime.clock())
                running = self._running[key] = self._threads.submit(self._ask, call, connector, key)
            return running

    def _ask(self, call: Call, connector: Connector, key: _Key) -> bool:
        try:
            before = self._known.get(key)
            upstream = self.upstreams.get(key[0], connector, None if before is None else before.version)
            deadline = Deadline(self.patience)
            found = read_tools(lambda cursor: upstream.list_page(call.session_id, cursor, deadline))
            self._store(call, connector, key, found, upstream.version or "")
        except UpstreamFailed:
            return False  # the last known tools stay
        except Exception as error:
            log_fault(error, function=_FUNCTION, request_id="")
            return True  # the fault is ours
        else:
            return True
        finally:
            with self._lock:
                self._running.pop(key, None)

    def _store(self, call: Call, connector: Connector, key: _Key, found: ToolList, version: str) -> None:
        now, tables, table = call.runtime.clock(), call.runtime.tables, call.runtime.tables.names.directory_table
        tools = KnownTools(
            connector.name, connector.updated_at, found.tools, found.cut_off, version, found.digest, now
        )
        before = connector_tools.get(tables.client, table, key[0], connector.name)
        if before is not None:
            tools = replace(tools, failure_told_at=before.failure_told_at)
        self._known.put(key, tools)
        try:
            if before is None or before.digest != tools.digest:
                cut_off = tools.cut_off and (before is None or not before.cut_off)
                kinds = [TOOLS_CHANGED, *([TOOLS_CUT_OFF] if cut_off else [])]
                events = _events(call, connector, kinds, now)
                tables.commit([*connector_tools.keep(table, key[0], tools, before), *events])
            elif now - before.checked_at >= CHECK_EVERY or before.of != tools.of or before.version != version:
                tables.commit([connector_tools.touch(table, key[0], replace(before, of=tools.of, checked_at=now))])
        except ConditionFailed:
            pass  # another process stored the change first, or the connector was changed and will be listed again


def _key(account_id: str, connector: Connector) -> _Key:
    return account_id, connector.name, connector.updated_at


def _events(call: Call, connector: Connector, kinds: Sequence[str], now: int) -> list[Action]:
    tables, account_id = call.runtime.tables, call.caller.account_id
    epoch = connector_tools.account_epoch(tables.client, tables.names.directory_table, account_id)
    return [
        event_entry(
            tables.names.activity_table,
            account_events_feed(account_id),
            kind,
            now,
            epoch,
            Level.PUBLIC,
            connector=connector.name,
        )
        for kind in kinds
    ]
