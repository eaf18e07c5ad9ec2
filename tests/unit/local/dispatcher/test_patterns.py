"""Filter patterns: the operators that DynamoDB streams know, and the refusal of those they do not."""

from __future__ import annotations

from typing import Any

import pytest

from local.dispatcher.patterns import compile_filters
from local.template import TemplateError

RECORD: dict[str, Any] = {
    "eventName": "INSERT",
    "dynamodb": {
        "Keys": {"space": {"S": "a1/s1"}, "memory_id": {"S": "p#01"}},
        "NewImage": {"tags": {"L": ["x", "y"]}, "gone": {"NULL": True}, "empty": {"S": ""}, "none": None},
    },
}


def passes(*patterns: dict[str, Any]) -> bool:
    return compile_filters(patterns, "Work.Call")(RECORD)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ({"eventName": ["INSERT", "MODIFY"]}, True),
        ({"eventName": ["REMOVE"]}, False),
        ({"eventName": ["insert"]}, False),
        ({"eventName": [{"equals-ignore-case": "insert"}]}, True),
        ({"dynamodb": {"Keys": {"memory_id": {"S": [{"prefix": "p#"}]}}}}, True),
        ({"dynamodb": {"Keys": {"memory_id": {"S": [{"prefix": "q#"}]}}}}, False),
        ({"dynamodb": {"Keys": {"memory_id": {"S": [{"suffix": "01"}]}}}}, True),
        ({"dynamodb": {"Keys": {"memory_id": {"S": [{"prefix": "q#"}, "p#01"]}}}}, True),
        ({"dynamodb": {"Keys": {"other": {"S": ["x"]}}}}, False),
        ({"dynamodb": {"Keys": {"space": {"S": [{"exists": True}]}}}}, True),
        ({"dynamodb": {"Keys": {"space": {"N": [{"exists": False}]}}}}, True),
        ({"dynamodb": {"OldImage": {"space": {"S": [{"exists": False}]}}}}, True),
        ({"dynamodb": {"Keys": {"space": [{"exists": True}]}}}, False),
        ({"eventName": [{"anything-but": ["REMOVE"]}]}, True),
        ({"eventName": [{"anything-but": "INSERT"}]}, False),
        ({"dynamodb": {"Keys": {"memory_id": {"S": [{"anything-but": {"prefix": "p#"}}]}}}}, False),
        ({"dynamodb": {"Keys": {"memory_id": {"S": [{"anything-but": {"prefix": "q#"}}]}}}}, True),
        ({"dynamodb": {"Keys": {"other": {"S": [{"anything-but": ["x"]}]}}}}, False),
        ({"dynamodb": {"NewImage": {"none": [None]}}}, True),
        ({"dynamodb": {"NewImage": {"empty": {"S": [""]}}}}, True),
        ({"dynamodb": {"NewImage": {"gone": {"NULL": [True]}}}}, True),
        ({"dynamodb": {"NewImage": {"gone": {"NULL": [1]}}}}, False),
        ({"dynamodb": {"NewImage": {"tags": {"L": ["y"]}}}}, True),
        ({"$or": [{"eventName": ["REMOVE"]}, {"eventName": ["INSERT"]}]}, True),
        ({"eventName": ["INSERT"], "dynamodb": {"Keys": {"space": {"S": ["other"]}}}}, False),
    ],
)
def test_one_pattern(pattern: dict[str, Any], expected: bool) -> None:
    assert passes(pattern) is expected


def test_any_of_several_is_enough_and_none_passes_all() -> None:
    assert passes({"eventName": ["REMOVE"]}, {"eventName": ["INSERT"]})
    assert passes()


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ({"dynamodb": {"NewImage": {"n": {"N": [{"numeric": [">", 1]}]}}}}, r"Work\.Call.*\.N.*numeric"),
        ({"eventName": [{"wildcard": "I*"}]}, r"do not know wildcard"),
        ({"eventName": [{"prefix": 1}]}, r"do not know prefix"),
        ({"eventName": [{"prefix": "a", "suffix": "b"}]}, r"one operator"),
        ({"eventName": "INSERT"}, r"eventName: a filter holds"),
        ({"eventName": []}, r"not empty"),
    ],
)
def test_refused(pattern: dict[str, Any], message: str) -> None:
    with pytest.raises(TemplateError, match=message):
        passes(pattern)
