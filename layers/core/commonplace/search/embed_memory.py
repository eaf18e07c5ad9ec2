"""embed_memory: gives records their vectors, after the stream of the memories table says that they were written.

Every step may be done again: what has its vector is left as it is, and a vector is added only to the version it
was made of. After a change of the model a marker leads through a space page by page: each page writes into the
marker how far it went, and the stream record of that starts the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from ..domain.ids import is_memory_id
from ..domain.lifetime import is_expired
from ..domain.memory import STATED, Embedding, Memory, State
from ..domain.spaces import Space, space_of
from ..operations.logs import log_fault
from ..operations.runtime import Runtime
from ..storage import embeddings
from ..storage.commit import ConditionFailed
from .embedding.choose import embedder
from .embedding.meaning import embed, is_made_by, passage

PAGE = 50  # records of a space that one stream record leads through: a second or two of embedding

Key = tuple[Space, str]
Ready = dict[Key, tuple[Memory, Embedding]]


class Batch:
    """Records of the stream that came together: read and embedded at once, each done or failed alone.

    Parameters
    ----------
    runtime
        Tables and clock.
    event
        As Lambda sends it.
    """

    def __init__(self, runtime: Runtime, event: Mapping[str, Any]) -> None:
        self._runtime = runtime
        self._ready: Ready | None = None
        try:
            keys = dict.fromkeys(_key(record) for record in event["Records"])
            self._ready = _ready(runtime, [key for key in keys if is_memory_id(key[1])])
        except Exception as error:  # one of them cannot be read or embedded: each alone, then
            _log(error)

    def embed(self, record: Any) -> None:
        """Do what one record of the stream asks for.

        Parameters
        ----------
        record
            As Powertools hands it on.

        Raises
        ------
        Exception
            Whatever kept it from being done; the other records are done all the same.
        """
        try:
            key = _key(record.raw_event)
            if key[1].startswith(embeddings.MARKER):
                go_through(self._runtime, *key)
            elif is_memory_id(key[1]):
                ready = self._ready if self._ready is not None else _ready(self._runtime, [key])
                if key in ready:
                    _add(self._runtime, *ready.pop(key))
        except Exception as error:
            _log(error)
            raise


def go_through(runtime: Runtime, space: Space, marker_id: str) -> None:
    """Make the vectors of one page of a space, and write into its marker how far that went.

    Parameters
    ----------
    runtime
        Tables and clock.
    space, marker_id
        Which marker; one of another model than the process's is taken away.
    """
    tables = runtime.tables
    client, table = tables.client, tables.names.memories_table
    model_id = marker_id.removeprefix(embeddings.MARKER)
    marker = embeddings.marker(client, table, space, model_id)
    if marker is None:
        return
    if model_id != embedder().model_id:
        tables.commit([embeddings.unmark(table, space, model_id)])
        return
    seen = marker.get("after_id")
    page = embeddings.page(client, table, space, seen, PAGE)
    for memory, embedding in _embedded_if_possible(_waiting(runtime, page.memories)):
        _add(runtime, memory, embedding)
    if page.last is None:
        tables.commit([embeddings.unmark(table, space, model_id)])
        return
    with suppress(ConditionFailed):  # another call has gone on from the same place
        tables.commit([embeddings.go_on(table, space, model_id, seen, page.last, runtime.wall())])


def _ready(runtime: Runtime, keys: Sequence[Key]) -> Ready:
    """Read the records that wait for a vector, and make it."""
    waiting = _waiting(runtime, runtime.tables.memories(keys))
    return {
        (memory.space, memory.memory_id): (memory, embedding)
        for memory, embedding in zip(waiting, _embedded(waiting), strict=True)
    }


def _waiting(runtime: Runtime, memories: Sequence[Memory]) -> list[Memory]:
    """Leave out what is no living fact, and what has its vector."""
    model, now = embedder(), runtime.wall()
    return [
        memory
        for memory in memories
        if memory.kind in STATED
        and memory.state is State.ACTIVE
        and not is_expired(memory.expires_at, now)
        and (memory.embedding is None or not is_made_by(memory.embedding, model.model_id, model.dimensions))
    ]


def _embedded(memories: Sequence[Memory]) -> list[Embedding]:
    return embed([passage(memory.text, memory.key) for memory in memories])


def _embedded_if_possible(memories: Sequence[Memory]) -> Iterator[tuple[Memory, Embedding]]:
    """Make vectors, and leave out what has a text that the model does not take."""
    try:
        made = _embedded(memories)
    except Exception as error:
        _log(error)
    else:
        yield from zip(memories, made, strict=True)
        return
    for memory in memories:
        try:
            alone = _embedded([memory])
        except Exception as error:
            _log(error)
        else:
            yield memory, alone[0]


def _add(runtime: Runtime, memory: Memory, embedding: Embedding) -> None:
    table = runtime.tables.names.memories_table
    with suppress(
        ConditionFailed
    ):  # written again, forgotten or erased meanwhile: if it counts, the stream says so
        runtime.tables.commit([embeddings.add_embedding(table, memory, embedding)])


def _key(record: Mapping[str, Any]) -> Key:
    keys = record["dynamodb"]["Keys"]
    return space_of(keys["space"]["S"]), keys["memory_id"]["S"]


def _log(error: Exception) -> None:
    log_fault(error, function="embed_memory", request_id="")
