"""Query and Scan: ranges, order, pages, filters, indexes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.contract.dynamodb.database import Db
from tests.contract.dynamodb.values import av, bind, item, names

QUERY = "APIReference/API_Query.html"
SCAN = "APIReference/API_Scan.html"
KEYS = "developerguide/Query.KeyConditionExpressions.html"
PAGES = "developerguide/Query.Pagination.html"
FILTERS = "developerguide/Query.FilterExpression.html"
LOCAL = "developerguide/LSI.html"
GLOBAL = "developerguide/GSI.html"
TYPES = "developerguide/HowItWorks.NamingRulesDataTypes.html"


def fill(db: Db, table: str, *sort_keys: Any, **more: Any) -> None:
    for key in sort_keys:
        db.client.put_item(TableName=table, Item=item(pk="p", sk=key, **more))


def query(db: Db, table: str, condition: str, values: dict[str, Any], **more: Any) -> dict[str, Any]:
    return dict(
        db.client.query(
            TableName=table,
            KeyConditionExpression=condition,
            ExpressionAttributeValues=bind(**values),
            **more,
        )
    )


def sort_keys(answer: dict[str, Any]) -> list[str]:
    return [next(iter(one["sk"].values())) for one in answer["Items"]]


LETTERS = ("a", "ab", "abc", "b", "ba", "c")
RANGES: list[tuple[str, dict[str, Any], list[str]]] = [
    ("pk = :p", {}, list(LETTERS)),
    ("pk = :p AND sk = :a", {"a": "b"}, ["b"]),
    ("sk = :a AND pk = :p", {"a": "b"}, ["b"]),
    ("pk = :p AND sk < :a", {"a": "b"}, ["a", "ab", "abc"]),
    ("pk = :p AND sk <= :a", {"a": "b"}, ["a", "ab", "abc", "b"]),
    ("pk = :p AND sk > :a", {"a": "b"}, ["ba", "c"]),
    ("pk = :p AND sk >= :a", {"a": "b"}, ["b", "ba", "c"]),
    ("pk = :p AND sk BETWEEN :a AND :b", {"a": "ab", "b": "b"}, ["ab", "abc", "b"]),
    ("pk = :p AND begins_with(sk, :a)", {"a": "ab"}, ["ab", "abc"]),
    ("pk = :p AND begins_with(sk, :a)", {"a": "z"}, []),
    ("(pk = :p) AND (sk > :a)", {"a": "b"}, ["ba", "c"]),
    ("pk = :p and sk > :a", {"a": "b"}, ["ba", "c"]),
    (":p = pk AND sk = :a", {"a": "b"}, ["b"]),
]


@pytest.mark.page(KEYS)
@pytest.mark.parametrize(
    ("condition", "values", "wanted"), RANGES, ids=[f"{i}-{c[0]}" for i, c in enumerate(RANGES)]
)
def test_key_condition(db: Db, condition: str, values: dict[str, Any], wanted: list[str]) -> None:
    table = db.create()
    fill(db, table, *LETTERS)
    db.client.put_item(TableName=table, Item=item(pk="other", sk="b"))
    forward = query(db, table, condition, {"p": "p", **values})
    assert sort_keys(forward) == wanted
    assert (forward["Count"], forward["ScannedCount"]) == (len(wanted), len(wanted))
    assert "LastEvaluatedKey" not in forward
    backward = query(db, table, condition, {"p": "p", **values}, ScanIndexForward=False)
    assert sort_keys(backward) == wanted[::-1]


BAD_KEY_CONDITIONS: list[tuple[str, dict[str, Any], str]] = [
    ("sk = :a", {"a": "b"}, "Query condition missed key schema element: pk"),
    ("pk > :p", {"p": "p"}, "Query key condition not supported"),
    ("begins_with(pk, :p)", {"p": "p"}, "Query key condition not supported"),
    ("pk = :p AND sk <> :a", {"p": "p", "a": "b"}, "Invalid operator used in KeyConditionExpression"),
    ("pk = :p AND sk IN (:a)", {"p": "p", "a": "b"}, "Invalid operator used in KeyConditionExpression"),
    ("pk = :p OR sk = :a", {"p": "p", "a": "b"}, "Invalid operator used in KeyConditionExpression"),
    ("pk = :p AND NOT sk = :a", {"p": "p", "a": "b"}, "Invalid operator used in KeyConditionExpression"),
    ("pk = :p AND attribute_exists(sk)", {"p": "p"}, "Invalid operator used in KeyConditionExpression"),
    ("pk = :p AND contains(sk, :a)", {"p": "p", "a": "b"}, "Invalid operator used in KeyConditionExpression"),
    ("pk = :p AND size(sk) = :a", {"p": "p", "a": 1}, "KeyConditionExpressions cannot contain nested operations"),
    ("pk = :p AND thing = :a", {"p": "p", "a": "b"}, "Query condition missed key schema element: sk"),
    ("pk = :p AND sk > :a AND sk < :b", {"p": "p", "a": "a", "b": "b"}, "must only contain one condition per key"),
    ("pk = :p AND sk = :a", {"p": "p", "a": 1}, "Condition parameter type does not match schema type"),
    ("pk = :p", {"p": 1}, "Condition parameter type does not match schema type"),
    ("pk = :p AND sk BETWEEN :b AND :a", {"p": "p", "a": "a", "b": "b"}, "greater than or equal to lower bound"),
    ("pk = :p AND pk.x = :a", {"p": "p", "a": "a"}, ""),
    ("pk = :p AND sk = pk", {"p": "p"}, ""),
    ("", {"p": "p"}, "can not be empty"),
    ("pk = :p AND", {"p": "p"}, "Syntax error"),
    ("pk = :", {"p": "p"}, ""),
]


@pytest.mark.page(KEYS)
@pytest.mark.parametrize(
    ("condition", "values", "message"),
    BAD_KEY_CONDITIONS,
    ids=[f"{i}-{c[0]}" for i, c in enumerate(BAD_KEY_CONDITIONS)],
)
def test_key_condition_that_is_refused(db: Db, condition: str, values: dict[str, Any], message: str) -> None:
    db.fails(
        "ValidationException",
        db.client.query,
        message,
        TableName=db.create(),
        KeyConditionExpression=condition,
        ExpressionAttributeValues=bind(**values),
    )


@pytest.mark.page(QUERY)
def test_query_needs_a_key_condition(db: Db) -> None:
    db.fails("ValidationException", db.client.query, "must be specified", TableName=db.create())


@pytest.mark.page(TYPES)
def test_numbers_sort_as_numbers(db: Db) -> None:
    table = db.create("pk:S sk:N")
    ordered = [
        "-1E+100",
        "-1000",
        "-10.5",
        "-10",
        "-1",
        "-0.5",
        "-1E-100",
        "0",
        "1E-100",
        "0.5",
        "1",
        "2",
        "10",
        "10.01",
        "9999",
        "1E+50",
    ]
    for key in sorted(ordered):
        db.client.put_item(TableName=table, Item={"pk": av("p"), "sk": {"N": key}, "as": av(key)})
    answer = query(db, table, "pk = :p", {"p": "p"})
    assert [one["as"]["S"] for one in answer["Items"]] == ordered
    found = query(db, table, "pk = :p AND sk BETWEEN :a AND :b", {"p": "p", "a": -10, "b": 0.5})
    assert [one["as"]["S"] for one in found["Items"]] == ["-10", "-1", "-0.5", "-1E-100", "0", "1E-100", "0.5"]


@pytest.mark.page(TYPES)
def test_strings_sort_by_their_utf8_bytes(db: Db) -> None:
    table = db.create()
    # U+FF5E sorts before U+1F600 in UTF-8, after it in UTF-16.
    ordered = ["A", "Z", "a", "z", "é", "漢", "～", "😀"]
    fill(db, table, *reversed(ordered))
    assert sort_keys(query(db, table, "pk = :p", {"p": "p"})) == ordered


@pytest.mark.page(TYPES)
def test_binaries_sort_as_unsigned_bytes(db: Db) -> None:
    table = db.create("pk:S sk:B")
    ordered = [b"\x00", b"\x00\x01", b"\x7f", b"\x80", b"\xff", b"\xff\xff"]
    fill(db, table, *reversed(ordered))
    assert [one["sk"]["B"] for one in query(db, table, "pk = :p", {"p": "p"})["Items"]] == ordered
    found = query(db, table, "pk = :p AND begins_with(sk, :a)", {"p": "p", "a": b"\xff"})
    assert [one["sk"]["B"] for one in found["Items"]] == [b"\xff", b"\xff\xff"]


# Pages -----------------------------------------------------------------------------------------


@pytest.mark.page(PAGES)
@pytest.mark.parametrize("forward", [True, False])
def test_pages_join_to_the_whole(db: Db, forward: bool) -> None:
    table = db.create()
    fill(db, table, *LETTERS)
    found: list[str] = []
    more: dict[str, Any] = {}
    pages = 0
    while True:
        answer = query(db, table, "pk = :p", {"p": "p"}, Limit=2, ScanIndexForward=forward, **more)
        found += sort_keys(answer)
        pages += 1
        if "LastEvaluatedKey" not in answer:
            break
        assert answer["LastEvaluatedKey"] == item(pk="p", sk=found[-1])
        more = {"ExclusiveStartKey": answer["LastEvaluatedKey"]}
    assert found == sorted(LETTERS, reverse=not forward)
    # A page that is full does not know whether it is the last.
    assert pages == 4


@pytest.mark.page(PAGES)
def test_start_key_need_not_exist(db: Db) -> None:
    table = db.create()
    fill(db, table, "a", "c")
    answer = query(db, table, "pk = :p", {"p": "p"}, ExclusiveStartKey=item(pk="p", sk="b"))
    assert sort_keys(answer) == ["c"]


BAD_STARTS: list[tuple[str, dict[str, Any]]] = [
    ("no sort key", item(pk="p")),
    ("another attribute", item(pk="p", sk="a", x=1)),
    ("wrong type", item(pk="p", sk=1)),
    ("another partition", item(pk="q", sk="a")),
]


@pytest.mark.page(QUERY)
@pytest.mark.parametrize(("label", "start"), BAD_STARTS, ids=[c[0] for c in BAD_STARTS])
def test_start_key_that_is_refused(db: Db, label: str, start: dict[str, Any]) -> None:
    db.fails(
        "ValidationException",
        db.client.query,
        TableName=db.create(),
        KeyConditionExpression="pk = :p",
        ExpressionAttributeValues=bind(p="p"),
        ExclusiveStartKey=start,
    )


@pytest.mark.page(PAGES)
def test_page_ends_at_one_megabyte(db: Db) -> None:
    table = db.create()
    fill(db, table, *(f"{n:02}" for n in range(12)), v="x" * 100_000)
    first = query(db, table, "pk = :p", {"p": "p"})
    assert 10 <= first["Count"] <= 11
    rest = query(db, table, "pk = :p", {"p": "p"}, ExclusiveStartKey=first["LastEvaluatedKey"])
    assert first["Count"] + rest["Count"] == 12
    assert "LastEvaluatedKey" not in rest


@pytest.mark.page(FILTERS)
def test_page_is_cut_before_the_filter(db: Db) -> None:
    table = db.create()
    fill(db, table, *(f"{n:02}" for n in range(12)), v="x" * 100_000)
    answer = query(db, table, "pk = :p", {"p": "p", "v": "none"}, FilterExpression="v = :v")
    assert answer["Count"] == 0
    assert answer["ScannedCount"] < 12
    assert "LastEvaluatedKey" in answer


@pytest.mark.page(FILTERS)
def test_limit_counts_before_the_filter(db: Db) -> None:
    table = db.create()
    fill(db, table, "a", "b", "c", v=1)
    fill(db, table, "d", v=2)
    answer = query(db, table, "pk = :p", {"p": "p", "v": 2}, FilterExpression="v = :v", Limit=2)
    assert (answer["Items"], answer["Count"], answer["ScannedCount"]) == ([], 0, 2)
    assert answer["LastEvaluatedKey"] == item(pk="p", sk="b")


@pytest.mark.page(FILTERS)
@pytest.mark.parametrize("attribute", ["pk", "sk"])
def test_filter_on_a_key_is_refused(db: Db, attribute: str) -> None:
    db.fails(
        "ValidationException",
        db.client.query,
        "Filter Expression can only contain non-primary key attributes",
        TableName=db.create(),
        KeyConditionExpression="pk = :p",
        FilterExpression=f"{attribute} = :p",
        ExpressionAttributeValues=bind(p="p"),
    )


@pytest.mark.page(QUERY)
def test_count_only(db: Db) -> None:
    table = db.create()
    fill(db, table, *LETTERS, v=1)
    answer = query(db, table, "pk = :p", {"p": "p"}, Select="COUNT")
    assert answer["Count"] == len(LETTERS)
    assert "Items" not in answer
    filtered = query(db, table, "pk = :p", {"p": "p", "v": 2}, Select="COUNT", FilterExpression="v = :v")
    assert (filtered["Count"], filtered["ScannedCount"]) == (0, len(LETTERS))


SELECTS: list[tuple[str, dict[str, Any], str]] = [
    (
        "projected without an index",
        {"Select": "ALL_PROJECTED_ATTRIBUTES"},
        "ALL_PROJECTED_ATTRIBUTES can be used only",
    ),
    ("specific without a projection", {"Select": "SPECIFIC_ATTRIBUTES"}, ""),
    ("all with a projection", {"Select": "ALL_ATTRIBUTES", "ProjectionExpression": "v"}, "Cannot specify"),
    ("count with a projection", {"Select": "COUNT", "ProjectionExpression": "v"}, "Cannot specify"),
    ("no such select", {"Select": "NOTHING"}, ""),
    ("no such index", {"IndexName": "no-such"}, "The table does not have the specified index"),
    ("no such capacity", {"ReturnConsumedCapacity": "SOME"}, ""),
]


@pytest.mark.page(QUERY)
@pytest.mark.parametrize(("label", "more", "message"), SELECTS, ids=[c[0] for c in SELECTS])
def test_query_options_that_are_refused(db: Db, label: str, more: dict[str, Any], message: str) -> None:
    db.fails(
        "ValidationException",
        db.client.query,
        message,
        TableName=db.create(),
        KeyConditionExpression="pk = :p",
        ExpressionAttributeValues=bind(p="p"),
        **more,
    )


@pytest.mark.page(QUERY)
def test_query_shows_what_is_projected(db: Db) -> None:
    table = db.create()
    fill(db, table, "a", v=1, w={"x": 1, "y": 2})
    answer = query(db, table, "pk = :p", {"p": "p"}, ProjectionExpression="sk, w.x")
    assert answer["Items"] == [item(sk="a", w={"x": 1})]


# Indexes ---------------------------------------------------------------------------------------

ROWS: list[dict[str, Any]] = [
    {"sk": "a", "rank": 3, "name": "n3", "owner": "o", "extra": "e", "rest": "r"},
    {"sk": "b", "rank": 1, "name": "n1", "owner": "o", "extra": "e", "rest": "r"},
    {"sk": "c", "rank": 2, "name": "n2", "rest": "r"},
    {"sk": "d", "owner": "o", "rest": "r"},
    {"sk": "e", "rank": 10, "owner": "x", "name": "n0"},
]


def indexed(db: Db) -> str:
    table = db.indexed()
    for row in ROWS:
        db.client.put_item(TableName=table, Item=item(pk="p", **row))
    return table


INDEX_QUERIES: list[tuple[str, str, dict[str, Any], list[str]]] = [
    ("by_rank", "pk = :p", {"p": "p"}, ["b", "c", "a", "e"]),
    ("by_rank", "pk = :p AND #rank > :r", {"p": "p", "r": 1}, ["c", "a", "e"]),
    ("by_rank", "pk = :p AND #rank BETWEEN :r AND :s", {"p": "p", "r": 2, "s": 3}, ["c", "a"]),
    ("by_name", "pk = :p AND begins_with(#name, :n)", {"p": "p", "n": "n"}, ["e", "b", "c", "a"]),
    ("by_owner", "#owner = :o", {"o": "o"}, ["b", "a"]),
    ("by_owner", "#owner = :o AND #rank < :r", {"o": "o", "r": 3}, ["b"]),
    ("owner_some", "#owner = :o", {"o": "o"}, ["b", "a"]),
]


@pytest.mark.page(LOCAL)
@pytest.mark.parametrize(
    ("index", "condition", "values", "wanted"),
    INDEX_QUERIES,
    ids=[f"{i}-{c[0]}" for i, c in enumerate(INDEX_QUERIES)],
)
def test_index_holds_only_items_that_have_its_keys(
    db: Db, index: str, condition: str, values: dict[str, Any], wanted: list[str]
) -> None:
    table = indexed(db)
    used = {f"#{one}" for one in ("rank", "name", "owner") if f"#{one}" in condition}
    more = {"ExpressionAttributeNames": {one: one[1:] for one in used}} if used else {}
    assert sort_keys(query(db, table, condition, values, IndexName=index, **more)) == wanted
    back = query(db, table, condition, values, IndexName=index, ScanIndexForward=False, **more)
    assert sort_keys(back) == wanted[::-1]


@pytest.mark.page(GLOBAL)
def test_global_index_without_a_sort_key(db: Db) -> None:
    answer = query(
        db, indexed(db), "#owner = :o", {"o": "o"}, IndexName="owner_keys", ExpressionAttributeNames=names("owner")
    )
    assert sorted(sort_keys(answer)) == ["a", "b", "d"]


PROJECTED: list[tuple[str, dict[str, Any]]] = [
    ("by_rank", item(pk="p", **ROWS[0])),
    ("by_name", item(pk="p", sk="a", name="n3")),
    ("by_owner", item(pk="p", **ROWS[0])),
    ("owner_keys", item(pk="p", sk="a", owner="o")),
    ("owner_some", item(pk="p", sk="a", owner="o", name="n3", extra="e")),
]


@pytest.mark.page("developerguide/GSI.html#GSI.Projections")
@pytest.mark.parametrize(("index", "wanted"), PROJECTED, ids=[c[0] for c in PROJECTED])
def test_index_shows_what_it_projects(db: Db, index: str, wanted: dict[str, Any]) -> None:
    table = indexed(db)
    scanned = db.client.scan(TableName=table, IndexName=index)
    assert [one for one in scanned["Items"] if one["sk"] == av("a")] == [wanted]


@pytest.mark.page(LOCAL)
def test_local_index_fetches_what_it_does_not_project(db: Db) -> None:
    table = indexed(db)
    found = query(db, table, "pk = :p", {"p": "p"}, IndexName="by_name", ProjectionExpression="sk, rest")
    assert found["Items"][1] == item(sk="b", rest="r")
    whole = query(db, table, "pk = :p", {"p": "p"}, IndexName="by_name", Select="ALL_ATTRIBUTES")
    assert whole["Items"][1] == item(pk="p", **ROWS[1])


@pytest.mark.page(GLOBAL)
def test_global_index_refuses_what_it_does_not_project(db: Db) -> None:
    table = indexed(db)
    call: dict[str, Any] = {
        "TableName": table,
        "IndexName": "owner_keys",
        "KeyConditionExpression": "#owner = :o",
        "ExpressionAttributeNames": names("owner"),
        "ExpressionAttributeValues": bind(o="o"),
    }
    db.fails("ValidationException", db.client.query, "does not project", **call, ProjectionExpression="rest")
    db.fails("ValidationException", db.client.query, "not supported for global", **call, Select="ALL_ATTRIBUTES")


@pytest.mark.page(GLOBAL)
def test_global_index_has_no_consistent_reads(db: Db) -> None:
    table = indexed(db)
    message = "Consistent reads are not supported on global secondary indexes"
    db.fails(
        "ValidationException",
        db.client.query,
        message,
        TableName=table,
        IndexName="owner_keys",
        KeyConditionExpression="#owner = :o",
        ExpressionAttributeNames=names("owner"),
        ExpressionAttributeValues=bind(o="o"),
        ConsistentRead=True,
    )
    db.fails(
        "ValidationException",
        db.client.scan,
        message,
        TableName=table,
        IndexName="owner_keys",
        ConsistentRead=True,
    )


@pytest.mark.page(LOCAL)
def test_local_index_reads_consistently(db: Db) -> None:
    table = indexed(db)
    assert query(db, table, "pk = :p", {"p": "p"}, IndexName="by_rank", ConsistentRead=True)["Count"] == 4


@pytest.mark.page(LOCAL)
@pytest.mark.parametrize("index", ["by_rank", "by_owner"])
def test_index_follows_its_items(db: Db, index: str) -> None:
    table = indexed(db)

    def order() -> list[str]:
        return [
            one["sk"]["S"]
            for one in db.client.scan(TableName=table, IndexName=index)["Items"]
            if one["sk"]["S"] in "abd"
        ]

    key = {"TableName": table, "Key": item(pk="p", sk="a")}
    assert order() == ["b", "a"]
    more = {"ExpressionAttributeNames": names("rank"), "ExpressionAttributeValues": bind(v=0)}
    db.client.update_item(**key, UpdateExpression="SET #rank = :v", **more)
    assert order() == ["a", "b"]
    db.client.update_item(**key, UpdateExpression="REMOVE #rank", ExpressionAttributeNames=names("rank"))
    assert order() == ["b"]
    db.client.delete_item(TableName=table, Key=item(pk="p", sk="b"))
    assert order() == []


@pytest.mark.page("developerguide/SecondaryIndexes.html")
@pytest.mark.parametrize(
    ("attribute", "value", "message"),
    [
        ("rank", "text", "Type mismatch for Index Key rank Expected: N Actual: S"),
        ("owner", 1, "Type mismatch for Index Key owner Expected: S Actual: N"),
        ("owner", "", "cannot contain an empty string value"),
        ("name", "x" * 1025, ""),
    ],
    ids=["text as number", "number as text", "empty", "long"],
)
def test_index_keys_that_are_refused(db: Db, attribute: str, value: Any, message: str) -> None:
    db.fails(
        "ValidationException",
        db.client.put_item,
        message,
        TableName=db.indexed(),
        Item=item(pk="p", sk="s", **{attribute: value}),
    )


@pytest.mark.page(PAGES)
@pytest.mark.parametrize("index", ["by_rank", "by_owner", "owner_keys"])
@pytest.mark.parametrize("forward", [True, False])
def test_pages_of_an_index(db: Db, index: str, forward: bool) -> None:
    table = db.indexed()
    # Equal index keys: the table's key parts them.
    for n in range(9):
        db.client.put_item(TableName=table, Item=item(pk="p", sk=f"{n}", rank=n // 3, owner="p"))
    local = index == "by_rank"
    found: list[str] = []
    call: dict[str, Any] = {
        "TableName": table,
        "IndexName": index,
        "KeyConditionExpression": "pk = :p" if local else "#owner = :p",
        "ExpressionAttributeValues": bind(p="p"),
        "ScanIndexForward": forward,
        "Limit": 2,
    }
    if not local:
        call["ExpressionAttributeNames"] = names("owner")
    while True:
        answer = db.client.query(**call)
        found += sort_keys(dict(answer))
        if "LastEvaluatedKey" not in answer:
            break
        wanted = {"pk", "sk"} | ({"rank"} if index != "owner_keys" else set()) | (set() if local else {"owner"})
        assert set(answer["LastEvaluatedKey"]) == wanted
        call["ExclusiveStartKey"] = answer["LastEvaluatedKey"]
    assert sorted(found) == [f"{n}" for n in range(9)]
    if index != "owner_keys":
        ranks = [int(one) // 3 for one in found]
        assert ranks == sorted(ranks, reverse=not forward)


@pytest.mark.page(FILTERS)
def test_filter_of_an_index_query(db: Db) -> None:
    table = indexed(db)
    answer = query(
        db,
        table,
        "pk = :p",
        {"p": "p", "e": "e"},
        IndexName="by_rank",
        FilterExpression="extra = :e",
    )
    assert (sort_keys(answer), answer["ScannedCount"]) == (["b", "a"], 4)


# Scan ------------------------------------------------------------------------------------------


@pytest.mark.page(SCAN)
def test_scan_pages_and_filter(db: Db) -> None:
    table = db.create()
    for n in range(10):
        db.client.put_item(TableName=table, Item=item(pk=f"p{n % 3}", sk=f"{n}", v=n))
    found: list[str] = []
    call: dict[str, Any] = {
        "TableName": table,
        "FilterExpression": "v >= :v AND pk <> :p",
        "ExpressionAttributeValues": bind(v=5, p="p0"),
        "Limit": 3,
    }
    while True:
        answer = db.client.scan(**call)
        found += sort_keys(dict(answer))
        if "LastEvaluatedKey" not in answer:
            break
        call["ExclusiveStartKey"] = answer["LastEvaluatedKey"]
    assert sorted(found) == ["5", "7", "8"]


@pytest.mark.page("developerguide/Scan.html#Scan.ParallelScan")
def test_segments_of_a_scan_part_the_table(db: Db) -> None:
    table = db.create()
    for n in range(30):
        db.client.put_item(TableName=table, Item=item(pk=f"p{n}", sk="s"))
    parts = [db.client.scan(TableName=table, Segment=n, TotalSegments=3)["Items"] for n in range(3)]
    found = sorted(one["pk"]["S"] for part in parts for one in part)
    assert found == sorted(f"p{n}" for n in range(30))


@pytest.mark.page(SCAN)
@pytest.mark.parametrize("more", [{"Segment": 0}, {"TotalSegments": 2}, {"Segment": 2, "TotalSegments": 2}])
def test_segments_that_are_refused(db: Db, more: dict[str, int]) -> None:
    db.fails("ValidationException", db.client.scan, TableName=db.create(), **more)


@pytest.mark.page(SCAN)
def test_scan_of_an_empty_table(db: Db) -> None:
    answer = db.client.scan(TableName=db.create())
    assert (answer["Items"], answer["Count"], answer["ScannedCount"]) == ([], 0, 0)
