"""What a function asks of DynamoDB, as the rights that IAM checks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

Right = tuple[str, str]  # action, and table or table/index/name

_MEMBERS = {
    "Put": "PutItem",
    "Update": "UpdateItem",
    "Delete": "DeleteItem",
    "ConditionCheck": "ConditionCheckItem",
    "Get": "GetItem",
}


def rights(operation: str, request: dict[str, Any]) -> set[Right]:
    """Tell which rights a call needs.

    A transaction needs those of its members, a batch that of its operation on each table, a query of an index
    that on the index.
    """
    if operation in ("TransactWriteItems", "TransactGetItems"):
        members = [next(iter(item.items())) for item in request["TransactItems"]]
        return {(f"dynamodb:{_MEMBERS[kind]}", member["TableName"]) for kind, member in members}
    if operation in ("BatchGetItem", "BatchWriteItem"):
        return {(f"dynamodb:{operation}", table) for table in request["RequestItems"]}
    resource = request["TableName"]
    if "IndexName" in request:
        resource += f"/index/{request['IndexName']}"
    return {(f"dynamodb:{operation}", resource)}


@dataclass
class Recorder:
    """Notes the rights that each function used.

    Attributes
    ----------
    function
        Whose calls are noted; None: nobody's.
    used
        By function.
    """

    function: str | None = None
    used: dict[str, set[Right]] = field(default_factory=dict)

    def attach(self, client: DynamoDBClient) -> None:
        """Listen to a client's calls."""
        client.meta.events.register("provide-client-params.dynamodb", self._note)

    def _note(self, params: dict[str, Any], model: Any, **_: Any) -> None:
        if self.function is not None:
            self.used.setdefault(self.function, set()).update(rights(model.name, params))
