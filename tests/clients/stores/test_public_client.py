"""Every method of the public client, both kinds, against the started server: answers, error classes and fields."""

from __future__ import annotations

import inspect
import re
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import wontopos

from tests.support.server import Running

UNKNOWN = "00000000-0000-4000-8000-000000000000"
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")


def details(error: pytest.ExceptionInfo[wontopos.WosError]) -> dict[str, Any]:
    assert error.value.details is not None
    return error.value.details


@pytest.mark.requirement("S11")
def test_every_public_method_is_called_here() -> None:
    methods = {
        name
        for kind in (wontopos.Client, wontopos.AsyncClient)
        for name, member in inspect.getmembers(kind)
        if not name.startswith("_") and callable(member)
    }
    beside = {"close", "aclose", "from_env", "with_user"}  # they send nothing; the fixtures use the last
    source = Path(__file__).read_text(encoding="utf-8")

    assert {name for name in methods - beside if f".{name}(" not in source} == set()


@pytest.mark.requirement("S1", "S5", "S6")
def test_the_team_of_the_examples(client: Any) -> None:
    name = f"alice-{uuid.uuid4().hex[:8]}"
    client.create_store(name)

    client.add_speaker("Bob", user_id=name)
    first = client.add("Bob said the deadline moved to Tuesday", user_id=name, speaker="Bob")
    client.add("I promised the summary by Friday", user_id=name, speaker="me")
    hits = client.search("what did Bob say about the deadline?", user_id=name, speaker="Bob")

    assert first["status"] == "stored"
    assert [(hit["content"], hit["speaker"]) for hit in hits] == [
        ("Bob said the deadline moved to Tuesday", "Bob")
    ]
    listed = client.list_speakers(user_id=name)
    assert (listed["user_id"], listed["count"], listed["limit"]) == (name, 1, 50)
    (bob,) = listed["speakers"]
    assert (bob["speaker"], bob["memories"]) == ("Bob", 1)
    assert MOMENT.fullmatch(bob["created_at"])
    page = client.by_speaker("Bob", name, limit=20)
    assert [memory["id"] for memory in page["memories"]] == [first["id"]]
    assert (page["chunks"], page["points_to_delete"], page["records_to_delete"]) == (1, 1, 1)
    mine = client.by_speaker("me", name)
    assert [memory["content"] for memory in mine["memories"]] == ["I promised the summary by Friday"]
    client.remove_speaker("Bob", user_id=name)  # memories stay, the tag goes
    after = {hit["content"]: hit["speaker"] for hit in client.search("deadline and summary", user_id=name)}
    assert after["Bob said the deadline moved to Tuesday"] is None
    assert after["I promised the summary by Friday"] == "me"


@pytest.mark.requirement("S1", "S11")
def test_stores(client: Any) -> None:
    name = f"Store.{uuid.uuid4().hex[:8]}"
    created = client.create_store(name)
    assert (created["user_id"], created["status"]) == (name, "created")
    assert created["canonical_id"] == name.lower().replace(".", "_")
    assert client.create_store(name.lower())["status"] == "exists"
    with pytest.raises(wontopos.ConflictError) as conflict:
        client.create_store(name.replace(".", "-"))
    assert (conflict.value.status, conflict.value.conflicts_with) == (409, name)
    with pytest.raises(wontopos.NotFoundError):
        client.search("anything", name.replace(".", "_"))
    with pytest.raises(wontopos.BadRequestError):
        client.create_store("not an id")
    stores = client.list_stores()
    assert stores[0]["user_id"] == "default"
    assert name in [one["user_id"] for one in stores]

    client.add("kept for a while", name)
    assert client.delete_store(name)["status"] == "deleted"
    with pytest.raises(wontopos.NotFoundError):
        client.stats(name)
    client.create_store(name)
    assert client.export_memories(name) == []
    assert client.ping() is True


@pytest.mark.requirement("S2", "S3", "S4")
def test_speakers_at_their_limits(mem: Any) -> None:
    for number in range(50):
        mem.add_speaker(f"Person {number}")
    with pytest.raises(wontopos.BadRequestError) as full:
        mem.add_speaker("One more")
    assert (full.value.status, details(full)["speaker_limit"]) == (400, 50)
    mem.add_speaker("Person 7")  # again: no error, and counts once
    assert mem.list_speakers()["count"] == 50
    assert mem.add("Person 7 is at the limit and speaks", speaker="Person 7")["status"] == "stored"
    for name in ("Me", "ME"):
        with pytest.raises(wontopos.BadRequestError):
            mem.add_speaker(name)
        with pytest.raises(wontopos.BadRequestError):
            mem.add("Whoever that may be", speaker=name)
    with pytest.raises(wontopos.BadRequestError) as unknown:
        mem.add("Nobody said this", speaker="Nobody")
    assert details(unknown)["speaker"] == "Nobody"
    reads: list[Callable[[], Any]] = [
        lambda: mem.search("anything", speaker="Nobody"),
        lambda: mem.by_speaker("Nobody"),
    ]
    for read in reads:
        with pytest.raises(wontopos.NotFoundError) as missing:
            read()
        assert details(missing)["speaker"] == "Nobody"
    assert mem.stats()["total_memories"] == 1


@pytest.mark.requirement("S4", "S5")
def test_names_of_any_script_are_found_by_person_and_never_by_text(mem: Any) -> None:
    said = {
        "さくら": "The meeting room on the third floor is booked",
        "Иван": "Invoices are due on the fifth",
        "하늘": "The printer needs new toner",
        "ಅನಿತಾ": "Lunch is ordered for twelve people",
        "Bob": "The server moves to another rack",
        "bob": "The garden gate is painted green",
    }
    for name, text in said.items():
        mem.add_speaker(name)
        mem.add(text, speaker=name)
    for name, text in said.items():
        hits = mem.search("what was said?", speaker=name)
        assert [(hit["content"], hit["speaker"]) for hit in hits] == [(text, name)]
    mem.add_speaker("José".encode().decode())
    mem.add_speaker("Jose\u0301")  # the same name, decomposed
    assert mem.list_speakers()["count"] == 7
    mem.add_speaker("x" * 80)
    with pytest.raises(wontopos.BadRequestError):
        mem.add_speaker("y" * 81)


@pytest.mark.requirement("S5", "S9", "S11")
def test_storing_searching_and_recalling(mem: Any) -> None:
    for n in range(3):
        turn = mem.add_turn(f"Question {n}: where is the key?", f"Answer {n}: it hangs in hall {n}.")
        assert turn["status"] == "stored"
    mem.add("The family moved to Berlin", event_date="2026-03-01", category="life", conversation_id="c1")
    told = mem.store("The cat is called Mimi", metadata={"category": "pets", "colour": "dropped"})
    assert told["status"] == "stored"
    assert told["note"].startswith("Not kept of the metadata: colour. Kept are speaker, ")

    hits = mem.search("Which city did the family move to?", limit=5)
    assert hits[0]["content"] == "The family moved to Berlin"
    assert (hits[0]["event_date"], hits[0]["category"]) == ("2026-03-01", "life")
    assert -1 <= hits[0]["similarity"] <= 1
    only = mem.search("anything at all", filters={"categories": ["pets"], "unheard_of": 1})
    assert [hit["content"] for hit in only] == ["The cat is called Mimi"]
    inside = {"event_from": "2026-03-01", "event_to": "2026-03-01"}
    assert [hit["category"] for hit in mem.search("moved", filters=inside)] == ["life"]
    with pytest.raises(wontopos.BadRequestError) as wrong:
        mem.search("moved", filters={"event_from": "yesterday"})
    assert details(wrong)["field"] == "filters.event_from"
    full = mem.search_full("Mimi the cat")
    assert full["memories"][0]["content"] == "The cat is called Mimi"
    assert (full["images"], full["self_memories"]) == ([], [])
    assert mem.search_self("Mimi")["self_memories"] == []
    assert mem.search(" ?! ") == []

    whole = mem.recall("where is the key?", limit=5, context_limit=4)
    assert [turn["role"] for turn in whole["short_term"]["turns"]] == ["user", "assistant"] * 3
    assert whole["short_term"]["turns"][0]["content"] == "Question 0: where is the key?"
    assert "key" in whole["long_term"]["memories"][0]["content"]
    around = whole["context"]["around_top_memory"]
    assert sum(row.startswith("[match] ") for row in around) == 1
    assert all(row.startswith(("[before] ", "[match] ", "[after] ")) for row in around)
    assert mem.recall("where?", context_limit=0)["context"]["around_top_memory"] == []
    turns = mem.history()
    assert [turn["content"] for turn in turns][-1] == "Answer 2: it hangs in hall 2."
    assert (mem.stats()["total_memories"], mem.stats()["short_term_turns"]) == (5, 6)


@pytest.mark.requirement("S8")
def test_duplicates_by_meaning(mem: Any) -> None:
    first = mem.add("The weekly meeting starts at nine in the morning")

    again = mem.add("The weekly meeting begins at nine in the morning")

    assert again["status"] == "duplicate"
    assert again["duplicate_of"] == first["id"]
    assert again["note"]
    assert mem.add("The weekly meeting starts at ten in the morning")["status"] == "stored"
    assert len(mem.export_memories()) == 2


@pytest.mark.requirement("S11")
def test_bulk(mem: Any) -> None:
    answer = mem.add_bulk(
        "Anna lives in Rome. The shop closes at six. Dr. Meyer plays the violin.", timestamp="2026-05-02T09:00:00Z"
    )

    assert answer["status"].startswith("stored")
    memories = mem.export_memories()
    assert sorted(memory["content"] for memory in memories) == [
        "Anna lives in Rome.",
        "Dr. Meyer plays the violin.",
        "The shop closes at six.",
    ]
    assert {memory["category"] for memory in memories} == {"general"}


@pytest.mark.requirement("S6", "S11")
def test_updates_their_lineage_and_revisions(mem: Any) -> None:
    mem.add_speaker("Bob")
    old = mem.add("Bob works in Paris", speaker="Bob")["id"]
    mem.add("The sky over the harbour was grey")

    changed = mem.update(old, "Bob works in London")

    new = changed["new_memory_id"]
    assert (changed["old_memory_id"], changed["status"]) == (old, "superseded")
    assert mem.get(memory_id=new)["speaker"] == "Bob"
    before = mem.get(old)
    assert (before["is_superseded"], before["superseded_by"]) == (True, new)
    versions = mem.lineage(old)["versions"]
    assert [(one["content"], one["is_current"]) for one in versions] == [
        ("Bob works in Paris", False),
        ("Bob works in London", True),
    ]
    counts = mem.revisions()
    assert (counts["revised"], counts["unrevised"], counts["total"]) == (1, 1, 2)
    assert "memories" not in counts
    revised = mem.revisions(include="revised", limit=5)
    assert [memory["id"] for memory in revised["memories"]] == [new]
    assert revised["has_more"] is False
    assert [hit["content"] for hit in mem.search("Where does Bob work?", speaker="Bob")] == ["Bob works in London"]


@pytest.mark.requirement("S11", "B4")
def test_lists_deletes_and_errors(mem: Any, store: str) -> None:
    ids = [mem.add(f"Fact number {n} about topic {chr(97 + n) * 3}", category="x")["id"] for n in range(7)]
    page = mem.list_memories(limit=3)
    assert (page["count"], len(page["memories"])) == (3, 3)
    rest = mem.list_memories(limit=500, cursor=page["next_cursor"])
    assert rest["next_cursor"] is None
    assert {memory["id"] for memory in page["memories"] + rest["memories"]} == set(ids)
    assert {memory["id"] for memory in mem.iter_memories(page_size=2)} == set(ids)

    mem.delete(memory_id=ids[0])
    for call in (mem.get, mem.delete, mem.lineage):
        with pytest.raises(wontopos.NotFoundError):
            call(memory_id=ids[0])
        with pytest.raises(wontopos.NotFoundError):
            call(memory_id=UNKNOWN)
    with pytest.raises(wontopos.NotFoundError):
        mem.update(UNKNOWN, "new words")
    with pytest.raises(wontopos.BadRequestError):
        mem.add(" ")
    with pytest.raises(wontopos.BadRequestError) as cursor:
        mem.list_memories(cursor="mangled")
    assert details(cursor)["field"] == "cursor"
    mem.delete_all(store)
    assert mem.export_memories() == []
    assert mem.search("Fact number 3") == []
    assert mem.add("Fact number 3 about topic ddd")["status"] == "stored"


@pytest.mark.requirement("S11")
def test_engrams(mem: Any) -> None:
    for text, day in (("The roof was repaired", "2026-02-03"), ("The roof leaked", "2026-01-05")):
        mem.add(text, event_date=day)
    catalogue = mem.list_engrams()
    assert [one["name"] for one in catalogue["engrams"]] == ["deep_recall", "timeline", "gather"]
    assert catalogue["forms"] == []
    for name in ("deep_recall", "timeline", "gather"):
        found = mem.engram(name, "what happened to the roof?")
        assert (found["engram"], found["count"]) == (name, len(found["memories"]))
        assert {memory["content"] for memory in found["memories"]} == {"The roof was repaired", "The roof leaked"}
        assert found["hops"] >= 1
    dates = [memory["event_date"] for memory in mem.engram("timeline", "roof")["memories"]]
    assert dates == ["2026-01-05", "2026-02-03"]
    with pytest.raises((wontopos.BadRequestError, wontopos.NotFoundError)) as unknown:
        mem.engram("equilibrium", "roof")
    assert "deep_recall" in str(unknown.value)


@pytest.mark.requirement("S11")
def test_what_the_model_lacks_is_refused_and_never_silently_accepted(mem: Any) -> None:
    mem.add("Something to find")
    refused: list[Callable[[], Any]] = [
        lambda: mem.search("find", verify=2),
        lambda: mem.search("find", max_images=1),
        lambda: mem.search("find", cache_control={"ttl": "5m"}),
        lambda: mem.search("find", form="memoir"),
        lambda: mem.recall("find", form="archive"),
        lambda: mem.engram("gather", "find", form="memoir"),
        lambda: mem.add("With a picture", image={"data": "aGVsbG8="}),
        lambda: mem.list_images(),
        lambda: mem.export_images(),
        lambda: list(mem.iter_images()),
        lambda: mem.get_image(memory_id=UNKNOWN),
        lambda: mem.forget_image(memory_id=UNKNOWN),
    ]
    for call in refused:
        with pytest.raises(wontopos.PermissionDeniedError) as error:
            call()
        assert error.value.status == 403
    assert len(mem.export_memories()) == 1


@pytest.mark.requirement("S11", "D8")
def test_idempotency(mem: Any) -> None:
    job = f"import-{uuid.uuid4().hex}"
    first = mem.add("Stored once", idempotency_key=f"{job}:1")
    again = mem.add("Stored once", idempotency_key=f"{job}:1")
    assert "replayed" not in first
    assert (again["id"], again["status"], again["replayed"]) == (first["id"], "stored", True)
    with pytest.raises(wontopos.WosError) as other:
        mem.add("Another text", idempotency_key=f"{job}:1")
    assert other.value.status == 422
    turn = mem.add_turn("Hello", "Good day", idempotency_key=f"{job}:2")
    assert mem.add_turn("Hello", "Good day", idempotency_key=f"{job}:2")["id"] == turn["id"]
    new = mem.update(first["id"], "Stored and changed", idempotency_key=f"{job}:3")
    assert mem.update(first["id"], "Stored and changed", idempotency_key=f"{job}:3")["replayed"] is True
    mem.add_bulk("A lone sentence.", idempotency_key=f"{job}:4")
    assert mem.add_bulk("A lone sentence.", idempotency_key=f"{job}:4")["replayed"] is True
    assert mem.get(memory_id=new["new_memory_id"])["content"] == "Stored and changed"
    assert len(mem.export_memories()) == 3


@pytest.mark.requirement("S11", "B1")
def test_usage_models_and_a_bad_key(client: Any, mem: Any, store: str, server: Running) -> None:
    mem.add("Counted")
    mem.search("Counted")
    usage = mem.usage(7)
    assert usage["balance_cents"] is None
    assert {"key", "workspace", "stores"} <= usage.keys()
    (model,) = mem.list_models()
    assert (model["available"], model["memory"]) == (True, "shared")
    assert model["capabilities"] == {
        "images": False,
        "engrams": True,
        "forms": False,
        "re_ask": False,
        "self_memories": False,
        "speaker_names": True,
    }
    assert mem.with_model("tablet-1").search("Counted")[0]["content"] == "Counted"
    assert mem.with_timeout(20).with_retries(1).with_deadline(30).stats()["total_memories"] == 1
    bad = wontopos.Client(api_key="cpk_nobody", base_url=f"http://127.0.0.1:{server.port}", retries=0)
    with bad, pytest.raises(wontopos.AuthenticationError) as error:
        bad.ping()
    assert error.value.request_id
    assert mem.rate_limit is None or mem.rate_limit


@pytest.mark.requirement("S12", "A1", "A2")
def test_agents_and_applications_share_one_memory(client: Any, server: Running) -> None:
    key = server.key
    assert key is not None
    mark = uuid.uuid4().hex[:8]
    client.add_speaker("Ines")
    status, _ = server.tool(
        "remember", {"text": f"Parcel {mark} waits at the gate", "durable": True, "speaker": "Ines"}, key
    )
    assert status == 200
    server.tool("remember", {"text": f"Parcel {mark} of this session is heavy"}, key)
    stored = client.add(f"Parcel {mark} weighs nine kilos according to the scale", speaker="Ines")

    found = {hit["content"]: hit for hit in client.search(f"parcel {mark}", limit=20) if mark in hit["content"]}
    assert {(hit["speaker"], hit["scope"], hit["classification"]) for hit in found.values()} == {
        ("Ines", "account", "PUBLIC"),
        (None, "session", "PUBLIC"),
    }
    assert len(found) == 3
    _, recalled = server.tool("recall", {"topic": mark, "limit": 25}, key)
    (item,) = (one for one in recalled["items"] if one["id"] == stored["id"])
    assert (item["speaker"], item["scope"], item["classification"]) == ("Ines", "account", "PUBLIC")
