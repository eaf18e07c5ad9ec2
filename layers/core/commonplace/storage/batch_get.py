"""Reading several items of several tables in one round trip."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..refusals.errors import Busy

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

ATTEMPTS = 6

Keys = Mapping[str, Sequence[Mapping[str, str]]]  # by table name


def batch_get(
    client: DynamoDBClient, keys: Keys, sleep: Callable[[float], None] = time.sleep
) -> dict[str, list[dict[str, Any]]]:
    """Read items strongly consistently.

    Parameters
    ----------
    client
        DynamoDB.
    keys
        At most 100 keys of text attributes, by table name.
    sleep
        Waits between attempts, in seconds.

    Returns
    -------
    dict[str, list[dict]]
        Typed items by table name, in no order; what is not there is missing.

    Raises
    ------
    Busy
        If the tables leave keys unprocessed on every attempt.
    """
    pending: Any = {
        table: {
            "Keys": [{name: {"S": value} for name, value in key.items()} for key in wanted],
            "ConsistentRead": True,
        }
        for table, wanted in keys.items()
        if wanted
    }
    found: dict[str, list[dict[str, Any]]] = {table: [] for table in pending}
    for attempt in range(ATTEMPTS):
        if attempt:
            sleep(random.uniform(0, 0.02 * 2**attempt))  # noqa: S311
        answer = client.batch_get_item(RequestItems=pending)
        for table, items in answer["Responses"].items():
            found[table].extend(items)
        pending = answer.get("UnprocessedKeys")
        if not pending:
            return found
    raise Busy("service.busy")
