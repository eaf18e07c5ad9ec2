"""A backup that is restored: what was erased since is erased anew before anybody reads."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from commonplace.erasure.replay import main, replay
from commonplace.operations.http import process
from tests.conftest import new_key
from tests.support.agents import Agent, stack
from tests.support.apps import App
from tests.support.clock import DAY
from tests.support.erasures import Owner, Service, everything, holding
from tests.support.stored import account_of

OLD = "heliotrope"
SESSIONS = stack().environment["SESSIONS_TABLE"]
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
    agent.in_session("b").remember("before the session's erasure")
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
    assert {table for table, _ in holding(service.client, f"account/{account_id}/")} <= {"erasures"}


@pytest.mark.requirement("A19", "S7")
def test_what_an_application_deleted_for_good_does_not_come_back(key: str, service: Service) -> None:
    agent, app = Agent(key), App(key)
    first = app.good("store_memory", content=f"{OLD} one")["id"]
    latest = app.good("supersede", old_memory_id=first, new_content=f"{OLD} two")["new_memory_id"]
    kept = agent.remember(f"{OLD} under a key", key="k", durable=True)["id"]
    again = agent.remember(f"{OLD} under another", key="again", durable=True)["id"]
    app.good("store_memory", content="another one")
    before = back_up(service)
    for memory_id in (latest, kept, again):
        app.good("forget", memory_id=memory_id)
    agent.remember("kept since under another", key="again", durable=True)
    after, told = back_up(service), sorted(texts(service))

    restore(service, before)
    assert replay(process()) == {"memories": 2}
    assert agent.recall() == ["another one"]
    assert texts(service) == ["another one", f"{OLD} under a key", f"{OLD} under another"]  # the owner's to see

    restore(service, after)
    assert replay(process()) == {}
    assert texts(service) == told
    assert sorted(agent.recall()) == ["another one", "kept since under another"]


@pytest.mark.requirement("A19")
def test_deletions_are_kept_without_content_and_no_longer_than_orders(key: str, service: Service) -> None:
    app = App(key)
    app.good("forget", memory_id=app.good("store_memory", content=OLD)["id"])

    kept = [item for table, item in everything(service.client) if table == "erasures"]
    assert [set(item) for item in kept] == [{"ledger", "entry", "at", "space", "memory_ids", "expires_at"}]
    assert 35 < (int(kept[0]["expires_at"]["N"]) - service.background.seconds()) / 86_400 <= 40
    assert holding(service.client, OLD) == []


@pytest.mark.requirement("A19", "C8")
def test_no_session_goes_back_to_what_it_held_nor_to_a_lower_level(
    key: str, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = Agent(key)
    reset, rose, begun = (agent.in_session(name) for name in ("reset", "rose", "begun"))
    for session in (reset, rose):
        session.remember(OLD)
    rose.call("/v1/sessions/taint", level="INTERNAL")
    backup = back_up(service)
    reset.call("/v1/sessions/reset")
    rose.call("/v1/sessions/taint", level="RESTRICTED")
    begun.call("/v1/sessions/taint", level="CONFIDENTIAL")
    sessions = [item for table, item in everything(service.client) if table == "sessions"]
    restore(service, backup)
    service.client.create_table(**stack().table(SESSIONS).create | {"TableName": "before"})
    for item in sessions:
        service.client.put_item(TableName="before", Item=item)
    monkeypatch.setattr("commonplace.erasure.replay.runtime", process)

    assert main(["--sessions-before", "before"]) == 0

    assert reset.recall() == []
    assert rose.recall() == [OLD]
    assert rose.remember("after")["classification"] == "RESTRICTED"
    assert begun.remember("after")["classification"] == "CONFIDENTIAL"
    agent.in_session("rose").call("/v1/sessions/reset")  # run again, an older state changes nothing
    replay(process(), sessions)
    assert rose.remember("anew")["classification"] == "PUBLIC"


@pytest.mark.requirement("A19")
def test_a_key_that_was_kept_anew_since_its_memory_was_erased_stays(key: str, service: Service) -> None:
    agent = Agent(key)
    erased = agent.remember("before", key="k", durable=True)["id"]
    Owner(key).erase("memory", id=erased)
    assert agent.remember("since", key="k", durable=True)["id"] == erased
    backup = back_up(service)

    restore(service, backup)
    replay(process())

    assert agent.recall() == ["since"]


@pytest.mark.requirement("A19")
@pytest.mark.parametrize("what", ["store", "speaker"])
def test_what_counts_no_more_counts_no_more_in_what_was_restored(what: str, key: str, service: Service) -> None:
    app = App(key).in_store("letters")
    app.good("add_speaker", speaker="Alice")
    app.good("store_memory", content=OLD, metadata={"speaker": "Alice"})
    (old,) = [item for table, item in everything(service.client) if "text" in item]
    backup = back_up(service)
    WHAT[what](Owner(key), {})
    service.background.run(60)
    restore(service, backup)

    replay(process())
    service.client.put_item(TableName=stack().environment["MEMORIES_TABLE"], Item=old)  # that comes late

    assert app.good("list_memories")["memories"] == []


@pytest.mark.requirement("A19")
@pytest.mark.parametrize("is_open", [True, False], ids=["open", "carried out"])
def test_an_order_that_cannot_be_read_holds_up_no_other_and_is_told(
    is_open: bool, key: str, service: Service, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Agent(key).remember(OLD, durable=True)
    backup = back_up(service)
    Owner(key).erase("store", store="default")
    entries = [("open", "broken"), ("order/broken", "order")] if is_open else [("replay", "broken")]
    for ledger, entry in entries:
        item = {"ledger": {"S": ledger}, "entry": {"S": entry}, "what": {"S": "account"}}
        service.client.put_item(TableName=stack().environment["ERASURES_TABLE"], Item=item)
    restore(service, backup)
    monkeypatch.setattr("commonplace.erasure.replay.runtime", process)

    assert main([]) == 1

    said = capsys.readouterr()
    assert (said.out, "cannot be read: broken" in said.err) == ("", True)
    assert [table for table, _ in holding(service.client, OLD)] == []


@pytest.mark.requirement("A19")
def test_the_command_tells_what_it_deleted(
    key: str, service: Service, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Agent(key).remember(OLD, durable=True)
    backup = back_up(service)
    service.complete(Owner(key), Owner(key).erase("store", store="default")["id"])
    restore(service, backup)
    monkeypatch.setattr("commonplace.erasure.replay.runtime", process)

    assert main([]) == 0
    assert json.loads(capsys.readouterr().out) == {"deleted": {"memories": 1}}
