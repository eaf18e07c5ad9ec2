"""recall(topic): what holds the topic's words, from words that are kept warm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import islice

from ..domain.heads import Heads
from ..domain.memory import Memory
from ..operations.call import Call
from ..operations.reading import by_rank, shows
from ..search.analysis.topic import Topic
from ..search.analysis.word_index import holding, terms_of
from ..search.warm_partition import WarmPartition
from ..search.warm_reading import confirmed, refreshed


def about(call: Call, text: str, limit: int) -> tuple[Heads, list[Memory]]:
    """Choose what holds all words of a topic; only if there is none, what holds any. The order is recall's.

    Parameters
    ----------
    call
        Who asks.
    text
        The topic.
    limit
        How many at most.
    """
    topic = Topic(text)
    if topic.is_empty:
        return call.runtime.tables.heads(call.heads_request()), []
    heads, partitions = refreshed(call)
    indexes = [one.words for one in partitions]
    if topic.words is None:
        # Parts of runs and signs: the index only tells where to look.
        some = set().union(*holding(terms_of(text), indexes))
        whole = some
    else:
        held = holding(topic.words, indexes)
        some, whole = set().union(*held), reduce(set.intersection, held)
    return heads, _holding(call, heads, partitions, whole, topic, topic.size, limit) or _holding(
        call, heads, partitions, some, topic, 1, limit
    )


def _holding(
    call: Call,
    heads: Heads,
    partitions: Sequence[WarmPartition],
    ids: set[str],
    topic: Topic,
    least: int,
    limit: int,
) -> list[Memory]:
    """Read, in recall's order, records that hold at least some of the topic's words."""
    epochs, now = heads.epochs(), call.runtime.clock()
    likely = (
        memory.memory_id
        for memory in _ranked(partitions, ids)
        if shows(memory, heads.session, epochs, now) and topic.held(memory.text) >= least
    )
    found = confirmed(call, heads, partitions, likely)
    return list(
        islice(
            (
                memory
                for memory in found
                if shows(memory, heads.session, epochs, now) and topic.held(memory.text) >= least
            ),
            limit,
        )
    )


def _ranked(partitions: Sequence[WarmPartition], ids: Iterable[str]) -> Iterator[Memory]:
    known = (one.records.get(memory_id) for memory_id in ids for one in partitions)
    yield from sorted((memory for memory in known if memory is not None), key=by_rank, reverse=True)
