"""BatchGetItem, BatchWriteItem, TransactGetItems and TransactWriteItems."""

from __future__ import annotations

from typing import Any

import pytest

from tests.contract.dynamodb.database import Db
from tests.contract.dynamodb.values import bind, item

BATCH_GET = "APIReference/API_BatchGetItem.html"
BATCH_WRITE = "APIReference/API_BatchWriteItem.html"
TRANSACT_WRITE = "APIReference/API_TransactWriteItems.html"
TRANSACT_GET = "APIReference/API_TransactGetItems.html"
IDEMPOTENCY = "developerguide/transaction-apis.html"


def key(sk: str) -> dict[str, Any]:
    return item(pk="p", sk=sk)


def contents(db: Db, table: str) -> dict[str, Any]:
    return {one["sk"]["S"]: one for one in db.client.scan(TableName=table, ConsistentRead=True)["Items"]}


def put(table: str, sk: str, **more: Any) -> dict[str, Any]:
    return {"Put": {"TableName": table, "Item": item(pk="p", sk=sk, **more)}}


@pytest.mark.page(BATCH_WRITE)
def test_batch_puts_and_deletes(db: Db) -> None:
    one, two = db.create(), db.create()
    db.client.put_item(TableName=one, Item=key("old"))
    answer = db.client.batch_write_item(
        RequestItems={
            one: [{"PutRequest": {"Item": key("a")}}, {"DeleteRequest": {"Key": key("old")}}],
            two: [{"PutRequest": {"Item": key("b")}}],
        }
    )
    assert answer["UnprocessedItems"] == {}
    assert set(contents(db, one)) == {"a"}
    assert set(contents(db, two)) == {"b"}


@pytest.mark.page(BATCH_WRITE)
def test_batch_has_at_most_25_writes(db: Db) -> None:
    table = db.create()
    requests = [{"PutRequest": {"Item": key(f"{n}")}} for n in range(26)]
    db.fails("ValidationException", db.client.batch_write_item, RequestItems={table: requests})
    assert contents(db, table) == {}
    db.client.batch_write_item(RequestItems={table: requests[:25]})
    assert len(contents(db, table)) == 25


BAD_BATCHES: list[tuple[str, list[dict[str, Any]], str]] = [
    ("one item twice", [{"PutRequest": {"Item": key("a")}}, {"DeleteRequest": {"Key": key("a")}}], "duplicates"),
    (
        "bad key",
        [{"PutRequest": {"Item": key("a")}}, {"DeleteRequest": {"Key": item(pk="p")}}],
        "does not match the schema",
    ),
    (
        "bad value",
        [{"PutRequest": {"Item": {**key("a"), "n": {"N": "x"}}}}],
        "cannot be converted to a numeric value",
    ),
    ("no key", [{"PutRequest": {"Item": item(pk="p")}}], ""),
]


@pytest.mark.page(BATCH_WRITE)
@pytest.mark.parametrize(("label", "requests", "message"), BAD_BATCHES, ids=[c[0] for c in BAD_BATCHES])
def test_batch_that_is_refused_writes_nothing(
    db: Db, label: str, requests: list[dict[str, Any]], message: str
) -> None:
    table = db.create()
    db.fails("ValidationException", db.client.batch_write_item, message, RequestItems={table: requests})
    assert contents(db, table) == {}


@pytest.mark.page(BATCH_WRITE)
def test_batch_on_a_missing_table(db: Db) -> None:
    requests = {"no-such-table": [{"PutRequest": {"Item": key("a")}}]}
    db.fails("ResourceNotFoundException", db.client.batch_write_item, RequestItems=requests)


@pytest.mark.page(BATCH_GET)
def test_batch_get_of_two_tables(db: Db) -> None:
    one, two = db.create(), db.create()
    db.client.put_item(TableName=one, Item=item(pk="p", sk="a", v=1, w=2))
    db.client.put_item(TableName=two, Item=item(pk="p", sk="b"))
    answer = db.client.batch_get_item(
        RequestItems={
            one: {"Keys": [key("a"), key("absent")], "ProjectionExpression": "v", "ConsistentRead": True},
            two: {"Keys": [key("b")]},
        }
    )
    assert answer["Responses"] == {one: [item(v=1)], two: [key("b")]}
    assert answer["UnprocessedKeys"] == {}


@pytest.mark.page(BATCH_GET)
def test_batch_get_has_at_most_100_keys(db: Db) -> None:
    table = db.create()
    keys = [key(f"{n}") for n in range(101)]
    db.fails("ValidationException", db.client.batch_get_item, RequestItems={table: {"Keys": keys}})
    assert db.client.batch_get_item(RequestItems={table: {"Keys": keys[:100]}})["Responses"].get(table, []) == []


@pytest.mark.page(BATCH_GET)
def test_batch_get_of_one_key_twice(db: Db) -> None:
    db.fails(
        "ValidationException",
        db.client.batch_get_item,
        "Provided list of item keys contains duplicates",
        RequestItems={db.create(): {"Keys": [key("a"), key("a")]}},
    )


@pytest.mark.page(BATCH_GET)
def test_batch_get_leaves_what_passes_16_mb(db: Db) -> None:
    table = db.create()
    for n in range(50):
        db.client.put_item(TableName=table, Item=item(pk="p", sk=f"{n}", v="x" * 390_000))
    keys = [key(f"{n}") for n in range(50)]
    answer = db.client.batch_get_item(RequestItems={table: {"Keys": keys}})
    got, left = len(answer["Responses"][table]), len(answer["UnprocessedKeys"][table]["Keys"])
    assert got + left == 50
    assert left > 0


# Transactions ----------------------------------------------------------------------------------


@pytest.mark.page(TRANSACT_WRITE)
def test_transaction_of_every_kind(db: Db) -> None:
    one, two = db.create(), db.create()
    for sk in ("update", "delete", "check"):
        db.client.put_item(TableName=one, Item=item(pk="p", sk=sk, v=1))
    db.client.transact_write_items(
        TransactItems=[
            put(two, "put"),
            {
                "Update": {
                    "TableName": one,
                    "Key": key("update"),
                    "UpdateExpression": "ADD v :v",
                    "ExpressionAttributeValues": bind(v=1),
                }
            },
            {"Delete": {"TableName": one, "Key": key("delete")}},
            {
                "ConditionCheck": {
                    "TableName": one,
                    "Key": key("check"),
                    "ConditionExpression": "v = :v",
                    "ExpressionAttributeValues": bind(v=1),
                }
            },
        ]
    )
    assert contents(db, one) == {
        "update": item(pk="p", sk="update", v=2),
        "check": item(pk="p", sk="check", v=1),
    }
    assert set(contents(db, two)) == {"put"}


@pytest.mark.page(TRANSACT_WRITE)
def test_failed_condition_cancels_everything(db: Db) -> None:
    table = db.create()
    db.client.put_item(TableName=table, Item=item(pk="p", sk="there", v=1))
    response = db.fails(
        "TransactionCanceledException",
        db.client.transact_write_items,
        "Transaction cancelled, please refer cancellation reasons for specific reasons "
        "[None, ConditionalCheckFailed, ConditionalCheckFailed]",
        TransactItems=[
            put(table, "new"),
            {
                "Put": {
                    "TableName": table,
                    "Item": key("there"),
                    "ConditionExpression": "attribute_not_exists(pk)",
                    "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
                }
            },
            {
                "ConditionCheck": {
                    "TableName": table,
                    "Key": key("absent"),
                    "ConditionExpression": "attribute_exists(pk)",
                }
            },
        ],
    )
    reasons = response["CancellationReasons"]
    assert [reason["Code"] for reason in reasons] == ["None", "ConditionalCheckFailed", "ConditionalCheckFailed"]
    assert reasons[1]["Item"] == item(pk="p", sk="there", v=1)
    assert not reasons[2].get("Item")
    assert set(contents(db, table)) == {"there"}


@pytest.mark.page(TRANSACT_WRITE)
def test_old_item_is_shown_only_if_asked(db: Db) -> None:
    table = db.create()
    db.client.put_item(TableName=table, Item=key("there"))
    condition = {"ConditionExpression": "attribute_not_exists(pk)"}
    response = db.fails(
        "TransactionCanceledException",
        db.client.transact_write_items,
        TransactItems=[{"Put": {"TableName": table, "Item": key("there"), **condition}}],
    )
    assert "Item" not in response["CancellationReasons"][0]


BAD_TRANSACTIONS: list[tuple[str, str, list[dict[str, Any]]]] = [
    ("one item twice", "ValidationException", [put("T", "a"), {"Delete": {"TableName": "T", "Key": key("a")}}]),
    ("101 actions", "ValidationException", [put("T", f"{n}") for n in range(101)]),
    ("no such table", "ResourceNotFoundException", [put("no-such-table", "a")]),
    (
        "bad expression",
        "ValidationException",
        [{"Delete": {"TableName": "T", "Key": key("a"), "ConditionExpression": "v ="}}],
    ),
    (
        "unused value",
        "ValidationException",
        [
            {
                "Delete": {
                    "TableName": "T",
                    "Key": key("a"),
                    "ConditionExpression": "attribute_exists(pk)",
                    "ExpressionAttributeValues": bind(v=1),
                }
            }
        ],
    ),
    (
        "two kinds in one action",
        "ValidationException",
        [{**put("T", "a"), "Delete": {"TableName": "T", "Key": key("b")}}],
    ),
    ("nothing in an action", "ValidationException", [{}]),
]


@pytest.mark.page(TRANSACT_WRITE)
@pytest.mark.parametrize(("label", "code", "actions"), BAD_TRANSACTIONS, ids=[c[0] for c in BAD_TRANSACTIONS])
def test_transaction_that_is_refused(db: Db, label: str, code: str, actions: list[dict[str, Any]]) -> None:
    table = db.create()
    named = [
        {
            kind: {
                **body,
                "TableName": body["TableName"].replace("T", table, 1)
                if body["TableName"] == "T"
                else body["TableName"],
            }
            for kind, body in one.items()
        }
        for one in actions
    ]
    db.fails(code, db.client.transact_write_items, TransactItems=named)
    assert contents(db, table) == {}


@pytest.mark.page(TRANSACT_WRITE)
def test_transaction_has_at_most_100_actions(db: Db) -> None:
    table = db.create()
    db.client.transact_write_items(TransactItems=[put(table, f"{n:03}") for n in range(100)])
    assert len(contents(db, table)) == 100


@pytest.mark.page(TRANSACT_WRITE)
def test_item_at_fault_is_a_reason(db: Db) -> None:
    table = db.create()
    db.client.put_item(TableName=table, Item=item(pk="p", sk="text", v="text"))
    update = {
        "TableName": table,
        "Key": key("text"),
        "UpdateExpression": "ADD v :v",
        "ExpressionAttributeValues": bind(v=1),
    }
    response = db.fails(
        "TransactionCanceledException",
        db.client.transact_write_items,
        TransactItems=[put(table, "a"), {"Update": update}],
    )
    assert [reason["Code"] for reason in response["CancellationReasons"]] == ["None", "ValidationError"]
    assert set(contents(db, table)) == {"text"}


@pytest.mark.page(TRANSACT_WRITE)
def test_transaction_has_at_most_4_mb(db: Db) -> None:
    table = db.create()
    actions = [put(table, f"{n}", v="x" * 390_000) for n in range(11)]
    db.fails("ValidationException", db.client.transact_write_items, TransactItems=actions)
    assert contents(db, table) == {}


def increment(table: str, by: int) -> list[dict[str, Any]]:
    update = {
        "TableName": table,
        "Key": key("counter"),
        "UpdateExpression": "ADD v :v",
        "ExpressionAttributeValues": bind(v=by),
    }
    return [{"Update": update}]


@pytest.mark.page(IDEMPOTENCY)
def test_client_token_makes_a_transaction_idempotent(db: Db) -> None:
    table = db.create()
    for _ in range(3):
        db.client.transact_write_items(TransactItems=increment(table, 1), ClientRequestToken=f"{table}-1")
    db.client.transact_write_items(TransactItems=increment(table, 1), ClientRequestToken=f"{table}-2")
    assert contents(db, table)["counter"]["v"] == {"N": "2"}


@pytest.mark.page(IDEMPOTENCY)
def test_client_token_with_other_parameters(db: Db) -> None:
    table = db.create()
    db.client.transact_write_items(TransactItems=increment(table, 1), ClientRequestToken=f"{table}-1")
    db.fails(
        "IdempotentParameterMismatchException",
        db.client.transact_write_items,
        TransactItems=increment(table, 2),
        ClientRequestToken=f"{table}-1",
    )
    assert contents(db, table)["counter"]["v"] == {"N": "1"}


@pytest.mark.page(IDEMPOTENCY)
def test_failed_transaction_leaves_its_token_free(db: Db) -> None:
    table = db.create()
    action = {
        "TableName": table,
        "Item": key("a"),
        "ConditionExpression": "attribute_exists(pk)",
    }
    call: dict[str, Any] = {"TransactItems": [{"Put": action}], "ClientRequestToken": f"{table}-1"}
    db.fails("TransactionCanceledException", db.client.transact_write_items, **call)
    db.client.put_item(TableName=table, Item=key("a"))
    db.client.transact_write_items(**call)


@pytest.mark.page(TRANSACT_GET)
def test_transact_get_answers_in_order(db: Db) -> None:
    table = db.create()
    db.client.put_item(TableName=table, Item=item(pk="p", sk="a", v=1, w=2))
    db.client.put_item(TableName=table, Item=item(pk="p", sk="b", v=2))
    answer = db.client.transact_get_items(
        TransactItems=[
            {"Get": {"TableName": table, "Key": key("b")}},
            {"Get": {"TableName": table, "Key": key("absent")}},
            {"Get": {"TableName": table, "Key": key("a"), "ProjectionExpression": "w"}},
        ]
    )
    assert answer["Responses"] == [{"Item": item(pk="p", sk="b", v=2)}, {}, {"Item": item(w=2)}]


@pytest.mark.page(TRANSACT_GET)
def test_transact_get_of_one_item_twice(db: Db) -> None:
    get = {"Get": {"TableName": db.create(), "Key": key("a")}}
    db.fails("ValidationException", db.client.transact_get_items, TransactItems=[get, get])


@pytest.mark.page(TRANSACT_GET)
def test_transact_get_has_at_most_100_actions(db: Db) -> None:
    table = db.create()
    gets = [{"Get": {"TableName": table, "Key": key(f"{n}")}} for n in range(101)]
    db.fails("ValidationException", db.client.transact_get_items, TransactItems=gets)
