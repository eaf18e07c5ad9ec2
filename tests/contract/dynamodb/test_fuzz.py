"""Fuzz: whatever an expression or a value is, the engine answers, and with an error of the API."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from local.dynamodb import Engine, values
from local.dynamodb.engine import OPERATIONS
from local.dynamodb.errors import ApiError
from tests.contract.dynamodb.values import item

KNOWN = {"ValidationException", "ConditionalCheckFailedException", "SerializationException"}
PLAIN = settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
THOROUGH = settings(max_examples=1_500, deadline=None, suppress_health_check=list(HealthCheck))

NAMES = {"#a": "a", "#b": "b", "#pk": "pk", "#dot": "x.y"}
VALUES: dict[str, dict[str, Any]] = {
    ":n": {"N": "1"},
    ":s": {"S": "a"},
    ":e": {"S": ""},
    ":b": {"B": "YWI="},
    ":t": {"BOOL": True},
    ":z": {"NULL": True},
    ":l": {"L": [{"N": "1"}]},
    ":m": {"M": {"a": {"S": "x"}}},
    ":ss": {"SS": ["a"]},
    ":ns": {"NS": ["1"]},
    ":bs": {"BS": ["YQ=="]},
    ":type": {"S": "N"},
}

name = st.sampled_from(
    ["a", "b", "c", "n", "lst", "mp", "#a", "#b", "#dot", "pk", "sk", "#pk", "size", "name", "#x"]
)
step = st.one_of(name.map(lambda one: f".{one}"), st.integers(0, 40).map(lambda n: f"[{n}]"))
path = st.builds(lambda head, rest: head + "".join(rest), name, st.lists(step, max_size=4))
value = st.sampled_from([*VALUES, ":x"])
operand = st.one_of(path, value, path.map(lambda one: f"size({one})"), path.map(lambda one: f"({one})"))
comparator = st.sampled_from(["=", "<>", "<", "<=", ">", ">="])
function = st.one_of(
    st.builds(
        "{}({})".format, st.sampled_from(["attribute_exists", "attribute_not_exists", "size", "nosuch"]), operand
    ),
    st.builds(
        "{}({}, {})".format,
        st.sampled_from(["begins_with", "contains", "attribute_type", "if_not_exists"]),
        operand,
        operand,
    ),
)
simple = st.one_of(
    st.builds("{} {} {}".format, operand, comparator, operand),
    st.builds("{} BETWEEN {} AND {}".format, operand, operand, operand),
    st.builds(
        lambda one, many: f"{one} IN ({', '.join(many)})", operand, st.lists(operand, min_size=1, max_size=4)
    ),
    function,
)
condition = st.recursive(
    simple,
    lambda inner: st.one_of(
        st.builds("{} AND {}".format, inner, inner),
        st.builds("{} or {}".format, inner, inner),
        inner.map(lambda one: f"NOT {one}"),
        inner.map(lambda one: f"({one})"),
    ),
    max_leaves=8,
)
set_operand = st.one_of(
    path,
    value,
    st.builds("if_not_exists({}, {})".format, path, value),
    st.builds("list_append({}, {})".format, operand, operand),
)
assignment = st.one_of(
    st.builds("{} = {}".format, path, set_operand),
    st.builds("{} = {} {} {}".format, path, set_operand, st.sampled_from("+-"), set_operand),
)


def section(word: str, action: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.lists(action, min_size=1, max_size=3).map(lambda many: f"{word} {', '.join(many)}")


update = st.lists(
    st.one_of(
        section("SET", assignment),
        section("REMOVE", path),
        section("ADD", st.builds("{} {}".format, path, value)),
        section("delete", st.builds("{} {}".format, path, value)),
    ),
    min_size=1,
    max_size=3,
).map(" ".join)
projection = st.lists(path, min_size=1, max_size=4).map(", ".join)
TOKENS = [
    *NAMES,
    *VALUES,
    "AND",
    "OR",
    "NOT",
    "(",
    ")",
    "[",
    "]",
    ",",
    ".",
    "=",
    "<",
    "BETWEEN",
    "IN",
    "SET",
    "REMOVE",
    "0",
    "'",
    "\x00",
    "é",
    "-",
    "+",
    "99999999999999999999",
]


@st.composite
def mutated(draw: st.DrawFn, source: st.SearchStrategy[str]) -> str:
    """A valid expression with a few tokens dropped, doubled, swapped or put in."""
    words = draw(source).replace("(", " ( ").replace(")", " ) ").split()
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(words)))
        match draw(st.sampled_from(["drop", "double", "put", "cut"])):
            case "drop":
                words[at : at + 1] = []
            case "double":
                words[at:at] = words[at : at + 1]
            case "put":
                words.insert(at, draw(st.sampled_from(TOKENS)))
            case "cut":
                words[at:] = words[at : at + draw(st.integers(0, 3))]
    return draw(st.sampled_from([" ", "  ", "\n"])).join(words)


text = st.one_of(st.text(max_size=40), st.lists(st.sampled_from(TOKENS), max_size=12).map(" ".join))


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    opened = Engine(tmp_path_factory.mktemp("fuzz") / "fuzz.db")
    schema = [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}]
    status, _ = opened.handle(
        "DynamoDB_20120810.CreateTable",
        {
            "TableName": "fuzz",
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": one, "AttributeType": "S"} for one in ("pk", "sk")],
            "KeySchema": schema,
        },
    )
    assert status == 200
    yield opened
    opened.close()


def call(engine: Engine, operation: str, **body: Any) -> None:
    whole = item(pk="p", sk="s", a=1, b="text", n=5, lst=[1, [2]], mp={"a": {"b": 1}}, ss={"a"})
    engine.handle("DynamoDB_20120810.PutItem", {"TableName": "fuzz", "Item": whole})
    used = " ".join(str(one) for one in body.values())
    # Unused ones would hide what is sought.
    names = {one: name for one, name in NAMES.items() if one in used}
    bound = {one: value for one, value in VALUES.items() if one in used}
    if names:
        body["ExpressionAttributeNames"] = names
    if bound and operation != "GetItem":
        body["ExpressionAttributeValues"] = bound
    status, answer = engine.handle(f"DynamoDB_20120810.{operation}", {"TableName": "fuzz", **body})
    if status != 200:
        assert status == 400
        assert answer["__type"].split("#")[1] in KNOWN


def every(engine: Engine, expression: str) -> None:
    key = item(pk="p", sk="s")
    call(engine, "Scan", FilterExpression=expression)
    call(engine, "Query", KeyConditionExpression=expression)
    call(engine, "DeleteItem", Key=key, ConditionExpression=expression)
    call(engine, "UpdateItem", Key=key, UpdateExpression=expression)
    call(engine, "GetItem", Key=key, ProjectionExpression=expression)


@PLAIN
@given(expression=mutated(condition))
def test_conditions(engine: Engine, expression: str) -> None:
    call(engine, "Scan", FilterExpression=expression)
    call(engine, "Query", KeyConditionExpression=expression)


@PLAIN
@given(expression=mutated(update))
def test_updates(engine: Engine, expression: str) -> None:
    call(engine, "UpdateItem", Key=item(pk="p", sk="s"), UpdateExpression=expression)


@PLAIN
@given(expression=mutated(projection))
def test_projections(engine: Engine, expression: str) -> None:
    call(engine, "GetItem", Key=item(pk="p", sk="s"), ProjectionExpression=expression)


@PLAIN
@given(expression=text)
def test_any_text(engine: Engine, expression: str) -> None:
    every(engine, expression)


@pytest.mark.slow
@THOROUGH
@given(expression=st.one_of(mutated(condition), mutated(update), mutated(projection), text))
def test_everything_for_longer(engine: Engine, expression: str) -> None:
    every(engine, expression)


@pytest.mark.parametrize(
    "expression",
    [
        "(" * 2000,
        "NOT " * 1000 + "a = :n",
        "(NOT " * 700 + "a = :n" + ")" * 700,
        "size(" * 600,
        "a" + ".a" * 1500,
        "a" + "[0]" * 1000,
        "SET a = " + "if_not_exists(a, " * 200 + ":n" + ")" * 200,
        "SET a = " + "(" * 3000,
        " AND ".join(["a = :n"] * 300),
    ],
    ids=range(9),
)
def test_deep_and_long_expressions(engine: Engine, expression: str) -> None:
    every(engine, expression)


numbers = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["", "-"]),
    st.from_regex(r"[0-9]{1,40}", fullmatch=True),
    st.one_of(st.just(""), st.from_regex(r"\.[0-9]{0,40}", fullmatch=True)),
    st.one_of(st.just(""), st.integers(-140, 140).map(lambda n: f"E{n}")),
)


@PLAIN
@given(left=numbers, right=numbers)
def test_numbers_keep_their_value_and_order(left: str, right: str) -> None:
    try:
        a, b = values.number(left), values.number(right)
    except ApiError:
        return
    assert Decimal(a) == Decimal(left)
    assert values.number(a) == a
    order = (Decimal(a) > Decimal(b)) - (Decimal(a) < Decimal(b))
    x, y = values.encode_number(a), values.encode_number(b)
    assert (x > y) - (x < y) == order


json_like: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5), st.floats(allow_nan=False)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["S", "N", "B", "L", "M", "SS", "NS", "BS", "BOOL", "NULL", "x"]), inner, max_size=2
        ),
    ),
    max_leaves=6,
)


@PLAIN
@given(given_value=json_like)
def test_any_value(engine: Engine, given_value: Any) -> None:
    whole = {**item(pk="p", sk="fuzz"), "v": given_value}
    status, answer = engine.handle("DynamoDB_20120810.PutItem", {"TableName": "fuzz", "Item": whole})
    if status != 200:
        assert answer["__type"].split("#")[1] in KNOWN


KEY = item(pk="p", sk="s")
by_type: dict[type, st.SearchStrategy[Any]] = {
    str: st.sampled_from(["fuzz", "x", "a = :n", "pk = :n", "SET a = :n", "ALL", "COUNT", "fuzz-index"]),
    int: st.integers(-2, 3),
    bool: st.booleans(),
    list: st.lists(st.one_of(json_like, st.deferred(lambda: structure)), max_size=2),
    dict: st.one_of(st.just(KEY), st.deferred(lambda: structure)),
}
MEMBERS = [
    "fuzz", "TableName", "Item", "Key", "Keys", "PutRequest", "DeleteRequest", "Get", "Put", "Update", "Delete",
    "ConditionCheck", "ConditionExpression", "UpdateExpression", "Enabled", "AttributeName", "AttributeType",
    "KeyType", "IndexName", "KeySchema", "Projection", "ProjectionType", "StreamEnabled", "#a", ":n", "pk", "sk",
]  # fmt: skip
structure: st.SearchStrategy[Any] = st.recursive(
    st.one_of(json_like, st.sampled_from(["fuzz", "pk", "S", "HASH", "RANGE", "ALL", KEY, {"S": "p"}])),
    lambda inner: st.one_of(
        st.dictionaries(st.sampled_from(MEMBERS), inner, max_size=3), st.lists(inner, min_size=1, max_size=2)
    ),
    max_leaves=8,
)


@st.composite
def request_body(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A request whose members have the right types, but not what the types should hold."""
    service = draw(st.sampled_from(sorted(OPERATIONS)))
    name = draw(st.sampled_from(sorted(OPERATIONS[service])))
    operation = OPERATIONS[service][name]
    body = {member: draw(by_type[kind]) for member, kind in operation.required.items()}
    more = draw(st.lists(st.sampled_from(sorted(operation.optional)), max_size=3)) if operation.optional else []
    return f"{service}.{name}", body | {member: draw(by_type[operation.optional[member]]) for member in more}


@settings(PLAIN, max_examples=800)
@given(request=request_body())
def test_any_request(engine: Engine, request: tuple[str, dict[str, Any]]) -> None:
    target, body = request
    if target.endswith(".DeleteTable") and body["TableName"] == "fuzz":
        return
    status, answer = engine.handle(target, body)
    assert status in (200, 400), answer
