"""Putting, getting and deleting items; values, keys and limits."""

from __future__ import annotations

from typing import Any

import pytest

from tests.contract.dynamodb.database import Db
from tests.contract.dynamodb.values import bind, item, names, same

TYPES = "developerguide/HowItWorks.NamingRulesDataTypes.html"
QUOTAS = "developerguide/Constraints.html"
PUT = "APIReference/API_PutItem.html"
GET = "APIReference/API_GetItem.html"
DELETE = "APIReference/API_DeleteItem.html"
PROJECTIONS = "developerguide/Expressions.ProjectionExpressions.html"
KEY = item(pk="p", sk="s")


def put_get(db: Db, value: dict[str, Any]) -> dict[str, Any]:
    table = db.create()
    db.client.put_item(TableName=table, Item={**KEY, "v": value})
    return dict(db.client.get_item(TableName=table, Key=KEY, ConsistentRead=True)["Item"]["v"])


VALUES: list[dict[str, Any]] = [
    {"S": "text"},
    {"S": ""},
    {"S": "ünïcödé 漢字 😀"},
    {"N": "42"},
    {"B": b"\x00\xff"},
    {"B": b""},
    {"BOOL": False},
    {"NULL": True},
    {"L": []},
    {"L": [{"N": "1"}, {"L": [{"S": "x"}]}]},
    {"M": {}},
    {"M": {"a": {"M": {"b": {"BOOL": True}}}}},
    {"SS": ["a", "b"]},
    {"NS": ["1", "2.5"]},
    {"BS": [b"a", b"b"]},
]


@pytest.mark.page(TYPES)
@pytest.mark.parametrize("value", VALUES, ids=[f"{i}-{next(iter(v))}" for i, v in enumerate(VALUES)])
def test_every_type_comes_back_as_it_was_put(db: Db, value: dict[str, Any]) -> None:
    assert same(put_get(db, value)) == same(value)


NUMBERS = [
    ("0", "0"),
    ("-0", "0"),
    ("007", "7"),
    ("1.50", "1.5"),
    ("1.0", "1"),
    (".5", "0.5"),
    ("1e3", "1000"),
    ("1E-3", "0.001"),
    ("-12.340", "-12.34"),
    ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
    ("0.00000000000000000000000000000000000001", "0.00000000000000000000000000000000000001"),
    ("9.9999999999999999999999999999999999999E+125", "9" * 38 + "0" * 88),
    ("-1E-130", "-0." + "0" * 129 + "1"),
]


@pytest.mark.page(TYPES)
@pytest.mark.parametrize(("sent", "kept"), NUMBERS, ids=[c[0][:20] for c in NUMBERS])
def test_numbers_lose_leading_and_trailing_zeros(db: Db, sent: str, kept: str) -> None:
    assert put_get(db, {"N": sent}) == {"N": kept}


BAD_VALUES: list[tuple[str, dict[str, Any], str]] = [
    ("text as number", {"N": "abc"}, "cannot be converted to a numeric value"),
    ("empty number", {"N": ""}, "cannot be converted to a numeric value"),
    ("hexadecimal", {"N": "0x10"}, "cannot be converted to a numeric value"),
    ("not a number", {"N": "NaN"}, "cannot be converted to a numeric value"),
    ("infinity", {"N": "Infinity"}, "cannot be converted to a numeric value"),
    ("39 digits", {"N": "1" * 39}, "more than 38 significant digits"),
    ("too large", {"N": "1E126"}, "Number overflow"),
    ("far too large", {"N": "1E99999999"}, "Number overflow"),
    ("too small", {"N": "1E-131"}, "Number underflow"),
    ("null that is false", {"NULL": False}, "Null attribute value types must have the value of true"),
    ("empty string set", {"SS": []}, "may not be empty"),
    ("empty number set", {"NS": []}, "may not be empty"),
    ("empty binary set", {"BS": []}, "should not be empty"),
    ("string twice in a set", {"SS": ["a", "a"]}, "contains duplicates"),
    ("number twice in a set", {"NS": ["1", "1.0"]}, ""),
    ("bad number in a set", {"NS": ["x"]}, "cannot be converted to a numeric value"),
    ("bad number inside", {"L": [{"M": {"a": {"N": "x"}}}]}, "cannot be converted to a numeric value"),
]


@pytest.mark.page(TYPES)
@pytest.mark.parametrize(("label", "value", "message"), BAD_VALUES, ids=[c[0] for c in BAD_VALUES])
def test_values_that_are_refused(db: Db, label: str, value: dict[str, Any], message: str) -> None:
    db.fails("ValidationException", db.client.put_item, message, TableName=db.create(), Item={**KEY, "v": value})


@pytest.mark.page(QUOTAS)
def test_32_levels_of_nesting(db: Db) -> None:
    def nested(levels: int) -> dict[str, Any]:
        value: dict[str, Any] = {"S": "end"}
        for _ in range(levels):
            value = {"L": [value]}
        return value

    assert put_get(db, nested(31)) == nested(31)
    db.fails(
        "ValidationException",
        db.client.put_item,
        "Nesting Levels have exceeded supported limits",
        TableName=db.create(),
        Item={**KEY, "v": nested(33)},
    )


@pytest.mark.page(QUOTAS)
def test_item_has_at_most_400_kb(db: Db) -> None:
    table = db.create()
    # Names and values count: pk, sk, v and their values.
    room = 400 * 1024 - len("pkpskzv")
    fits = {"pk": {"S": "p"}, "sk": {"S": "z"}, "v": {"S": "x" * room}}
    db.client.put_item(TableName=table, Item=fits)
    db.fails(
        "ValidationException",
        db.client.put_item,
        "Item size has exceeded the maximum allowed size",
        TableName=table,
        Item={**fits, "v": {"S": "x" * (room + 1)}},
    )


@pytest.mark.page(QUOTAS)
def test_update_cannot_pass_400_kb(db: Db) -> None:
    table = db.create()
    db.client.put_item(TableName=table, Item={**KEY, "a": {"S": "x" * 250_000}})
    db.fails(
        "ValidationException",
        db.client.update_item,
        "Item size to update has exceeded the maximum allowed size",
        TableName=table,
        Key=KEY,
        UpdateExpression="SET b = a",
    )


@pytest.mark.page(PUT)
def test_put_replaces_the_whole_item(db: Db) -> None:
    table = db.create()
    db.client.put_item(TableName=table, Item={**KEY, **item(a=1)})
    answer = db.client.put_item(TableName=table, Item={**KEY, **item(b=2)}, ReturnValues="ALL_OLD")
    assert answer["Attributes"] == {**KEY, **item(a=1)}
    assert db.client.get_item(TableName=table, Key=KEY)["Item"] == {**KEY, **item(b=2)}


@pytest.mark.page(PUT)
def test_put_of_a_new_item_returns_no_attributes(db: Db) -> None:
    assert "Attributes" not in db.client.put_item(TableName=db.create(), Item=KEY, ReturnValues="ALL_OLD")


@pytest.mark.page(PUT)
@pytest.mark.parametrize("wanted", ["ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"])
def test_put_returns_only_the_old_item(db: Db, wanted: str) -> None:
    message = "ReturnValues can only be ALL_OLD or NONE"
    db.fails(
        "ValidationException", db.client.put_item, message, TableName=db.create(), Item=KEY, ReturnValues=wanted
    )


@pytest.mark.page(GET)
def test_get_of_a_missing_item(db: Db) -> None:
    assert "Item" not in db.client.get_item(TableName=db.create(), Key=KEY)


@pytest.mark.page(DELETE)
def test_delete_returns_what_was_there(db: Db) -> None:
    table = db.create()
    db.client.put_item(TableName=table, Item={**KEY, **item(a=1)})
    assert db.client.delete_item(TableName=table, Key=KEY, ReturnValues="ALL_OLD")["Attributes"] == {
        **KEY,
        **item(a=1),
    }
    assert "Item" not in db.client.get_item(TableName=table, Key=KEY)


@pytest.mark.page(DELETE)
def test_delete_is_idempotent(db: Db) -> None:
    table = db.create()
    for _ in range(2):
        assert "Attributes" not in db.client.delete_item(TableName=table, Key=KEY, ReturnValues="ALL_OLD")


@pytest.mark.page(DELETE)
def test_condition_of_a_delete(db: Db) -> None:
    table = db.create()
    db.client.put_item(TableName=table, Item={**KEY, **item(a=1)})
    call: dict[str, Any] = {"TableName": table, "Key": KEY, "ConditionExpression": "a = :v"}
    db.fails("ConditionalCheckFailedException", db.client.delete_item, **call, ExpressionAttributeValues=bind(v=2))
    db.client.delete_item(**call, ExpressionAttributeValues=bind(v=1))
    assert "Item" not in db.client.get_item(TableName=table, Key=KEY)


@pytest.mark.page(PUT)
@pytest.mark.parametrize("operation", ["put_item", "get_item", "query", "scan"])
def test_missing_table(db: Db, operation: str) -> None:
    arguments: dict[str, dict[str, Any]] = {
        "put_item": {"Item": KEY},
        "get_item": {"Key": KEY},
        "query": {"KeyConditionExpression": "pk = :p", "ExpressionAttributeValues": bind(p="p")},
        "scan": {},
    }
    call = getattr(db.client, operation)
    db.fails(
        "ResourceNotFoundException",
        call,
        "Requested resource not found",
        TableName="no-such",
        **arguments[operation],
    )


# Keys ------------------------------------------------------------------------------------------

BAD_ITEMS: list[tuple[str, dict[str, Any], str]] = [
    ("no sort key", item(pk="p"), "Missing the key sk in the item"),
    ("no partition key", item(sk="s"), "Missing the key pk in the item"),
    ("wrong type", item(pk="p", sk=1), "Type mismatch for key sk expected: S actual: N"),
    ("empty partition key", item(pk="", sk="s"), "cannot contain an empty string value. Key: pk"),
    ("empty sort key", item(pk="p", sk=""), "cannot contain an empty string value. Key: sk"),
    ("long partition key", item(pk="x" * 2049, sk="s"), "Size of hashkey has exceeded the maximum size limit"),
    ("long sort key", item(pk="p", sk="x" * 1025), "exceeded the size limit of 1024 bytes"),
    ("long sort key in bytes", item(pk="p", sk="ü" * 513), "exceeded the size limit of 1024 bytes"),
]


@pytest.mark.page(QUOTAS)
@pytest.mark.parametrize(("label", "bad", "message"), BAD_ITEMS, ids=[c[0] for c in BAD_ITEMS])
def test_items_whose_key_is_refused(db: Db, label: str, bad: dict[str, Any], message: str) -> None:
    db.fails("ValidationException", db.client.put_item, message, TableName=db.create(), Item=bad)


@pytest.mark.page(QUOTAS)
def test_longest_keys(db: Db) -> None:
    table = db.create()
    key = item(pk="x" * 2048, sk="y" * 1024)
    db.client.put_item(TableName=table, Item=key)
    assert db.client.get_item(TableName=table, Key=key)["Item"] == key


BAD_KEYS: list[tuple[str, dict[str, Any]]] = [
    ("no sort key", item(pk="p")),
    ("another attribute", item(pk="p", sk="s", more=1)),
    ("wrong type", item(pk="p", sk=1)),
    ("other names", item(a="p", b="s")),
]


@pytest.mark.page(GET)
@pytest.mark.parametrize("operation", ["get_item", "delete_item", "update_item"])
@pytest.mark.parametrize(("label", "key"), BAD_KEYS, ids=[c[0] for c in BAD_KEYS])
def test_keys_that_do_not_fit_the_schema(db: Db, label: str, key: dict[str, Any], operation: str) -> None:
    message = "The provided key element does not match the schema"
    db.fails("ValidationException", getattr(db.client, operation), message, TableName=db.create(), Key=key)


@pytest.mark.page(TYPES)
def test_equal_numbers_are_one_key(db: Db) -> None:
    table = db.create("pk:N")
    db.client.put_item(TableName=table, Item={"pk": {"N": "1.0"}})
    db.client.put_item(TableName=table, Item={"pk": {"N": "1"}, "a": {"S": "second"}})
    assert db.client.scan(TableName=table)["Items"] == [{"pk": {"N": "1"}, "a": {"S": "second"}}]


@pytest.mark.page(TYPES)
def test_binary_keys(db: Db) -> None:
    table = db.create("pk:B sk:B")
    key = item(pk=b"\x00\xff", sk=b"\xfe")
    db.client.put_item(TableName=table, Item=key)
    assert db.client.get_item(TableName=table, Key=key)["Item"] == key


# Projections -----------------------------------------------------------------------------------

WHOLE = {**KEY, **item(a=1, mp={"x": 1, "y": {"z": [1, 2, 3]}}, lst=[{"q": 1, "r": 2}, "b", "c"], name="n")}
SHOWN: list[tuple[str, dict[str, Any]]] = [
    ("a", item(a=1)),
    ("a, pk", item(a=1, pk="p")),
    ("absent", {}),
    ("a, absent", item(a=1)),
    ("mp.x", item(mp={"x": 1})),
    ("mp.y.z[1]", item(mp={"y": {"z": [2]}})),
    ("mp.y.z[2], mp.y.z[0]", item(mp={"y": {"z": [1, 3]}})),
    ("mp.x, mp.y", item(mp={"x": 1, "y": {"z": [1, 2, 3]}})),
    ("lst[2]", item(lst=["c"])),
    ("lst[0].q, lst[1]", item(lst=[{"q": 1}, "b"])),
    ("lst[9]", {}),
    ("mp.absent", {}),
    ("a.b", {}),
]


@pytest.mark.page(PROJECTIONS)
@pytest.mark.parametrize(("expression", "wanted"), SHOWN, ids=[f"{i}-{c[0]}" for i, c in enumerate(SHOWN)])
def test_projection(db: Db, expression: str, wanted: dict[str, Any]) -> None:
    table = db.create()
    db.client.put_item(TableName=table, Item=WHOLE)
    answer = db.client.get_item(TableName=table, Key=KEY, ProjectionExpression=expression)
    assert answer["Item"] == wanted


@pytest.mark.page(PROJECTIONS)
@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("", "can not be empty"),
        ("a,", "Syntax error"),
        ("a b", "Syntax error"),
        ("a, a", "overlap"),
        ("mp, mp.x", "overlap"),
        ("name", "reserved keyword"),
        (":v", "Syntax error"),
        ("size(a)", "Syntax error"),
        ("#nope", "not defined"),
    ],
)
def test_projection_that_is_refused(db: Db, expression: str, message: str) -> None:
    table = db.create()
    arguments: dict[str, Any] = {"TableName": table, "Key": KEY, "ProjectionExpression": expression}
    if "#" in expression:
        arguments["ExpressionAttributeNames"] = names("other")
    db.fails("ValidationException", db.client.get_item, message, **arguments)
