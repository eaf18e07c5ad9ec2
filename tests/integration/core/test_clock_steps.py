"""Clocks step, by seconds or hours, forward or back: writes are found at once, in the order of writing."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from commonplace.operations.http import process
from tests.conftest import new_key
from tests.support.agents import Agent
from tests.support.apps import App
from tests.support.clock import DAY, START
from tests.support.mcp_agents import McpAgent
from tests.support.owned import MemoryOwner
from tests.support.processes import Machines
from tests.support.stored import account_of

SECOND = 1_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
YEARS = 10 * 365 * DAY

STEPS = {
    "10 s back": [-10 * SECOND],
    "60 s back": [-60 * SECOND],
    "2 h back": [-2 * HOUR],
    "2 h forward": [2 * HOUR],
    "forward, then back": [2 * HOUR, -2 * HOUR],
    "back, then forward": [-2 * HOUR, 2 * HOUR],
    "back by little, often": [-8 * SECOND] * 3,
    "ten years forward, then back": [YEARS, -YEARS],
}
# Which process writes and which reads before the clock steps, writes after it, and reads then.
PROCESSES = {"one": (0, 0, 0), "another writes after": (0, 1, 0), "three": (0, 1, 2)}


@pytest.fixture
def machines(empty_tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machines:
    return Machines(Path(shutil.copy(empty_tables, tmp_path / "tables.db"))).bind(monkeypatch)


class Reader:
    """Reads by every tool, and remembers what get_pending has told it."""

    def __init__(self, agent: Agent, app: App) -> None:
        self.agent, self.app = agent, app
        self.owner = MemoryOwner(account_of(agent.key))
        self.cursor: str | None = None
        self.told: list[str] = []

    def catch_up(self) -> None:
        """Call get_pending with the last cursor, until there is no more."""
        while True:
            body = self.agent.call("get_pending", **({"since": self.cursor} if self.cursor else {})).body
            cursors = [event["cursor"] for event in body["events"]]
            seen = self.cursor[:16] if self.cursor else ""
            assert [seen, *(one[:16] for one in cursors)] == sorted([seen, *(one[:16] for one in cursors)])
            self.told += [event["text"] for event in body["events"]]
            self.cursor = cursors[-1] if cursors else self.cursor
            if not body["more"]:
                return

    def found(self) -> dict[str, list[str]]:
        """What each tool answers, the last written first where it has an order."""
        searched = self.agent.call("memory_search", query="lamp", max_results=10).body["results"]
        return {
            "recall": self.agent.recall(limit=25),
            "recall(topic)": self.agent.recall(topic="lamp", limit=25),
            "mcp": [
                one["text"]
                for one in McpAgent(self.agent.key).tool("recall", topic="lamp", limit=25).structured["items"]
            ],
            "memory_search": sorted(one["content"] for one in searched),
            "search": sorted(
                one["content"] for one in self.app.good("search", query="lamp", max_results=10)["memories"]
            ),
            "by_speaker": [one["content"] for one in self._spoken()],
            "list_memories": [one["content"] for one in self.app.good("list_memories")["memories"]],
            "owner": self.owner.texts(),
        }

    def _spoken(self) -> list[dict[str, Any]]:
        """All pages of by_speaker, two rows each."""
        rows: list[dict[str, Any]] = []
        place: dict[str, Any] = {}
        while True:
            page = self.app.good("by_speaker", speaker="Ines", limit=2, **place)
            rows += page["memories"]
            if not page["has_more"]:
                return rows
            place = {"before": page["next_before"], "skip_ids": page["next_skip_ids"]}


def newest_first(texts: list[str]) -> dict[str, list[str]]:
    """What each tool should answer, if `write` wrote these texts in turn."""
    newest, as_set = texts[::-1], sorted(texts)
    found = dict.fromkeys(["recall", "recall(topic)", "mcp", "list_memories", "owner"], newest)
    return {**found, "by_speaker": texts[::2][::-1], "memory_search": as_set, "search": as_set}


@pytest.fixture
def reader(machines: Machines) -> Reader:
    key = new_key("acme", clock=machines.clock(0))
    app = App(key, store="default")
    app.good("add_speaker", speaker="Ines")
    return Reader(Agent(key), app)


def write(reader: Reader, text: str, place: int) -> None:
    """Keep a text of the account by one tool or another."""
    if place % 2:  # it takes no speaker
        reader.app.good("store_memory", content=text, force=True)
    else:
        # As what applications store ranks, so that recall's order is that of writing.
        reader.agent.remember(text, durable=True, speaker="Ines", importance=0.5)


@pytest.mark.requirement("E1", "A6")
@pytest.mark.parametrize("processes", PROCESSES)
@pytest.mark.parametrize("steps", STEPS)
def test_case_62_all_tools_find_what_is_written_after_a_step(
    machines: Machines, reader: Reader, steps: str, processes: str
) -> None:
    first, writer, last = PROCESSES[processes]
    texts = [f"Lamp {number} in the {place}" for number, place in enumerate(("hall", "attic", "cellar", "yard"))]
    with machines.process(first):
        write(reader, texts[0], 0)
        machines.clock(first).advance(MINUTE)  # it has settled
        write(reader, texts[1], 1)
        assert reader.found() == newest_first(texts[:2])
        reader.catch_up()
        reader.found()
    with machines.process(last):
        reader.found()  # is warm
    for step in STEPS[steps]:
        for one in {first, writer, last}:
            machines.clock(one).advance(step)
        with machines.process(first):
            assert reader.found() == newest_first(texts[:2])
    with machines.process(writer):
        write(reader, texts[2], 2)
    with machines.process(last):
        assert reader.found() == newest_first(texts[:3])
        reader.catch_up()
    with machines.process(first):
        assert reader.found() == newest_first(texts[:3])
        write(reader, texts[3], 3)
    with machines.process(last):
        assert reader.found() == newest_first(texts)
        reader.catch_up()
        machines.clock(last).advance(HOUR)
        reader.catch_up()

    assert reader.told == texts


@pytest.mark.requirement("E1", "A6")
@pytest.mark.parametrize("step", [-10 * SECOND, -2 * HOUR])
def test_the_order_survives_a_restart_under_a_clock_that_stepped_back(
    machines: Machines, reader: Reader, step: int
) -> None:
    write(reader, "Lamp one", 0)
    reader.catch_up()
    machines.clock(0).advance(step)
    machines.restart(0)
    write(reader, "Lamp two", 1)
    reader.catch_up()
    machines.restart(0)
    write(reader, "Lamp three", 0)
    reader.catch_up()

    assert reader.told == ["Lamp one", "Lamp two", "Lamp three"]
    assert reader.found() == newest_first(["Lamp one", "Lamp two", "Lamp three"])


@pytest.mark.requirement("E1", "A6")
def test_a_write_that_was_under_way_while_clocks_stepped_is_found(machines: Machines, reader: Reader) -> None:
    """It took its time before the step and is committed after it, when readers have gone on."""
    write(reader, "Lamp one", 0)
    held: list[str] = []

    def meanwhile(**_: object) -> None:
        if not held:
            held.append("Lamp two")
            with machines.process(0):
                machines.clock(0).advance(2 * HOUR)
                write(reader, "Lamp three", 0)
                reader.found()
                reader.catch_up()
                machines.clock(0).advance(-2 * HOUR)
                reader.found()

    with machines.process(1):
        machines.runtime().tables.client.meta.events.register("before-call.dynamodb.PutItem", meanwhile)
        write(reader, "Lamp two", 0)
    reader.catch_up()

    assert reader.told == ["Lamp one", "Lamp three", "Lamp two"]
    assert sorted(reader.agent.recall(topic="lamp")) == ["Lamp one", "Lamp three", "Lamp two"]
    assert "Lamp two" in reader.found()["memory_search"]


@pytest.mark.requirement("E1")
def test_processes_whose_clocks_differ_by_hours_find_each_others_writes(
    machines: Machines, reader: Reader
) -> None:
    for number, ahead in enumerate((0, -2 * HOUR, 3 * HOUR)):
        machines.clock(number).advance(ahead)
        with machines.process(number):
            reader.found()  # is warm
    texts = []
    for place in range(9):
        texts.append(f"Lamp {place}")
        with machines.process((place * 2) % 3):
            write(reader, texts[-1], place)
        with machines.process(place % 3):
            assert reader.found() == newest_first(texts)
            reader.catch_up()

    assert reader.told == texts


@pytest.mark.requirement("E1", "A9")
def test_session_items_end_by_the_wall_clock_not_by_that_of_writes(machines: Machines, reader: Reader) -> None:
    clock = machines.clock(0)
    reader.agent.remember("Written before the mistake")
    clock.advance(YEARS)
    reader.agent.remember("Kept for the account", durable=True)
    clock.advance(-YEARS)
    kept = reader.agent.remember("Written after it")

    everything = ["Kept for the account", "Written after it", "Written before the mistake"]
    assert sorted(reader.agent.recall()) == everything
    assert kept["expires_at"] == "2026-11-03T10:00:00.000000Z"
    clock.advance(15 * DAY)
    assert reader.agent.recall() == ["Kept for the account"]


@pytest.mark.requirement("E1", "B1")
@pytest.mark.parametrize("step", [-2 * HOUR, -10 * SECOND, 2 * HOUR])
def test_a_revoked_key_stops_though_the_clock_steps(machines: Machines, reader: Reader, step: int) -> None:
    from commonplace.auth.keys import directory, hash_of

    clock, mcp = machines.clock(0), McpAgent(reader.agent.key)
    assert mcp.tool("recall").status == 200
    clock.advance(step)
    assert mcp.tool("recall").status == 200
    record = directory().key_by_hash(hash_of(reader.agent.key))
    assert record is not None
    directory().revoke_key(record.account_id, record.key_id, clock())
    clock.advance(21 * SECOND)

    assert mcp.tool("recall").status == 401


@pytest.mark.requirement("E1")
def test_times_shown_are_the_wall_clocks_again_once_it_has_caught_up(machines: Machines, reader: Reader) -> None:
    clock = machines.clock(0)
    write(reader, "Lamp one", 0)
    clock.advance(-2 * HOUR)
    write(reader, "Lamp two", 1)
    clock.advance(3 * HOUR)
    write(reader, "Lamp three", 0)
    rows = reader.app.good("list_memories")["memories"]

    assert [row["content"] for row in rows] == ["Lamp three", "Lamp two", "Lamp one"]
    assert process().wall() < START + HOUR + MINUTE
    assert [row["created_at"][:16] for row in rows] == ["2026-10-20T11:00", "2026-10-20T10:00", "2026-10-20T10:00"]
