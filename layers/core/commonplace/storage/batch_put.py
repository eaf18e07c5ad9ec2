"""Writing several items of one table in one round trip, each by itself."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..refusals.errors import Busy
from .commit import Sleep
from .items import Item

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

ATTEMPTS = 6


def batch_put(client: DynamoDBClient, table: str, items: Sequence[Item], sleep: Sleep) -> None:
    """Write items that nothing depends on; each replaces what stands under its key.

    Parameters
    ----------
    client, table
        Where.
    items
        At most 25.
    sleep
        Waits between attempts, in seconds.

    Raises
    ------
    Busy
        If the table leaves some unprocessed on every attempt.
    """
    if not items:
        return
    pending: Any = {table: [{"PutRequest": {"Item": item}} for item in items]}
    for attempt in range(ATTEMPTS):
        if attempt:
            sleep(random.uniform(0, 0.02 * 2**attempt))  # noqa: S311
        pending = client.batch_write_item(RequestItems=pending).get("UnprocessedItems")
        if not pending:
            return
    raise Busy("service.busy")
