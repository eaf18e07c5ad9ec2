"""Writing: one item by one call, several by one transaction, with the same answers either way."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError

from ..refusals.errors import Busy
from .actions import Action
from .items import Item
from .retry import Sleep, tries

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

ATTEMPTS = 10

_THROTTLES = {"ThrottlingException", "ProvisionedThroughputExceededException", "RequestLimitExceeded"}

# Another write held the item, or the table was too busy: the same call may be sent again.
_PASSING = {
    "TransactionConflict",
    "TransactionConflictException",
    "TransactionInProgressException",
    "ThrottlingError",
    "ProvisionedThroughputExceeded",
} | _THROTTLES


class ConditionFailed(Exception):
    """A write's condition did not hold.

    Attributes
    ----------
    action
        Place of the action among those committed.
    item
        The item as it is, or None where there is none.
    """

    def __init__(self, action: int, item: Item | None) -> None:
        super().__init__(f"the condition of action {action} did not hold")
        self.action = action
        self.item = item


def commit(
    client: DynamoDBClient, actions: Sequence[Action], sleep: Sleep = time.sleep, attempts: int = ATTEMPTS
) -> None:
    """Write all actions or none.

    Parameters
    ----------
    client, sleep, attempts
        Where, and how often to try.
    actions
        One to 100. A single one is sent as a plain call, which costs half.

    Raises
    ------
    ConditionFailed
        The first action whose condition did not hold, with the item as it is.
    Busy
        If conflicts or throttles outlast the attempts.
    """
    requests = [
        (action.kind, {**action.request(), "ReturnValuesOnConditionCheckFailure": "ALL_OLD"}) for action in actions
    ]
    for _ in tries(sleep, attempts, first=0.01, longest=0.4):
        try:
            _send(client, requests)
        except ClientError as error:
            if not _passes(error):
                raise
        else:
            return
    raise Busy("memory.busy")


def is_throttle(error: Exception) -> bool:
    """Check whether DynamoDB was too busy for a call that was not ours to repeat."""
    return isinstance(error, ClientError) and error.response["Error"]["Code"] in _THROTTLES


def _send(client: DynamoDBClient, requests: Sequence[tuple[str, dict[str, Any]]]) -> None:
    if len(requests) > 1:
        client.transact_write_items(TransactItems=[{kind: request} for kind, request in requests])  # type: ignore[misc]
        return
    kind, request = requests[0]
    send: dict[str, Callable[..., Any]] = {
        "Put": client.put_item,
        "Update": client.update_item,
        "Delete": client.delete_item,
    }
    send[kind](**request)


def _passes(error: ClientError) -> bool:
    """Check whether to try again; a failed condition is raised as what it is."""
    response: dict[str, Any] = error.response  # type: ignore[assignment]
    code = response["Error"]["Code"]
    if code == "ConditionalCheckFailedException":
        raise ConditionFailed(0, response.get("Item")) from None
    if code != "TransactionCanceledException":
        return code in _PASSING
    reasons = response["CancellationReasons"]
    for place, reason in enumerate(reasons):
        if reason["Code"] == "ConditionalCheckFailed":
            raise ConditionFailed(place, reason.get("Item")) from None
    return all(reason["Code"] in _PASSING or reason["Code"] == "None" for reason in reasons)
