"""The cache of upstreams in this process: connections and sessions are reused between calls."""

from __future__ import annotations

from threading import Lock

from ...domain.bounded_cache import BoundedCache
from ...operations.settings import settings
from ...refusals.errors import InvalidInput
from ...storage.connectors import Connector
from .addresses import Allowed
from .failures import Unreachable
from .http_client import HttpClient
from .secrets import Secrets, lookup_for
from .upstream import Upstream
from .urls import parse_url


class Upstreams:
    """Upstreams by account, connector and when it was set up: one that was changed is a new one."""

    def __init__(self) -> None:
        # Connections that are in use are closed by their calls.
        self._made = BoundedCache[tuple[str, str, int], Upstream](most=256, let_go=Upstream.close)
        self._lock = Lock()

    def get(self, account_id: str, connector: Connector, version: str | None = None) -> Upstream:
        """Return a connector's upstream.

        ``version`` is the protocol revision that it spoke when it last listed its tools, if that is known.

        Raises
        ------
        Unreachable
            If its address is not allowed (any more).
        """
        key = account_id, connector.name, connector.updated_at
        with self._lock:
            upstream = self._made.get(key)
            if upstream is None:
                upstream = made(account_id, connector, version)
                self._made.put(key, upstream)
            return upstream

    def close(self) -> None:
        """Let go of all of them."""
        with self._lock:
            self._made.clear()


def made(account_id: str, connector: Connector, version: str | None = None) -> Upstream:
    """Create a connector's upstream without connecting to it."""
    setup = settings()
    allowed = Allowed(setup.connector_allowed_private)
    try:
        place = parse_url(connector.url, allowed)
    except InvalidInput:
        raise Unreachable("upstream.not_public.setup") from None
    secrets = Secrets(dict(connector.headers), lookup_for(account_id, setup.connector_secrets))
    return Upstream(HttpClient(place, allowed), secrets, version)
