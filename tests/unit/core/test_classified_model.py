"""Random sequences against a small reference; and what is above a level changes nothing below it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from local.dynamodb import connect
from tests.conftest import bind, new_key
from tests.support.agents import Agent, Answer
from tests.support.clock import SECOND, HandClock
from tests.support.embedders import search_by_words_alone

LEVELS = ["PUBLIC", "INTERNAL", "CONFIDENTIAL", "RESTRICTED"]
KEYS = ["a", "b", "c"]
AGENTS = ["one", "two"]


@contextmanager
def account() -> Iterator[tuple[Agent, HandClock]]:
    """An agent on empty tables, with a clock that moves by hand alone."""
    clock = HandClock(step=0)
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        client = connect(Path(folder) / "tables.db")
        bind(client, clock, patch)
        search_by_words_alone(patch)
        # Ids derive from the account's, and break ties: two plays of the same steps must have the same ones.
        patch.setattr("commonplace.auth.keys.uuid", SimpleNamespace(uuid4=lambda: UUID(int=1)))
        yield Agent(new_key("acme", clock=clock)), clock
        client.close()


class Reference:
    """What must hold, in ten lines: one version a key and level, the highest visible counts, deletes hide."""

    def __init__(self) -> None:
        self.versions: dict[tuple[str, int], tuple[int, str | None, str]] = {}  # when, content or deleted, tag

    def visible(self, taint: int) -> dict[str, tuple[str, int, str]]:
        seen: dict[str, tuple[str, int, str]] = {}
        for key in KEYS:
            hides = -1
            for level in range(taint, -1, -1):
                when, content, tag = self.versions.get((key, level), (-1, None, ""))
                if content is not None and when > hides:
                    seen[key] = (content, level, tag)
                if content is not None:
                    break
                hides = max(hides, when)
        return seen


class Memory(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self._open = account()
        self.agent, self.clock = self._open.__enter__()
        self.taints = dict.fromkeys(AGENTS, 0)
        self.reference = Reference()
        self.count = 0

    def teardown(self) -> None:
        self._open.__exit__(None, None, None)

    def call(self, name: str, tool: str, **arguments: Any) -> Answer:
        self.clock.advance(SECOND)
        return self.agent.in_session(name).call(tool, **arguments)

    @rule(name=st.sampled_from(AGENTS), key=st.sampled_from(KEYS), tag=st.sampled_from(["red", "blue"]))
    def save(self, name: str, key: str, tag: str) -> None:
        self.count += 1
        content = f"word{self.count % 3} number{self.count}"
        answer = self.call(name, "memory_save", key=key, content=content, tags=[tag])
        level = self.taints[name]
        assert answer.body == {"saved": True, "key": key, "classification": LEVELS[level]}
        self.reference.versions[key, level] = (self.clock.now, content, tag)

    @rule(name=st.sampled_from(AGENTS), key=st.sampled_from(KEYS))
    def delete(self, name: str, key: str) -> None:
        answer = self.call(name, "memory_delete", key=key)
        level = self.taints[name]
        own = self.reference.versions.get((key, level), (0, None, ""))
        if own[1] is not None:
            assert answer.body == {"deleted": True, "key": key}
            self.reference.versions[key, level] = (self.clock.now, None, "")
        else:
            assert answer.status == (403 if key in self.reference.visible(level) else 404)

    @rule(name=st.sampled_from(AGENTS))
    def reset(self, name: str) -> None:
        assert self.call(name, "/v1/sessions/reset").body["classification"] == "PUBLIC"
        self.taints[name] = 0

    @rule(name=st.sampled_from(AGENTS), level=st.sampled_from(range(4)))
    def raise_taint(self, name: str, level: int) -> None:
        self.taints[name] = max(self.taints[name], level)
        answer = self.call(name, "/v1/sessions/taint", level=LEVELS[level])
        assert answer.body["classification"] == LEVELS[self.taints[name]]

    @rule(name=st.sampled_from(AGENTS), key=st.sampled_from(KEYS))
    def get(self, name: str, key: str) -> None:
        body = self.call(name, "memory_get", key=key).body
        expected = self.reference.visible(self.taints[name]).get(key)
        if expected is None:
            assert body == {"found": False, "key": key}
        else:
            assert (body["content"], body["classification"]) == (expected[0], LEVELS[expected[1]])

    @rule(name=st.sampled_from(AGENTS), word=st.sampled_from(range(3)))
    def search(self, name: str, word: int) -> None:
        results = self.call(name, "memory_search", query=f"word{word}").body["results"]
        seen = self.reference.visible(self.taints[name]).values()
        assert sorted(result["content"] for result in results) == sorted(
            content for content, _, _ in seen if content.startswith(f"word{word}")
        )

    @rule(name=st.sampled_from(AGENTS), tag=st.sampled_from([None, "red", "blue"]))
    def list(self, name: str, tag: str | None) -> None:
        memories = self.call(name, "memory_list", tag=tag).body["memories"]
        seen = self.reference.visible(self.taints[name]).items()
        assert {(row["key"], row["content"]) for row in memories} == {
            (key, content) for key, (content, _, tagged) in seen if tag in (None, tagged)
        }

    @invariant()
    def recall_agrees(self) -> None:
        for name in AGENTS:
            seen = self.reference.visible(self.taints[name]).values()
            assert sorted(self.agent.in_session(name).recall()) == sorted(content for content, _, _ in seen)


@pytest.mark.slow
@pytest.mark.requirement("C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8")
def test_no_step_differs_from_the_reference() -> None:
    run_state_machine_as_test(
        Memory, settings=settings(max_examples=15, stateful_step_count=30, deadline=None, print_blob=True)
    )


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["memory_save", "memory_delete", "memory_get", "memory_search", "memory_list", "recall"]),
        st.integers(0, 3),
        st.sampled_from(KEYS),
    ),
    min_size=2,
    max_size=24,
)


def played(steps: list[tuple[str, int, str]], highest: int, shown: int) -> list[Any]:
    """Play the steps of sessions at or below ``highest``; return what those at or below ``shown`` saw."""
    answers = []
    with account() as (agent, clock):
        for level in range(4):
            agent.in_session(str(level)).call("/v1/sessions/taint", level=LEVELS[level])
        for number, (tool, level, key) in enumerate(steps):
            clock.advance(SECOND)
            if level > highest:
                continue
            by_tool: dict[str, dict[str, Any]] = {
                "memory_save": {"key": key, "content": f"word {number} {key}"},
                "memory_search": {"query": f"word {key}"},
                "memory_list": {},
                "recall": {"limit": 2},
            }
            answer = agent.in_session(str(level)).call(tool, **by_tool.get(tool, {"key": key}))
            if level <= shown:
                body = dict(answer.body)
                for item in body.get("items", ()):
                    del item["id"]  # derived from the account, and each play has its own
                answers.append((answer.status, body))
    return answers


@pytest.mark.slow
@pytest.mark.requirement("C6", "C7")
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps=STEPS, level=st.integers(0, 2))
def test_what_happens_above_a_level_changes_nothing_below(steps: list[tuple[str, int, str]], level: int) -> None:
    assert played(steps, 3, level) == played(steps, level, level)
