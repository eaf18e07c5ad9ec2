"""One DynamoDB client a process; a second would cost 46 ms of a cold start."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

_client: DynamoDBClient | None = None

# Takes an erasure's id, and returns whether what it deleted is gone from the files that hold the tables, too; it
# is asked again until it is.
Wipe = Callable[[str], bool]
_wipe: Wipe | None = None


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
    global _client, _wipe
    _client, _wipe = client, None
    for forget in _FORGET:
        forget()


def wipe() -> Wipe | None:
    """Return what an erasure's receipt waits for; None: nothing more than empty tables."""
    return _wipe


def wipe_with(wipe: Wipe) -> None:
    """Let the receipts of erasures wait for the files of the bound client's tables."""
    global _wipe
    _wipe = wipe
    for forget in _FORGET:
        forget()


_FORGET: list[Callable[[], None]] = []


def on_change(forget: Callable[[], None]) -> None:
    """Call this whenever another client is bound."""
    _FORGET.append(forget)
