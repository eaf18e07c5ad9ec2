"""The secret of the dashboard's client at the issuer, if it has one: looked up when it is sent."""

from __future__ import annotations

import os
import time
from functools import cache
from typing import Any

from ...operations.settings import Settings
from .issuer_http import IssuerUnreachable

_KEPT = 300.0  # seconds: one that was rotated is read anew after that
_kept: dict[str, tuple[float, str]] = {}


def client_secret(setup: Settings) -> str | None:
    """Return the client's secret; None: it is a public client, which PKCE alone protects.

    Raises
    ------
    IssuerUnreachable
        If there should be one, and it cannot be read.
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

    read_at, value = _kept.get(name, (float("-inf"), ""))
    if time.monotonic() - read_at < _KEPT:
        return value
    try:
        answer = _client().get_secret_value(SecretId=name)
    except (BotoCoreError, ClientError):
        return None
    text = answer.get("SecretString")
    if not isinstance(text, str):
        return None
    _kept[name] = (time.monotonic(), text)
    return text


@cache
def _client() -> Any:
    import boto3
    from botocore.config import Config

    config = Config(connect_timeout=2, read_timeout=2, retries={"mode": "standard", "total_max_attempts": 2})
    return boto3.client("secretsmanager", config=config)
