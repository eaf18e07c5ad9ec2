"""The storage kit: conditions, writes, pages, retries, parts and the bounded cache."""

from __future__ import annotations

import doctest
import importlib
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.domain.bounded_cache import BoundedCache
from commonplace.operations.runtime import LastSeen, Position, Runtime
from commonplace.operations.settings import settings
from commonplace.refusals.errors import Busy
from commonplace.storage import conditions as that
from commonplace.storage.actions import Check, Delete, Put, Update
from commonplace.storage.chunks import chunks
from commonplace.storage.conditions import Condition, Placeholders
from commonplace.storage.pages import items, query
from commonplace.storage.retry import retry, tries
from commonplace.storage.store import Tables

pytestmark = pytest.mark.requirement("A1", "A2")

KEY = {"space": "s", "memory_id": "m"}


@pytest.mark.parametrize(
    "name", ["domain.bounded_cache", "storage.actions", "storage.chunks", "storage.conditions", "storage.pages"]
)
def test_examples_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(f"commonplace.{name}")).failed == 0


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (that.exists("a"), "attribute_exists(#n0)"),
        (that.absent(("m", "a.b")), "attribute_not_exists(#n0.#n1)"),
        (that.equals("a", 1), "#n0 = :v0"),
        (that.below("a", 1), "#n0 < :v0"),
        (that.at_most("a", 1), "#n0 <= :v0"),
        (that.above("a", 1), "#n0 > :v0"),
        (that.at_least("a", 1), "#n0 >= :v0"),
        (that.between("a", 1, 2), "#n0 BETWEEN :v0 AND :v1"),
        (that.begins_with("a", "x"), "begins_with(#n0, :v0)"),
        (that.one_of("a", "x", "y"), "#n0 IN (:v0, :v1)"),
        (that.same({"a": 1, "b": 2}), "#n0 = :v0 AND #n1 = :v1"),
        (that.both(that.exists("a")), "attribute_exists(#n0)"),
        (that.both(that.exists("a"), that.either(that.absent("a"), that.below("a", 3))),
         "attribute_exists(#n0) AND (attribute_not_exists(#n0) OR #n0 < :v0)"),
        (that.either(that.both(that.equals("a", 1), that.equals("b", 1)), that.absent("c")),
         "(#n0 = :v0 AND #n1 = :v1) OR attribute_not_exists(#n2)"),
    ],
)  # fmt: skip
def test_a_condition_is_written_with_placeholders(condition: Condition, text: str) -> None:
    assert condition.text(Placeholders()) == text


def test_an_update_has_every_clause_and_its_own_placeholders() -> None:
    update = (
        Update("t", KEY)
        .set({("epochs", "a b"): 3}, text="x")
        .set_first(created_at=5)
        .add(version=1)
        .remove("key", ("epochs", "c"))
        .when(that.equals("version", 2))
        .when(that.absent("text"))
    )

    assert update.request() == {
        "TableName": "t",
        "Key": {"space": {"S": "s"}, "memory_id": {"S": "m"}},
        "UpdateExpression": "SET #n0.#n1 = :v0, #n2 = :v1, #n3 = if_not_exists(#n3, :v2) ADD #n4 :v3"
        " REMOVE #n5, #n0.#n6",
        "ConditionExpression": "#n4 = :v4 AND attribute_not_exists(#n2)",
        "ExpressionAttributeNames": {
            "#n0": "epochs", "#n1": "a b", "#n2": "text", "#n3": "created_at", "#n4": "version", "#n5": "key",
            "#n6": "c",
        },
        "ExpressionAttributeValues": {
            ":v0": {"N": "3"}, ":v1": {"S": "x"}, ":v2": {"N": "5"}, ":v3": {"N": "1"}, ":v4": {"N": "2"},
        },
    }  # fmt: skip


def test_other_writes_have_no_empty_parameters() -> None:
    typed = {"space": {"S": "s"}, "memory_id": {"S": "m"}}

    assert Put("t", {**KEY, "left_out": None}).request() == {"TableName": "t", "Item": typed}
    assert Delete("t", KEY).request() == {"TableName": "t", "Key": typed}
    assert Check("t", KEY).when(that.exists("space")).request() == {
        "TableName": "t",
        "Key": typed,
        "ConditionExpression": "attribute_exists(#n0)",
        "ExpressionAttributeNames": {"#n0": "space"},
    }
    assert [one.kind for one in (Put, Delete, Check, Update)] == ["Put", "Delete", "ConditionCheck", "Update"]


NAMES = st.text(min_size=1, max_size=8)
PATHS = st.one_of(NAMES, st.tuples(NAMES, NAMES))
LEAVES: st.SearchStrategy[Condition] = st.one_of(
    st.builds(that.exists, PATHS), st.builds(that.equals, PATHS, st.integers()), st.builds(that.absent, PATHS)
)
CONDITIONS = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, min_size=1, max_size=3).flatmap(
        lambda some: st.sampled_from([that.both(*some), that.either(*some)])
    ),
)


@given(st.dictionaries(NAMES, st.integers(), min_size=1), CONDITIONS)
def test_a_request_uses_each_placeholder_and_lacks_none(values: dict[str, int], condition: Condition) -> None:
    request = Update("t", KEY).set(values).when(condition).request()

    written = f"{request['UpdateExpression']} {request['ConditionExpression']}"
    assert set(re.findall(r"#n\d+", written)) == set(request["ExpressionAttributeNames"])
    assert set(re.findall(r":v\d+", written)) == set(request["ExpressionAttributeValues"])
    assert len(set(request["ExpressionAttributeNames"].values())) == len(request["ExpressionAttributeNames"])


def test_all_pages_of_a_query_are_read_lazily() -> None:
    asked: list[dict[str, Any]] = []
    answers = [
        {"Items": [{"n": 1}, {"n": 2}], "LastEvaluatedKey": {"k": 1}},
        {"Items": [], "LastEvaluatedKey": {"k": 2}},
        {"Items": [{"n": 3}]},
    ]

    class Client:
        def query(self, **request: Any) -> Any:
            asked.append(request)
            return answers[len(asked) - 1]

    found = items(Client(), query("t", that.equals("space", "s"), limit=2))  # type: ignore[arg-type]
    assert (next(found), len(asked)) == ({"n": 1}, 1)
    assert list(found) == [{"n": 2}, {"n": 3}]
    assert [one.get("ExclusiveStartKey") for one in asked] == [None, {"k": 1}, {"k": 2}]


def test_a_query_asks_for_what_is_named_and_no_more() -> None:
    plain = query("t", that.equals("space", "s"))
    assert plain == {
        "TableName": "t",
        "KeyConditionExpression": "#n0 = :v0",
        "ScanIndexForward": True,
        "ConsistentRead": True,
        "ExpressionAttributeNames": {"#n0": "space"},
        "ExpressionAttributeValues": {":v0": {"S": "s"}},
    }
    full = query(
        "t",
        that.equals("space", "s"),
        index="i",
        where=that.below("epoch", 3),
        only=("memory_id", "space"),
        limit=5,
        after={"space": {"S": "s"}},
        newest_first=True,
        consistent=False,
    )
    assert full == {
        "TableName": "t",
        "IndexName": "i",
        "KeyConditionExpression": full["KeyConditionExpression"],
        "FilterExpression": full["FilterExpression"],
        "ProjectionExpression": full["ProjectionExpression"],
        "ScanIndexForward": False,
        "ConsistentRead": False,
        "Limit": 5,
        "ExclusiveStartKey": {"space": {"S": "s"}},
        "ExpressionAttributeNames": full["ExpressionAttributeNames"],
        "ExpressionAttributeValues": full["ExpressionAttributeValues"],
    }
    names = full["ExpressionAttributeNames"]
    assert [names[one] for one in full["ProjectionExpression"].split(", ")] == ["memory_id", "space"]


def test_tries_wait_longer_and_longer_but_not_before_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr("random.uniform", lambda least, most: most if least == 0 else -1)

    assert list(tries(waits.append, 6, first=0.01, longest=0.1)) == [0, 1, 2, 3, 4, 5]
    assert waits == [0.02, 0.04, 0.08, 0.1, 0.1]


def test_a_retry_answers_or_says_that_others_were_first() -> None:
    def failing(times: int) -> Callable[[], str]:
        left = iter(range(times))

        def attempt() -> str:
            if next(left, None) is not None:
                raise KeyError
            return "done"

        return attempt

    waits: list[float] = []
    assert retry(failing(2), "session.busy", waits.append, KeyError, 3) == "done"
    assert len(waits) == 2
    with pytest.raises(Busy, match="the session changes too fast"):
        retry(failing(3), "session.busy", waits.append, KeyError, 3)
    with pytest.raises(KeyError):
        retry(failing(1), "session.busy", waits.append, ValueError, 3)


@given(st.one_of(st.lists(st.integers()), st.text(), st.binary()), st.integers(1, 7))
def test_parts_are_the_whole_in_order(whole: Any, size: int) -> None:
    parts = list(chunks(whole, size))

    assert [one for part in parts for one in part] == list(whole)
    assert all(type(part) is type(whole) and 0 < len(part) <= size for part in parts)
    assert all(len(part) == size for part in parts[:-1])


@given(st.lists(st.tuples(st.integers(0, 9), st.booleans())), st.integers(1, 5))
def test_a_cache_holds_the_last_used(steps: list[tuple[int, bool]], most: int) -> None:
    dropped: list[int] = []
    cache = BoundedCache[int, int](most, dropped.append)
    held: list[int] = []  # the last used last
    gone: list[int] = []
    for key, writes in steps:
        if not writes:
            assert cache.get(key) == (key if key in held else None)
        else:
            cache.put(key, key)
        if writes or key in held:
            held = [*(one for one in held if one != key), key]
        gone += held[:-most]
        held = held[-most:]
    assert dropped == gone
    cache.clear()
    assert sorted(dropped) == sorted(gone + held)


def test_a_cache_that_many_threads_use_stays_bounded() -> None:
    cache = BoundedCache[int, int](most=50)

    def use(start: int) -> None:
        for number in range(start, start + 2_000):
            cache.put(number % 97, number)
            cache.get((number * 7) % 97)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(use, range(8)))

    assert 0 < sum(cache.get(number) is not None for number in range(97)) <= 50


def test_what_a_process_has_seen_is_bounded_and_the_rest_is_kept() -> None:
    seen = Runtime(Tables(None, settings())).last_seen  # type: ignore[arg-type]
    assert isinstance(seen, BoundedCache)
    for number in range(5_000):
        seen.put(("acc", f"s{number}"), Position(number))

    held = [number for number in range(5_000) if seen.get(("acc", f"s{number}")) is not None]
    assert held == list(range(5_000 - 4_096, 5_000))
    assert LastSeen(1).get(("acc", "s")) is None
