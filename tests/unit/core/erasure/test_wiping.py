"""Receipts that wait until also the files of the tables hold nothing of what was erased."""

from __future__ import annotations

from dataclasses import replace

import pytest

from commonplace.domain.clock import SECOND
from commonplace.erasure import status
from commonplace.operations import http
from commonplace.operations.http import process
from tests.conftest import new_key
from tests.support.agents import Agent
from tests.support.clock import HandClock
from tests.support.erasures import Owner, Service, everything, holding
from tests.support.stored import account_of


class Files:
    """Stands for the files; it is told of erasures, and says whether they are clean."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.clean = False
        self.asked: list[str] = []
        self.held: list[int] = []

    def __call__(self, erasure_id: str) -> bool:
        self.asked.append(erasure_id)
        self.held.append(len(holding(self.service.client, "vermilion")))
        return self.clean


@pytest.fixture
def files(service: Service, monkeypatch: pytest.MonkeyPatch) -> Files:
    files = Files(service)
    running = process()
    wiping = replace(running, tables=replace(running.tables, wipe=files))
    monkeypatch.setattr(http, "runtime", lambda: wiping)
    return files


@pytest.mark.requirement("E3", "A19")
@pytest.mark.parametrize("what", ["account", "session", "memory"])
def test_a_receipt_waits_for_the_files(service: Service, files: Files, clock: HandClock, what: str) -> None:
    key = new_key("acme", clock=clock)
    agent, owner = Agent(key).in_session("vermilion trip" if what == "account" else "trip"), Owner(key)
    stored = agent.remember("vermilion in a session")
    arguments = {"session": {"session": "trip"}, "memory": {"id": stored["id"], "session": "trip"}}.get(what, {})

    asked = owner.erase(what, **arguments)

    assert (asked["status"], asked["completed_at"], asked["deleted"]) == ("sweeping", None, None)
    assert agent.recall() == []
    service.background.run(120)
    assert set(files.asked) == {asked["id"]}
    assert set(files.held) == {0}, "it is asked when the tables hold nothing of it, nor the list of what was swept"
    assert owner.receipt(asked["id"])["status"] == "sweeping"
    files.clean = True
    done = service.complete(owner, asked["id"])
    assert done["deleted"]["memories"] == 1
    assert done["completed_at"] is not None
    assert not [item for table, item in everything(service.client) if "open" in str(item.get("ledger"))]
    calls = len(files.asked)
    service.background.run(300)
    assert len(files.asked) == calls


@pytest.mark.requirement("E3", "A19")
def test_a_receipt_that_waits_for_long_goes_on_by_the_schedule(
    service: Service, files: Files, clock: HandClock
) -> None:
    key = new_key("acme", clock=clock)
    owner, memory = Owner(key), Agent(key).remember("vermilion", durable=True)
    asked = owner.erase("memory", id=memory["id"])
    service.background.run(1800, step=5.0)
    service.background.restart()
    service.background.run(60)
    assert len(files.asked) < 700
    files.clean = True
    service.background.run(150)
    receipt = status(process(), account_of(key), asked["id"])
    assert receipt is not None
    assert receipt.completed_at is not None
    assert receipt.completed_at - receipt.asked_at > 1800 * SECOND
