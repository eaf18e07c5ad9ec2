"""Vectors as they are stored: small, of length 1 when read, zeros kept, never NaN."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from commonplace.search.embedding.vectors import of_length_1, packed, unpacked

NUMBERS = st.floats(-1e6, 1e6, width=32)
VECTORS = arrays(np.float32, st.integers(1, 32), elements=NUMBERS)


def unit(seed: int, dimensions: int = 384) -> np.ndarray:
    made = np.random.default_rng(seed).standard_normal(dimensions)
    return (made / np.linalg.norm(made)).astype(np.float32)


def test_a_vector_takes_a_byte_a_number() -> None:
    assert len(packed(unit(1))) == 384
    assert packed(np.array([0.5, -1.0, 0.0], np.float32)) == bytes([64, 256 - 127, 0])


@pytest.mark.requirement("D4")
def test_zeros_stay_zeros() -> None:
    assert packed(np.zeros(5, np.float32)) == bytes(5)
    assert unpacked(bytes(5)).tolist() == [0.0] * 5


@pytest.mark.requirement("D4")
@settings(max_examples=200)
@given(VECTORS)
def test_what_is_read_has_length_1_or_is_zeros(vector: np.ndarray) -> None:
    length = float(np.linalg.norm(unpacked(packed(vector))))

    assert length == pytest.approx(1.0, abs=1e-5) if vector.any() else length == 0.0


@given(VECTORS)
def test_packing_what_was_read_changes_nothing_more(vector: np.ndarray) -> None:
    stored = packed(vector)

    assert packed(unpacked(stored)) == stored


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))
def test_bytes_hardly_move_a_cosine(one: int, other: int) -> None:
    before = float(unit(one) @ unit(other))
    after = float(unpacked(packed(unit(one))) @ unpacked(packed(unit(other))))

    assert abs(after - before) < 0.004


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
@pytest.mark.requirement("D4")
def test_what_is_not_finite_is_refused(number: float) -> None:
    with pytest.raises(ValueError, match="not finite"):
        packed(np.array([1.0, number], np.float32))


@pytest.mark.requirement("D4")
def test_what_has_no_length_becomes_zeros() -> None:
    rows = np.array([[3, 4], [0, 0], [np.nan, 1], [np.inf, 1]], np.float32)

    expected = np.array([[0.6, 0.8], [0, 0], [0, 0], [0, 0]], np.float32)
    np.testing.assert_allclose(of_length_1(rows), expected)
