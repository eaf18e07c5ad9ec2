"""OAuth protected resource metadata (RFC 9728): tells MCP clients which issuer to sign in with."""

from __future__ import annotations

import json
import re
from typing import Any

from ..operations.caller import MANAGE, READ, WRITE
from ..operations.http import Answer, Event, answered, refused
from ..operations.settings import settings
from ..refusals.errors import InvalidInput

RESOURCE = "/mcp"
METADATA = "/.well-known/oauth-protected-resource"
# Names of the scopes at the issuer; docs/sign-in.md describes the setup there.
SCOPES_OF_TOKENS = {"commonplace:read": READ, "commonplace:write": WRITE, "commonplace:manage": MANAGE}
# Clients request every scope listed here. No tool of `/mcp` needs `manage`, so it is not listed.
_SCOPES_OF_TOOLS = ("commonplace:read", "commonplace:write")
_HOST = re.compile(r"[A-Za-z0-9.\-]+(:\d{1,5})?|\[[0-9A-Fa-f:]+\](:\d{1,5})?")
_HOUR = 3_600  # seconds


def answer_metadata(event: Event) -> Answer:
    """Answer a request for the metadata; its route has no authorizer."""
    try:
        answer = answered(json.dumps(metadata(event)))
    except InvalidInput as refusal:
        return refused(refusal, event)
    answer["headers"]["cache-control"] = f"max-age={_HOUR}"
    return answer


def metadata(event: Event) -> dict[str, Any]:
    """Return the metadata of the MCP endpoint; no issuer is listed if only keys are accepted.

    Raises
    ------
    InvalidInput
        As :func:`base_url`.
    """
    issuer = settings().oidc_issuer
    return {
        "resource": f"{base_url(event)}{RESOURCE}",
        **({"authorization_servers": [issuer], "scopes_supported": list(_SCOPES_OF_TOOLS)} if issuer else {}),
        "bearer_methods_supported": ["header"],
        "resource_name": "Commonplace",
    }


def challenge(event: Event, *, insufficient: bool = False) -> str:
    """Return the header ``WWW-Authenticate`` of a 401 or 403: error, scopes to request, URL of the metadata.

    Parameters
    ----------
    event
        Of the HTTP API.
    insufficient
        Whether the token is valid but lacks the scope.

    Raises
    ------
    InvalidInput
        As :func:`base_url`.
    """
    parts = []
    if insufficient:
        parts.append('error="insufficient_scope"')
    elif (event.get("headers") or {}).get("authorization"):
        parts.append('error="invalid_token"')
    if settings().oidc_issuer:
        parts.append(f'scope="{" ".join(_SCOPES_OF_TOOLS)}"')
    parts.append(f'resource_metadata="{base_url(event)}{METADATA}{RESOURCE}"')
    return f"Bearer {', '.join(parts)}"


def base_url(event: Event) -> str:
    """Return scheme and host of the request.

    Raises
    ------
    InvalidInput
        If the host name is malformed, which only the local server passes on.
    """
    host = str(event["requestContext"].get("domainName", ""))
    if not _HOST.fullmatch(host):
        raise InvalidInput("host.invalid", field="Host")
    scheme = (event.get("headers") or {}).get("x-forwarded-proto", "https")
    return f"{'http' if scheme == 'http' else 'https'}://{host}"
