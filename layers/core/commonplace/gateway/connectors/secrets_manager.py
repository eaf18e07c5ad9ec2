"""Reads secrets from AWS Secrets Manager."""

from __future__ import annotations

from functools import cache
from typing import Any


def read_secret(secret_id: str) -> str | None:
    """Return a secret's text, or None if it does not exist or may not be read."""
    from botocore.exceptions import BotoCoreError, ClientError

    try:
        answer: dict[str, Any] = _client().get_secret_value(SecretId=secret_id)
    except (BotoCoreError, ClientError):
        return None
    value = answer.get("SecretString")
    return value if isinstance(value, str) and value else None


@cache
def _client() -> Any:
    import boto3
    from botocore.config import Config

    config = Config(connect_timeout=2, read_timeout=2, retries={"mode": "standard", "total_max_attempts": 2})
    return boto3.client("secretsmanager", config=config)
