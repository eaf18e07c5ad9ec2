"""What MCP clients look for before they sign in: who issues tokens for this API (RFC 9728)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from .settings import settings

RESOURCE = "/mcp"
METADATA = "/.well-known/oauth-protected-resource"
_HOST = re.compile(r"[A-Za-z0-9.\-]+(:\d{1,5})?|\[[0-9A-Fa-f:]+\](:\d{1,5})?")
_HOUR = 3_600  # seconds


def answer_metadata(event: Mapping[str, Any]) -> dict[str, Any]:
    """Answer a request for the metadata.

    Parameters
    ----------
    event
        Of the HTTP API, without an authorizer: who asks has not signed in yet.
    """
    return {
        "statusCode": 200,
        "headers": {"content-type": "application/json", "cache-control": f"max-age={_HOUR}"},
        "body": json.dumps(metadata(event)),
    }


def metadata(event: Mapping[str, Any]) -> dict[str, Any]:
    """Return the metadata of the MCP endpoint; without an issuer a key is the only way in, and none is named."""
    issuer = settings().oidc_issuer
    return {
        "resource": f"{base_url(event)}{RESOURCE}",
        **({"authorization_servers": [issuer]} if issuer else {}),
        "bearer_methods_supported": ["header"],
        "resource_name": "Commonplace",
    }


def challenge(event: Mapping[str, Any]) -> str:
    """Write the header ``WWW-Authenticate`` of a 401: where the metadata is, and whether a credential was sent."""
    wrong = 'error="invalid_token", ' if (event.get("headers") or {}).get("authorization") else ""
    return f'Bearer {wrong}resource_metadata="{base_url(event)}{METADATA}{RESOURCE}"'


def base_url(event: Mapping[str, Any]) -> str:
    """Return the address by which the API was reached, as API Gateway tells it."""
    host = str(event["requestContext"].get("domainName", ""))
    if not _HOST.fullmatch(host):
        host = "localhost"
    scheme = (event.get("headers") or {}).get("x-forwarded-proto", "https")
    return f"{'http' if scheme == 'http' else 'https'}://{host}"
