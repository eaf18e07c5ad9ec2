"""Secrets out of AWS Secrets Manager."""

from __future__ import annotations

from functools import cache
from typing import Any


def read_secret(secret_id: str) -> str | None:
    """Read a secret's text; None: there is none, or it may not be read.

    Parameters
    ----------
    secret_id
        Its name, in the account's own folder.
    """
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
