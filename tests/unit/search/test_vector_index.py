"""Vectors of many texts: the cosines are exact whatever came and went before."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.search.embedding.vectors import packed, unpacked
from commonplace.search.vector_index import VectorIndex

IDS = st.integers(0, 8).map(str)
ROWS = st.lists(st.integers(-127, 127), min_size=4, max_size=4)
STEPS = st.lists(st.tuples(IDS, st.none() | ROWS), max_size=30)
QUESTION = np.array([0.5, -0.5, 0.5, 0.5], np.float32)


def row(numbers: list[int]) -> bytes:
    return packed(np.array(numbers, np.float32))


def cosines(index: VectorIndex, question: np.ndarray = QUESTION) -> dict[str, float]:
    ids, found = index.similarities(question)
    return dict(zip(ids, found.tolist(), strict=True))


@pytest.mark.requirement("D4")
@given(STEPS)
def test_cosines_are_those_of_what_is_there(steps: list[tuple[str, list[int] | None]]) -> None:
    index, there = VectorIndex(), dict[str, list[int]]()
    for document, numbers in steps:
        if numbers is None:
            index.remove(document)
            there.pop(document, None)
        else:
            index.add(document, row(numbers))
            there[document] = numbers

    assert len(index) == len(there)
    assert all((document in index) is (document in there) for document in map(str, range(9)))
    expected = {
        document: float(unpacked(row(numbers)) @ QUESTION) for document, numbers in there.items() if any(numbers)
    }
    assert cosines(index) == pytest.approx(expected, abs=1e-6)
    assert all(-1.0 <= found <= 1.0 for found in cosines(index).values())


def test_thousands_of_rows_are_compared_in_parts() -> None:
    rows = np.random.default_rng(2).standard_normal((1_500, 8)).astype(np.float32)
    index = VectorIndex()
    for number, vector in enumerate(rows):
        index.add(str(number), packed(vector))
    question = unpacked(packed(rows[1_234]))

    found = cosines(index, question)
    assert len(found) == 1_500
    assert max(found, key=found.__getitem__) == "1234"
    for number in (0, 511, 512, 1_023, 1_024, 1_499):
        expected = float(unpacked(packed(rows[number])) @ question)
        assert found[str(number)] == pytest.approx(expected, abs=1e-6)


@pytest.mark.requirement("D4")
def test_zeros_are_there_but_like_nothing() -> None:
    index = VectorIndex()
    index.add("emoji", bytes(4))
    index.add("tea", row([1, 0, 0, 0]))

    assert (len(index), "emoji" in index, index.vector("emoji")) == (2, True, None)
    assert list(cosines(index)) == ["tea"]
    assert cosines(index, np.zeros(4, np.float32)) == {"tea": 0.0}

    index.add("emoji", row([0, 1, 0, 0]))
    index.add("tea", bytes(4))
    assert list(cosines(index)) == ["emoji"]


def test_vectors_of_another_model_are_neither_mixed_nor_compared() -> None:
    index = VectorIndex()
    index.add("a", row([1, 0, 0, 0]))
    index.add("b", row([0, 1, 0, 0]))

    with pytest.raises(ValueError, match="2 numbers among vectors of 4"):
        index.add("b", packed(np.ones(2, np.float32)))
    assert cosines(index, np.ones(2, np.float32)) == {}

    index.remove("a")
    index.add("b", packed(np.ones(2, np.float32)))
    assert index.dimensions == 2
    assert cosines(index, np.array([1, 0], np.float32)) == pytest.approx({"b": 0.5**0.5})


def test_one_vector_is_read_at_length_1() -> None:
    index = VectorIndex()
    index.add("a", row([0, 3, 0, 4]))

    vector = index.vector("a")
    assert vector is not None
    np.testing.assert_allclose(vector, [0, 0.6, 0, 0.8], atol=0.01)
    assert index.vector("b") is None


def test_searching_while_it_changes_finds_whole_vectors() -> None:
    index, wrong = VectorIndex(), list[float]()
    index.add("there", row([1, 1, 1, 1]))
    stop = threading.Event()

    def change() -> None:
        for number in range(3_000):
            index.add(str(number % 300), row([127, -127, 127, 127]))
            index.remove(str((number * 7) % 300))
        stop.set()

    writer = threading.Thread(target=change)
    writer.start()
    while not stop.is_set():
        found = cosines(index)
        wrong += [value for document, value in found.items() if document != "there" and abs(value - 1) > 1e-3]
    writer.join()

    assert wrong == []
