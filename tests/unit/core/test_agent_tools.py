"""The five tools through their handlers, on moto."""

from __future__ import annotations

import pytest

from tests.conftest import new_key
from tests.support.agents import Agent
from tests.support.clock import DAY, SECOND, HandClock


@pytest.mark.requirement("A1", "A2")
def test_what_is_remembered_is_recalled_word_for_word(agent: Agent, clock: HandClock) -> None:
    stored = agent.remember("  The deploy bucket is in Frankfurt.\n", key="bucket", tags=["infra"])

    answer = agent.call("recall")

    assert answer.status == 200
    assert answer.body == {
        "items": [
            {
                "id": stored["id"],
                "kind": "fact",
                "text": "  The deploy bucket is in Frankfurt.\n",
                "key": "bucket",
                "importance": 0.6,
                "scope": "session",
                "classification": "PUBLIC",
                "speaker": None,
                "tags": ["infra"],
                "pinned": False,
                "created_at": answer.body["items"][0]["created_at"],
                "updated_at": answer.body["items"][0]["updated_at"],
            }
        ]
    }
    assert stored == {
        "status": "stored",
        "id": stored["id"],
        "scope": "session",
        "classification": "PUBLIC",
        "expires_at": "2026-11-03T10:00:00.000000Z",
    }
