"""Writing several items of one table in one round trip, each by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..refusals.errors import Busy
from .items import Item
from .retry import Sleep, tries

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

ATTEMPTS = 6


def batch_put(client: DynamoDBClient, table: str, items: Sequence[Item], sleep: Sleep) -> None:
    """Write up to 25 items that nothing depends on; each replaces what is under its key.

    Raises
    ------
    Busy
        If the table leaves some unprocessed on every attempt.
    """
    if not items:
        return
    pending: Any = {table: [{"PutRequest": {"Item": item}} for item in items]}
    for _ in tries(sleep, ATTEMPTS, first=0.02, longest=0.64):
        pending = client.batch_write_item(RequestItems=pending).get("UnprocessedItems")
        if not pending:
            return
    raise Busy("service.busy")
