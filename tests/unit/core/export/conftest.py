"""Tables on the embedded engine, and who exports and imports in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.conftest import bind, new_key
from tests.support.clock import HandClock
from tests.support.exports import Carrier

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


@pytest.fixture
def bound(engine_client: DynamoDBClient, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> DynamoDBClient:
    bind(engine_client, clock, monkeypatch)
    return engine_client


@pytest.fixture
def carrier(bound: DynamoDBClient, clock: HandClock) -> Carrier:
    """Of an account without a team."""
    return Carrier(new_key("acme", clock=clock))
