"""What each engram does with a question: compositions of searches over one view of the store.

Every memory that comes back is one that was stored, with its speaker; none is put together from others.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from ..domain.memory import Memory
from ..domain.speakers import said_by
from ..search.analysis.folding import folded
from ..search.analysis.words import words
from .filters import Narrowed, event_span
from .retrieval import Hit, Question, View, to_rank

MOST = 20  # memories of an answer
MOST_GATHERED = 30

_ANYTHING = Narrowed()
_FROM_BEST = 3  # hits whose own words and meaning are searched by
_FIRST = 10  # hits of a search that count
_PARTS = 8  # of a question
_EACH_SPEAKER = 2  # memories of everybody who said anything about it
# Ends of clauses in the scripts that have any.
_CLAUSES = re.compile("[.,;:!?\n\u2026\u3001\u3002\uff0c\uff1b\uff1a\uff01\uff1f\u0964\u060c\u061b\u061f]+")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an engram found.

    Attributes
    ----------
    hits
        In the order in which they are handed out.
    hops
        How many searches followed one another.
    searches
        How many there were.
    """

    hits: list[Hit]
    hops: int
    searches: int


Engram = Callable[[View, Question, list[Hit]], Outcome]


def deep_recall(view: View, question: Question, hits: list[Hit]) -> Outcome:
    """Search again by what the best hits say beyond the question, and by what they mean.

    The best hits stay in front; behind them comes what they lead to, and then the other hits.
    """
    best, asked = hits[:_FROM_BEST], set(words(folded(question.text)))
    first = dict.fromkeys(hit.memory.memory_id for hit in hits[:_FIRST])
    rankings = []
    for hit in best:
        more = " ".join(word for word in words(folded(hit.memory.text)) if word not in asked)
        again = Question(more, view.vector(hit.memory.memory_id))
        found = view.ranked(again, _ANYTHING, to_rank(MOST))
        rankings.append([one.id for one in found if one.id not in first])
    ids = dict.fromkeys([*first, *_in_turn(rankings), *(hit.memory.memory_id for hit in hits)])
    chosen = view.confirmed(ids, MOST)
    return Outcome(_as_hits(view, question, chosen), hops=1 + bool(best), searches=1 + len(best))


def timeline(_view: View, _question: Question, hits: list[Hit]) -> Outcome:
    """Order what was found by when it happened, the first first."""
    ordered = sorted(hits, key=lambda hit: (*_when(hit.memory), hit.memory.memory_id))
    return Outcome(ordered, hops=1, searches=1)


def gather(view: View, question: Question, hits: list[Hit]) -> Outcome:
    """Search by each part of the question as well, and let everybody be heard who said anything about it."""
    rankings = [[hit.memory.memory_id for hit in hits]]
    parts = _parts(question.text)
    for part in parts:
        found = view.ranked(Question(part), _ANYTHING, to_rank(_FIRST))
        rankings.append([one.id for one in found][:_FIRST])
    rankings.append(_best_of_each_speaker(view, question))
    chosen = view.confirmed(_in_turn(rankings), MOST_GATHERED)
    return Outcome(_as_hits(view, question, chosen), hops=1, searches=2 + len(parts))


ENGRAMS: dict[str, Engram] = {"deep_recall": deep_recall, "timeline": timeline, "gather": gather}


def _when(memory: Memory) -> tuple[int, int]:
    span = event_span(memory)
    return span.first, span.last


def _parts(text: str) -> list[str]:
    found = [part.strip() for part in _CLAUSES.split(text)]
    parts = list(dict.fromkeys(part for part in found if any(map(str.isalnum, part))))
    return parts[:_PARTS] if len(parts) > 1 else []


def _best_of_each_speaker(view: View, question: Question) -> list[str]:
    """Name the best memories of every speaker, the best speaker's first."""
    taken: dict[str, list[str]] = defaultdict(list)
    by_id = {memory.memory_id: memory for memory in view.records() if memory.speaker_id is not None}
    for one in view.ranked(question, _ANYTHING, None):
        memory = by_id.get(one.id)
        if memory is None:
            continue
        speaker = said_by(memory, view.heads)
        if speaker is not None and len(taken[speaker]) < _EACH_SPEAKER:
            taken[speaker].append(one.id)
    return [memory_id for ids in taken.values() for memory_id in ids]


def _in_turn(rankings: Iterable[Sequence[str]]) -> list[str]:
    """Put several rankings into one: the first of each, then the second of each, everything once."""
    rows = zip_longest(*rankings)
    return list(dict.fromkeys(memory_id for row in rows for memory_id in row if memory_id is not None))


def _as_hits(view: View, question: Question, memories: Iterable[Memory]) -> list[Hit]:
    return [Hit(memory, view.similarity(memory.memory_id, question)) for memory in memories]
