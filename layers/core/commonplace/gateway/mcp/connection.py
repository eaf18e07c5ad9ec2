"""Reads caller, session and toolsets from a request to ``/mcp``; no argument of a tool changes them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from ...auth.authorize import authorize
from ...domain.bounded_cache import BoundedCache
from ...domain.spaces import DEFAULT_SESSION
from ...domain.times import RIGHTS_CACHED
from ...operations.caller import Caller, caller_of, checked_session
from ...refusals.errors import InvalidInput
from ..registry import AGENT_TOOLS, CLASSIFIED_TOOLS

TOOLSETS = {"agent": AGENT_TOOLS, "classified": CLASSIFIED_TOOLS}
DEFAULT_TOOLSETS = ("agent",)


@dataclass(frozen=True, slots=True)
class Connection:
    """The origin of a message.

    Attributes
    ----------
    caller
        Read from the credential.
    session_id
        One of the caller's sessions.
    toolsets
        The memory's tools that are listed and may be called, in the order of :data:`TOOLSETS`.
    """

    caller: Caller
    session_id: str
    toolsets: tuple[str, ...]


class Callers:
    """Asks the authorizer for the caller, and caches its answer as long as API Gateway does for other routes.

    The API has no authorizer on this route, since API Gateway's own 401 cannot have the header that MCP clients
    need.
    """

    def __init__(self) -> None:
        self._known = BoundedCache[bytes, tuple[int, Caller]](most=1024)

    def caller(self, event: Mapping[str, Any], now: int) -> Caller:
        """Return the caller of an event; ``now`` is in microseconds and never goes back.

        Raises
        ------
        NotSignedIn
            Without a credential, or with one that is unknown or revoked.
        """
        credential = (event.get("headers") or {}).get("authorization", "")
        # No credential stays in memory after its request.
        digest = hashlib.sha256(credential.encode("utf-8", "surrogatepass")).digest()
        kept = self._known.get(digest)
        if kept is not None and now < kept[0]:
            return kept[1]
        caller = caller_of(authorize(event)["context"])
        self._known.put(digest, (now + RIGHTS_CACHED, caller))
        return caller


def session_of(headers: Mapping[str, str], query: Mapping[str, str]) -> str:
    """Read the session from our header, else from the query, else from a legacy client's own session header.

    Raises
    ------
    InvalidInput
        If it is too long or cannot be stored.
    CredentialRefused
        If it is a credential.
    """
    for name, value in (
        ("X-Session-Id", headers.get("x-session-id", "")),
        ("session", query.get("session", "")),
        ("Mcp-Session-Id", headers.get("mcp-session-id", "")),
    ):
        if value.strip():
            return checked_session(name, value)
    return DEFAULT_SESSION


def toolsets_of(query: Mapping[str, str]) -> tuple[str, ...]:
    """Read the requested toolsets.

    Raises
    ------
    InvalidInput
        If one is unknown.
    """
    named = {name.strip() for name in query.get("toolsets", "").split(",")} - {""}
    if not named <= TOOLSETS.keys():
        raise InvalidInput("field.not_a_choice.toolsets", field="toolsets", accepted=", ".join(TOOLSETS))
    return tuple(name for name in TOOLSETS if name in named) or DEFAULT_TOOLSETS


def query_of(event: Mapping[str, Any]) -> dict[str, str]:
    """Read the query; unknown and repeated parameters are refused, so that a typo is not ignored.

    Raises
    ------
    InvalidInput
        The message never has what was sent, which may be a credential.
    """
    try:
        pairs = parse_qsl(event.get("rawQueryString") or "", keep_blank_values=True, errors="strict")
    except ValueError:
        raise InvalidInput("body.not_utf8.address", field="query") from None
    query = dict(pairs)
    if len(query) != len(pairs) or not query.keys() <= {"session", "toolsets"}:
        raise InvalidInput("query.invalid", field="query")
    return query
