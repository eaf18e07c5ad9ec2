"""A backend as the tests speak to it. (Not in conftest.py, which pytest imports under a name of its own.)"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from botocore.exceptions import ClientError

from tests.contract.dynamodb.backends import Backend

_numbers = itertools.count()


class Db:
    """A backend, as the tests speak to it."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.name = backend.name
        self.client = backend.client
        self.streams = backend.streams
        # Messages are compared where they are meant to be AWS's own.
        self.exact = backend.name in ("engine", "dynalite")

    def create(self, keys: str = "pk:S sk:S", **more: Any) -> str:
        """Create a table with the given keys and return its name."""
        types = dict(one.split(":") for one in keys.split())
        attributes = {**types, **more.pop("attributes", {})}
        name = f"contract-{next(_numbers)}"
        self.client.create_table(
            TableName=name,
            BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[
                {"AttributeName": one, "AttributeType": kind} for one, kind in attributes.items()
            ],
            KeySchema=schema(*types),
            **more,
        )
        if self.name != "engine":
            # dynalite answers before the table is there.
            while self.client.describe_table(TableName=name)["Table"]["TableStatus"] != "ACTIVE":
                pass
        return name

    def indexed(self, **more: Any) -> str:
        """Create a table with local and global indexes of every projection."""

        def local(name: str, key: str, **projection: Any) -> dict[str, Any]:
            return {"IndexName": name, "KeySchema": schema("pk", key), "Projection": projection}

        def across(name: str, *keys: str, **projection: Any) -> dict[str, Any]:
            return {"IndexName": name, "KeySchema": schema(*keys), "Projection": projection}

        return self.create(
            attributes={"rank": "N", "name": "S", "owner": "S"},
            LocalSecondaryIndexes=[
                local("by_rank", "rank", ProjectionType="ALL"),
                local("by_name", "name", ProjectionType="KEYS_ONLY"),
            ],
            GlobalSecondaryIndexes=[
                across("by_owner", "owner", "rank", ProjectionType="ALL"),
                across("owner_keys", "owner", ProjectionType="KEYS_ONLY"),
                across("owner_some", "owner", "name", ProjectionType="INCLUDE", NonKeyAttributes=["extra"]),
            ],
            **more,
        )

    def fails(self, code: str, call: Callable[..., Any], message: str = "", /, **arguments: Any) -> dict[str, Any]:
        """Make a call that must fail and return the error's response."""
        with pytest.raises(ClientError) as caught:
            call(**arguments)
        response: dict[str, Any] = dict(caught.value.response)
        assert response["Error"]["Code"] == code, response["Error"]
        if self.exact:
            assert message in response["Error"]["Message"]
        return response


def schema(*names: str) -> list[dict[str, str]]:
    """Return a key schema."""
    roles = ("HASH", "RANGE")
    return [{"AttributeName": name, "KeyType": role} for name, role in zip(names, roles, strict=False)]
