"""Vectors that follow warm records: what is pending, when it is looked at again, and what is shared."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from commonplace.domain.clock import SECOND
from commonplace.domain.levels import Level
from commonplace.domain.memory import Embedding, Kind, Memory
from commonplace.domain.spaces import account_space
from commonplace.search.embedding.vectors import packed
from commonplace.search.warm_vectors import WarmVectors
from commonplace.search.warm_words import WarmLevel

MODEL = "model:1"
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


def vectors() -> WarmVectors:
    return WarmVectors(MODEL, 2)


def test_a_record_with_a_vector_of_the_model_is_compared() -> None:
    warm = vectors()
    warm.keep(memory("a", vector(1, 0)))

    ids, similar = warm.index.similarities(np.array([1, 0], np.float32))
    assert ids == ["a"]
    assert similar.tolist() == pytest.approx([1.0])
    assert (warm.waiting(), warm.due(10, START), warm.is_outdated()) == ([], [], False)


def test_a_record_without_one_is_looked_at_until_it_has_one() -> None:
    warm = vectors()
    warm.keep(memory("a"))
    assert warm.due(10, START) == ["a"]
    assert warm.due(10, START + 1) == ["a"]  # just written: at once again
    warm.keep(memory("b", updated_at=START + 2))
    assert (warm.waiting(), warm.pending) == (["b", "a"], 2)
    warm.drop("b")

    warm.keep(memory("a", vector(1, 0)))
    assert warm.due(10, START + SECOND) == []
    assert "a" in warm.index


def test_the_longer_a_record_waits_the_rarer_it_is_looked_at() -> None:
    warm = vectors()
    warm.keep(memory("a"))

    assert warm.due(10, START + 8 * SECOND) == ["a"]
    assert warm.due(10, START + 9 * SECOND) == []
    assert warm.due(10, START + 11 * SECOND) == ["a"]
    assert warm.due(10, START + 3_600 * SECOND) == ["a"]
    assert warm.due(10, START + 3_659 * SECOND) == []
    assert warm.due(10, START + 3_661 * SECOND) == ["a"]


def test_only_so_many_are_looked_at_in_one_call_and_all_in_turn() -> None:
    warm = vectors()
    for number in range(5):
        warm.keep(memory(str(number)))

    now = START + 100 * SECOND
    assert [warm.due(2, now) for _ in range(4)] == [["0", "1"], ["2", "3"], ["4"], []]


def test_nothing_is_asked_for_twice_in_one_call() -> None:
    warm = vectors()
    for _ in range(3):
        warm.keep(memory("a"))
        warm.drop("a")
        warm.keep(memory("a"))

    assert warm.due(10, START) == ["a"]


@pytest.mark.parametrize("other", [vector(1, 0, model="model:2"), vector(1, 0, 0)], ids=["model", "length"])
def test_a_vector_of_another_model_counts_as_pending_and_is_told_once(other: Embedding) -> None:
    warm = vectors()
    warm.keep(memory("a", vector(1, 0)))
    warm.keep(memory("a", other))

    assert "a" not in warm.index
    assert warm.due(10, START) == ["a"]
    assert [warm.is_outdated(), warm.is_outdated()] == [True, False]


def test_goals_and_plans_get_no_vector() -> None:
    warm = vectors()
    warm.keep(memory("a", kind=Kind.GOAL))

    assert warm.due(10, START) == []


def test_a_level_tells_its_follower_what_is_there_and_what_comes_and_goes() -> None:
    level = WarmLevel()
    level.records["early"] = memory("early", vector(1, 0))
    warm = level.follower("vectors", vectors)
    assert level.follower("vectors", vectors) is warm
    assert "early" in warm.index

    level.drop("early")
    assert len(warm.index) == 0


def test_a_vector_that_comes_later_is_taken_without_a_new_version() -> None:
    level = WarmLevel()
    level.records["a"] = memory("a")
    warm = level.follower("vectors", vectors)

    written = memory("a", vector(0, 1), version=2, updated_at=START + 1)
    level.complete([written, memory("unknown", vector(1, 0))])
    assert len(warm.index) == 0  # written anew: the next refresh reads it

    level.complete([memory("a", vector(0, 1), version=2)])  # pinned since, which says nothing new
    assert "a" in warm.index
    assert level.records["a"].embedding == vector(0, 1)
    level.complete([memory("a", vector(1, 0))])
    assert level.records["a"].embedding == vector(0, 1)  # read before it
