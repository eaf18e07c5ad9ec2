"""Retrieval: what a call may see, ranked by a question, in one round trip where the process is warm.

What will rank is guessed from what is warm, before anything is read; the guess is read beside the heads and what
is new. Where nothing is new, the guess was right and nothing more is read.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from ..domain.bounded_cache import BoundedCache
from ..domain.heads import Heads
from ..domain.memory import Kind, Memory, is_live
from ..domain.spaces import Space
from ..operations.call import Call
from ..operations.runtime import Position
from ..search.embedding.choose import embedder
from ..search.embedding.protocol import Vector
from ..search.ranking import Ranked, meant, rank
from ..search.warm_reading import CHUNK, with_siblings
from ..search.warm_vectors import Part, confirmed, parts_at, refreshed
from ..storage.store import HeadsRequest
from .filters import Narrowed, require_registered
from .stores import require_store

_SPARE = 5  # read beside what is wanted, should some of it be gone
_MOST_GUESSED = 100  # records that one call may read


class Question:
    """What is looked for.

    Parameters
    ----------
    text
        Any text.
    vector
        Its meaning, where it is known already.
    """

    def __init__(self, text: str, vector: Vector | None = None) -> None:
        self.text = text
        self._vector = vector
        self._embedded: dict[str, Vector] = {}

    def vector(self, meant: Callable[[str], str]) -> Vector:
        """Return its meaning.

        Parameters
        ----------
        meant
            Tells what of the text is to be embedded.
        """
        if self._vector is not None:
            return self._vector
        text = meant(self.text)
        if text not in self._embedded:
            self._embedded[text] = embedder().question(text)
        return self._embedded[text]


@dataclass(frozen=True, slots=True)
class Hit:
    """A memory that was found.

    Attributes
    ----------
    memory
        As read in this call.
    similarity
        Cosine with the question; None: not known (yet).
    """

    memory: Memory
    similarity: float | None = None


@dataclass(slots=True)
class View:
    """What a call may see, at one moment.

    Attributes
    ----------
    call, heads, parts
        Who sees it, and what.
    known
        Records that were read anew, by space and id; None: it is no more.
    """

    call: Call
    heads: Heads
    parts: list[Part]
    known: dict[tuple[Space, str], Memory | None] = field(default_factory=dict)
    _meanings: dict[Question, Vector] = field(default_factory=dict)

    def ranked(self, question: Question, narrowed: Narrowed, limit: int | None) -> list[Ranked]:
        """Rank what a search is about; the best so many.

        What still waits for its vector may mean what is looked for: it comes last, where its words do not tell.
        """
        meaning, chosen = self.meaning(question), self.chosen(narrowed)
        found = rank(
            question.text,
            meaning,
            [(part.level.index, part.vectors.index) for part in self.parts],
            turns=[part.turns for part in self.parts],
            registered=self.heads.store.speakers,
            only=chosen,
            limit=limit,
        )
        if meaning.any() and (limit is None or len(found) < limit):
            known = {one.id for one in found}
            pending = (one for part in self.parts for one in part.vectors.waiting())
            waiting = (Ranked(one, -math.inf, 0.0) for one in pending if one not in known and one in chosen)
            found += islice(waiting, None if limit is None else limit - len(found))
        return found

    def meaning(self, question: Question) -> Vector:
        """Return what a question means here: without the names of who may have said it."""
        if question not in self._meanings:
            turns, registered = [part.turns for part in self.parts], self.heads.store.speakers
            self._meanings[question] = question.vector(lambda text: meant(text, turns, registered))
        return self._meanings[question]

    def hits(self, question: Question, narrowed: Narrowed, limit: int, ranked: list[Ranked]) -> list[Hit]:
        """Read what ranks anew, as many as are wanted if there are so many.

        Parameters
        ----------
        question, narrowed
            What is looked for.
        limit
            How many.
        ranked
            As :meth:`ranked` returned them with :func:`to_rank`.
        """
        found = self.confirmed((one.id for one in ranked), limit)
        if len(found) < limit and len(ranked) == to_rank(limit):
            # More of it was gone than was thought of: all that ranks, as far as it is needed.
            found = self.confirmed((one.id for one in self.ranked(question, narrowed, None)), limit)
        return [Hit(memory, self.similarity(memory.memory_id, question)) for memory in found]

    def confirmed(self, ids: Iterable[str], limit: int) -> list[Memory]:
        """Read memories anew, in order: the first so many that are still there and hidden by nothing.

        Of what was guessed, :func:`to_rank` of the limit are read at first.
        """
        chunk = min(to_rank(limit), CHUNK)
        found = confirmed(self.call, self.heads, self.parts, ids, known=self.known, chunk=chunk)
        return list(islice(found, limit))

    def record(self, memory_id: str) -> Memory | None:
        """Return a record as it is warm."""
        found = (part.records.get(memory_id) for part in self.parts)
        return next((memory for memory in found if memory is not None), None)

    def records(self) -> Iterator[Memory]:
        """Go through all that is warm, dead or alive and of whatever kind, in no order."""
        for part in self.parts:
            # A copy: another call may bring it up to date meanwhile.
            yield from list(part.records.values())

    def chosen(self, narrowed: Narrowed) -> _Chosen:
        """Return what tells which records a search is about, as far as is known before they are confirmed."""
        return _Chosen(self, narrowed)

    def vector(self, memory_id: str) -> Vector | None:
        """Return what a memory means; None: it is not known (yet)."""
        found = (part.vectors.index.vector(memory_id) for part in self.parts)
        return next((vector for vector in found if vector is not None), None)

    def similarity(self, memory_id: str, question: Question) -> float | None:
        """Return the cosine of a memory and a question; None where one of the two means nothing known."""
        vector, asked = self.vector(memory_id), self.meaning(question)
        if vector is None or not (vector.any() and asked.any()):
            return None
        return min(max(float(vector @ asked), -1.0), 1.0)

    def state(self) -> object:
        """What a ranking depends on, but for the time: equal where nothing was changed between."""
        parts = [(id(part.level), part.level.changes) for part in self.parts]
        return parts, self.heads.epochs(), self.heads.store.speakers, self.heads.team


def to_rank(limit: int) -> int:
    """Tell how many to rank where so many are wanted."""
    return limit + _SPARE


# What else a call will read, told what ranks best: it is read beside.
Also = Callable[[View, Sequence[str]], Iterable[Memory]]


def _nothing_else(_view: View, _ids: Sequence[str]) -> Iterable[Memory]:
    return ()


def retrieved(
    call: Call,
    store_id: str,
    question: Question,
    narrowed: Narrowed,
    limit: int,
    also: Also = _nothing_else,
) -> tuple[View, list[Hit]]:
    """Find what a question is about.

    Parameters
    ----------
    call
        Who asks.
    store_id
        As sent.
    question, narrowed, limit
        What is looked for, and how many.
    also
        Names further memories that will be confirmed.

    Returns
    -------
    tuple[View, list[Hit]]
        What the call sees, to look further; and the hits, best first.

    Raises
    ------
    NotFound
        If there is no such store, or nobody of the speaker's name in it.
    """
    guess = _Guess(call, question, narrowed, limit, also)
    heads, parts = refreshed(call, guess.read)
    view = View(call, heads, parts, guess.known)
    _LAST.put(call.heads_request(), heads)
    require_store(heads.store, store_id)
    require_registered(narrowed.speaker, heads)
    ranked = guess.ranked if guess.is_right(view) else view.ranked(question, narrowed, to_rank(limit))
    return view, view.hits(question, narrowed, limit, ranked)


class _Guess:
    """What will rank, from what is warm already."""

    def __init__(self, call: Call, question: Question, narrowed: Narrowed, limit: int, also: Also) -> None:
        self.known: dict[tuple[Space, str], Memory | None] = {}
        self.ranked: list[Ranked] = []
        self._call = call
        self._position = call.last_position()
        self._wanted: list[tuple[Space, str]] = []
        self._state: object = None
        heads = _LAST.get(call.heads_request())
        if heads is None:
            return
        view = View(call, heads, parts_at(call, self._position))
        self._state = view.state()
        self.ranked = view.ranked(question, narrowed, to_rank(limit))
        ids = [one.id for one in self.ranked]
        level = call.level(heads.session.taint)
        wanted = [
            key
            for memory in (*_records(view.parts, ids), *also(view, ids))
            for key in with_siblings(memory, level)
        ]
        self._wanted = list(dict.fromkeys(wanted))[:_MOST_GUESSED]

    def read(self, position: Position) -> None:
        """Read what was guessed, if the session is where it was guessed to be."""
        if position == self._position and self._wanted:
            found = self._call.runtime.tables.memories(self._wanted)
            self.known |= dict.fromkeys(self._wanted)
            self.known |= {(memory.space, memory.memory_id): memory for memory in found}

    def is_right(self, view: View) -> bool:
        """Tell whether what was guessed is what ranks."""
        return self._state is not None and self._state == view.state()


class _Chosen:
    """The ids of what a search is about."""

    def __init__(self, view: View, narrowed: Narrowed) -> None:
        self._records = [part.records for part in view.parts]
        self._heads, self._narrowed = view.heads, narrowed
        self._epochs, self._now = view.heads.epochs(), view.call.runtime.clock()

    def __contains__(self, memory_id: object) -> bool:
        for records in self._records:
            memory = records.get(memory_id)  # type: ignore[call-overload]
            if memory is not None:
                return self.holds(memory)
        return False

    def holds(self, memory: Memory) -> bool:
        """Tell whether a memory is one of them."""
        return (
            memory.kind is Kind.FACT
            and is_live(memory, self._epochs, self._now)
            and self._narrowed.holds(memory, self._heads)
        )


# Heads that this process has read. Only a guess: they are read with every call.
_LAST = BoundedCache[HeadsRequest, Heads](most=1024)


def _records(parts: Iterable[Part], ids: Iterable[str]) -> Iterator[Memory]:
    for memory_id in ids:
        for part in parts:
            if (memory := part.records.get(memory_id)) is not None:
                yield memory
