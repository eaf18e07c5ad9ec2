"""The stores' tests run on the embedded engine: hundreds of them on moto as well would take two minutes more.

What the tables answer is compared with moto in tests/contract; the operations themselves run on moto in
tests/unit/search/stores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.conftest import bind
from tests.support.clock import HandClock

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


@pytest.fixture
def tables(engine_client: DynamoDBClient, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> DynamoDBClient:
    """The stack's tables, bound to the functions, with the clock turned by hand."""
    bind(engine_client, clock, monkeypatch)
    return engine_client
