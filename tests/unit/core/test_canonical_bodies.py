"""Two bodies under one idempotency key: what is no difference, and what is one."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.operations.idempotency import digest_of

LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
BODIES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4)
)


def turned(value: Any, order: random.Random) -> Any:
    """The same body with the fields of its objects in another order, and whole numbers of another type."""
    if isinstance(value, dict):
        fields = list(value.items())
        order.shuffle(fields)
        return {name: turned(one, order) for name, one in fields}
    if isinstance(value, list):
        return [turned(one, order) for one in value]
    is_exact = type(value) is int and abs(value) <= 2**53
    return float(value) if is_exact else value


@pytest.mark.requirement("D8")
@given(BODIES, st.randoms(use_true_random=False), st.sampled_from([None, 0, 4, "\t"]), st.booleans())
def test_how_a_body_is_written_is_no_difference(
    body: Any, order: random.Random, indent: int | str | None, ascii_only: bool
) -> None:
    written = json.dumps(turned(body, order), indent=indent, ensure_ascii=ascii_only)

    assert digest_of("store", json.loads(written)) == digest_of("store", body)


@pytest.mark.requirement("D8")
@given(BODIES, BODIES)
def test_what_bodies_say_is_a_difference(one: Any, other: Any) -> None:
    """Python's own comparison is JSON's, but for the booleans, which it takes for numbers."""
    is_same = one == other and json.dumps(_typed(one), sort_keys=True) == json.dumps(_typed(other), sort_keys=True)

    assert (digest_of("store", one) == digest_of("store", other)) == is_same


def _typed(value: Any) -> Any:
    """Which of a body's values are booleans."""
    if isinstance(value, dict):
        return {name: _typed(one) for name, one in value.items()}
    return [_typed(one) for one in value] if isinstance(value, list) else isinstance(value, bool)


@pytest.mark.requirement("D8")
@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ('{"a": 1}', '{"a": 1.0}', True),
        ('{"a": 1}', '{"a":1e0}', True),
        ('{"a": 0}', '{"a": -0.0}', True),
        ('{"a": 0.1}', '{"a": 1e-1}', True),
        ('{"a": "\\u00e9"}', '{"a": "é"}', True),
        ('{"a": "\\ud83d\\ude00"}', '{"a": "😀"}', True),
        ('{"a": 1, "b": {"c": 1, "d": 2}}', '\n{"b":\t{"d":2,"c":1},"a":1} ', True),
        ('{"a": "é"}', '{"a": "e\\u0301"}', False),  # two texts, though they look alike
        ('{"a": "x"}', '{"a": "x "}', False),
        ('{"a": 1}', '{"a": "1"}', False),
        ('{"a": 1}', '{"a": true}', False),
        ('{"a": 9007199254740993}', '{"a": 9007199254740992}', False),
        ('{"a": [1, 2]}', '{"a": [2, 1]}', False),
        ('{"a": null}', "{}", False),
        ('{"a": "\\ud800"}', '{"a": "\\ud801"}', False),
    ],
)
def test_neighbours(one: str, other: str, same: bool) -> None:
    assert (digest_of("store", json.loads(one)) == digest_of("store", json.loads(other))) is same


@pytest.mark.requirement("D8")
def test_the_operation_is_a_difference() -> None:
    assert digest_of("store_memory", {"content": "Tea"}) != digest_of("bulk_store", {"content": "Tea"})
