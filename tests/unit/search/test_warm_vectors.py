"""Warm vectors: which ones are missing, and when their records are read again."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from commonplace.domain.clock import SECOND
from commonplace.domain.levels import Level
from commonplace.domain.memory import Embedding, Kind, Memory
from commonplace.domain.spaces import account_space
from commonplace.operations.reading import Source
from commonplace.search.embedding.packaged import PackagedEmbedder
from commonplace.search.embedding.vectors import packed
from commonplace.search.warm_partition import WarmPartition
from commonplace.search.warm_vectors import WarmVectors

MODEL = "model:1"
SOURCE = Source(account_space("acme"), Level.PUBLIC)
START = 1_800_000_000_000_000


def memory(memory_id: str, embedding: Embedding | None = None, **changes: object) -> Memory:
    made = Memory(
        space=account_space("acme"),
        memory_id=memory_id,
        account_id="acme",
        epoch=0,
        text="tea",
        kind=Kind.FACT,
        level=Level.PUBLIC,
        importance=0.6,
        created_at=START,
        updated_at=START,
        embedding=embedding,
    )
    return dataclasses.replace(made, **changes)  # type: ignore[arg-type]


def vector(*numbers: float, model: str = MODEL) -> Embedding:
    return Embedding(model, packed(np.array(numbers, np.float32)))


class Model(PackagedEmbedder):
    model_id = MODEL
    dimensions = 2
    typical = np.zeros(2, np.float32)


def vectors() -> WarmVectors:
    return WarmVectors(Model())


def test_vectors_of_the_model_are_compared() -> None:
    warm = vectors()
    warm.put(memory("a", vector(1, 0)))

    ids, similar = warm.index.similarities(np.array([1, 0], np.float32))
    assert ids == ["a"]
    assert similar.tolist() == pytest.approx([1.0])
    assert (warm.waiting(), warm.due(10, START), warm.take_other_model()) == ([], [], False)


def test_records_without_a_vector_are_read_until_they_have_one() -> None:
    warm = vectors()
    warm.put(memory("a"))
    assert warm.due(10, START) == ["a"]
    assert warm.due(10, START + 1) == ["a"]  # just written: again immediately
    warm.put(memory("b", updated_at=START + 2))
    assert (warm.waiting(), warm.pending) == (["b", "a"], 2)
    warm.remove("b")

    warm.put(memory("a", vector(1, 0)))
    assert warm.due(10, START + SECOND) == []
    assert "a" in warm.index


def test_the_longer_a_record_waits_the_less_often_it_is_read() -> None:
    warm = vectors()
    warm.put(memory("a"))

    assert warm.due(10, START + 8 * SECOND) == ["a"]
    assert warm.due(10, START + 9 * SECOND) == []
    assert warm.due(10, START + 11 * SECOND) == ["a"]
    assert warm.due(10, START + 3_600 * SECOND) == ["a"]
    assert warm.due(10, START + 3_659 * SECOND) == []
    assert warm.due(10, START + 3_661 * SECOND) == ["a"]


def test_one_call_reads_a_limited_number_and_the_next_the_others() -> None:
    warm = vectors()
    for number in range(5):
        warm.put(memory(str(number)))

    now = START + 100 * SECOND
    assert [warm.due(2, now) for _ in range(4)] == [["0", "1"], ["2", "3"], ["4"], []]


def test_one_call_reads_no_record_twice() -> None:
    warm = vectors()
    for _ in range(3):
        warm.put(memory("a"))
        warm.remove("a")
        warm.put(memory("a"))

    assert warm.due(10, START) == ["a"]


@pytest.mark.parametrize("other", [vector(1, 0, model="model:2"), vector(1, 0, 0)], ids=["model", "length"])
def test_vectors_of_another_model_are_missing_and_reported_once(other: Embedding) -> None:
    warm = vectors()
    warm.put(memory("a", vector(1, 0)))
    warm.put(memory("a", other))

    assert "a" not in warm.index
    assert warm.due(10, START) == ["a"]
    assert [warm.take_other_model(), warm.take_other_model()] == [True, False]


def test_goals_and_plans_get_no_vector() -> None:
    warm = vectors()
    warm.put(memory("a", kind=Kind.GOAL))

    assert warm.due(10, START) == []


def test_vectors_are_derived_from_the_records_of_a_partition() -> None:
    partition = WarmPartition(SOURCE)
    partition.records["early"] = memory("early", vector(1, 0))
    warm = partition.derived(vectors)
    assert partition.derived(vectors) is warm
    assert "early" in warm.index

    partition.remove("early")
    assert len(warm.index) == 0


def test_vectors_that_come_later_are_taken_without_a_new_version() -> None:
    partition = WarmPartition(SOURCE)
    partition.records["a"] = memory("a")
    warm = partition.derived(vectors)

    written = memory("a", vector(0, 1), version=2, updated_at=START + 1)
    partition.add_embeddings([written, memory("unknown", vector(1, 0))])
    assert len(warm.index) == 0  # has a new text: the next refresh reads it

    partition.add_embeddings([memory("a", vector(0, 1), version=2)])  # pinned since, which says nothing new
    assert "a" in warm.index
    assert partition.records["a"].embedding == vector(0, 1)
    partition.add_embeddings([memory("a", vector(1, 0))])
    assert partition.records["a"].embedding == vector(0, 1)  # read before it
