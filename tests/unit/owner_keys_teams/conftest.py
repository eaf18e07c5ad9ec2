"""Tables on the embedded engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.conftest import bind
from tests.support.clock import HandClock

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


@pytest.fixture(autouse=True)
def bound(engine_client: DynamoDBClient, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> DynamoDBClient:
    bind(engine_client, clock, monkeypatch)
    return engine_client
