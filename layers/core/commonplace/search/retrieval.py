"""Retrieval for all dialects: rank what a call may read by a question, in one round trip where it is warm.

Before anything is read, the hits are predicted from the records in memory. Their current versions are read in
parallel with the heads and the news. If there is no news, the prediction was right and nothing more is read.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Protocol

import numpy as np

from ..domain.bounded_cache import BoundedCache
from ..domain.heads import Heads
from ..domain.lifetime import is_live
from ..domain.memory import Memory
from ..domain.spaces import Space
from ..operations.call import Call
from ..operations.logs import log_fault
from ..operations.reading import SideTask
from ..operations.runtime import Position
from ..storage.store import HeadsRequest
from .embedding.choose import embedder
from .embedding.protocol import Vector
from .ranking import Ranked, meant, rank
from .warm_partition import WarmPartition
from .warm_reading import CHUNK, confirmed, warm_partitions, with_siblings
from .warm_vectors import embed_newest, refreshed_with_vectors, turns_of, vectors_of

_SPARE = 5  # read in addition, in case some of the best no longer exist
_MOST_PREDICTED = 100  # records that one call reads ahead


class Criteria(Protocol):
    """What a memory must match to be found."""

    def matches(self, memory: Memory, heads: Heads) -> bool:
        """Check a live record."""


class Question:
    """What a search is for: a text, and its vector if it is known already."""

    def __init__(self, text: str, vector: Vector | None = None) -> None:
        self.text = text
        self._vector = vector
        self._embedded: dict[str, Vector] = {}

    def vector(self, meant: Callable[[str], str]) -> Vector:
        """Return the vector of the part of the text that ``meant`` selects."""
        if self._vector is not None:
            return self._vector
        text = meant(self.text)
        if text not in self._embedded:
            self._embedded[text] = _embedded(text)
        return self._embedded[text]


def _embedded(text: str) -> Vector:
    """Return the vector of a question; zeros, so that its words serve alone, where the model fails."""
    model = embedder()
    try:
        return model.question(text)
    except Exception as error:
        log_fault(error, function="search", request_id="")
        return np.zeros(model.dimensions, np.float32)


@dataclass(frozen=True, slots=True)
class Hit:
    """A memory that was found, as read in this call."""

    memory: Memory
    similarity: float | None = None  # cosine with the question; None: not known (yet)


@dataclass(slots=True)
class View:
    """The records that a call may read, as they are in memory at one moment.

    Attributes
    ----------
    partitions
        One for each level of each space that the call may read.
    known
        Records read from the table in this call, by space and id; None: it no longer exists.
    """

    call: Call
    heads: Heads
    partitions: list[WarmPartition]
    known: dict[tuple[Space, str], Memory | None] = field(default_factory=dict)
    _meanings: dict[Question, Vector] = field(default_factory=dict)

    def ranked(
        self, question: Question, criteria: Criteria, limit: int | None, *, fitting: bool = False
    ) -> list[Ranked]:
        """Return the best records that match, at most ``limit``; with ``fitting`` those alone that fit.

        Records that still wait for their vector may match by meaning: those not found by their words come last,
        and do not fit.
        """
        meaning, matching = self.meaning(question), self.matching(criteria)
        found = rank(
            question.text,
            meaning,
            [(one.words, vectors_of(one).index) for one in self.partitions],
            turns=list(map(turns_of, self.partitions)),
            registered=self.heads.store.speakers,
            only=matching,
            fitting=fitting,
            limit=limit,
        )
        if meaning.any() and not fitting and (limit is None or len(found) < limit):
            known = {one.id for one in found}
            pending = (one for partition in self.partitions for one in vectors_of(partition).waiting())
            waiting = (
                Ranked(one, -math.inf, 0.0, fits=False) for one in pending if one not in known and one in matching
            )
            found += islice(waiting, None if limit is None else limit - len(found))
        return found

    def embed_newest_for(self, question: Question) -> None:
        """Give the newest records that wait for their vector one, if the question has a meaning to compare."""
        if self.meaning(question).any():
            embed_newest(self.partitions)

    def meaning(self, question: Question) -> Vector:
        """Return the vector of a question, without the names of speakers in it."""
        if question not in self._meanings:
            turns, registered = list(map(turns_of, self.partitions)), self.heads.store.speakers
            self._meanings[question] = question.vector(lambda text: meant(text, turns, registered))
        return self._meanings[question]

    def hits(
        self, question: Question, criteria: Criteria, limit: int, ranked: list[Ranked], *, fitting: bool = False
    ) -> list[Hit]:
        """Read the best records from the table.

        Parameters
        ----------
        ranked
            What :meth:`ranked` returned for :func:`to_rank` of the limit.
        fitting
            As it was for them.
        """
        found = self.confirmed((one.id for one in ranked), limit)
        if len(found) < limit and len(ranked) == to_rank(limit):
            # More of them than spare ones no longer exist: rank all, and read as many as needed.
            again = self.ranked(question, criteria, None, fitting=fitting)
            found = self.confirmed((one.id for one in again), limit)
        return [Hit(memory, self.similarity(memory.memory_id, question)) for memory in found]

    def confirmed(self, ids: Iterable[str], limit: int) -> list[Memory]:
        """Read memories from the table, in order: the first ``limit`` that still exist and are not hidden."""
        chunk = min(to_rank(limit), CHUNK)
        found = confirmed(self.call, self.heads, self.partitions, ids, known=self.known, chunk=chunk)
        return list(islice(found, limit))

    def warm_memory(self, memory_id: str) -> Memory | None:
        """Return a record as it is in memory."""
        found = (one.records.get(memory_id) for one in self.partitions)
        return next((memory for memory in found if memory is not None), None)

    def warm_memories(self) -> Iterator[Memory]:
        """Yield all records in memory, expired and erased ones too, of any kind and in no order."""
        for partition in self.partitions:
            # A copy: another call may update the partition meanwhile.
            yield from list(partition.records.values())

    def matching(self, criteria: Criteria) -> _Matching:
        """Return the set of records that match, as far as is known before they are read from the table."""
        return _Matching(self, criteria)

    def vector(self, memory_id: str) -> Vector | None:
        """Return a memory's vector; None: it is not known (yet)."""
        found = (vectors_of(one).index.vector(memory_id) for one in self.partitions)
        return next((vector for vector in found if vector is not None), None)

    def similarity(self, memory_id: str, question: Question) -> float | None:
        """Return the cosine of a memory and a question; None if one of them has no vector, or a zero vector."""
        vector, asked = self.vector(memory_id), self.meaning(question)
        if vector is None or not (vector.any() and asked.any()):
            return None
        return min(max(float(vector @ asked), -1.0), 1.0)

    def state(self) -> object:
        """Return what a ranking depends on besides the time: equal states rank alike."""
        changes = [(id(one), one.changes) for one in self.partitions]
        return changes, self.heads.epochs(), self.heads.store.speakers, self.heads.team


def to_rank(limit: int) -> int:
    """Return how many to rank if ``limit`` are wanted."""
    return limit + _SPARE


# Given the predicted ids, returns further memories that the call will read.
ReadAhead = Callable[[View, Sequence[str]], Iterable[Memory]]


def nothing_else(_view: View, _ids: Sequence[str]) -> Iterable[Memory]:
    """Read nothing ahead."""
    return ()


def retrieve(
    call: Call,
    question: Question,
    criteria: Criteria,
    limit: int,
    *,
    fitting: bool = False,
    read_ahead: ReadAhead = nothing_else,
    check: Callable[[Heads], object] = bool,
    side_tasks: Sequence[SideTask] = (),
) -> tuple[View, list[Hit]]:
    """Find the memories that match a question and criteria, best first; the view serves further searches.

    Parameters
    ----------
    fitting
        Leave out what has too little of the question to be worth handing out, see :class:`.ranking.Ranked`.
    read_ahead
        Returns memories that will be read through the view later: they are read in the same round trip.
    check
        Raises an error where the heads do not allow the search.
    side_tasks
        Run in the same round trip.
    """
    prediction = _Prediction(call, question, criteria, limit, read_ahead, fitting=fitting)
    heads, partitions = refreshed_with_vectors(call, prediction.read, *side_tasks)
    view = View(call, heads, partitions, prediction.known)
    _LAST_HEADS.put(call.heads_request(), heads)
    check(heads)
    if prediction.is_right(view):
        ranked = prediction.ranked
    else:
        view.embed_newest_for(question)
        ranked = view.ranked(question, criteria, to_rank(limit), fitting=fitting)
    return view, view.hits(question, criteria, limit, ranked, fitting=fitting)


class _Prediction:
    """The hits, predicted from the records in memory before the call has read anything."""

    def __init__(
        self,
        call: Call,
        question: Question,
        criteria: Criteria,
        limit: int,
        read_ahead: ReadAhead,
        *,
        fitting: bool,
    ) -> None:
        self.known: dict[tuple[Space, str], Memory | None] = {}
        self.ranked: list[Ranked] = []
        self._call = call
        self._position = call.last_position()
        self._wanted: list[tuple[Space, str]] = []
        self._state: object = None
        heads = _LAST_HEADS.get(call.heads_request())
        if heads is None:
            return
        view = View(call, heads, warm_partitions(call, self._position))
        view.embed_newest_for(question)
        # Before the ranking: what another call adds meanwhile makes the prediction wrong.
        self._state = view.state()
        self.ranked = view.ranked(question, criteria, to_rank(limit), fitting=fitting)
        ids = [one.id for one in self.ranked]
        level = call.level(heads.session.taint)
        wanted = [
            key
            for memory in (*_records(view.partitions, ids), *read_ahead(view, ids))
            for key in with_siblings(memory, level)
        ]
        self._wanted = list(dict.fromkeys(wanted))[:_MOST_PREDICTED]

    def read(self, position: Position) -> None:
        """Read the predicted records, if the session is at the predicted position."""
        if position == self._position and self._wanted:
            found = self._call.runtime.tables.memories(self._wanted)
            self.known |= dict.fromkeys(self._wanted)
            self.known |= {(memory.space, memory.memory_id): memory for memory in found}

    def is_right(self, view: View) -> bool:
        """Check whether the same records rank in the view."""
        return self._state is not None and self._state == view.state()


class _Matching:
    """The ids of the records in a view that match criteria."""

    def __init__(self, view: View, criteria: Criteria) -> None:
        self._records = [one.records for one in view.partitions]
        self._heads, self._criteria = view.heads, criteria
        self._epochs, self._now = view.heads.epochs(), view.call.runtime.wall()

    def __contains__(self, memory_id: object) -> bool:
        for records in self._records:
            memory = records.get(memory_id)  # type: ignore[call-overload]
            if memory is not None:
                return self.includes(memory)
        return False

    def includes(self, memory: Memory) -> bool:
        """Check whether a record matches."""
        return is_live(memory, self._epochs, self._now) and self._criteria.matches(memory, self._heads)


# Heads that this process has read, only for predictions: each call reads its own.
_LAST_HEADS = BoundedCache[HeadsRequest, Heads](most=1024)


def _records(partitions: Iterable[WarmPartition], ids: Iterable[str]) -> Iterator[Memory]:
    for memory_id in ids:
        for partition in partitions:
            if (memory := partition.records.get(memory_id)) is not None:
                yield memory
