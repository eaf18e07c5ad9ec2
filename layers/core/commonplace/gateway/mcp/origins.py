"""Checks which web pages may call the endpoint.

A browser sends the page's origin with every POST. A page that uses DNS rebinding to reach this machine sends a
``Host`` equal to its origin, so the two are never compared: only the domain name set by API Gateway counts.
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
    """Check the ``Origin`` of a request.

    It is allowed if there is none (no browser sent the request), if it is the API's own or a configured one, and,
    if the API itself is called by a loopback name, if it is a page of this machine. Two ``Origin`` headers arrive
    as one, joined by a comma, which is not a valid origin.

    Parameters
    ----------
    event
        Of the HTTP API.
    configured
        Further origins, in lower case, from the stack's parameter ``AllowedOrigins``.
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
