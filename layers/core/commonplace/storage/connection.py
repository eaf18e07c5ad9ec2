"""One DynamoDB client a process; a second would cost 46 ms of a cold start."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

_client: DynamoDBClient | None = None


def client() -> DynamoDBClient:
    """Return the process's client, made on the first call."""
    global _client
    if _client is None:
        import boto3
        from botocore.config import Config

        _client = boto3.client(
            "dynamodb",
            # Throttles and lost connections are retried with jitter, within the time a caller waits.
            config=Config(
                retries={"mode": "standard", "total_max_attempts": 3},
                connect_timeout=1,
                read_timeout=1,
                tcp_keepalive=True,
                max_pool_connections=20,
            ),
        )
    return _client


def use(client: DynamoDBClient | None) -> None:
    """Bind the client that all functions of this process share from now on; None unbinds it.

    What was made with the client before is made again (:func:`on_change`).
    """
    global _client
    _client = client
    for forget in _FORGET:
        forget()


_FORGET: list[Callable[[], None]] = []


def on_change(forget: Callable[[], None]) -> None:
    """Call this whenever another client is bound."""
    _FORGET.append(forget)
