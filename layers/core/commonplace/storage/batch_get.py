"""Reading items of several tables in one round trip, or as few as they fit in."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..refusals.errors import Busy
from .chunks import chunks
from .items import Item, typed
from .retry import Sleep, tries

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

ATTEMPTS = 6
MOST_KEYS = 100  # of one call

Keys = Mapping[str, Sequence[Mapping[str, str]]]  # by table name


def batch_get(client: DynamoDBClient, keys: Keys, sleep: Sleep = time.sleep) -> dict[str, list[Item]]:
    """Read items strongly consistently.

    Parameters
    ----------
    client, sleep
        DynamoDB, and what waits between attempts.
    keys
        Of text attributes, by table name, each once. 100 are read in one call.

    Returns
    -------
    dict[str, list[Item]]
        By table name, in no order; what is not there is missing.

    Raises
    ------
    Busy
        If the tables leave keys unprocessed on every attempt.
    """
    found: dict[str, list[Item]] = {table: [] for table in keys}
    for some in chunks([(table, key) for table, wanted in keys.items() for key in wanted], MOST_KEYS):
        pending: Any = {table: {"Keys": [], "ConsistentRead": True} for table, _ in some}
        for table, key in some:
            pending[table]["Keys"].append(typed(key))
        _read(client, pending, found, sleep)
    return found


def _read(client: DynamoDBClient, pending: Any, found: dict[str, list[Item]], sleep: Sleep) -> None:
    for _ in tries(sleep, ATTEMPTS, first=0.02, longest=0.64):
        answer = client.batch_get_item(RequestItems=pending)
        for table, items in answer["Responses"].items():
            found[table].extend(items)
        pending = answer.get("UnprocessedKeys")
        if not pending:
            return
    raise Busy("service.busy")
