"""Condition expressions, on one item that has every type."""

from __future__ import annotations

from typing import Any

import pytest

from tests.contract.dynamodb.database import Db
from tests.contract.dynamodb.values import bind, item, names

OPERATORS = "developerguide/Expressions.OperatorsAndFunctions.html"
CONDITIONS = "developerguide/Expressions.ConditionExpressions.html"
ATTRIBUTES = "developerguide/Expressions.Attributes.html"
NAMES = "developerguide/Expressions.ExpressionAttributeNames.html"
VALUES = "developerguide/Expressions.ExpressionAttributeValues.html"
RESERVED = "developerguide/ReservedWords.html"
QUOTAS = "developerguide/Constraints.html"

ITEM = item(
    pk="p",
    sk="s",
    n=5,
    d=1.5,
    neg=-3,
    txt="hello",
    bin=b"abc",
    yes=True,
    nil=None,
    lst=[1, "two", {"k": "v"}],
    mp={"a": {"b": [10, 20]}, "x": "y"},
    ss={"a", "b"},
    ns={1, 2},
    bs={b"x"},
)

TRUE: list[tuple[str, dict[str, Any]]] = [
    ("n = :v", {"v": 5}),
    ("n = :v", {"v": 5.0}),
    ("n <> :v", {"v": 6}),
    ("n <> :v", {"v": "5"}),
    ("absent <> :v", {"v": 5}),
    ("n < :v", {"v": 5.5}),
    ("n <= :v", {"v": 5}),
    ("n > :v", {"v": -10}),
    ("neg < :v", {"v": -2.5}),
    ("n >= :v", {"v": 5}),
    ("txt < :v", {"v": "hellp"}),
    ("bin > :v", {"v": b"abb"}),
    ("n > d", {}),
    (":v < n", {"v": 4}),
    ("yes = :v", {"v": True}),
    ("nil = :v", {"v": None}),
    ("lst = :v", {"v": [1, "two", {"k": "v"}]}),
    ("mp = :v", {"v": {"x": "y", "a": {"b": [10, 20]}}}),
    ("ss = :v", {"v": {"b", "a"}}),
    ("ns = :v", {"v": {2, 1}}),
    ("n BETWEEN :a AND :b", {"a": 5, "b": 6}),
    ("txt BETWEEN :a AND :b", {"a": "a", "b": "z"}),
    ("n between d and :b", {"b": 6}),
    ("n IN (:a, :b)", {"a": 1, "b": 5}),
    ("txt IN (:a, :b, :c)", {"a": 1, "b": "x", "c": "hello"}),
    ("attribute_exists(n)", {}),
    ("attribute_exists(mp.a.b[1])", {}),
    ("attribute_not_exists(mp.a.b[2])", {}),
    ("attribute_not_exists(absent)", {}),
    ("attribute_not_exists(txt.x)", {}),
    ("attribute_exists(nil)", {}),
    ("attribute_type(n, :v)", {"v": "N"}),
    ("attribute_type(mp.a.b, :v)", {"v": "L"}),
    ("attribute_type(ss, :v)", {"v": "SS"}),
    ("attribute_type(nil, :v)", {"v": "NULL"}),
    ("begins_with(txt, :v)", {"v": "hel"}),
    ("begins_with(bin, :v)", {"v": b"ab"}),
    ("contains(txt, :v)", {"v": "ell"}),
    ("contains(ss, :v)", {"v": "a"}),
    ("contains(ns, :v)", {"v": 2}),
    ("contains(lst, :v)", {"v": "two"}),
    ("contains(lst, :v)", {"v": {"k": "v"}}),
    ("contains(bin, :v)", {"v": b"bc"}),
    ("size(txt) = :v", {"v": 5}),
    ("size(bin) = :v", {"v": 3}),
    ("size(lst) = :v", {"v": 3}),
    ("size(mp) = :v", {"v": 2}),
    ("size(ss) >= :v", {"v": 2}),
    ("size(txt) > size(bin)", {}),
    ("size(lst) BETWEEN :a AND :b", {"a": 1, "b": 3}),
    ("mp.a.b[0] = :v", {"v": 10}),
    ("lst[2].k = :v", {"v": "v"}),
    ("NOT n = :v", {"v": 6}),
    ("n = :v AND txt = :t", {"v": 5, "t": "hello"}),
    ("n = :v or txt = :t", {"v": 6, "t": "hello"}),
    # AND binds closer than OR, NOT closer than both.
    ("n = :v OR n = :w AND txt = :x", {"v": 5, "w": 6, "x": "no"}),
    ("NOT n = :w AND txt = :t", {"w": 6, "t": "hello"}),
    ("NOT (n = :w AND txt = :t)", {"w": 6, "t": "hello"}),
    ("(n = :w OR n = :v) AND txt = :t", {"v": 5, "w": 6, "t": "hello"}),
    ("not contains(ss, :v)", {"v": "c"}),
    ("NOT NOT n = :v", {"v": 5}),
    ("n = :a AND n = :a AND n = :a", {"a": 5}),
]

FALSE: list[tuple[str, dict[str, Any]]] = [
    ("n = :v", {"v": "5"}),
    ("absent = :v", {"v": 5}),
    ("absent < :v", {"v": 5}),
    ("n < :v", {"v": "9"}),
    ("n <> :v", {"v": 5}),
    ("txt > :v", {"v": 1}),
    ("n BETWEEN :a AND :b", {"a": 6, "b": 7}),
    ("absent BETWEEN :a AND :b", {"a": 1, "b": 9}),
    ("n IN (:a)", {"a": "5"}),
    ("absent IN (:a)", {"a": 5}),
    ("attribute_exists(absent)", {}),
    ("attribute_exists(lst[3])", {}),
    ("attribute_type(n, :v)", {"v": "S"}),
    ("attribute_type(absent, :v)", {"v": "S"}),
    ("begins_with(txt, :v)", {"v": "ello"}),
    ("begins_with(n, :v)", {"v": "5"}),
    ("contains(txt, :v)", {"v": 1}),
    ("contains(ns, :v)", {"v": "1"}),
    ("contains(lst, :v)", {"v": 2}),
    ("contains(n, :v)", {"v": 5}),
    ("size(absent) = :v", {"v": 0}),
    ("size(n) = :v", {"v": 1}),
    ("NOT attribute_exists(n)", {}),
    ("n = :v AND txt = :t", {"v": 5, "t": "x"}),
    ("n = :w AND txt = :t OR d = :w", {"w": 6, "t": "hello"}),
    ("lst[9].k = :v", {"v": "v"}),
    ("mp[0] = :v", {"v": "v"}),
]

INVALID: list[tuple[str, dict[str, Any], str]] = [
    ("", {}, "The expression can not be empty"),
    ("n", {}, "Syntax error"),
    ("n =", {}, "Syntax error"),
    ("n = :v AND", {"v": 1}, "Syntax error"),
    ("AND n = :v", {"v": 1}, "Syntax error"),
    ("n == :v", {"v": 1}, "Syntax error"),
    ("(n = :v", {"v": 1}, "Syntax error"),
    ("n = :v)", {"v": 1}, "Syntax error"),
    ("n = 5", {}, "Syntax error"),
    ("n = 'x'", {}, "Syntax error"),
    ("n = :v :w", {"v": 1, "w": 1}, "Syntax error"),
    ("lst[x] = :v", {"v": 1}, "Syntax error"),
    ("lst[-1] = :v", {"v": 1}, "Syntax error"),
    ("n BETWEEN :a", {"a": 1}, "Syntax error"),
    ("n IN ()", {}, "Syntax error"),
    ("size(txt)", {}, "not allowed to be used this way"),
    ("attribute_exists(n) = :v", {"v": True}, "not allowed to be used this way"),
    ("((n = :v))", {"v": 1}, "redundant parentheses"),
    ("nosuch(n)", {}, "Invalid function name; function: nosuch"),
    ("ATTRIBUTE_EXISTS(n)", {}, "Invalid function name"),
    ("if_not_exists(n, :v) = :v", {"v": 1}, "not allowed in a condition expression"),
    ("attribute_exists(n, txt)", {}, "Incorrect number of operands"),
    ("begins_with(txt)", {}, "Incorrect number of operands"),
    ("contains(txt, :a, :b)", {"a": 1, "b": 2}, "Incorrect number of operands"),
    ("attribute_exists(:v)", {"v": "n"}, "requires a document path"),
    ("begins_with(txt, :v)", {"v": 1}, "Incorrect operand type"),
    ("n < :v", {"v": True}, "Incorrect operand type"),
    ("n < :v", {"v": [1]}, "Incorrect operand type"),
    ("attribute_type(n, :v)", {"v": "X"}, "Invalid attribute type name"),
    ("attribute_type(n, :v)", {"v": 1}, "Incorrect operand type"),
    ("n = n", {}, "must be distinct"),
    ("n BETWEEN :a AND :b", {"a": 2, "b": 1}, "greater than or equal to"),
    ("n BETWEEN :a AND :b", {"a": 1, "b": "2"}, "same data type"),
    ("n = :nope", {"v": 1}, "not defined; attribute value: :nope"),
    ("#nope = :v", {"v": 1}, "not defined; attribute name: #nope"),
]


def check(db: Db, expression: str, values: dict[str, Any], **more: Any) -> Any:
    table = db.create()
    db.client.put_item(TableName=table, Item=ITEM)
    arguments: dict[str, Any] = {"TableName": table, "Item": ITEM, "ConditionExpression": expression, **more}
    if values:
        arguments["ExpressionAttributeValues"] = bind(**values)
    return arguments


@pytest.mark.page(OPERATORS)
@pytest.mark.parametrize(("expression", "values"), TRUE, ids=[f"{i}-{c[0]}" for i, c in enumerate(TRUE)])
def test_condition_that_holds(db: Db, expression: str, values: dict[str, Any]) -> None:
    db.client.put_item(**check(db, expression, values))


@pytest.mark.page(OPERATORS)
@pytest.mark.parametrize(("expression", "values"), FALSE, ids=[f"{i}-{c[0]}" for i, c in enumerate(FALSE)])
def test_condition_that_fails(db: Db, expression: str, values: dict[str, Any]) -> None:
    db.fails(
        "ConditionalCheckFailedException",
        db.client.put_item,
        "The conditional request failed",
        **check(db, expression, values),
    )


@pytest.mark.page(OPERATORS)
@pytest.mark.parametrize(
    ("expression", "values", "message"), INVALID, ids=[f"{i}-{c[0]}" for i, c in enumerate(INVALID)]
)
def test_condition_that_is_refused(db: Db, expression: str, values: dict[str, Any], message: str) -> None:
    db.fails("ValidationException", db.client.put_item, message, **check(db, expression, values))


@pytest.mark.page(RESERVED)
@pytest.mark.parametrize("word", ["name", "Status", "SIZE", "ttl", "hash", "count"])
def test_reserved_words_need_a_placeholder(db: Db, word: str) -> None:
    arguments = check(db, f"attribute_not_exists({word})", {})
    db.fails("ValidationException", db.client.put_item, "reserved keyword", **arguments)
    db.client.put_item(
        **{**arguments, "ConditionExpression": f"attribute_not_exists(#{word})"},
        ExpressionAttributeNames=names(word),
    )


@pytest.mark.page(NAMES)
def test_placeholder_stands_for_one_name_even_with_dots(db: Db) -> None:
    table = db.create()
    db.client.put_item(TableName=table, Item=item(pk="p", sk="s", **{"a.b": 1}))
    db.client.put_item(
        TableName=table,
        Item=item(pk="p", sk="s"),
        ConditionExpression="#d = :v AND attribute_not_exists(#a.#b)",
        ExpressionAttributeNames={"#d": "a.b", "#a": "a", "#b": "b"},
        ExpressionAttributeValues=bind(v=1),
    )


@pytest.mark.page(NAMES)
def test_unused_name_is_refused(db: Db) -> None:
    arguments = check(db, "attribute_exists(n)", {}, ExpressionAttributeNames={"#x": "x"})
    message = "ExpressionAttributeNames unused in expressions: keys: {#x}"
    db.fails("ValidationException", db.client.put_item, message, **arguments)


@pytest.mark.page(VALUES)
def test_unused_value_is_refused(db: Db) -> None:
    arguments = check(db, "attribute_exists(n)", {"x": 1})
    message = "ExpressionAttributeValues unused in expressions: keys: {:x}"
    db.fails("ValidationException", db.client.put_item, message, **arguments)


@pytest.mark.page(NAMES)
def test_names_without_an_expression_are_refused(db: Db) -> None:
    db.fails(
        "ValidationException",
        db.client.put_item,
        "ExpressionAttributeNames can only be specified when using expressions",
        TableName=db.create(),
        Item=ITEM,
        ExpressionAttributeNames={"#x": "x"},
    )


@pytest.mark.page(VALUES)
def test_values_without_an_expression_are_refused(db: Db) -> None:
    db.fails(
        "ValidationException",
        db.client.put_item,
        "ExpressionAttributeValues can only be specified when using expressions: ConditionExpression is null",
        TableName=db.create(),
        Item=ITEM,
        ExpressionAttributeValues=bind(x=1),
    )


@pytest.mark.page(NAMES)
@pytest.mark.parametrize("name", ["x", "#", "#a-b"])
def test_placeholder_of_a_name_begins_with_a_hash(db: Db, name: str) -> None:
    arguments = check(db, "attribute_exists(n)", {}, ExpressionAttributeNames={name: "x"})
    db.fails("ValidationException", db.client.put_item, "contains invalid key", **arguments)


@pytest.mark.page(VALUES)
@pytest.mark.parametrize("name", ["x", ":", ":a.b"])
def test_placeholder_of_a_value_begins_with_a_colon(db: Db, name: str) -> None:
    arguments = check(db, "n = :v", {"v": 1})
    arguments["ExpressionAttributeValues"][name] = {"N": "1"}
    db.fails("ValidationException", db.client.put_item, "contains invalid key", **arguments)


@pytest.mark.page(QUOTAS)
def test_expression_has_at_most_4096_bytes(db: Db) -> None:
    clause = "attribute_exists(n) AND "
    fits = clause * 20 + "attribute_exists(n)" + " " * (4096 - 20 * len(clause) - 19)
    db.client.put_item(**check(db, fits, {}))
    message = "Expression size has exceeded the maximum allowed size"
    db.fails("ValidationException", db.client.put_item, message, **check(db, fits + " ", {}))


@pytest.mark.page(QUOTAS)
def test_expression_has_at_most_300_operators(db: Db) -> None:
    db.client.put_item(**check(db, " AND ".join(["n=:v"] * 150), {"v": 5}))
    db.fails(
        "ValidationException",
        db.client.put_item,
        "",
        **check(db, " AND ".join(["n=:v"] * 152), {"v": 5}),
    )


@pytest.mark.page(QUOTAS)
def test_in_has_at_most_100_operands(db: Db) -> None:
    options = {f"v{n}": n for n in range(101)}
    db.client.put_item(
        **check(db, f"n IN ({', '.join(f':v{n}' for n in range(100))})", dict(list(options.items())[:100]))
    )
    db.fails(
        "ValidationException",
        db.client.put_item,
        "",
        **check(db, f"n IN ({', '.join(f':v{n}' for n in range(101))})", options),
    )


@pytest.mark.page(CONDITIONS)
def test_failed_condition_changes_nothing(db: Db) -> None:
    arguments = check(db, "n = :v", {"v": 6})
    arguments["Item"] = item(pk="p", sk="s", n=7)
    db.fails("ConditionalCheckFailedException", db.client.put_item, **arguments)
    got = db.client.get_item(TableName=arguments["TableName"], Key=item(pk="p", sk="s"))
    assert got["Item"]["n"] == {"N": "5"}


@pytest.mark.page("APIReference/API_PutItem.html")
def test_failed_condition_shows_the_old_item_if_asked(db: Db) -> None:
    arguments = check(db, "n = :v", {"v": 6}, ReturnValuesOnConditionCheckFailure="ALL_OLD")
    response = db.fails("ConditionalCheckFailedException", db.client.put_item, **arguments)
    assert response["Item"]["n"] == {"N": "5"}
    arguments["ReturnValuesOnConditionCheckFailure"] = "NONE"
    assert "Item" not in db.fails("ConditionalCheckFailedException", db.client.put_item, **arguments)


@pytest.mark.page("APIReference/API_PutItem.html")
def test_failed_condition_on_a_missing_item_shows_none(db: Db) -> None:
    response = db.fails(
        "ConditionalCheckFailedException",
        db.client.put_item,
        TableName=db.create(),
        Item=ITEM,
        ConditionExpression="attribute_exists(pk)",
        ReturnValuesOnConditionCheckFailure="ALL_OLD",
    )
    assert not response.get("Item")
