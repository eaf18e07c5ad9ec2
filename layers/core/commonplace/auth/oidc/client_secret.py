"""The client secret of the dashboard at the issuer, if it has one."""

from __future__ import annotations

import os
import time
from functools import cache
from typing import Any

from ...operations.settings import Settings
from .issuer_http import IssuerUnreachable

_CACHE_SECONDS = 300.0  # a rotated secret is read again after this time
_cache: dict[str, tuple[float, str]] = {}


def client_secret(setup: Settings) -> str | None:
    """Return the client's secret; None: it is a public client, protected by PKCE alone.

    Raises
    ------
    IssuerUnreachable
        If one is configured, but cannot be read.
    """
    name = setup.oidc_client_secret
    if not name:
        return None
    is_local = setup.connector_secrets == "environment"
    found = os.environ.get(name) if is_local else _from_secrets_manager(name)
    if not found:
        raise IssuerUnreachable("the client's secret cannot be read")
    return found.strip()


def _from_secrets_manager(name: str) -> str | None:
    from botocore.exceptions import BotoCoreError, ClientError

    read_at, value = _cache.get(name, (float("-inf"), ""))
    if time.monotonic() - read_at < _CACHE_SECONDS:
        return value
    try:
        answer = _client().get_secret_value(SecretId=name)
    except (BotoCoreError, ClientError):
        return None
    text = answer.get("SecretString")
    if not isinstance(text, str):
        return None
    _cache[name] = (time.monotonic(), text)
    return text


@cache
def _client() -> Any:
    import boto3
    from botocore.config import Config

    config = Config(connect_timeout=2, read_timeout=2, retries={"mode": "standard", "total_max_attempts": 2})
    return boto3.client("secretsmanager", config=config)
