"""recall(topic): memories with the topic's words, from the word index in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import islice

from ..domain.heads import Heads
from ..domain.memory import Memory
from ..operations.call import Call
from ..operations.reading import Source, by_rank, shows
from ..search.analysis.topic import Topic
from ..search.analysis.word_index import holding, terms_of
from ..search.warm_reading import confirmed, refreshed
from ..search.warm_words import WarmLevel

Levels = list[tuple[Source, WarmLevel]]


def about(call: Call, text: str, limit: int) -> tuple[Heads, list[Memory]]:
    """Return memories with all words of a topic or, if there are none, with any; in recall's order."""
    topic = Topic(text)
    if topic.is_empty:
        return call.runtime.tables.heads(call.heads_request()), []
    heads, levels = refreshed(call)
    indexes = [warm.index for _, warm in levels]
    if topic.words is None:
        # Parts of words and signs: the index only narrows the search.
        some = set().union(*holding(terms_of(text), indexes))
        whole = some
    else:
        held = holding(topic.words, indexes)
        some, whole = set().union(*held), reduce(set.intersection, held)
    return heads, _holding(call, heads, levels, whole, topic, topic.size, limit) or _holding(
        call, heads, levels, some, topic, 1, limit
    )


def _holding(
    call: Call, heads: Heads, levels: Levels, ids: set[str], topic: Topic, least: int, limit: int
) -> list[Memory]:
    """Read, in recall's order, records that have at least so many of the topic's words."""
    epochs, now = heads.epochs(), call.runtime.clock()

    def counts(memory: Memory) -> bool:
        return shows(memory, heads.session, epochs, now) and topic.held(memory.text) >= least

    likely = (memory.memory_id for memory in _ranked(levels, ids) if counts(memory))
    return list(islice(filter(counts, confirmed(call, heads, levels, likely)), limit))


def _ranked(levels: Levels, ids: Iterable[str]) -> Iterator[Memory]:
    known = (warm.records.get(memory_id) for memory_id in ids for _, warm in levels)
    yield from sorted((memory for memory in known if memory is not None), key=by_rank, reverse=True)
