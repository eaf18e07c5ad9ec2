"""Random steps of clocks between writes and reads of all tools, by several processes on one folder."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from tests.conftest import new_key
from tests.support.agents import Agent
from tests.support.apps import App
from tests.support.mcp_agents import McpAgent
from tests.support.owned import MemoryOwner
from tests.support.processes import Machines
from tests.support.stored import account_of

SECOND = 1_000_000
HOUR = 3_600 * SECOND
PROCESSES = st.integers(0, 2)
AMOUNTS = st.sampled_from([SECOND, 5 * SECOND, 8 * SECOND, 60 * SECOND, 2 * HOUR, 30 * HOUR])


class SteppingClocks(RuleBasedStateMachine):
    """Compares what tools answer with a list of what was written, in turn."""

    file: Path
    patch: pytest.MonkeyPatch

    @initialize()
    def start(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        path = Path(shutil.copy(self.file, Path(self.folder.name) / "tables.db"))
        self.machines = Machines(path).bind(self.patch)
        key = new_key("acme", clock=self.machines.clock(0))
        self.agent, self.app, self.mcp = Agent(key), App(key, store="default"), McpAgent(key)
        self.app.good("add_speaker", speaker="Ines")
        self.owner = MemoryOwner(account_of(key))
        self.written: list[tuple[str, str]] = []  # id and text, in the order of the last write
        self.spoken: set[str] = set()
        self.chosen: set[str] = set()  # what an agent kept
        self.count = 0
        self.cursor: str | None = None
        self.expected: list[tuple[str, str | None]] = []  # events since the cursor

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            self.folder.cleanup()

    # Clocks ---------------------------------------------------------------------------------------

    @rule(process=PROCESSES, amount=AMOUNTS, forward=st.booleans())
    def clock_of_one_process_steps(self, process: int, amount: int, forward: bool) -> None:
        self.machines.clock(process).advance(amount if forward else -amount)

    @rule(amount=AMOUNTS, forward=st.booleans())
    def clock_of_all_steps(self, amount: int, forward: bool) -> None:
        for process in range(3):
            self.machines.clock(process).advance(amount if forward else -amount)

    @rule(process=PROCESSES)
    def restart(self, process: int) -> None:
        self.machines.restart(process)

    # Writes ---------------------------------------------------------------------------------------

    def _text(self) -> str:
        self.count += 1
        return f"Lamp number{self.count} hangs here"

    def _wrote(self, memory_id: str, text: str) -> None:
        self.written = [(one, said) for one, said in self.written if one != memory_id] + [(memory_id, text)]
        self.expected = [event for event in self.expected if event[1] != memory_id] + [
            ("memory_changed", memory_id)
        ]

    @rule(process=PROCESSES, key=st.sampled_from([None, None, "a", "b"]))
    def remember(self, process: int, key: str | None) -> None:
        text = self._text()
        with self.machines.process(process):
            named = {} if key is None else {"key": key}
            kept = self.agent.remember(text, durable=True, speaker="Ines", **named)
        self.chosen.add(kept["id"])
        self.spoken.add(kept["id"])
        self._wrote(kept["id"], text)

    @rule(process=PROCESSES, force=st.booleans())
    def store(self, process: int, force: bool) -> None:
        text = self._text()
        with self.machines.process(process):
            kept = self.app.good("store_memory", content=text, force=force)
        if kept["id"]:  # else it says what another one does
            self._wrote(kept["id"], text)

    @rule(process=PROCESSES)
    def save(self, process: int) -> None:
        text = self._text()
        with self.machines.process(process):
            kept = self.agent.call("memory_save", content=text, key=f"saved-{self.count}")
        assert kept.status == 200, kept.body
        with self.machines.process(process):
            memory_id = next(one.id for one in self.owner.all() if one.text == text)
        self.chosen.add(memory_id)
        self._wrote(memory_id, text)

    @precondition(lambda self: self.written)
    @rule(process=PROCESSES, place=st.integers(0, 1_000))
    def forget(self, process: int, place: int) -> None:
        memory_id, _ = self.written.pop(place % len(self.written))
        with self.machines.process(process):
            assert self.agent.call("forget", id=memory_id).status == 200
        gone = [event for event in self.expected if event[1] != memory_id]
        self.expected = [*gone, ("memory_forgotten", memory_id)]

    # Reads ----------------------------------------------------------------------------------------

    @rule(process=PROCESSES)
    def lists_are_in_the_order_of_writing(self, process: int) -> None:
        newest = [text for _, text in reversed(self.written)]
        with self.machines.process(process):
            assert [one["content"] for one in self.app.good("list_memories", limit=200)["memories"]] == newest
            page = self.app.good("by_speaker", speaker="Ines", limit=50)
            listed = [one["content"] for one in page["memories"]]
            owned = [one.text for one in self.owner.all() if one.state == "active"]
            said = self.agent.recall(limit=25)
        assert listed == [text for memory_id, text in reversed(self.written) if memory_id in self.spoken]
        assert owned == newest
        # What applications stored ranks below what agents chose to keep.
        chosen = [text for memory_id, text in reversed(self.written) if memory_id in self.chosen]
        assert said == [*chosen, *(text for text in newest if text not in chosen)][:25]

    @precondition(lambda self: self.written)
    @rule(process=PROCESSES, place=st.integers(0, 1_000), newest=st.booleans())
    def each_search_finds_each_memory(self, process: int, place: int, newest: bool) -> None:
        _, text = self.written[-1 if newest else place % len(self.written)]
        word = text.split()[1]
        with self.machines.process(process):
            assert self.agent.recall(topic=word) == [text]
            assert self.mcp.tool("recall", topic=word).structured["items"][0]["text"] == text
            found: Any = self.agent.call("memory_search", query=word, max_results=50).body["results"]
            assert text in [one["content"] for one in found]
            stored = self.app.good("search", query=word, max_results=20)["memories"]
            assert text in [one["content"] for one in stored]

    @rule(process=PROCESSES)
    def each_event_is_told_once(self, process: int) -> None:
        told: list[tuple[str, str | None]] = []
        more = True
        while more:
            with self.machines.process(process):
                body = self.agent.call("get_pending", **({"since": self.cursor} if self.cursor else {})).body
            for event in body["events"]:
                told.append((event["event"], event["id"]))
                assert self.cursor is None or event["cursor"][:16] >= self.cursor[:16]
                self.cursor = event["cursor"]
            more = body["more"]
        if self.cursor is not None:
            assert told == self.expected
            self.expected = []


@pytest.mark.requirement("E1", "A6")
def test_whatever_steps_clocks_make_all_tools_agree(empty_tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = type("Stepping", (SteppingClocks,), {"file": empty_tables, "patch": monkeypatch})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=15,
            stateful_step_count=25,
            deadline=None,
            phases=(Phase.generate,),  # to shrink what fails takes minutes
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
