"""Imports under an idempotency key: done once, answered again, and held while they run."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from commonplace.domain.times import KEY_HELD
from commonplace.export import importing
from commonplace.operations.settings import settings
from local.dynamodb import Meter
from tests.conftest import bind, new_key
from tests.support.agents import Answer, InProcess
from tests.support.apps import App
from tests.support.clock import HandClock
from tests.support.exports import Carrier, memory
from tests.support.store_records import erase_account

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

RECORDS = [memory(number) for number in range(10)]
TEXTS = sorted(one["text"] for one in RECORDS)


class Dies(BaseException):
    """The end of a function's process."""


def body_of(records: Any, **also: Any) -> dict[str, Any]:
    return {"format": "commonplace-export", "version": 1, "records": records, **also}


def take(carrier: Carrier, records: Any = RECORDS, key: str = "k", body: bytes | None = None) -> Answer:
    sent = body if body is not None else json.dumps(body_of(records)).encode()
    headers = {"authorization": f"Bearer {carrier.key}", "idempotency-key": key}
    return InProcess().post("/v1/owner/import", sent, headers)


@pytest.fixture
def before(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, Callable[[], Any]], list[Any]]:
    """Do something once, before the chunk of a number is written; a chunk has four records."""
    monkeypatch.setattr(importing, "CHUNK", 4)
    write = importing.Importer._write

    def plan(number: int, act: Callable[[], Any]) -> list[Any]:
        count, done = 0, list[Any]()

        def counted(importer: importing.Importer) -> None:
            nonlocal count
            count += 1
            if count == number:
                monkeypatch.setattr(importing.Importer, "_write", write)
                done.append(act())
            write(importer)

        monkeypatch.setattr(importing.Importer, "_write", counted)
        return done

    return plan


def dies() -> None:
    raise Dies


@pytest.mark.requirement("D8", "A19")
@pytest.mark.both_engines
def test_an_import_sent_again_is_answered_as_the_first_was(tables: DynamoDBClient, clock: HandClock) -> None:
    carrier = Carrier(new_key("acme", clock=clock))
    first = take(carrier)

    again = take(carrier)

    assert (first.status, first.body["stored"]) == (200, 10)
    assert "idempotent-replayed" not in first.headers
    assert (again.status, again.body, again.headers["idempotent-replayed"]) == (200, first.body, "true")
    assert carrier.texts() == TEXTS
    assert [one["action"] for one in carrier.export("audit")].count("import") == 1


@pytest.mark.requirement("D8", "A19")
def test_the_body_is_compared_by_what_it_means(carrier: Carrier) -> None:
    first = take(carrier)
    turned = {
        "records": [dict(reversed(one.items())) for one in RECORDS],
        "version": 1,
        "format": "commonplace-export",
    }

    same = take(carrier, body=json.dumps(turned, indent=4, ensure_ascii=False).encode())
    other = take(carrier, RECORDS[:9])

    assert (same.body, same.headers["idempotent-replayed"]) == (first.body, "true")
    assert (other.status, other.error["code"]) == (422, "idempotency.reused")


@pytest.mark.requirement("D8", "A19")
def test_case_71_what_comes_while_an_import_runs(carrier: Carrier, before: Any) -> None:
    came = before(2, lambda: (take(carrier, RECORDS[:1]), take(carrier)))

    first = take(carrier)

    ((other, same),) = came
    assert (other.status, other.error["code"]) == (422, "idempotency.reused")
    assert (same.status, same.error["code"], same.error["retry_after_ms"]) == (
        409,
        "idempotency.in_progress",
        15_000,
    )
    assert same.headers["retry-after"] == "15"
    assert (first.status, first.body["stored"]) == (200, 10)


@pytest.mark.requirement("D8", "A19")
@pytest.mark.parametrize("chunk", [1, 2, 3])
def test_after_a_crash_the_same_import_doubles_nothing(
    carrier: Carrier, clock: HandClock, before: Any, chunk: int
) -> None:
    before(chunk, dies)
    with pytest.raises(Dies):
        take(carrier)
    assert take(carrier).status == 409
    clock.advance(KEY_HELD)

    answer = take(carrier)

    there = 4 * (chunk - 1)
    assert (answer.status, answer.body["stored"], answer.body["unchanged"]) == (200, 10 - there, there)
    assert carrier.texts() == TEXTS
    assert take(carrier).body == answer.body


@pytest.mark.requirement("D8", "A19")
@pytest.mark.parametrize("chunk", [1, 2, 3])
def test_an_import_whose_lease_is_over_writes_nothing_more(
    carrier: Carrier, clock: HandClock, before: Any, chunk: int
) -> None:
    """A machine that slept in the midst; nobody has taken over yet, but somebody may at any moment."""
    before(chunk, lambda: clock.advance(KEY_HELD))

    late = take(carrier)

    assert (late.status, late.error["code"], late.error["retry_after_ms"]) == (
        409,
        "idempotency.in_progress",
        1_000,
    )
    assert len(carrier.texts()) == 4 * (chunk - 1)
    assert take(carrier).body["stored"] == 10 - 4 * (chunk - 1)
    assert carrier.texts() == TEXTS


@pytest.mark.requirement("D8", "A19")
def test_a_late_import_does_not_answer_over_the_one_that_took_over(
    carrier: Carrier, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has written all, and sleeps before it stores its outcome."""
    run = importing.Importer.run
    came = list[Answer]()

    def slow(importer: importing.Importer, *arguments: Any) -> Any:
        done = run(importer, *arguments)
        monkeypatch.setattr(importing.Importer, "run", run)
        clock.advance(KEY_HELD)
        came.append(take(carrier))
        return done

    monkeypatch.setattr(importing.Importer, "run", slow)
    late = take(carrier)

    assert (came[0].body["stored"], came[0].body["unchanged"]) == (0, 10)
    assert (late.body, late.headers["idempotent-replayed"]) == (came[0].body, "true")


@pytest.mark.requirement("D8", "A19")
def test_a_failed_import_gives_its_key_back(carrier: Carrier, before: Any) -> None:
    def fails() -> None:
        raise RuntimeError("a fault")

    before(2, fails)
    assert take(carrier).status == 500

    assert take(carrier, RECORDS[:1]).body["unchanged"] == 1
    assert take(carrier).status == 422


@pytest.mark.requirement("D8", "A19")
@pytest.mark.parametrize(
    "body",
    [b"{oops", json.dumps(body_of(1)).encode(), json.dumps(body_of([], version=2)).encode()],
    ids=["not JSON", "no list", "another version"],
)
def test_an_import_that_is_refused_keeps_nothing(carrier: Carrier, body: bytes) -> None:
    assert take(carrier, body=body).status == 400
    assert take(carrier).status == 200


@pytest.mark.requirement("D8", "A15", "A19")
def test_no_text_is_kept_under_an_imports_key(carrier: Carrier, bound: DynamoDBClient) -> None:
    records = [memory(1, text="Xylophone lessons begin at nine"), memory(2, speaker="Roberta", kind="tune")]
    records.append(memory(3, key="zither", id="0199f000-0000-8000-8000-000000000003"))
    assert take(carrier, records).body["renamed"] != []

    kept = [
        item
        for item in bound.scan(TableName=settings().activity_table)["Items"]
        if item["feed"]["S"].startswith("idempotency/")
    ]

    assert len(kept) == 1
    assert not any(word in json.dumps(kept, default=str) for word in ("Xylophone", "Roberta", "tune", "zither"))


@pytest.mark.requirement("D8", "A19")
def test_what_was_imported_before_an_erasure_is_imported_anew_after_it(
    carrier: Carrier, bound: DynamoDBClient
) -> None:
    take(carrier)
    erase_account(bound, App(carrier.key))

    again = take(carrier)

    assert (again.body["stored"], "idempotent-replayed" in again.headers) == (10, False)


@pytest.mark.requirement("D8", "A19")
@pytest.mark.parametrize("key", ["", "a b", "ü", "a" * 129])
def test_what_is_no_key_is_refused(carrier: Carrier, key: str) -> None:
    answer = take(carrier, key=key)

    assert (answer.status, answer.error["field"]) == (400, "Idempotency-Key")
    assert carrier.texts() == []


@pytest.mark.requirement("D8", "A19")
def test_an_import_ends_where_its_answer_is_full(carrier: Carrier, monkeypatch: pytest.MonkeyPatch) -> None:
    """All lines of these are renamed; the caller goes on behind them under another key."""
    monkeypatch.setattr(importing, "MOST_RENAMED", 6)
    records = [memory(n, id=f"0199f000-0000-8000-8000-{n:012d}", key=f"key {n}") for n in range(10)]

    first = take(carrier, records)
    rest = take(carrier, records[first.body["next_line"] - 1 :], key="l")

    assert (len(first.body["renamed"]), first.body["next_line"]) == (6, 7)
    assert (len(rest.body["renamed"]), rest.body["next_line"]) == (4, None)
    assert len(carrier.texts()) == 10


@pytest.mark.requirement("A19", "D8")
@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "goal", "scope": "session", "session": "s", "state": "forgotten"},
        {"kind": "plan", "scope": "session", "session": "s"},
        {"key": "k", "state": "superseded", "superseded_by": "0199f000-0000-8000-8000-000000000009"},
        {},
    ],
    ids=["forgotten goal", "plan of before", "version of a key", "fact"],
)
def test_what_cannot_keep_its_id_has_the_same_one_each_time(carrier: Carrier, fields: dict[str, Any]) -> None:
    """An id that is derived from a key, a goal or a plan says where it is; sent again it must double nothing."""
    one = memory(1, **fields) | {
        "id": "0199f000-0000-8000-8000-000000000001",
        "updated_at": "2026-10-19T10:00:00Z",
    }

    first, again = carrier.take([one]), carrier.take([one])

    assert (first["stored"], first["unchanged"]) == (1, 0)
    assert (again["stored"], again["unchanged"]) == (0, 1)


@pytest.mark.requirement("D8", "A19")
def test_what_a_key_costs_an_import(
    bound: DynamoDBClient, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One read and two writes, whatever it imports; without a key nothing more than before."""
    bind(bound, clock, monkeypatch)
    made: dict[str, list[str]] = {}
    for name in ("plain", "keyed"):
        carrier = Carrier(new_key(name, clock=clock))
        carrier.take([memory(99)])
        with Meter(bound) as meter:
            _ = take(carrier) if name == "keyed" else carrier.take(RECORDS)
            made[name] = sorted(call.operation for call in meter.calls)

    assert made["keyed"] == sorted([*made["plain"], "BatchGetItem", "PutItem", "PutItem"])
