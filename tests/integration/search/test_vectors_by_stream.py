"""From a write to its vector by the stream, on the embedded engine and with the dispatcher of the local run."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from commonplace.domain.memory import Embedding
from commonplace.search import embed_memory
from commonplace.search.embedding import meaning
from commonplace.search.embedding.packaged import PackagedEmbedder
from commonplace.search.embedding.protocol import Vector
from local.dispatcher import Dispatcher
from local.dynamodb import Engine, connect
from tests.conftest import bind, new_key
from tests.support.agents import Agent, function, stack
from tests.support.apps import App
from tests.support.clock import SECOND, HandClock
from tests.support.stored import account_of, fact, put, row


@dataclass
class Stack:
    """The stack's tables, functions and streams in this process."""

    client: Any
    clock: HandClock
    dispatcher: Dispatcher
    log: list[str]

    def settle(self) -> None:
        """Let the streams be read until nothing is left to do; retries wait, and so does the clock for them."""
        for _ in range(400):
            if not self.dispatcher.step():
                self.clock.advance(20 * SECOND)
                if not self.dispatcher.step():
                    return
        raise AssertionError("the streams never come to rest")


@pytest.fixture
def running(tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stack]:
    def seconds() -> float:
        return clock.now / SECOND

    engine = Engine(tmp_path / "tables.db", seconds)
    client = connect(engine)
    bind(client, clock, monkeypatch)
    log: list[str] = []
    name = "EmbedMemoryFunction"
    streams = tuple(binding for binding in stack().streams if binding.function == name)
    assert [binding.table for binding in streams] == [stack().environment["MEMORIES_TABLE"]]
    alone = dataclasses.replace(stack(), streams=streams, schedules=())
    dispatcher = Dispatcher(alone, {name: function(name)}, engine, tmp_path, seconds, log.append)
    yield Stack(client, clock, dispatcher, log)
    dispatcher.store.close()
    client.close()


def found(app: App, query: str, **arguments: Any) -> list[tuple[str, bool]]:
    """What a search finds, and whether its meaning was known."""
    rows = app.good("search", query=query, **arguments)["memories"]
    return [(row["content"], row["similarity"] is not None) for row in rows]


@pytest.mark.requirement("S12", "S11")
def test_what_agents_keep_is_found_by_meaning_once_the_stream_was_read(running: Stack, clock: HandClock) -> None:
    key = new_key("acme", clock=clock, team="crew", may_read=True, may_write=True)
    agent, app = Agent(key), App(key)
    kept = ["The cat prefers salmon", "Our deployment region is Frankfurt", "The station has two exits"]
    agent.remember(kept[0], durable=True)
    agent.remember(kept[1])
    agent.remember(kept[2], share_with_team=True)
    agent.call("set_goal", goal="Feed the animals")

    before = found(app, "What does the pet like to eat?")
    # Seen at once, and by meaning: the search makes the vectors that the stream has not brought yet.
    assert sorted(before) == sorted((text, True) for text in kept)
    assert before[0][0] == kept[0]
    running.settle()
    after = found(app, "What does the pet like to eat?")
    assert after[0] == (kept[0], True)
    assert sorted(after) == sorted((text, True) for text in kept)
    assert found(app, "Where do we run our servers?")[0] == (kept[1], True)
    assert running.log == []


@pytest.mark.requirement("A2", "S11")
def test_a_new_text_of_a_key_gets_a_new_vector(running: Stack, clock: HandClock) -> None:
    agent, app = Agent(new_key("acme", clock=clock)), App(new_key("acme", clock=clock))
    agent.remember("The cat prefers salmon", key="cat", durable=True)
    running.settle()
    first = app.good("search", query="fish for the pet")["memories"][0]["similarity"]
    agent.remember("The mill burned down in May", key="cat", durable=True)

    assert found(app, "fish for the pet") == [("The mill burned down in May", True)]
    running.settle()
    (hit,) = app.good("search", query="fish for the pet")["memories"]
    assert hit["content"] == "The mill burned down in May"
    assert hit["similarity"] < first


class Particular(PackagedEmbedder):
    """Does not take one text."""

    def passages(self, texts: Sequence[str]) -> Vector:
        if "poison" in texts:
            raise ValueError("no")
        return super().passages(texts)


@pytest.mark.requirement("S11")
def test_a_text_that_cannot_be_embedded_is_reported_and_blocks_nobody(
    running: Stack, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Particular()
    for module in (embed_memory, meaning):
        monkeypatch.setattr(module, "embedder", lambda: model)
    app, agent = App(new_key("acme", clock=clock)), Agent(new_key("acme", clock=clock))
    agent.remember("poison", durable=True)
    for number in range(5):
        agent.remember(f"normal memory of day {number}", durable=True)

    running.settle()
    (failure,) = running.dispatcher.store.failures()
    assert failure["destination"].endswith("EmbedMemoryFailures")
    assert failure["body"]["requestContext"]["condition"] == "RetryAttemptsExhausted"
    assert "poison" not in str(failure) + str(running.log)
    agent.remember("the sixth", durable=True)
    running.settle()
    known = dict(found(app, "normal memory"))
    assert known.pop("poison") is False
    assert set(known.values()) == {True}
    assert len(known) == 6
    assert len(running.dispatcher.store.failures()) == 1


@pytest.mark.requirement("S11")
def test_after_a_change_of_model_one_search_leads_through_the_whole_store(
    running: Stack, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embed_memory, "PAGE", 10)
    app = App(new_key("acme", clock=clock))
    other = App(new_key("globex", clock=clock))
    old = Embedding("model-of-before", bytes(384))
    memories = [
        fact(account_of(one.key), f"Memory number {number} of {name}", after=number, embedding=old)
        for one, name in ((app, "acme"), (other, "globex"))
        for number in range(35)
    ]
    put(running.client, *memories)
    with monkeypatch.context() as before:  # the model that the stream led to then is no more
        before.setattr(embed_memory, "is_memory_id", lambda _: False)
        running.settle()

    assert {known for _, known in found(app, "number")} == {False}
    running.settle()
    clock.advance(120 * SECOND)
    assert {known for _, known in found(app, "number", max_results=20)} == {True}
    models = [row(running.client, memory)["embedding_model"]["S"] for memory in memories]
    assert set(models[:35]) == {PackagedEmbedder.model_id}
    assert set(models[35:]) == {"model-of-before"}  # nobody has searched there
