"""Random sequences of calls on the engine and on another backend: answers and contents must agree.

What is drawn keeps clear of the differences that `differences.py` lists, since there AWS's
documentation has decided already.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from botocore.exceptions import ClientError
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from tests.contract.dynamodb import backends
from tests.contract.dynamodb.backends import Backend
from tests.contract.dynamodb.database import Db
from tests.contract.dynamodb.values import bind, item, names, same

# Drawn anew in every run. moto is slower by the call, since it copies its tables for every transaction.
# `DIFFERENTIAL_CALLS=20000` plays as many beside each, in some ten minutes.
CALLS = {"ministack": 2_500, "moto": 1_000}
_numbers = itertools.count()

keys = st.builds(lambda p, s: (f"p{p}", f"s{s}"), st.integers(0, 1), st.integers(0, 5))
attributes = st.fixed_dictionaries(
    {},
    optional={
        "n": st.integers(-3, 3),
        "txt": st.sampled_from(["", "a", "ab", "b"]),
        "lst": st.lists(st.integers(0, 3), max_size=3),
        "mp": st.fixed_dictionaries({"a": st.integers(0, 2)}, optional={"b": st.just("x")}),
        "ss": st.sets(st.sampled_from("xyz"), min_size=1),
        "yes": st.booleans(),
        "name": st.sampled_from(["m", "mm", "n"]),
        "owner": st.sampled_from(["o", "q"]),
        "ranked": st.booleans(),
    },
)

# Conditions: expression and values. All backends agree on these where their operands are of one type.
CONDITIONS: list[tuple[str, dict[str, Any]]] = [
    ("attribute_exists(pk)", {}),
    ("attribute_not_exists(pk)", {}),
    ("attribute_exists(n) AND n > :zero", {"zero": 0}),
    ("n = :zero OR attribute_not_exists(n)", {"zero": 0}),
    ("NOT attribute_exists(txt)", {}),
    ("begins_with(txt, :a)", {"a": "a"}),
    ("contains(ss, :x)", {"x": "x"}),
    ("attribute_exists(lst) AND size(lst) > :one", {"one": 1}),
    ("mp.a = :one", {"one": 1}),
    ("n IN (:zero, :one)", {"zero": 0, "one": 1}),
    ("n BETWEEN :zero AND :one", {"zero": 0, "one": 1}),
    ("attribute_type(n, :t)", {"t": "N"}),
    ("txt <> :a AND attribute_exists(txt)", {"a": "a"}),
    ("(n = :one OR n = :zero) AND attribute_exists(mp)", {"zero": 0, "one": 1}),
]
UPDATES: list[tuple[str, dict[str, Any]]] = [
    ("SET n = :v", {"v": 2}),
    ("SET n = if_not_exists(n, :z) + :v", {"z": 0, "v": 1}),
    ("ADD n :v", {"v": -2}),
    ("ADD ss :s", {"s": {"x", "w"}}),
    ("DELETE ss :s", {"s": {"x"}}),
    ("REMOVE txt", {}),
    ("REMOVE n, lst", {}),
    ("SET lst = list_append(if_not_exists(lst, :e), :l)", {"e": [], "l": [7]}),
    ("SET lst[0] = :v", {"v": 9}),
    ("SET mp.a = :v", {"v": 5}),
    ("SET mp = :m", {"m": {"a": 0}}),
    ("SET n = n - :v", {"v": 1}),
    ("SET txt = :t REMOVE yes ADD c :v", {"t": "z", "v": 1}),
    ("SET fresh = mp", {}),
]


def indexed_item(key: tuple[str, str], more: dict[str, Any]) -> dict[str, Any]:
    """Return an item; its rank is its own, so that no index has two of one place."""
    pk, sk = key
    values = {name: value for name, value in more.items() if name != "ranked"}
    if more.get("ranked"):
        values["rank"] = int(sk[1:]) * 10 + int(pk[1:])
    return item(pk=pk, sk=sk, **values)


maybe_condition = st.sampled_from([None, *CONDITIONS])


class Pair(RuleBasedStateMachine):
    """The engine and another backend, side by side."""

    engine: ClassVar[Db]
    other: ClassVar[Db]
    calls: ClassVar[int] = 0

    @initialize()
    def create(self) -> None:
        self.tables = [db.indexed() for db in (self.engine, self.other)]

    def both(self, call: Callable[[Db, str], Any]) -> Any:
        """Make a call on both and compare what it answers or raises."""
        answers = []
        for db, table in zip((self.engine, self.other), self.tables, strict=True):
            try:
                answer: Any = dict(call(db, table))
                for name in ("ResponseMetadata", "ConsumedCapacity", "ItemCollectionMetrics"):
                    answer.pop(name, None)
            except ClientError as error:
                codes = [one["Code"] for one in error.response.get("CancellationReasons", ())]
                answer = (error.response["Error"]["Code"], codes)
            answers.append(same(answer))
        Pair.calls += 1
        assert answers[0] == answers[1], f"engine {answers[0]}, {self.other.name} {answers[1]}"
        return answers[0]

    def values(self, *bound: dict[str, Any]) -> dict[str, Any]:
        merged = {name: value for one in bound for name, value in one.items()}
        return {"ExpressionAttributeValues": bind(**merged)} if merged else {}

    @rule(key=keys, more=attributes, returned=st.sampled_from(["NONE", "ALL_OLD"]))
    def put(self, key: tuple[str, str], more: dict[str, Any], returned: str) -> None:
        whole = indexed_item(key, more)
        self.both(lambda db, table: db.client.put_item(TableName=table, Item=whole, ReturnValues=returned))

    @rule(key=keys, more=attributes, condition=st.sampled_from(CONDITIONS))
    def put_if(self, key: tuple[str, str], more: dict[str, Any], condition: tuple[str, dict[str, Any]]) -> None:
        whole = indexed_item(key, more)
        self.both(
            lambda db, table: db.client.put_item(
                TableName=table, Item=whole, ConditionExpression=condition[0], **self.values(condition[1])
            )
        )

    @rule(key=keys)
    def get(self, key: tuple[str, str]) -> None:
        wanted = item(pk=key[0], sk=key[1])
        self.both(lambda db, table: db.client.get_item(TableName=table, Key=wanted, ConsistentRead=True))

    @rule(key=keys, returned=st.sampled_from(["NONE", "ALL_OLD"]))
    def delete(self, key: tuple[str, str], returned: str) -> None:
        wanted = item(pk=key[0], sk=key[1])
        self.both(lambda db, table: db.client.delete_item(TableName=table, Key=wanted, ReturnValues=returned))

    @rule(
        key=keys,
        update=st.sampled_from(UPDATES),
        returned=st.sampled_from(["NONE", "ALL_OLD", "ALL_NEW", "UPDATED_NEW"]),
    )
    def update(self, key: tuple[str, str], update: tuple[str, dict[str, Any]], returned: str) -> None:
        if self.other.name == "moto" and returned in ("ALL_OLD", "UPDATED_NEW"):
            returned = "NONE"  # moto shows the key too where the item is new
        if "[" in update[0] and returned == "UPDATED_NEW":
            returned = "ALL_NEW"  # ministack shows the whole list
        wanted = item(pk=key[0], sk=key[1])
        self.both(
            lambda db, table: db.client.update_item(
                TableName=table,
                Key=wanted,
                UpdateExpression=update[0],
                ReturnValues=returned,
                **self.values(update[1]),
            )
        )

    @rule(key=keys, update=st.sampled_from(UPDATES), condition=st.sampled_from(CONDITIONS))
    def update_if(
        self, key: tuple[str, str], update: tuple[str, dict[str, Any]], condition: tuple[str, dict[str, Any]]
    ) -> None:
        wanted = item(pk=key[0], sk=key[1])
        self.both(
            lambda db, table: db.client.update_item(
                TableName=table,
                Key=wanted,
                UpdateExpression=update[0],
                ConditionExpression=condition[0],
                **self.values(update[1], condition[1]),
            )
        )

    @rule(
        partition=st.sampled_from(["p0", "p1"]),
        sort=st.sampled_from(["", " AND sk > :a", " AND sk <= :a", " AND sk BETWEEN :a AND :b", " AND sk = :a"]),
        forward=st.booleans(),
        limit=st.sampled_from([None, 2]),
    )
    def query(self, partition: str, sort: str, forward: bool, limit: int | None) -> None:
        values = {"p": partition} | ({"a": "s2"} if ":a" in sort else {}) | ({"b": "s4"} if ":b" in sort else {})
        more: dict[str, Any] = {"Limit": limit} if limit and self.other.name != "moto" else {}
        self.both(
            lambda db, table: db.client.query(
                TableName=table,
                KeyConditionExpression=f"pk = :p{sort}",
                ScanIndexForward=forward,
                **self.values(values),
                **more,
            )
        )

    @rule(partition=st.sampled_from(["p0", "p1"]), least=st.integers(-1, 60), forward=st.booleans())
    def query_by_rank(self, partition: str, least: int, forward: bool) -> None:
        self.both(
            lambda db, table: db.client.query(
                TableName=table,
                IndexName="by_rank",
                KeyConditionExpression="pk = :p AND #rank >= :r",
                ExpressionAttributeNames=names("rank"),
                ScanIndexForward=forward,
                **self.values({"p": partition, "r": least}),
            )
        )

    @rule(owner=st.sampled_from(["o", "q"]), forward=st.booleans())
    def query_by_owner(self, owner: str, forward: bool) -> None:
        self.both(
            lambda db, table: db.client.query(
                TableName=table,
                IndexName="by_owner",
                KeyConditionExpression="#owner = :o",
                ExpressionAttributeNames=names("owner"),
                ScanIndexForward=forward,
                **self.values({"o": owner}),
            )
        )

    @rule(
        index=st.sampled_from([None, "by_rank", "by_name", "by_owner", "owner_keys", "owner_some"]),
        condition=st.sampled_from([None, *CONDITIONS]),
    )
    def scan(self, index: str | None, condition: tuple[str, dict[str, Any]] | None) -> None:
        more: dict[str, Any] = {}
        if index is not None:
            more["IndexName"] = index
        elif condition is not None:
            more |= {"FilterExpression": condition[0], **self.values(condition[1])}

        def sorted_scan(db: Db, table: str) -> dict[str, Any]:
            answer = dict(db.client.scan(TableName=table, **more))
            answer["Items"] = sorted(answer["Items"], key=lambda one: (one["pk"]["S"], one["sk"]["S"]))
            return answer

        self.both(sorted_scan)

    @rule(
        writes=st.lists(
            st.tuples(keys, st.one_of(st.none(), attributes)), min_size=1, max_size=5, unique_by=lambda one: one[0]
        )
    )
    def batch_write(self, writes: list[tuple[tuple[str, str], dict[str, Any] | None]]) -> None:
        requests: list[dict[str, Any]] = [
            {"DeleteRequest": {"Key": item(pk=key[0], sk=key[1])}}
            if more is None
            else {"PutRequest": {"Item": indexed_item(key, more)}}
            for key, more in writes
        ]

        def write(db: Db, table: str) -> Any:
            return db.client.batch_write_item(RequestItems={table: requests})

        self.both(write)

    @rule(wanted=st.lists(keys, min_size=1, max_size=5, unique=True))
    def batch_get(self, wanted: list[tuple[str, str]]) -> None:
        requests = [item(pk=pk, sk=sk) for pk, sk in wanted]

        def read(db: Db, table: str) -> Any:
            answer = dict(db.client.batch_get_item(RequestItems={table: {"Keys": requests}}))
            found = answer["Responses"].get(table, [])
            answer["Responses"] = sorted(found, key=lambda one: (one["pk"]["S"], one["sk"]["S"]))
            return answer

        self.both(read)

    @rule(
        writes=st.lists(
            st.tuples(
                keys, st.sampled_from(["put", "update", "delete", "check"]), st.sampled_from([None, *CONDITIONS])
            ),
            min_size=1,
            max_size=4,
            unique_by=lambda one: one[0],
        ),
        more=attributes,
    )
    def transact(
        self, writes: list[tuple[tuple[str, str], str, tuple[str, dict[str, Any]] | None]], more: dict[str, Any]
    ) -> None:
        def action(table: str, key: tuple[str, str], kind: str, condition: Any) -> dict[str, Any]:
            body: dict[str, Any] = {"TableName": table}
            values: dict[str, Any] = {}
            if kind == "check" and condition is None:
                condition = CONDITIONS[0]
            if condition is not None:
                body["ConditionExpression"] = condition[0]
                values |= condition[1]
            if kind == "put":
                body["Item"] = indexed_item(key, more)
            else:
                body["Key"] = item(pk=key[0], sk=key[1])
            if kind == "update":
                body["UpdateExpression"] = "SET touched = :touched"
                values["touched"] = "yes"
            names_of_kinds = {"put": "Put", "update": "Update", "delete": "Delete", "check": "ConditionCheck"}
            return {names_of_kinds[kind]: body | self.values(values)}

        self.both(
            lambda db, table: db.client.transact_write_items(TransactItems=[action(table, *one) for one in writes])
        )

    def teardown(self) -> None:
        if not hasattr(self, "tables"):
            return
        for index in (None, "by_rank", "by_name", "by_owner", "owner_keys", "owner_some"):
            self.scan_all(index)

    def scan_all(self, index: str | None) -> None:
        more = {"IndexName": index} if index else {}
        contents = [
            sorted(map(str, map(same_and_sorted, db.client.scan(TableName=table, **more)["Items"])))
            for db, table in zip((self.engine, self.other), self.tables, strict=True)
        ]
        assert contents[0] == contents[1]


def same_and_sorted(value: Any) -> Any:
    """Return an item in a form whose text compares."""
    flat = same(value)
    return {name: flat[name] for name in sorted(flat)}


def play(engine: Backend, other: Backend, *, calls: int, random: bool) -> None:
    Pair.engine, Pair.other = Db(engine), Db(other)
    Pair.calls = 0
    while Pair.calls < calls:
        before = Pair.calls
        run_state_machine_as_test(
            Pair,
            settings=settings(
                max_examples=min(200, max(5, (calls - before) // 40)),
                stateful_step_count=50,
                deadline=None,
                derandomize=not random,
                suppress_health_check=list(HealthCheck),
                database=None,
                # A machine that talks to a server shrinks for minutes; the failing calls are shown as they are.
                phases=(Phase.generate,),
            ),
        )
        if not random and Pair.calls < calls:
            break
    print(f"{Pair.calls} calls beside {other.name}")


@pytest.mark.parametrize("name", ["moto", "ministack"])
def test_sequences(request: pytest.FixtureRequest, embedded: Backend, name: str) -> None:
    lacking = backends.missing(name)
    if lacking:
        pytest.skip(lacking)
    play(embedded, request.getfixturevalue(f"{name}_backend"), calls=400, random=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["moto", "ministack"])
def test_many_sequences(request: pytest.FixtureRequest, embedded: Backend, name: str) -> None:
    lacking = backends.missing(name)
    if lacking:
        pytest.skip(lacking)
    calls = int(os.environ.get("DIFFERENTIAL_CALLS", CALLS[name]))
    play(embedded, request.getfixturevalue(f"{name}_backend"), calls=calls, random=True)
    assert Pair.calls >= calls
