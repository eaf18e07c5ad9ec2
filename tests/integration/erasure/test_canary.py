"""Case 42: one word in everything that is kept, an older write under way, a later one: half a minute later."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from commonplace.operations.http import process
from tests.conftest import as_on_aws, new_key
from tests.support.agents import Agent
from tests.support.apps import App
from tests.support.clock import HandClock
from tests.support.erasures import Owner, everything, holding, serve

CANARY = "heliotrope"


@pytest.mark.requirement("A19", "A9")
def test_an_erased_word_is_nowhere_and_only_later_writes_stay(
    tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    as_on_aws(monkeypatch)
    service = serve(tmp_path, clock, monkeypatch)
    key = new_key("acme", team="crew", may_read=True, may_write=True, clock=clock)
    agent, app, owner = Agent(key), App(key), Owner(key)
    agent.remember(CANARY)
    agent.remember(CANARY, durable=True, importance=1, speaker="me", tags=[CANARY])
    agent.remember(CANARY, share_with_team=True)
    agent.call("memory_save", key=CANARY, content=CANARY, tags=[CANARY])
    agent.call("set_goal", goal=CANARY)
    agent.call("checkpoint", goal=CANARY, plan_steps=[CANARY], open_questions=[CANARY])
    app.good("create_store", user_id=CANARY)
    app.good("add_speaker", speaker=CANARY, user_id=CANARY)
    app.good(
        "store_memory",
        user_id=CANARY,
        idempotency_key="once",
        content=CANARY,
        metadata={"speaker": CANARY, "category": CANARY},
    )
    agent.in_session(CANARY).remember("in a session of this name")
    notes = []
    for number in range(13):  # a result that a pointer replaces, an id, and a note
        result = {"rows": [CANARY * 300], "customer": "cus_9x8Y7w6V5u4T3s"}
        done = agent.call(
            "/v1/tool-calls", connector=CANARY, tool=CANARY, arguments={"n": number // 12}, result=result
        )
        notes.append(done.body["note"])
    assert any(note and CANARY in note["text"] for note in notes)
    tables = {table for table, _ in holding(service.client, CANARY)}
    assert tables == {"memories", "sessions", "activity", "directory"}
    assert any("piece" in item for _, item in everything(service.client)), "and a result, packed"

    erased: list[str] = []
    commit = type(process().tables).commit

    def late(this: object, *arguments: object, **options: object) -> None:
        # Counts are written in other threads: the write is meant, with what it read before.
        if not erased and threading.current_thread() is threading.main_thread():
            erased.append("")
            erased[0] = owner.erase()["id"]
        commit(this, *arguments, **options)  # type: ignore[arg-type]

    with monkeypatch.context() as under_way:
        under_way.setattr(type(process().tables), "commit", late)
        agent.call("remember", text=f"{CANARY} of before", durable=True)
    agent.remember("the later write", durable=True)

    assert agent.recall(limit=25) == ["the later write"]

    def is_kept() -> bool:
        # The ledger names the spaces of stores and sessions until the last round is over.
        return any(table != "erasures" for table, _ in holding(service.client, CANARY))

    took = service.background.run_until(lambda: not is_kept())
    assert took <= 30
    assert not any("piece" in item for _, item in everything(service.client))
    assert agent.recall(limit=25) == ["the later write"]
    done_again = agent.call("/v1/tool-calls", connector="c", tool="t", arguments={}, result={"n": 1}).body
    assert CANARY not in str(done_again)
    service.complete(owner, erased[0])
    assert agent.recall(limit=25) == ["the later write"]
    assert holding(service.client, CANARY) == []
    told = capfd.readouterr()
    assert CANARY not in told.out + told.err
