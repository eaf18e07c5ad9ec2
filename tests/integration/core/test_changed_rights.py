"""Rights that change take effect within 30 seconds, through the authorizer's cache, under constant load."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from commonplace.auth import keys as accounts
from local.dynamodb import connect
from tests.conftest import bind, new_key
from tests.support.agents import Agent
from tests.support.clock import HandClock
from tests.support.gateways import Gateway

MOST = 30  # seconds


@pytest.fixture
def gateway(tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gateway]:
    client = connect(tmp_path / "tables.db")
    bind(client, clock, monkeypatch)
    yield Gateway()
    client.close()


@pytest.mark.requirement("B1", "D9")
def test_a_revoked_key_stops_within_thirty_seconds_under_constant_load(gateway: Gateway, clock: HandClock) -> None:
    agent = Agent(new_key("acme", clock=clock), transport=gateway)
    other = Agent(new_key("acme", clock=clock), transport=gateway)
    book = accounts.directory()
    record = book.key_by_hash(accounts.hash_of(agent.key))
    assert record is not None
    assert agent.call("recall").status == 200

    book.revoke_key(record.account_id, record.key_id, clock())
    answered = {}
    for second in range(60):
        gateway.now = float(second)
        answered[second] = agent.call("recall").status
        assert other.call("remember", text="goes on", key="k").status == 200

    assert {second: status for second, status in answered.items() if second >= MOST} == dict.fromkeys(
        range(MOST, 60), 401
    )
    assert set(answered.values()) == {200, 401}  # the cache is what lets it go on for a while


@pytest.mark.requirement("B3", "D9", "A17")
def test_a_member_who_is_removed_loses_the_team_within_thirty_seconds(gateway: Gateway, clock: HandClock) -> None:
    rights: dict[str, Any] = {"team": "crew", "may_read": True, "may_write": True}
    agent = Agent(new_key("acme", clock=clock, **rights), transport=gateway)
    agent.remember("ours", share_with_team=True)
    agent.remember("mine")
    record = accounts.directory().key_by_hash(accounts.hash_of(agent.key))
    assert record is not None
    assert record.team_id is not None
    assert agent.recall() == ["mine", "ours"]

    accounts.directory().remove_membership(record.team_id, record.account_id)
    gateway.now = float(MOST)

    assert agent.recall() == ["mine"]
    assert agent.recall(topic="ours") == []
    assert agent.call("memory_search", query="ours").body["results"] == []
    refused = agent.call("remember", text="no", share_with_team=True)
    assert (refused.status, refused.error["type"]) == (403, "permission_error")
