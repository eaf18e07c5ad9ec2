"""Counts per speaker and per store are exact after forget, supersede, expiry, erasure, and whatever else."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.support.agents import Agent
from tests.support.apps import App
from tests.support.clock import SECOND, HandClock
from tests.support.records import put_record


def counts(app: App) -> dict[str, int]:
    return {row["speaker"]: row["memories"] for row in app.good("list_speakers")["speakers"]}


def store(app: App, text: str, speaker: str | None) -> str:
    metadata = {} if speaker is None else {"speaker": speaker}
    return str(app.good("store_memory", content=text, metadata=metadata, force=True)["id"])


@pytest.mark.requirement("S6")
def test_counts_follow_forget_and_supersede(app: App) -> None:
    app.good("add_speaker", speaker="Bob")
    app.good("add_speaker", speaker="Ana")
    one = store(app, "the deadline moved to Tuesday", "Bob")
    two = store(app, "the parrot is green", "Bob")
    store(app, "the ferry leaves at nine", "Ana")
    store(app, "I promised the summary by Friday", "me")
    store(app, "nobody said this", None)
    assert counts(app) == {"Bob": 2, "Ana": 1}

    new = app.good("supersede", old_memory_id=one, new_content="the deadline moved to Wednesday")["new_memory_id"]
    assert counts(app) == {"Bob": 2, "Ana": 1}
    assert app.good("by_speaker", speaker="Bob")["chunks"] == 2
    assert app.good("get_memory", memory_id=new)["memory"]["speaker"] == "Bob"
    app.good("forget", memory_id=two)
    assert counts(app) == {"Bob": 1, "Ana": 1}
    app.good("forget", memory_id=new)
    assert counts(app) == {"Bob": 0, "Ana": 1}
    assert app.good("stats")["total_memories"] == 3


@pytest.mark.requirement("S6")
def test_counts_follow_an_agents_tools(app: App, agent: Agent) -> None:
    app.good("add_speaker", speaker="Bob")
    agent.remember("the deadline moved", key="deadline", durable=True, speaker="Bob")
    agent.remember("the deadline moved again", key="deadline", durable=True, speaker="Bob")
    agent.remember("of this session alone", speaker="Bob")
    assert counts(app) == {"Bob": 1}

    agent.remember("nobody said when", key="deadline", durable=True)
    assert counts(app) == {"Bob": 0}
    kept = agent.remember("the ferry leaves at nine", durable=True, speaker="Bob")
    assert counts(app) == {"Bob": 1}
    assert agent.call("forget", id=kept["id"]).status == 200
    assert counts(app) == {"Bob": 0}


@pytest.mark.requirement("S6", "A9")
def test_counts_follow_expiry(app: App, clock: HandClock) -> None:
    app.good("add_speaker", speaker="Bob")
    put_record(app, "for a while", speaker="Bob", expires_at=clock.now // SECOND + 10)
    assert counts(app) == {"Bob": 1}

    clock.advance(11 * SECOND)
    assert counts(app) == {"Bob": 0}
    assert app.good("stats")["total_memories"] == 0


@pytest.mark.requirement("S6", "S11")
def test_counts_follow_erasure_and_speakers_stay_registered(app: App) -> None:
    app.good("add_speaker", speaker="Bob")
    before = put_record(app, "said before", speaker="Bob")
    assert counts(app) == {"Bob": 1}

    assert app.good("forget", user_id="default") == {"user_id": "default", "status": "deleted"}
    assert counts(app) == {"Bob": 0}
    put_record(app, "said too late", speaker="Bob", epoch=before.epoch)
    assert counts(app) == {"Bob": 0}
    put_record(app, "said after", speaker="Bob")
    assert counts(app) == {"Bob": 1}
    assert app.good("by_speaker", speaker="Bob")["chunks"] == 1


PEOPLE = ("Bob", "bob", "さくら")


class StoreModel(RuleBasedStateMachine):
    """A store beside a plain model of what it must hold."""

    app: ClassVar[App]  # set by the test that runs it
    runs: ClassVar[int] = 0

    def __init__(self) -> None:
        super().__init__()
        StoreModel.runs += 1
        self.store = self.app.in_store(f"store{StoreModel.runs}")
        self.number = 0
        self.registered: dict[str, str] = {}  # a label of its own for each registration
        self.owner: dict[str, str | None] = {}  # by a memory's id: the registration's label, `me`, or nobody

    @rule(name=st.sampled_from(PEOPLE))
    def register(self, name: str) -> None:
        self.store.good("add_speaker", speaker=name)
        self.number += 1
        self.registered.setdefault(name, f"{name} {self.number}")

    @precondition(lambda self: self.registered)
    @rule(data=st.data())
    def remove(self, data: Any) -> None:
        name = data.draw(st.sampled_from(sorted(self.registered)))
        self.store.good("remove_speaker", speaker=name)
        del self.registered[name]

    @rule(data=st.data())
    def write(self, data: Any) -> None:
        name = data.draw(st.sampled_from([None, "me", *sorted(self.registered)]))
        memory = put_record(self.store, "said", speaker=name)
        self.owner[memory.memory_id] = name if name in (None, "me") else self.registered[name]

    @precondition(lambda self: self.owner)
    @rule(data=st.data())
    def forget(self, data: Any) -> None:
        gone = data.draw(st.sampled_from(sorted(self.owner)))
        self.store.good("forget", memory_id=gone)
        del self.owner[gone]

    @rule()
    def empty(self) -> None:
        self.store.good("forget")
        self.owner.clear()

    @invariant()
    def what_is_told_is_what_is_there(self) -> None:
        names = {label: name for name, label in self.registered.items()} | {"me": "me"}
        listed = self.store.good("list_speakers")
        assert {row["speaker"]: row["memories"] for row in listed["speakers"]} == {
            name: sum(one == label for one in self.owner.values()) for name, label in self.registered.items()
        }
        rows = self.store.good("list_memories")["memories"]
        assert {row["id"]: row["speaker"] for row in rows} == {
            memory_id: None if one is None else names.get(one) for memory_id, one in self.owner.items()
        }
        assert self.store.good("stats")["total_memories"] == len(self.owner)
        for label, name in names.items():
            page = self.store.good("by_speaker", speaker=name)
            assert {row["id"] for row in page["memories"]} == {
                memory_id for memory_id, one in self.owner.items() if one == label
            }
            assert page["chunks"] == page["returned"]


@pytest.mark.requirement("S6", "S7")
def test_counts_are_exact_whatever_happens(engine_app: App) -> None:
    model = type("Model", (StoreModel,), {"app": engine_app})
    run_state_machine_as_test(model, settings=settings(max_examples=10, stateful_step_count=15, deadline=None))
