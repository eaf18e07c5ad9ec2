"""recall(topic): memories with the topic's words, from the word index in memory."""

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
from ..search.warm_reading import CHUNK, confirmed, refreshed


def about(call: Call, text: str, limit: int) -> tuple[Heads, list[Memory]]:
    """Return memories with all words of a topic or, if there are none, with any; in recall's order."""
    topic = Topic(text)
    if topic.is_empty:
        return call.runtime.tables.heads(call.heads_request()), []
    heads, partitions = refreshed(call)
    indexes = [one.words for one in partitions]
    if topic.words is None:
        # Parts of words and signs: the index only narrows the search.
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
    """Read, in recall's order, records that have at least so many of the topic's words."""
    epochs, now = heads.epochs(), call.runtime.wall()

    def counts(memory: Memory) -> bool:
        return shows(memory, heads.session, epochs, now) and topic.held(memory.text) >= least

    likely = (memory.memory_id for memory in _ranked(partitions, ids) if counts(memory))
    found = confirmed(call, heads, partitions, likely, chunk=max(CHUNK, limit))
    return list(islice(filter(counts, found), limit))


def _ranked(partitions: Sequence[WarmPartition], ids: Iterable[str]) -> Iterator[Memory]:
    known = (one.records.get(memory_id) for memory_id in ids for one in partitions)
    yield from sorted((memory for memory in known if memory is not None), key=by_rank, reverse=True)
