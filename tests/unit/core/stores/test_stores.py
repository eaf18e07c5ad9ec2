"""create_store, list_stores, delete_store: ids compare without case, collide by punctuation, and are limited."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from commonplace.erasure import Account, ask
from commonplace.operations.http import process
from tests.conftest import new_key
from tests.support.agents import Agent
from tests.support.apps import App
from tests.support.clock import SECOND, HandClock
from tests.support.records import account_of, put_record


def stores(app: App) -> list[str]:
    return [row["user_id"] for row in app.good("list_stores")["collections"]]


@pytest.mark.requirement("S11")
def test_a_store_is_made_once(app: App) -> None:
    assert app.good("create_store", user_id="alice") == {"user_id": "alice", "status": "created"}
    assert app.good("create_store", user_id="alice") == {"user_id": "alice", "status": "exists"}
    assert stores(app) == ["default", "alice"]


@pytest.mark.requirement("S11")
def test_default_is_always_there(app: App) -> None:
    assert app.good("create_store") == {"user_id": "default", "status": "exists"}
    assert app.good("create_store", user_id="Default")["status"] == "exists"
    assert stores(app) == ["default"]
    assert app.good("stats", user_id="DEFAULT")["total_memories"] == 0


@pytest.mark.requirement("S11")
def test_ids_compare_without_case(app: App) -> None:
    first = app.good("create_store", user_id="Alice")
    assert (first["status"], first["canonical_id"]) == ("created", "alice")
    assert app.good("create_store", user_id="aLICE")["status"] == "exists"
    put_record(app.in_store("alice"), "the shed is green")

    assert app.good("stats", user_id="ALICE")["total_memories"] == 1
    assert app.good("list_stores")["collections"][1]["user_id"] == "Alice"
    assert app.good("list_stores")["collections"][1]["canonical_id"] == "alice"


@pytest.mark.requirement("S11", "S10")
@pytest.mark.parametrize("other", ["alice.smith", "ALICE_SMITH", "alice_smith"])
def test_ids_that_differ_only_in_punctuation_collide(app: App, other: str) -> None:
    app.good("create_store", user_id="alice-smith")

    refused = app.call("create_store", user_id=other)
    assert (refused.status, refused.error["conflicts_with"]) == (409, "alice-smith")
    assert refused.error["field"] == "user_id"
    used = app.call("stats", user_id=other)
    assert (used.status, used.error["type"], used.error["field"]) == (404, "not_found_error", "user_id")
    assert app.call("delete_store", user_id=other).status == 404
    assert stores(app) == ["default", "alice-smith"]


@pytest.mark.requirement("S11")
@pytest.mark.parametrize("store", ["a" * 64, "0", "A.b_c-d", "user.42"])
def test_what_is_an_id(app: App, store: str) -> None:
    assert app.call("create_store", user_id=store).status == 200


@pytest.mark.requirement("S11", "S10")
@pytest.mark.parametrize(
    "store", ["", " ", "a" * 65, "-a", ".a", "_a", "a b", "alice@example.com", "さくら", "a/b", "a\n"]
)
def test_what_is_no_id(app: App, store: str) -> None:
    for operation in ("create_store", "stats", "delete_store"):
        refused = app.call(operation, user_id=store)
        assert (refused.status, refused.error["type"]) == (400, "invalid_request_error")
        assert refused.error["field"] == "user_id"


@pytest.mark.requirement("S11", "S10")
@pytest.mark.parametrize("store", ["17", "null", '["alice"]', "true"])
def test_an_id_is_a_text(app: App, store: str) -> None:
    refused = app.send("POST", "/api/v1/memory/collection", body=f'{{"user_id": {store}}}')

    assert (refused.status, refused.error["field"]) == (400, "user_id")


@pytest.mark.requirement("A15")
def test_a_credential_is_no_id(app: App) -> None:
    token = "ghp_" + "Zq3vN8xLw2Rt6Yb1Kd5Hs9Mf4Pc7Jg0TaUeW"
    refused = app.call("create_store", user_id=token)

    assert (refused.status, refused.error["type"]) == (422, "credential_refused_error")
    assert token not in str(refused.body)
    assert stores(app) == ["default"]


@pytest.mark.requirement("S11")
def test_ids_drawn_at_random_are_ids(app: App) -> None:
    for store in (
        "V1StGXR8Z5jdHi6BmyT4",
        "5f2b18b6-91d0-4c0e-8a17-3d2f6c1b9e77",
        "auth0.65f1c0a9d2e87b4f3c6a1d0e",
    ):
        assert app.call("create_store", user_id=store).status == 200


@pytest.mark.requirement("S11")
def test_a_deleted_store_is_gone_and_empty_when_made_again(app: App) -> None:
    alice = app.in_store("alice")
    alice.good("add_speaker", speaker="Bob")
    kept = put_record(alice, "the shed is green", speaker="Bob")

    assert app.good("delete_store", user_id="Alice") == {"user_id": "Alice", "status": "deleted"}
    for operation, arguments in (
        ("stats", {}),
        ("get_memory", {"memory_id": kept.memory_id}),
        ("delete_store", {}),
    ):
        assert alice.call(operation, **arguments).status == 404
    assert stores(app) == ["default"]

    assert app.good("create_store", user_id="alice")["status"] == "created"
    assert alice.good("stats")["total_memories"] == 0
    assert alice.good("list_speakers")["speakers"] == []
    assert alice.call("get_memory", memory_id=kept.memory_id).status == 404
    late = put_record(alice, "written by who had read the old store's head", epoch=kept.epoch)
    assert alice.call("get_memory", memory_id=late.memory_id).status == 404


@pytest.mark.requirement("S11")
def test_another_id_of_the_same_form_is_free_after_a_deletion(app: App) -> None:
    app.good("create_store", user_id="alice-smith")
    app.good("delete_store", user_id="alice-smith")

    assert app.good("create_store", user_id="alice.smith")["status"] == "created"
    assert app.call("stats", user_id="alice-smith").status == 404


@pytest.mark.requirement("S11", "S10")
@pytest.mark.parametrize(
    "body", ['{"user_id": "default"}', '{"user_id": "DEFAULT"}', "{}", '{"user_id": null}', ""]
)
def test_default_is_never_deleted(app: App, body: str) -> None:
    put_record(app, "the shed is green")
    refused = app.send("DELETE", "/api/v1/memory/collection", body=body)

    assert (refused.status, refused.error["type"]) == (400, "invalid_request_error")
    assert refused.error["field"] == "user_id"
    assert app.good("stats")["total_memories"] == 1


@pytest.mark.requirement("B4")
def test_stores_are_the_accounts_own(app: App, clock: HandClock) -> None:
    other = App(new_key("other", clock=clock))
    app.good("create_store", user_id="alice")

    assert stores(other) == ["default"]
    assert other.call("stats", user_id="alice").status == 404
    assert other.call("delete_store", user_id="alice").status == 404
    assert other.good("create_store", user_id="alice")["status"] == "created"
    other.good("delete_store", user_id="alice")
    assert stores(app) == ["default", "alice"]


@pytest.mark.requirement("A8", "B1")
def test_a_key_that_reads_makes_and_deletes_nothing(app: App, clock: HandClock) -> None:
    reader = App(new_key("acme", scopes=frozenset({"read"}), clock=clock))
    app.good("create_store", user_id="alice")

    for operation in ("create_store", "delete_store"):
        refused = reader.call(operation, user_id="alice")
        assert (refused.status, refused.error["type"]) == (403, "permission_error")
    assert stores(reader) == ["default", "alice"]


@pytest.mark.requirement("S11")
def test_stores_are_listed_with_the_time_they_were_made(app: App, clock: HandClock) -> None:
    app.good("create_store", user_id="zoe")
    clock.advance(SECOND)
    app.good("create_store", user_id="alice")

    rows = app.good("list_stores")["collections"]
    assert [row["user_id"] for row in rows] == ["default", "zoe", "alice"]
    assert [row["created_at"][:17] for row in rows] == ["2026-10-20T10:00:"] * 3
    assert rows[0]["created_at"] < rows[1]["created_at"] < rows[2]["created_at"]
    assert "canonical_id" not in rows[1]


@pytest.mark.requirement("S11", "S10")
def test_an_account_makes_a_thousand_stores_and_no_more(engine_app: App) -> None:
    for number in range(1000):
        assert engine_app.good("create_store", user_id=f"store{number}")["status"] == "created"

    refused = engine_app.call("create_store", user_id="onemore")
    assert (refused.status, refused.error["type"]) == (400, "invalid_request_error")
    assert (refused.error["field"], refused.error["store_limit"]) == ("user_id", 1000)
    assert engine_app.good("create_store", user_id="store7")["status"] == "exists"
    assert len(stores(engine_app)) == 1001
    engine_app.good("delete_store", user_id="store7")
    assert engine_app.good("create_store", user_id="onemore")["status"] == "created"
    assert engine_app.call("create_store", user_id="another").status == 400


@pytest.mark.requirement("S11")
def test_one_store_made_concurrently_is_made_once(engine_app: App) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: engine_app.good("create_store", user_id="alice")["status"], range(8)))

    assert sorted(answers) == ["created", *["exists"] * 7]
    for number in range(999):
        engine_app.good("create_store", user_id=f"store{number}")
    assert engine_app.call("create_store", user_id="onemore").error["store_limit"] == 1000


@pytest.mark.requirement("A19", "S11")
def test_an_erased_account_has_no_stores_and_no_speakers_any_more(app: App) -> None:
    alice = app.in_store("alice")
    for one in (app, alice):
        one.good("add_speaker", speaker="Bob")
        put_record(one, "said", speaker="Bob")

    ask(process(), account_of(app), Account())

    assert stores(app) == ["default"]
    assert alice.call("stats").status == 404
    assert app.good("list_speakers")["speakers"] == []
    assert app.good("stats")["total_memories"] == 0
    assert app.good("add_speaker", speaker="Bob")["count"] == 1
    assert app.good("by_speaker", speaker="Bob")["memories"] == []
    assert app.good("create_store", user_id="Alice")["status"] == "created"
    assert alice.good("list_speakers")["speakers"] == []
    assert alice.good("stats")["total_memories"] == 0


@pytest.mark.requirement("S12")
def test_agents_work_in_the_store_default(app: App, agent: Agent) -> None:
    agent.remember("the shed is green", durable=True)

    assert app.good("stats")["total_memories"] == 1
    assert app.in_store("alice").good("stats")["total_memories"] == 0
