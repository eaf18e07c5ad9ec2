"""recall(topic): what holds all words of a topic, by importance; where nothing does, what fits it best.

Words are looked up in memory. Only where they do not answer the question is it embedded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import islice

from ..domain.heads import Heads
from ..domain.memory import Memory
from ..operations.call import Call
from ..operations.reading import by_rank, is_current, shows
from ..search.analysis.topic import Topic
from ..search.analysis.word_index import holding, terms_of
from ..search.warm_partition import WarmPartition
from ..search.warm_reading import CHUNK, confirmed, refreshed, warm_partitions


def about(call: Call, text: str, limit: int) -> tuple[Heads, list[Memory]]:
    """Return memories with all words of a topic, in recall's order, or those that fit it best, best first."""
    topic = Topic(text)
    if topic.is_empty:
        return call.runtime.tables.heads(call.heads_request()), []
    heads, partitions = _refreshed(call, topic, text)
    found = _with_all_words(call, heads, partitions, topic, text, limit)
    return heads, found or _fitting(call, heads, partitions, text, limit)


def _refreshed(call: Call, topic: Topic, text: str) -> tuple[Heads, list[WarmPartition]]:
    """Refresh the partitions, and where words will hardly do the vectors in the same round trip."""
    warm = warm_partitions(call, call.last_position())
    if any(one.complete_until is None for one in warm) or _with_all(topic, text, warm):
        return refreshed(call)
    from ..search.warm_vectors import refreshed_with_vectors  # loads numpy

    return refreshed_with_vectors(call)


def _with_all(topic: Topic, text: str, partitions: Sequence[WarmPartition]) -> set[str]:
    """Return the ids of what may hold all words."""
    indexes = [one.words for one in partitions]
    if topic.words is None:
        # Parts of words and signs: the index only narrows the search.
        return set().union(*holding(terms_of(text), indexes))
    return reduce(set.intersection, holding(topic.words, indexes))


def _with_all_words(
    call: Call, heads: Heads, partitions: Sequence[WarmPartition], topic: Topic, text: str, limit: int
) -> list[Memory]:
    """Read, in recall's order, records that have all of the topic's words."""
    epochs, now = heads.epochs(), call.runtime.wall()

    def counts(memory: Memory) -> bool:
        return shows(memory, heads.session, epochs, now) and topic.held(memory.text, memory.labels) >= topic.size

    ids = _with_all(topic, text, partitions)
    likely = (memory.memory_id for memory in _by_importance(partitions, ids) if counts(memory))
    found = confirmed(call, heads, partitions, likely, chunk=max(CHUNK, limit))
    return list(islice(filter(counts, found), limit))


def _fitting(call: Call, heads: Heads, partitions: list[WarmPartition], text: str, limit: int) -> list[Memory]:
    """Read what fits the topic by its rare words or by meaning, best first."""
    from ..search.retrieval import Question, View

    view = View(call, heads, partitions)
    question = Question(text)
    view.embed_newest_for(question)
    ranked = view.ranked(question, _CURRENT, None, fitting=True)
    return view.confirmed((one.id for one in ranked), limit)


class _Current:
    """What recall hands out: no goal, plan or question but the session's latest."""

    def matches(self, memory: Memory, heads: Heads) -> bool:
        return is_current(memory, heads.session)


_CURRENT = _Current()


def _by_importance(partitions: Sequence[WarmPartition], ids: Iterable[str]) -> Iterator[Memory]:
    known = (one.records.get(memory_id) for memory_id in ids for one in partitions)
    yield from sorted((memory for memory in known if memory is not None), key=by_rank, reverse=True)
