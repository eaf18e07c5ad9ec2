"""Many at once on one store, in one process that is warm: whoever has an answer to a write finds it written."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from commonplace.domain.levels import Level
from tests.conftest import bind, new_key
from tests.support.agents import Agent
from tests.support.apps import App
from tests.support.clock import HandClock
from tests.support.stored import account_of, embed, fact, put

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

THREADS = 6
ROUNDS = 8


@pytest.mark.requirement("S11", "C6", "A5")
def test_every_acknowledged_write_is_seen_and_nothing_forgotten_or_above(
    engine_client: DynamoDBClient, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    bind(engine_client, clock, monkeypatch)
    key = new_key("acme", clock=clock)
    app, agent = App(key), Agent(key)
    secret = App(new_key("acme", clock=clock, level=Level.RESTRICTED))
    account = account_of(key)

    def found(who: App, query: str) -> set[str]:
        return {row["content"] for row in who.good("search", query=query, max_results=20)["memories"]}

    def work(number: int) -> None:
        dice = random.Random(number)
        for turn in range(ROUNDS):
            word = f"w{number}x{turn}"
            kept = agent.remember(f"{word} is kept", durable=True)
            assert f"{word} is kept" in found(app, word)
            stored = secret.good("store_memory", content=f"{word} is secret", force=True)
            assert f"{word} is secret" in found(secret, word)
            assert f"{word} is secret" not in found(app, word)
            late = fact(account, f"{word} is late", created_at=clock(), updated_at=clock())
            put(engine_client, late)
            embed(late)
            assert f"{word} is late" in found(app, word)
            if dice.random() < 0.5:
                assert agent.call("forget", id=kept["id"]).status == 200
                assert f"{word} is kept" not in found(app, word)
                assert f"{word} is kept" not in found(secret, word)
            secret.good("forget", memory_id=stored["id"])
            assert f"{word} is secret" not in found(secret, word)

    with ThreadPoolExecutor(THREADS) as pool:
        for done in [pool.submit(work, number) for number in range(THREADS)]:
            done.result()
