"""Which stored memory, if any, says what a new one says."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from ..domain.clock import SECOND
from ..domain.dates import span_of
from ..domain.heads import Heads
from ..domain.lifetime import is_live
from ..domain.memory import STATED, Memory
from ..domain.speakers import TURN
from ..search.analysis.word_index import search
from ..search.duplicates import Candidate, nearest_first, same_meaning
from ..search.duplicates.rule import MOST_JUDGED
from ..search.duplicates.settings import least_similarity
from ..search.embedding.meaning import Meaning, embed
from ..search.embedding.protocol import Vector
from ..search.vector_index import VectorIndex
from ..search.warm_partition import WarmPartition
from ..search.warm_vectors import vectors_of
from .snapshot import IdenticalTexts

# Records that still wait for their vector are given one here, so many a text and a call; 20 ms each.
_EMBEDDED_A_TEXT = 8
_EMBEDDED_A_CALL = 32
_WORDS_FROM = 300  # characters of a new text by whose words the nearest of them get an event

_DAY = 24 * 60 * 60 * SECOND

Version = tuple[str, int]  # id and version of a record


@dataclass(frozen=True, slots=True)
class Pool:
    """Records that a new one may say the same as.

    Attributes
    ----------
    records
        By id.
    forms
        Which of them say word for word the same.
    vectors
        What they mean.
    """

    records: Mapping[str, Memory]
    forms: IdenticalTexts
    vectors: VectorIndex


@dataclass(slots=True)
class Neighbours:
    """Everything that new memories of one write may say the same as: what is stored, and one another.

    Attributes
    ----------
    partitions
        What is stored at the levels that the caller may read.
    heads, now
        Tell what of it is alive.
    without
        Records that count no more, though they may still be in the partitions.
    """

    partitions: Sequence[WarmPartition]
    heads: Heads
    now: int
    without: Collection[Version] = ()
    _new: dict[str, Memory] = field(default_factory=dict)
    _new_forms: IdenticalTexts = field(default_factory=IdenticalTexts)
    _new_vectors: VectorIndex = field(default_factory=VectorIndex)
    _left: int = _EMBEDDED_A_CALL
    _epochs: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        self._epochs = self.heads.epochs()

    def add(self, memory: Memory, meaning: Meaning) -> None:
        """Let a new memory count for those after it."""
        self._new[memory.memory_id] = memory
        self._new_forms.put(memory)
        if meaning.vector is not None and meaning.embedding is not None:
            self._new_vectors.add(memory.memory_id, meaning.embedding.vector)

    def is_new(self, memory: Memory) -> bool:
        """Check whether a memory is one of those added."""
        return memory.memory_id in self._new

    def same_as(self, new: Memory, meaning: Meaning) -> Memory | None:
        """Return a memory that says what a new one says; None: it says something new.

        Parameters
        ----------
        new
            As it would be stored.
        meaning
            Its own.
        """
        pools = [
            *(Pool(one.records, one.derived(IdenticalTexts), vectors_of(one).index) for one in self.partitions),
            Pool(self._new, self._new_forms, self._new_vectors),
        ]
        for pool in pools:
            for memory_id in pool.forms.ids(new.text):
                stored = pool.records.get(memory_id)
                if stored is not None and self._may_be(new, stored):
                    return stored
        if meaning.vector is None or least_similarity() is None:
            return None
        self._embed_pending(new)
        return self._near(new, meaning.vector, pools)

    def _near(self, new: Memory, vector: Vector, pools: Sequence[Pool]) -> Memory | None:
        asked = Candidate(new.text, vector)
        scores = (score for pool in pools for score in islice(self._scores(new, vector, pool), MOST_JUDGED))
        for memory_id in nearest_first(scores):
            for pool in pools:
                stored = pool.records.get(memory_id)
                if stored is not None and same_meaning(
                    asked, Candidate(stored.text, pool.vectors.vector(memory_id))
                ):
                    return stored
        return None

    def _scores(self, new: Memory, vector: Vector, pool: Pool) -> Iterator[tuple[str, float]]:
        """Score the nearest: the dead are left out first, so that they take no place among them."""
        for memory_id, similarity in pool.vectors.nearest(vector, least_similarity() or 0.0):
            stored = pool.records.get(memory_id)
            if stored is not None and self._may_be(new, stored):
                yield memory_id, similarity

    def _may_be(self, new: Memory, stored: Memory) -> bool:
        """Check whether a record can take the place of a new one: alive, a fact, and of no other day.

        An exchange is no fact: it is a record of what was said, and carries no speaker.
        """
        return (
            stored.kind in STATED
            and stored.speaker_id != TURN
            and (stored.memory_id, stored.version) not in self.without
            and is_live(stored, self._epochs, self.now)
            and not _on_other_days(new.event_date, stored.event_date)
        )

    def _embed_pending(self, new: Memory) -> None:
        """Give a vector, in this process, to the records that wait for theirs and are nearest by their words."""
        for partition in self.partitions:
            vectors = vectors_of(partition)
            if not vectors.pending or self._left < 1:
                continue
            waiting = {
                memory_id: memory
                for memory_id, memory in list(partition.records.items())
                if memory_id not in vectors.index and self._may_be(new, memory)
            }
            ranked = (one for one, _ in search(new.text[:_WORDS_FROM], [partition.words]) if one in waiting)
            order = dict.fromkeys([*ranked, *sorted(waiting, key=lambda one: -waiting[one].updated_at)])
            chosen = [waiting[one] for one in islice(order, min(_EMBEDDED_A_TEXT, self._left))]
            self._left -= len(chosen)
            found = embed([memory.text for memory in chosen])
            partition.add_embeddings(
                replace(memory, embedding=embedding) for memory, embedding in zip(chosen, found, strict=True)
            )


def _on_other_days(one: str | None, other: str | None) -> bool:
    """Check whether two memories say when they happened, and it was on different days in UTC."""
    if one is None or other is None or one == other:
        return False
    first, second = span_of(one), span_of(other)
    return first is not None and second is not None and first.first // _DAY != second.first // _DAY
