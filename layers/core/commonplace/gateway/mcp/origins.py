"""Which web pages may call the endpoint.

A browser names the page's origin in every POST. A page that made its own name lead to this machine sends a
``Host`` that equals its origin, so the two are never compared: what counts is the name that API Gateway gave.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

_API = re.compile(r"[a-z0-9]+\.execute-api\.[a-z0-9-]+\.amazonaws\.com(\.cn)?")
_LOOPBACK = r"(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?"
_LOOPBACK_HOST = re.compile(_LOOPBACK)
_LOOPBACK_ORIGIN = re.compile(rf"https?://{_LOOPBACK}")


def origin_allowed(event: Mapping[str, Any], configured: Collection[str]) -> bool:
    """Tell whether a request may come from where it says.

    Parameters
    ----------
    event
        Of the HTTP API. Two ``Origin`` headers arrive as one, joined by a comma, and are no origin.
    configured
        Further origins, in lower case, as the stack's parameter ``AllowedOrigins`` has them.

    Returns
    -------
    bool
        True without an origin (no browser sent it), for the API's own, for a configured one, and, where the API
        itself is reached by a loopback name, for pages of this machine.
    """
    origin = (event.get("headers") or {}).get("origin")
    if origin is None:
        return True
    origin = origin.lower()
    if origin in configured:
        return True
    host = str(event["requestContext"].get("domainName", "")).lower()
    if _API.fullmatch(host):
        return bool(origin == f"https://{host}")
    return _LOOPBACK_HOST.fullmatch(host) is not None and _LOOPBACK_ORIGIN.fullmatch(origin) is not None
