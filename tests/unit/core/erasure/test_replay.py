"""A backup that is restored: what was erased since is erased anew before anybody reads."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from commonplace.erasure.replay import main, replay
from commonplace.http import process
from tests.conftest import new_key
from tests.support.agents import Agent, stack
from tests.support.apps import App
from tests.support.clock import DAY
from tests.support.erasures import Owner, Service, everything, holding
from tests.support.stored import account_of

OLD = "heliotrope"
Backup = list[tuple[str, dict[str, Any]]]


def back_up(service: Service) -> Backup:
    """All tables but the ledger, as they stand."""
    return [(table, item) for table, item in everything(service.client) if table != "erasures"]


def restore(service: Service, backup: Backup) -> None:
    """Put the tables back as they stood; the ledger stays as it is."""
    names = {name.removesuffix("_TABLE").lower(): table for name, table in stack().environment.items()}
    for table, item in back_up(service):
        keys = [key["AttributeName"] for key in stack().table(names[table]).create["KeySchema"]]
        service.client.delete_item(TableName=names[table], Key={name: item[name] for name in keys})
    for table, item in backup:
        service.client.put_item(TableName=names[table], Item=item)


@pytest.fixture
def key(service: Service) -> str:
    return new_key("acme", team="crew", may_read=True, may_write=True, clock=service.clock)


def fill(key: str) -> dict[str, str]:
    """Something of every kind; return the ids that erasures name."""
    agent, app = Agent(key), App(key).in_store("letters")
    for session in ("a", "b"):
        agent.in_session(session).remember(f"{OLD} in {session}")
        agent.in_session(session).call("set_goal", goal=OLD)
    agent.remember(f"{OLD} for good", durable=True)
    agent.remember(f"{OLD} shared", share_with_team=True)
    for name in ("Alice", "Bob"):
        app.good("add_speaker", speaker=name)
        app.good("store_memory", content=f"{name} has a {OLD}", metadata={"speaker": name})
    app.in_store(None).good("add_speaker", speaker="Bob")
    for text, where in (("in a", {}), ("for good", {"durable": True}), ("shared", {"share_with_team": True})):
        agent.in_session("a").remember(f"Bob's {OLD} {text}", speaker="Bob", **where)
    first = app.good("store_memory", content=f"a note on {OLD}")["id"]
    memory = app.good("supersede", old_memory_id=first, new_content=f"another note on {OLD}")["new_memory_id"]
    return {"memory": memory}


WHAT: dict[str, Callable[[Owner, dict[str, str]], Any]] = {
    "account": lambda owner, ids: owner.erase(),
    "store": lambda owner, ids: owner.erase("store", store="letters"),
    "session": lambda owner, ids: owner.erase("session", session="a"),
    "speaker": lambda owner, ids: owner.erase("speaker", store="letters", speaker="Alice"),
    "speaker of agents": lambda owner, ids: owner.erase("speaker", store="default", speaker="Bob"),
    "memory": lambda owner, ids: owner.erase("memory", store="letters", id=ids["memory"]),
    "deleted store": lambda owner, ids: App(owner.key).good("delete_store", user_id="letters"),
}


def texts(service: Service) -> list[str]:
    return sorted(item["text"]["S"] for _, item in everything(service.client) if "text" in item)


def readable(key: str) -> list[str]:
    agent, app = Agent(key), App(key)
    found = [text for session in ("a", "b") for text in agent.in_session(session).recall(limit=25)]
    if app.call("list_memories", user_id="letters").status == 200:
        found += [one["content"] for one in app.good("list_memories", user_id="letters")["memories"]]
    return sorted(found)


@pytest.mark.requirement("A19")
@pytest.mark.parametrize("finished", [True, False], ids=["after its receipt", "while it was swept"])
@pytest.mark.parametrize("what", WHAT)
def test_nothing_that_was_erased_comes_back(what: str, finished: bool, key: str, service: Service) -> None:
    owner = Owner(key)
    ids = fill(key)
    backup = back_up(service)
    WHAT[what](owner, ids)
    if finished:
        service.background.run(60)
    seen, stood = readable(key), texts(service)

    restore(service, backup)
    deleted = replay(process())

    assert readable(key) == seen
    if finished:
        assert texts(service) == stood
    assert sum(deleted.values()) > 0 or what == "memory"
    assert sum(replay(process()).values()) == 0  # done again, it changes nothing more
    assert readable(key) == seen


@pytest.mark.requirement("A19")
def test_an_account_is_erased_from_every_restored_table_and_writes_go_on(key: str, service: Service) -> None:
    owner, agent = Owner(key), Agent(key)
    fill(key)
    backup = back_up(service)
    service.complete(owner, owner.erase()["id"])
    receipts = owner.receipts()["erasures"]

    restore(service, backup)
    assert holding(service.client, OLD)
    replay(process())

    assert holding(service.client, OLD) == []
    agent.in_session("a").remember("new")
    agent.remember("new for the team", share_with_team=True)
    assert agent.in_session("a").recall() == ["new for the team", "new"]
    assert owner.receipts()["erasures"] == receipts
    assert [item["entry"]["S"] for table, item in everything(service.client) if table == "erasures"] == [
        receipts[0]["id"],
        receipts[0]["id"],
    ]


@pytest.mark.requirement("A19")
def test_a_backup_of_after_the_erasure_keeps_what_was_written_since(key: str, service: Service) -> None:
    owner, agent, app = Owner(key), Agent(key), App(key)
    fill(key)
    service.complete(owner, owner.erase()["id"])
    app.good("create_store", user_id="letters")
    agent.remember("since", durable=True, key="k")
    app.good("store_memory", user_id="letters", content="since then")
    owner.erase("session", session="b")
    service.background.run(60)
    agent.in_session("b").remember("since the session")
    backup, seen = back_up(service), readable(key)
    agent.remember("later", durable=True, key="k")

    restore(service, backup)
    replay(process())

    assert readable(key) == seen == ["since", "since", "since the session", "since then"]


@pytest.mark.requirement("A19")
def test_what_an_erasure_never_reached_stays_as_the_backup_has_it(key: str, service: Service) -> None:
    other = Agent(new_key("zenith", clock=service.clock))
    other.remember("theirs", durable=True)
    fill(key)
    backup = back_up(service)
    Owner(key).erase()
    service.background.run(60)
    restore(service, backup)

    replay(process())

    assert other.recall() == ["theirs"]


@pytest.mark.requirement("A19")
def test_the_order_is_kept_as_long_as_backups_reach_and_no_longer(key: str, service: Service) -> None:
    owner = Owner(key)
    service.complete(owner, owner.erase("store", store="default")["id"])

    def kept() -> int:
        service.engine.expire(service.background.seconds())
        return sum(item.get("ledger") == {"S": "replay"} for _, item in everything(service.client))

    service.clock.advance(35 * DAY)
    assert kept() == 1
    service.clock.advance(6 * DAY)
    assert kept() == 0


@pytest.mark.requirement("A19")
def test_an_account_that_the_backup_does_not_know_is_no_hindrance(service: Service) -> None:
    first = new_key("acme", clock=service.clock)
    Agent(first).remember(OLD, durable=True)
    backup = back_up(service)
    later = new_key("zenith", clock=service.clock)
    Agent(later).remember("kept", durable=True)
    account_id = account_of(later)
    Owner(later).erase()
    Owner(first).erase()
    restore(service, backup)

    replay(process())

    assert Agent(first).recall() == []
    assert holding(service.client, f"account/{account_id}/") == []


@pytest.mark.requirement("A19")
def test_the_command_tells_what_it_deleted(
    key: str, service: Service, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Agent(key).remember(OLD, durable=True)
    backup = back_up(service)
    service.complete(Owner(key), Owner(key).erase("store", store="default")["id"])
    restore(service, backup)
    monkeypatch.setattr("commonplace.erasure.replay.runtime", process)

    main()

    assert json.loads(capsys.readouterr().out) == {"deleted": {"memories": 1, "activity": 0, "directory": 0}}
