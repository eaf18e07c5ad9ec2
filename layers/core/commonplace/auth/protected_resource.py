"""What MCP clients look for before they sign in: who issues tokens for this API (RFC 9728)."""

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
# What tokens are granted is called so at the issuer; docs/sign-in.md tells how to set it up there.
SCOPES_OF_TOKENS = {"commonplace:read": READ, "commonplace:write": WRITE, "commonplace:manage": MANAGE}
# Clients ask for all scopes that are named to them. No tool of `/mcp` needs `manage`, so it is not.
_SCOPES_OF_TOOLS = ("commonplace:read", "commonplace:write")
_HOST = re.compile(r"[A-Za-z0-9.\-]+(:\d{1,5})?|\[[0-9A-Fa-f:]+\](:\d{1,5})?")
_HOUR = 3_600  # seconds


def answer_metadata(event: Event) -> Answer:
    """Answer a request for the metadata.

    Parameters
    ----------
    event
        Of the HTTP API, without an authorizer: who asks has not signed in yet.
    """
    try:
        answer = answered(json.dumps(metadata(event)))
    except InvalidInput as refusal:
        return refused(refusal, event)
    answer["headers"]["cache-control"] = f"max-age={_HOUR}"
    return answer


def metadata(event: Event) -> dict[str, Any]:
    """Return the metadata of the MCP endpoint; without an issuer a key is the only way in, and none is named.

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
    """Write the header ``WWW-Authenticate`` of a 401 or 403: what was wrong, which scopes to ask for, and where.

    Parameters
    ----------
    event
        Of the HTTP API.
    insufficient
        Whether the token is valid and grants nothing here.

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
    """Return the address by which the API was reached, as API Gateway tells it.

    Raises
    ------
    InvalidInput
        If that is no name of a host; only the local server passes one on.
    """
    host = str(event["requestContext"].get("domainName", ""))
    if not _HOST.fullmatch(host):
        raise InvalidInput("host.invalid", field="Host")
    scheme = (event.get("headers") or {}).get("x-forwarded-proto", "https")
    return f"{'http' if scheme == 'http' else 'https'}://{host}"
