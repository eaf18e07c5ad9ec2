"""An account of 10,000 memories is erased while it is written and read by twelve at once."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from commonplace.auth.keys import directory
from commonplace.domain.clock import system_clock
from commonplace.operations import runtime as core
from commonplace.operations.settings import settings
from commonplace.storage.store import Tables
from local.dispatcher import Dispatcher
from local.dynamodb import Engine, connect
from tests.conftest import bind, new_key
from tests.support.agents import Agent, function
from tests.support.clock import HandClock
from tests.support.erasures import ERASING, Owner, everything, holding
from tests.support.seeding import spread
from tests.support.stored import account_of
from tests.support.streams import part_of_stack

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

SESSIONS, STORES, MEMORIES = 40, 3, 10_000
WRITERS, READERS = 8, 4
# Seconds from the answer, until no table holds anything older: of this process, which does all functions' work and
# the tables'. What else the machine has to do is no fault of theirs.
WITHIN = 30.0
PAUSE = 0.25  # of each writer and reader between its calls: all share one process with the background


@dataclass
class Load:
    """Writers and readers of one account, who note what they did and saw, and when."""

    key: str
    stopped: threading.Event = field(default_factory=threading.Event)
    written: list[tuple[float, float, str]] = field(default_factory=list)  # begun, answered, text
    refused: int = 0
    seen: list[tuple[float, str]] = field(default_factory=list)  # begun, text
    faults: list[BaseException] = field(default_factory=list)

    def start(self) -> list[threading.Thread]:
        writers = [lambda number=number: self._write(number) for number in range(WRITERS)]
        readers = [lambda number=number: self._read(number) for number in range(READERS)]
        threads = [threading.Thread(target=self._until_stopped, args=(one,)) for one in (*writers, *readers)]
        for thread in threads:
            thread.start()
        return threads

    def _until_stopped(self, act: Callable[[], Iterator[None]]) -> None:
        try:
            for _ in act():
                if self.stopped.wait(PAUSE):
                    return
        except BaseException as fault:
            self.faults.append(fault)
            raise

    def _write(self, number: int) -> Iterator[None]:
        agent = Agent(self.key)
        scopes: list[dict[str, Any]] = [{}, {"durable": True}, {"share_with_team": True}]
        for turn in itertools.count():
            session = agent.in_session(f"s{(number * 7 + turn) % (SESSIONS + 5)}")  # some of them new
            text = f"writer {number}, line {turn}"
            begun = time.monotonic()
            answer = session.call("remember", text=text, **scopes[turn % 3])
            if answer.status == 200:
                self.written.append((begun, time.monotonic(), text))
            else:
                assert answer.status == 503, answer.body
                self.refused += 1
            yield

    def _read(self, number: int) -> Iterator[None]:
        agent = Agent(self.key)
        for turn in itertools.count():
            session = agent.in_session(f"s{(number * 11 + turn) % SESSIONS}")
            begun = time.monotonic()
            if turn % 3:
                answer = session.call("recall", limit=25)
                texts = answer.texts
            else:
                answer = session.call("memory_list")
                assert answer.status == 200, answer.body
                texts = [one["content"] for one in answer.body["memories"]]
            self.seen += [(begun, text) for text in texts]
            yield


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[DynamoDBClient]:
    """The tables, the functions bound to them on the machine's clock, and the background at work."""
    engine = Engine(tmp_path / "tables.db")
    client = connect(engine)
    bind(client, HandClock(), monkeypatch)
    running = core.Runtime(Tables(client, settings()), system_clock)
    monkeypatch.setattr("commonplace.operations.http.runtime", lambda: running)
    functions = {name: function(name) for name in ERASING}
    dispatcher = Dispatcher(part_of_stack(ERASING), functions, engine, tmp_path)
    dispatcher.start()
    yield client
    dispatcher.stop()


@pytest.mark.requirement("A19")
def test_ten_thousand_memories_are_erased_under_load(client: DynamoDBClient) -> None:
    key = new_key("acme", team="crew", may_read=True, may_write=True)
    account_id, owner = account_of(key), Owner(key)
    record = directory().key_by_hash(_hash(key))
    assert record is not None
    assert record.team_id is not None
    colleague = Agent(new_key("zenith", team="crew", may_read=True, may_write=True))
    colleague.remember("the colleague's own", share_with_team=True)
    seeded = spread(
        client, key, record.team_id, system_clock(), sessions=SESSIONS, stores=STORES, memories=MEMORIES
    )
    load = Load(key)
    threads = load.start()
    time.sleep(2)
    asked = time.monotonic()
    receipt = owner.erase()
    answered = time.monotonic()

    gone = _wait_until(lambda: not _older(client, account_id), WITHIN)
    left = _older(client, account_id)
    _wait_until(lambda: owner.receipt(receipt["id"])["status"] == "complete", 4 * WITHIN)
    load.stopped.set()
    for thread in threads:
        thread.join(30)
    done = owner.receipt(receipt["id"])

    assert load.faults == []
    assert left == []
    # Nobody who asked after the answer was told anything that had been answered for before the request.
    old = {text for begun, ended, text in load.written if ended < asked}
    told = {text for begun, text in load.seen if begun > answered}
    assert old
    assert told & old == set()
    assert [text for text in told if text.startswith("fact ")] == []
    # Everything that was begun after the answer stands.
    new = {text for begun, _, text in load.written if begun > answered}
    standing = _texts(client, account_id)
    assert new
    assert new - standing == set()
    assert standing <= {text for _, ended, text in load.written if ended > asked}
    assert told & new, "readers went on and saw what was new"
    assert holding(client, "the colleague's own") != []
    # What was deleted is what was there, to the last one.
    assert done["deleted"]["memories"] == seeded + len(load.written) - len(standing)
    assert done["status"] == "complete"
    print(
        f"physically gone {gone:.1f} s of the process after the answer; {len(load.written)} writes answered"
        f" ({len(new)} after it), {load.refused} refused, {len(load.seen)} texts read; {done['deleted']}"
    )


def _hash(key: str) -> str:
    from commonplace.auth.keys import hash_of

    return hash_of(key)


def _wait_until(holds: Callable[[], bool], within: float) -> float:
    """Wait, and return how many seconds of the process it took; the clock's may be four times as many."""
    begun, end = time.process_time(), time.monotonic() + 4 * within
    spent = 0.0
    while not holds() and spent < within and time.monotonic() < end:
        time.sleep(3)  # a scan costs the process a second
        spent = time.process_time() - begun
    return spent


def _older(client: DynamoDBClient, account_id: str) -> list[str]:
    """What of the account is older than its erasure, in whatever table: by a full scan, for tests alone."""
    found = []
    for table, item in everything(client):
        of_account = account_id in str(item.get("space", item.get("feed", item.get("account_id", ""))))
        if table == "memories":
            of_account = item["account_id"]["S"] == account_id
        older = "epoch" in item and int(item["epoch"]["N"]) < 1
        if of_account and older and table in ("memories", "sessions", "tool_results", "activity"):
            found.append(table)
    return found


def _texts(client: DynamoDBClient, account_id: str) -> set[str]:
    return {
        item["text"]["S"]
        for table, item in everything(client)
        if table == "memories" and item["account_id"]["S"] == account_id
    }
