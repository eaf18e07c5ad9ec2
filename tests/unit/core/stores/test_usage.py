"""usage: calls are counted by day, key and store, beside the call's own work, and never fail it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from commonplace.operations.usage import KEPT_SECONDS
from local.dynamodb import Engine, connect
from tests.conftest import bind, new_key
from tests.support.agents import stack
from tests.support.apps import App
from tests.support.clock import DAY, HandClock
from tests.support.records import account_of

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


@pytest.mark.requirement("S11")
def test_calls_are_counted_by_key_and_store(app: App, clock: HandClock) -> None:
    other_key = App(new_key("acme", clock=clock))
    alice = app.in_store("Alice")
    for _ in range(3):
        alice.good("stats")
    alice.good("add_speaker", speaker="Bob")
    other_key.good("list_speakers")

    told = app.good("usage")
    # The call that asks may be counted or not: both are done at once.
    asked = told["key"]["reads"] - 3
    assert asked in (0, 1)
    assert told["key"] == {"reads": 3 + asked, "writes": 2}
    assert told["workspace"] == {"reads": 4 + asked, "writes": 2}
    assert told["stores"] == [
        {"user_id": "alice", "reads": 3, "writes": 2},
        {"user_id": "default", "reads": 1 + asked, "writes": 0},
    ]
    assert told["balance_cents"] is None
    assert told["days"] == 7
    assert other_key.good("usage")["key"]["writes"] == 0


@pytest.mark.requirement("S11")
def test_days_are_whole_days_in_utc_with_today(app: App, clock: HandClock) -> None:
    for _ in range(4):
        app.good("add_speaker", speaker="Bob")
        clock.advance(DAY)
    app.good("add_speaker", speaker="Bob")

    writes = {days: app.good("usage", days=days)["workspace"]["writes"] for days in (1, 2, 4, 5, 365)}
    assert writes == {1: 1, 2: 2, 4: 4, 5: 5, 365: 5}


@pytest.mark.requirement("S11", "S10", "D1")
@pytest.mark.parametrize("days", ["0", "-1", "366", "7.5", "many", "", "true", "1e400"])
def test_days_are_held(app: App, days: str) -> None:
    refused = app.send("GET", "/api/v1/won/usage", query=f"days={days}")

    assert (refused.status, refused.error["type"], refused.error["field"]) == (
        400,
        "invalid_request_error",
        "days",
    )


@pytest.mark.requirement("S11")
@pytest.mark.parametrize("query", ["", "days=1", "days=365", "days=7.0"])
def test_days_that_pass(app: App, query: str) -> None:
    assert app.send("GET", "/api/v1/won/usage", query=query).status == 200


@pytest.mark.requirement("S11")
def test_the_busiest_stores_first_and_the_rest_together(engine_app: App) -> None:
    for n in range(60):
        store = engine_app.in_store(f"store{n:02}")  # one write
        for _ in range(n % 3):
            store.good("history")

    told = engine_app.good("usage")
    rows = told["stores"]
    assert len(rows) == 50
    totals = [row["reads"] + row["writes"] for row in rows[:-1]]
    assert totals == sorted(totals, reverse=True)
    assert rows[-1]["user_id"] == "other"
    assert sum(row["reads"] for row in rows) == told["workspace"]["reads"]
    assert sum(row["writes"] for row in rows) == told["workspace"]["writes"] == 60


@pytest.mark.requirement("S11", "B4")
def test_counts_are_the_accounts_own(app: App, clock: HandClock) -> None:
    other = App(new_key("other", clock=clock))
    app.good("add_speaker", speaker="Bob")

    assert other.good("usage")["workspace"]["writes"] == 0


@pytest.mark.requirement("S11")
def test_counts_say_nothing_and_end_by_themselves(tables: DynamoDBClient, app: App, clock: HandClock) -> None:
    app.good("add_speaker", speaker="Bob")

    query: dict[str, Any] = {
        "TableName": stack().environment["ACTIVITY_TABLE"],
        "KeyConditionExpression": "feed = :feed",
        "ExpressionAttributeValues": {":feed": {"S": f"usage/{account_of(app)}"}},
    }
    (item,) = tables.query(**query)["Items"]
    assert set(item) == {"feed", "entry_id", "writes", "expires_at", "at"}
    day, key, store = item["entry_id"]["S"].split("/")
    assert (day, store) == ("2026-10-20", "default")
    assert key.startswith("key_")
    assert abs(int(item["expires_at"]["N"]) - clock.now // 1_000_000 - KEPT_SECONDS) <= 1


@pytest.mark.requirement("S11")
def test_a_count_that_fails_fails_no_call(
    tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = Engine(tmp_path / "tables.db")
    client = connect(engine)
    bind(client, clock, monkeypatch)
    app = App(new_key("acme", clock=clock))
    engine.faults.throttle(100, operation="UpdateItem", table=stack().environment["ACTIVITY_TABLE"])

    assert app.call("add_speaker", speaker="Bob").status == 200
    assert app.call("list_speakers").body["count"] == 1
    engine.faults.clear()
    assert app.good("usage")["workspace"]["writes"] == 0
    engine.close()
