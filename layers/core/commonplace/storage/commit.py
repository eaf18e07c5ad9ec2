"""Writing: one item by one call, several by one transaction, with the same answers either way."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError

from ..refusals.errors import Busy
from .items import Item

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

Action = dict[str, Any]  # one element of TransactItems: {"Put": {...}}, {"Update": {...}}, {"Delete": {...}}

ATTEMPTS = 10
_FIRST_WAIT = 0.01  # seconds
_LONGEST_WAIT = 0.4

_THROTTLES = {"ThrottlingException", "ProvisionedThroughputExceededException", "RequestLimitExceeded"}

# Another write held the item, or the table was too busy: the same call may be sent again.
_PASSING = {
    "TransactionConflict",
    "TransactionConflictException",
    "TransactionInProgressException",
    "ThrottlingError",
    "ProvisionedThroughputExceeded",
} | _THROTTLES

Sleep = Callable[[float], None]


class ConditionFailed(Exception):
    """A write's condition did not hold.

    Attributes
    ----------
    action
        Place of the action among those committed.
    item
        The item as it stands, or None where there is none.
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
    client
        DynamoDB.
    actions
        One to 100. A single one is sent as a plain call, which costs half.
    sleep
        Waits between attempts, in seconds.
    attempts
        How often to try.

    Raises
    ------
    ConditionFailed
        The first action whose condition did not hold, with the item as it stands.
    Busy
        If conflicts or throttles outlast the attempts.
    """
    for attempt in range(attempts):
        if attempt:
            # Full jitter: writers that met once do not meet again.
            sleep(random.uniform(0, min(_LONGEST_WAIT, _FIRST_WAIT * 2**attempt)))  # noqa: S311
        try:
            _send(client, actions)
        except ClientError as error:
            if not _passes(error):
                raise
        else:
            return
    raise Busy("memory.busy")


def is_throttle(error: Exception) -> bool:
    """Tell whether DynamoDB was too busy for a call that was not ours to repeat."""
    return isinstance(error, ClientError) and error.response["Error"]["Code"] in _THROTTLES


def _send(client: DynamoDBClient, actions: Sequence[Action]) -> None:
    if len(actions) > 1:
        client.transact_write_items(
            TransactItems=[_telling(action) for action in actions],
        )
        return
    ((kind, request),) = actions[0].items()
    send: dict[str, Callable[..., Any]] = {
        "Put": client.put_item,
        "Update": client.update_item,
        "Delete": client.delete_item,
    }
    send[kind](**request, ReturnValuesOnConditionCheckFailure="ALL_OLD")


def _telling(action: Action) -> Any:
    ((kind, request),) = action.items()
    return {kind: request | {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"}}


def _passes(error: ClientError) -> bool:
    """Tell whether to try again; a failed condition is raised as what it is."""
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
