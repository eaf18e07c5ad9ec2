"""Reading: one item, one page of a query, or all of its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .conditions import Condition, Placeholders
from .items import Item, typed

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


def get_item(client: DynamoDBClient, table: str, key: Mapping[str, str]) -> Item | None:
    """Read an item strongly consistently; None: there is none."""
    return client.get_item(TableName=table, Key=typed(key), ConsistentRead=True).get("Item")


def query(
    table: str,
    key: Condition,
    *,
    index: str | None = None,
    where: Condition | None = None,
    only: Sequence[str] = (),
    limit: int | None = None,
    after: Item | None = None,
    newest_first: bool = False,
    consistent: bool = True,
) -> dict[str, Any]:
    """Return the parameters of a query.

    Parameters
    ----------
    table, key
        Which items, in the order of their sort keys.
    index
        Read in the table's place.
    where
        Of what is read, only this is returned; all of it is paid for.
    only
        The attributes that are returned; all, if none is named.
    limit
        Most items to read; None: as many as one answer holds (1 MB).
    after
        Key behind which to begin.
    newest_first
        Turns the order around.
    consistent
        Not for global indexes, which follow their table by a moment.
    """
    names = Placeholders()
    optional = {
        "IndexName": index,
        "FilterExpression": None if where is None else where.text(names),
        "ProjectionExpression": ", ".join(names.name(attribute) for attribute in only) or None,
        "Limit": limit,
        "ExclusiveStartKey": after,
    }
    return {
        "TableName": table,
        "KeyConditionExpression": key.text(names),
        "ScanIndexForward": not newest_first,
        "ConsistentRead": consistent,
        **{name: value for name, value in optional.items() if value is not None},
        **names.parameters(),
    }


def pages(read: Callable[..., Any], request: Mapping[str, Any]) -> Iterator[Any]:
    """Send a query or scan page by page, and yield the answers."""
    answer = read(**request)
    yield answer
    while "LastEvaluatedKey" in answer:
        answer = read(**{**request, "ExclusiveStartKey": answer["LastEvaluatedKey"]})
        yield answer


def items(client: DynamoDBClient, request: Mapping[str, Any]) -> Iterator[Item]:
    """Read all items of a query."""
    return (item for page in pages(client.query, request) for item in page["Items"])
