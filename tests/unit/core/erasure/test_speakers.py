"""Erasing what one person said: under every registration of the name, in sessions and in teams."""

from __future__ import annotations

from typing import Any

import pytest

from commonplace.erasure.replay import replay
from commonplace.operations.http import process
from tests.conftest import new_key
from tests.support.agents import Agent
from tests.support.apps import App
from tests.support.erasures import Owner, Service, everything, holding
from tests.support.exports import Carrier

WHERE: dict[str, dict[str, Any]] = {
    "in a session": {},
    "for good": {"durable": True},
    "shared": {"share_with_team": True},
}


@pytest.fixture
def keys(service: Service) -> tuple[str, str]:
    """Keys of two members of a team."""
    mine, theirs = (
        new_key(name, team="crew", may_read=True, may_write=True, clock=service.clock)
        for name in ("acme", "zenith")
    )
    return mine, theirs


def former(service: Service) -> list[str]:
    """Registrations that are kept after their removal."""
    return [item["part"]["S"] for _, item in everything(service.client) if "name_digest" in item]


@pytest.mark.requirement("A19", "S6")
def test_a_name_is_erased_under_every_registration_it_ever_had(keys: tuple[str, str], service: Service) -> None:
    owner, app = Owner(keys[0]), App(keys[0]).in_store("my-letters")
    for number in range(3):
        app.good("add_speaker", speaker="Bob")
        app.good("store_memory", content=f"Bob said marigold {number}", metadata={"speaker": "Bob"})
        app.good("remove_speaker", speaker="Bob")
    app.good("add_speaker", speaker="Ann")
    app.good("store_memory", content="Ann was here", metadata={"speaker": "Ann"})
    app.good("remove_speaker", speaker="Ann")
    assert holding(service.client, "Bob")[0][0] == "memories"  # a removed name stands nowhere by itself
    assert all(table == "memories" for table, _ in holding(service.client, "Bob"))

    receipt = owner.erase("speaker", store="my-letters", speaker="Bob")

    assert [one["content"] for one in app.good("list_memories")["memories"]] == ["Ann was here"]
    assert Carrier(keys[0]).texts() == ["Ann was here"]
    assert service.complete(owner, receipt["id"])["deleted"] == {"memories": 3, "directory": 3}
    assert holding(service.client, "marigold") == []
    assert len(former(service)) == 1
    assert owner.ask(what="speaker", store="my-letters", speaker="Bob").status == 404
    app.good("add_speaker", speaker="Bob")
    app.good("store_memory", content="Bob says it anew", metadata={"speaker": "Bob"})
    assert [one["content"] for one in app.good("by_speaker", speaker="Bob")["memories"]] == ["Bob says it anew"]


@pytest.mark.requirement("A19", "S6")
@pytest.mark.parametrize("speaker", ["Bob / #1", "me"])
def test_a_speakers_memories_vanish_from_sessions_and_teams_immediately(
    speaker: str, keys: tuple[str, str], service: Service
) -> None:
    mine, theirs = Agent(keys[0], "s"), Agent(keys[1], "s")
    letters = App(keys[0]).in_store("letters")
    for app in (letters, App(keys[0]), App(keys[1])):
        for name in ("Ann", *(() if speaker == "me" else (speaker,))):
            app.good("add_speaker", speaker=name)
    for place, where in WHERE.items():
        mine.remember(f"marigold {place}", speaker=speaker, **where)
        mine.remember(f"Ann's {place}", speaker="Ann", **where)
        theirs.remember(f"theirs {place}", speaker=speaker, **where)
    mine.call("/v1/sessions/reset")
    mine.remember("marigold after a reset", speaker=speaker)
    letters.good("store_memory", content="in letters", metadata={"speaker": speaker})
    owner = Owner(keys[0])
    assert len(holding(service.client, "marigold")) == 4

    owner.erase("speaker", store="letters", speaker=speaker)
    assert letters.good("list_memories")["memories"] == []
    assert len([text for text in mine.recall(limit=25) if "marigold" in text]) == 3  # of another store's name
    letters.good("store_memory", content="in letters", metadata={"speaker": speaker})
    receipt = owner.erase("speaker", speaker=speaker)

    left = ["Ann's for good", "Ann's shared", "theirs shared"]
    assert sorted(mine.recall(limit=25)) == left
    assert sorted(theirs.recall(limit=25)) == [
        "Ann's shared",
        "theirs for good",
        "theirs in a session",
        "theirs shared",
    ]
    assert [one for one in Carrier(keys[0]).texts() if "marigold" in one] == []
    assert [one["content"] for one in letters.good("list_memories")["memories"]] == ["in letters"]
    assert service.complete(owner, receipt["id"])["deleted"]["memories"] == 4
    assert holding(service.client, "marigold") == []
    assert sorted(theirs.recall(limit=25))[1:] == ["theirs for good", "theirs in a session", "theirs shared"]
    for place, where in WHERE.items():  # the registration stays, and so does what is said from now on
        mine.remember(f"anew {place}", speaker=speaker, **where)
    assert [text for text in sorted(mine.recall(limit=25)) if "anew" in text] == [
        f"anew {one}" for one in sorted(WHERE)
    ]
    heads = [item for table, item in everything(service.client) if table == "directory"]
    assert [item for item in heads if item.get("speaker_epochs", {}).get("M") or _of_speakers(item)] == []


def _of_speakers(item: dict[str, Any]) -> list[str]:
    return [one for one in item.get("epochs", {}).get("M", {}) if "#" in one]


@pytest.mark.requirement("A19", "S6")
def test_a_late_write_of_an_erased_speaker_is_hidden_and_swept_later(
    keys: tuple[str, str], service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent, owner = Agent(keys[0], "s"), Owner(keys[0])
    App(keys[0]).good("add_speaker", speaker="Bob")
    agent.remember("before")
    for where in WHERE.values():
        commit, begun = type(process().tables).commit, list[dict[str, Any]]()

        def late(tables: Any, actions: Any, commit: Any = commit, begun: Any = begun) -> None:
            if not begun and any("marigold" in str(action) for action in actions):
                begun.append({})
                begun[0] = owner.erase("speaker", speaker="Bob")
            commit(tables, actions)

        with monkeypatch.context() as patch:
            patch.setattr(type(process().tables), "commit", late)
            agent.call("remember", text="marigold", speaker="Bob", **where)

        assert agent.recall() == ["before"]
        service.complete(owner, begun[0]["id"])
        assert holding(service.client, "marigold") == []


@pytest.mark.requirement("A19", "S6")
@pytest.mark.parametrize("what", [{"what": "account"}, {"what": "store", "store": "letters"}], ids=str)
def test_removed_registrations_go_with_their_store_and_account(
    what: dict[str, str], keys: tuple[str, str], service: Service
) -> None:
    letters, owner = App(keys[0]).in_store("letters"), Owner(keys[0])
    for app in (letters, App(keys[0])):
        app.good("add_speaker", speaker="Bob")
        app.good("remove_speaker", speaker="Bob")
    assert len(former(service)) == 2

    receipt = owner.erase(**what)
    letters.in_store("letters")  # there again, if it was gone
    assert owner.ask(what="speaker", store="letters", speaker="Bob").status == 404
    service.complete(owner, receipt["id"])

    kept = [] if what["what"] == "account" else ["default"]
    assert [part.split("/")[1] for part in former(service)] == kept
    assert replay(process()) == {}
