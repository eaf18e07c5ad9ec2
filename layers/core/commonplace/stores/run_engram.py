"""run_engram: compositions of searches, by name.

Every memory that comes back is one that was stored, with its speaker; none is put together from others.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Annotated, Any

from pydantic import Field

from ..domain.memory import Memory
from ..domain.speakers import said_by
from ..operations.call import Call
from ..operations.contract import Result
from ..refusals.errors import InvalidInput
from ..search.analysis.folding import folded
from ..search.analysis.words import words
from ..search.retrieval import Hit, Question, View, to_rank
from .contract import StoreArguments, operation, refuse_null, refuse_unsupported
from .filters import EVERYTHING, event_span
from .list_engrams import ENGRAMS
from .retrieval import retrieve_in_store
from .rows import MemoryRow, memory_row
from .search import Query

MOST = 20  # memories of an answer
MOST_GATHERED = 30

_FROM_BEST = 3  # best hits whose words and meaning are searched for in a second search
_FIRST = 10  # hits of a search that count
_PARTS = 8  # of a question
_EACH_SPEAKER = 2  # best memories of each speaker
# Ends of clauses in the scripts that have any.
_CLAUSES = re.compile("[.,;:!?\n\u2026\u3001\u3002\uff0c\uff1b\uff1a\uff01\uff1f\u0964\u060c\u061b\u061f]+")


class RunEngramArguments(StoreArguments):
    """Arguments of run_engram."""

    name: Annotated[str, Field(json_schema_extra={"enum": list(ENGRAMS)})] = Field(
        description="Which; GET /api/v1/engram says what each does."
    )
    query: Query = Field(description="What it is about, in any words and language.")
    form: str | None = Field(default=None, description="Not offered here.")
    tz: Any = Field(default=None, description="Belongs to form; not offered here.")


class Usage(Result):
    """What it took."""

    searches: int
    memories: int = Field(description="As many as come back.")


class EngramRun(Result):
    """What run_engram answers."""

    engram: str
    hops: int = Field(description="Searches that followed one another.")
    count: int
    memories: list[MemoryRow] = Field(
        description="In the engram's order; each as it was stored, with its speaker."
    )
    usage: Usage


def run_engram(call: Call, arguments: RunEngramArguments) -> EngramRun:
    """Search once, then let the engram search on or order the hits."""
    refuse_null(arguments)
    refuse_unsupported(arguments)
    engram = COMPOSITIONS.get(arguments.name)
    if engram is None:
        raise InvalidInput("engram.not_found", field="name", details={"accepted": ", ".join(ENGRAMS)})
    question = Question(arguments.query)
    view, hits = retrieve_in_store(call, arguments.user_id, question, EVERYTHING, MOST)
    outcome = engram(view, question, hits)
    return EngramRun(
        engram=arguments.name,
        hops=outcome.hops,
        count=len(outcome.hits),
        memories=[memory_row(hit.memory, view.heads, hit.similarity) for hit in outcome.hits],
        usage=Usage(searches=outcome.searches, memories=len(outcome.hits)),
    )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an engram found, in the order of the answer."""

    hits: list[Hit]
    hops: int  # searches that followed one another
    searches: int


Engram = Callable[[View, Question, list[Hit]], Outcome]


def deep_recall(view: View, question: Question, hits: list[Hit]) -> Outcome:
    """Search again for the words of the best hits that the question does not have, and for their meaning.

    The first hits come first, then what the second searches found, then the other hits.
    """
    best, asked = hits[:_FROM_BEST], set(words(folded(question.text)))
    first = dict.fromkeys(hit.memory.memory_id for hit in hits[:_FIRST])
    rankings = []
    for hit in best:
        more = " ".join(word for word in words(folded(hit.memory.text)) if word not in asked)
        again = Question(more, view.vector(hit.memory.memory_id))
        found = view.ranked(again, EVERYTHING, to_rank(MOST))
        rankings.append([one.id for one in found if one.id not in first])
    ids = dict.fromkeys([*first, *_interleaved(rankings), *(hit.memory.memory_id for hit in hits)])
    chosen = view.confirmed(ids, MOST)
    return Outcome(_as_hits(view, question, chosen), hops=1 + bool(best), searches=1 + len(best))


def timeline(_view: View, _question: Question, hits: list[Hit]) -> Outcome:
    """Order the hits by when they happened, the oldest first."""
    ordered = sorted(hits, key=lambda hit: (*_when(hit.memory), hit.memory.memory_id))
    return Outcome(ordered, hops=1, searches=1)


def gather(view: View, question: Question, hits: list[Hit]) -> Outcome:
    """Search for each part of the question as well, and add the best memories of each speaker."""
    rankings = [[hit.memory.memory_id for hit in hits]]
    parts = _parts(question.text)
    for part in parts:
        found = view.ranked(Question(part), EVERYTHING, to_rank(_FIRST))
        rankings.append([one.id for one in found][:_FIRST])
    rankings.append(_best_of_each_speaker(view, question))
    chosen = view.confirmed(_interleaved(rankings), MOST_GATHERED)
    return Outcome(_as_hits(view, question, chosen), hops=1, searches=2 + len(parts))


COMPOSITIONS: dict[str, Engram] = {"deep_recall": deep_recall, "timeline": timeline, "gather": gather}


def _when(memory: Memory) -> tuple[int, int]:
    span = event_span(memory)
    return span.first, span.last


def _parts(text: str) -> list[str]:
    found = [part.strip() for part in _CLAUSES.split(text)]
    parts = list(dict.fromkeys(part for part in found if any(map(str.isalnum, part))))
    return parts[:_PARTS] if len(parts) > 1 else []


def _best_of_each_speaker(view: View, question: Question) -> list[str]:
    """Return the ids of the best memories of each speaker, the best speaker's first."""
    chosen: dict[str, list[str]] = defaultdict(list)
    by_id = {memory.memory_id: memory for memory in view.warm_memories() if memory.speaker_id is not None}
    for one in view.ranked(question, EVERYTHING, None):
        memory = by_id.get(one.id)
        if memory is None:
            continue
        speaker = said_by(memory, view.heads)
        if speaker is not None and len(chosen[speaker]) < _EACH_SPEAKER:
            chosen[speaker].append(one.id)
    return [memory_id for ids in chosen.values() for memory_id in ids]


def _interleaved(rankings: Iterable[Sequence[str]]) -> list[str]:
    """Merge rankings: the first of each, then the second of each and so on, without repetitions."""
    rows = zip_longest(*rankings)
    return list(dict.fromkeys(memory_id for row in rows for memory_id in row if memory_id is not None))


def _as_hits(view: View, question: Question, memories: Iterable[Memory]) -> list[Hit]:
    return [Hit(memory, view.similarity(memory.memory_id, question)) for memory in memories]


RUN_ENGRAM = operation(
    run_engram,
    path="/engram/run",
    title="Run an engram",
    description=(
        "Compose several searches into one answer: deep_recall searches again by what the best hits say, timeline "
        "puts hits in the order in which they happened, gather searches by each part of the query and lets every "
        "speaker be heard."
    ),
    writes=False,
    wide=True,
)
