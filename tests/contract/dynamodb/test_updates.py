"""Update expressions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.contract.dynamodb.database import Db
from tests.contract.dynamodb.values import bind, item, names, same

UPDATES = "developerguide/Expressions.UpdateExpressions.html"
UPDATE_ITEM = "APIReference/API_UpdateItem.html"
KEY = item(pk="p", sk="s")
BEFORE: dict[str, Any] = {
    "n": 5,
    "txt": "hello",
    "lst": [1, 2, 3],
    "mp": {"a": 1, "in": {"b": [1, 2]}},
    "ss": {"a", "b"},
    "ns": {1, 2},
}

# expression, values, what changes in the item (None: gone)
WORKING: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("SET n = :v", {"v": 7}, {"n": 7}),
    ("SET fresh = :v", {"v": {"deep": [1]}}, {"fresh": {"deep": [1]}}),
    ("SET n = n + :v", {"v": 2}, {"n": 7}),
    ("SET n = n - :v", {"v": 7}, {"n": -2}),
    ("SET n = :v - n", {"v": 7}, {"n": 2}),
    ("SET fresh = n + n", {}, {"fresh": 10}),
    ("SET n = :v, txt = :w", {"v": 1, "w": "x"}, {"n": 1, "txt": "x"}),
    # Every action sees the item as it was.
    ("SET n = :v, fresh = n", {"v": 1}, {"n": 1, "fresh": 5}),
    ("SET txt = n, n = txt", {}, {"txt": 5, "n": "hello"}),
    ("SET fresh = if_not_exists(absent, :v)", {"v": 9}, {"fresh": 9}),
    ("SET n = if_not_exists(n, :v)", {"v": 9}, {}),
    ("SET c = if_not_exists(c, :z) + :o", {"z": 0, "o": 1}, {"c": 1}),
    ("SET lst = list_append(lst, :v)", {"v": [4]}, {"lst": [1, 2, 3, 4]}),
    ("SET lst = list_append(:v, lst)", {"v": [0]}, {"lst": [0, 1, 2, 3]}),
    ("SET fresh = list_append(if_not_exists(fresh, :e), :v)", {"e": [], "v": [1]}, {"fresh": [1]}),
    ("SET lst[1] = :v", {"v": "x"}, {"lst": [1, "x", 3]}),
    ("SET lst[3] = :v", {"v": 4}, {"lst": [1, 2, 3, 4]}),
    ("SET lst[90] = :v", {"v": 4}, {"lst": [1, 2, 3, 4]}),
    ("SET lst[9] = :b, lst[7] = :a", {"a": "a", "b": "b"}, {"lst": [1, 2, 3, "a", "b"]}),
    ("SET mp.a = :v", {"v": 2}, {"mp": {"a": 2, "in": {"b": [1, 2]}}}),
    ("SET mp.#in.b[0] = :v", {"v": 9}, {"mp": {"a": 1, "in": {"b": [9, 2]}}}),
    ("SET mp.fresh = :v", {"v": 1}, {"mp": {"a": 1, "in": {"b": [1, 2]}, "fresh": 1}}),
    ("SET fresh = mp.#in", {}, {"fresh": {"b": [1, 2]}}),
    ("SET fresh = lst[0]", {}, {"fresh": 1}),
    ("REMOVE n", {}, {"n": None}),
    ("REMOVE absent", {}, {}),
    ("REMOVE n, txt", {}, {"n": None, "txt": None}),
    ("REMOVE lst[0]", {}, {"lst": [2, 3]}),
    ("REMOVE lst[0], lst[2]", {}, {"lst": [2]}),
    ("REMOVE lst[9]", {}, {}),
    ("REMOVE mp.a", {}, {"mp": {"in": {"b": [1, 2]}}}),
    ("REMOVE mp.#in.b[1]", {}, {"mp": {"a": 1, "in": {"b": [1]}}}),
    ("SET lst[1] = :v REMOVE lst[0]", {"v": "x"}, {"lst": ["x", 3]}),
    ("ADD n :v", {"v": 3}, {"n": 8}),
    ("ADD n :v", {"v": -3}, {"n": 2}),
    ("ADD fresh :v", {"v": 3}, {"fresh": 3}),
    ("ADD ss :v", {"v": {"b", "c"}}, {"ss": {"a", "b", "c"}}),
    ("ADD ns :v", {"v": {3}}, {"ns": {1, 2, 3}}),
    ("ADD fresh :v", {"v": {"z"}}, {"fresh": {"z"}}),
    ("DELETE ss :v", {"v": {"b", "c"}}, {"ss": {"a"}}),
    # A set that becomes empty goes.
    ("DELETE ss :v", {"v": {"a", "b"}}, {"ss": None}),
    ("DELETE absent :v", {"v": {"a"}}, {}),
    (
        "set n = :v remove txt add c :o delete ss :s",
        {"v": 1, "o": 1, "s": {"a"}},
        {"n": 1, "txt": None, "c": 1, "ss": {"b"}},
    ),
    ("SET n = (n + :v)", {"v": 1}, {"n": 6}),
]

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("", {}, "The expression can not be empty"),
    ("SET", {}, "Syntax error"),
    ("SET n", {}, "Syntax error"),
    ("SET n = ", {}, "Syntax error"),
    ("SET n = :v,", {"v": 1}, "Syntax error"),
    ("UPDATE n = :v", {"v": 1}, "Syntax error"),
    ("n = :v", {"v": 1}, "Syntax error"),
    ("SET n = n * :v", {"v": 1}, "Syntax error"),
    ("SET n = n + :v + :v", {"v": 1}, "Syntax error"),
    ("REMOVE :v", {"v": 1}, "Syntax error"),
    ("ADD n n", {}, "Syntax error"),
    ("SET n = :v SET txt = :v", {"v": 1}, 'The "SET" section can only be used once'),
    ("SET n = :v, n = :w", {"v": 1, "w": 2}, "Two document paths overlap"),
    ("SET n = :v REMOVE n", {"v": 1}, "Two document paths overlap"),
    ("SET mp = :v, mp.a = :v", {"v": 1}, "Two document paths overlap"),
    ("SET mp.a = :v, mp[0] = :v", {"v": 1}, "Two document paths conflict"),
    ("SET n = size(txt)", {}, "not allowed in an update expression; function: size"),
    ("SET n = nosuch(txt)", {}, "Invalid function name"),
    ("SET n = if_not_exists(n)", {}, "Incorrect number of operands"),
    ("SET n = if_not_exists(:v, :v)", {"v": 1}, "requires a document path"),
    ("SET n = n + :v", {"v": "x"}, "Incorrect operand type"),
    ("SET n = list_append(lst, :v)", {"v": 1}, "Incorrect operand type"),
    ("ADD n :v", {"v": "x"}, "Incorrect operand type"),
    ("ADD n :v", {"v": [1]}, "Incorrect operand type"),
    ("DELETE n :v", {"v": 1}, "Incorrect operand type"),
    ("SET n = txt + :v", {"v": 1}, "incorrect data type"),
    ("SET n = list_append(txt, :v)", {"v": [1]}, "incorrect data type"),
    ("ADD txt :v", {"v": 1}, "incorrect data type"),
    ("ADD ss :v", {"v": {1}}, "incorrect data type"),
    ("DELETE ns :v", {"v": {"a"}}, "incorrect data type"),
    ("SET n = absent", {}, "does not exist in the item"),
    ("SET n = absent + :v", {"v": 1}, "does not exist in the item"),
    ("SET absent.x = :v", {"v": 1}, "invalid for update"),
    ("SET txt.x = :v", {"v": 1}, "invalid for update"),
    ("SET absent[0] = :v", {"v": 1}, "invalid for update"),
    ("REMOVE absent.x", {}, "invalid for update"),
    ("REMOVE absent[0]", {}, "invalid for update"),
    ("SET pk = :v", {"v": "x"}, "This attribute is part of the key"),
    ("REMOVE sk", {}, "This attribute is part of the key"),
    ("SET n = :nope", {"v": 1}, "not defined; attribute value: :nope"),
    ("SET status = :v", {"v": 1}, "reserved keyword"),
]


def stored(db: Db, table: str) -> dict[str, Any]:
    return dict(db.client.get_item(TableName=table, Key=KEY, ConsistentRead=True)["Item"])


def arguments(db: Db, expression: str, values: dict[str, Any]) -> dict[str, Any]:
    table = db.create()
    db.client.put_item(TableName=table, Item={**KEY, **item(**BEFORE)})
    out: dict[str, Any] = {"TableName": table, "Key": KEY, "UpdateExpression": expression}
    if values:
        out["ExpressionAttributeValues"] = bind(**values)
    if "#in" in expression:
        out["ExpressionAttributeNames"] = names("in")
    return out


@pytest.mark.page(UPDATES)
@pytest.mark.parametrize(
    ("expression", "values", "changes"), WORKING, ids=[f"{i}-{c[0]}" for i, c in enumerate(WORKING)]
)
def test_update(db: Db, expression: str, values: dict[str, Any], changes: dict[str, Any]) -> None:
    call = arguments(db, expression, values)
    db.client.update_item(**call)
    wanted = {name: value for name, value in {**BEFORE, **changes}.items() if value is not None}
    assert same(stored(db, call["TableName"])) == same({**KEY, **item(**wanted)})


@pytest.mark.page(UPDATES)
@pytest.mark.parametrize(
    ("expression", "values", "message"), REFUSED, ids=[f"{i}-{c[0]}" for i, c in enumerate(REFUSED)]
)
def test_update_that_is_refused(db: Db, expression: str, values: dict[str, Any], message: str) -> None:
    call = arguments(db, expression, values)
    db.fails("ValidationException", db.client.update_item, message, **call)
    assert same(stored(db, call["TableName"])) == same({**KEY, **item(**BEFORE)})


@pytest.mark.page(UPDATE_ITEM)
def test_update_of_a_missing_item_creates_it(db: Db) -> None:
    table = db.create()
    db.client.update_item(
        TableName=table, Key=KEY, UpdateExpression="SET n = :v", ExpressionAttributeValues=bind(v=1)
    )
    assert stored(db, table) == {**KEY, **item(n=1)}


@pytest.mark.page(UPDATE_ITEM)
def test_update_without_an_expression_creates_the_key(db: Db) -> None:
    table = db.create()
    db.client.update_item(TableName=table, Key=KEY)
    assert stored(db, table) == KEY


RETURNED: list[tuple[str, dict[str, Any] | None]] = [
    ("NONE", None),
    ("ALL_OLD", {**KEY, **item(n=1, keep="k", mp={"a": 1, "b": 2})}),
    ("ALL_NEW", {**KEY, **item(n=2, keep="k", mp={"a": 9, "b": 2}, fresh="f")}),
    ("UPDATED_OLD", item(n=1, mp={"a": 1})),
    ("UPDATED_NEW", item(n=2, mp={"a": 9}, fresh="f")),
]


@pytest.mark.page(UPDATE_ITEM)
@pytest.mark.parametrize(("wanted", "attributes"), RETURNED, ids=[c[0] for c in RETURNED])
def test_returned_values(db: Db, wanted: str, attributes: dict[str, Any] | None) -> None:
    table = db.create()
    db.client.put_item(TableName=table, Item={**KEY, **item(n=1, keep="k", mp={"a": 1, "b": 2})})
    answer = db.client.update_item(
        TableName=table,
        Key=KEY,
        UpdateExpression="SET n = :v, mp.a = :a, fresh = :f",
        ExpressionAttributeValues=bind(v=2, a=9, f="f"),
        ReturnValues=wanted,
    )
    assert answer.get("Attributes") == attributes


@pytest.mark.page(UPDATE_ITEM)
@pytest.mark.parametrize("wanted", ["ALL_OLD", "UPDATED_OLD"])
def test_nothing_old_is_returned_of_a_new_item(db: Db, wanted: str) -> None:
    answer = db.client.update_item(
        TableName=db.create(),
        Key=KEY,
        UpdateExpression="SET n = :v",
        ExpressionAttributeValues=bind(v=2),
        ReturnValues=wanted,
    )
    assert not answer.get("Attributes")


@pytest.mark.page(UPDATE_ITEM)
def test_updated_elements_alone_are_returned(db: Db) -> None:
    table = db.create()
    db.client.put_item(TableName=table, Item={**KEY, **item(lst=[1, 2, 3], mp={"a": {"x": 1, "y": 2}, "b": 3})})
    answer = db.client.update_item(
        TableName=table,
        Key=KEY,
        UpdateExpression="SET lst[1] = :v, mp.a.x = :v",
        ExpressionAttributeValues=bind(v=9),
        ReturnValues="UPDATED_NEW",
    )
    assert answer["Attributes"] == item(lst=[9], mp={"a": {"x": 9}})


@pytest.mark.page(UPDATE_ITEM)
def test_condition_of_an_update(db: Db) -> None:
    table = db.create()
    call: dict[str, Any] = {
        "TableName": table,
        "Key": KEY,
        "UpdateExpression": "SET n = :v",
        "ConditionExpression": "attribute_exists(pk)",
        "ExpressionAttributeValues": bind(v=1),
    }
    db.fails("ConditionalCheckFailedException", db.client.update_item, **call)
    assert "Item" not in db.client.get_item(TableName=table, Key=KEY)
    db.client.put_item(TableName=table, Item=KEY)
    db.client.update_item(**call)
    assert stored(db, table) == {**KEY, **item(n=1)}


@pytest.mark.page(UPDATES)
def test_sum_is_exact_to_38_digits(db: Db) -> None:
    table = db.create()
    big = "9" * 37
    db.client.put_item(TableName=table, Item={**KEY, "n": {"N": big}})
    db.client.update_item(
        TableName=table, Key=KEY, UpdateExpression="ADD n :v", ExpressionAttributeValues={":v": {"N": "0.1"}}
    )
    assert stored(db, table)["n"] == {"N": f"{big}.1"}


@pytest.mark.page("developerguide/HowItWorks.NamingRulesDataTypes.html")
def test_sum_beyond_38_digits_is_refused(db: Db) -> None:
    table = db.create()
    db.client.put_item(TableName=table, Item={**KEY, "n": {"N": "9" * 38}})
    call: dict[str, Any] = {
        "TableName": table,
        "Key": KEY,
        "UpdateExpression": "ADD n :v",
        "ExpressionAttributeValues": {":v": {"N": "0.1"}},
    }
    db.fails("ValidationException", db.client.update_item, **call)


@pytest.mark.page(UPDATES)
def test_decimal_sum_has_no_binary_error(db: Db) -> None:
    table = db.create()
    db.client.put_item(TableName=table, Item={**KEY, "n": {"N": "0.1"}})
    db.client.update_item(
        TableName=table, Key=KEY, UpdateExpression="SET n = n + :v", ExpressionAttributeValues={":v": {"N": "0.2"}}
    )
    assert stored(db, table)["n"] == {"N": "0.3"}


@pytest.mark.page("developerguide/SecondaryIndexes.html")
def test_update_cannot_give_an_index_key_another_type(db: Db) -> None:
    table = db.indexed()
    db.fails(
        "ValidationException",
        db.client.update_item,
        TableName=table,
        Key=KEY,
        UpdateExpression="SET #rank = :v",
        ExpressionAttributeNames=names("rank"),
        ExpressionAttributeValues=bind(v="text"),
    )
