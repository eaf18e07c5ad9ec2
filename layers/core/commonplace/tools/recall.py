"""recall: what was kept earlier, most important first."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from ..call import Call
from ..clock import iso
from ..errors import Busy
from ..guards.admission import TEXT_LIMIT
from ..records.heads import Heads, SessionHead
from ..records.levels import Level
from ..records.memory import Kind, Memory, is_live
from ..records.spaces import Scope, Space
from ..records.speakers import speaker_name
from ..tables.memories import Page
from .contract import AS_WHOLE, Arguments, KindName, LevelName, Result, ScopeName, Tool, level_name

if TYPE_CHECKING:
    from ..analysis.words import Topic

ATTEMPTS = 5
DEFAULT_LIMIT = 8
LIMIT = 25
_TOPIC_PAGE = 200  # records of the first page when a topic may skip many
_LARGEST_PAGE = 1000


class RecallArguments(Arguments):
    """Arguments of recall."""

    topic: str | None = Field(
        default=None,
        max_length=TEXT_LIMIT,
        description=(
            "Words to look for. Items that hold all of them come back; only if there is none, those that hold "
            "any. Leave it out for the most important items."
        ),
    )
    limit: Annotated[int, Field(ge=1, le=LIMIT), AS_WHOLE] = Field(
        default=DEFAULT_LIMIT, description="How many items at most."
    )


class RecalledItem(Result):
    """One memory."""

    id: str
    kind: KindName
    text: str = Field(description="Word for word as it was kept.")
    key: str | None
    importance: float
    scope: ScopeName
    classification: LevelName
    speaker: str | None = Field(description="Who said it, where that is known.")
    tags: list[str]
    pinned: bool
    created_at: str = Field(description="When it was first kept (RFC 3339).")
    updated_at: str = Field(description="When it was last written (RFC 3339).")


class Recalled(Result):
    """What recall answers."""

    items: list[RecalledItem]


def recall(call: Call, arguments: RecallArguments) -> Recalled:
    """Hand back what the caller may see, by importance and then the last write, newest first."""
    topic = None
    if arguments.topic:
        from ..analysis.words import Topic  # the stemmers are loaded only where words are compared

        topic = Topic(arguments.topic)
        if topic.is_empty:
            return Recalled(items=[])
    heads, found = _visible(call, arguments.limit if topic is None else _TOPIC_PAGE)
    chosen = islice(found, arguments.limit) if topic is None else _about(topic, found, arguments.limit)
    return Recalled(items=[_item(memory, heads) for memory in chosen])


def _visible(call: Call, page: int) -> tuple[Heads, Iterator[Memory]]:
    """Read heads and first pages in one round trip; records follow in rank order, pages as needed.

    The session's place is guessed from when it was last seen; if the head read beside the data says
    otherwise, what was read is dropped and read again.
    """
    tables, position = call.runtime.tables, call.last_position()
    for _ in range(ATTEMPTS):
        sources = [
            (space, level)
            for space in call.readable_spaces(position.generation)
            for level in Level(position.taint).visible()
        ]

        def first_page(space: Space, level: Level) -> Callable[[], Page]:
            return lambda: tables.ranked(space, level, page)

        reads: list[Callable[[], Any]] = [first_page(*source) for source in sources]
        heads, *pages = tables.at_once([lambda: tables.heads(call.heads_request()), *reads])
        now_at = call.seen(heads)
        if now_at == position:
            streams = [
                _rest(call, space, level, read, page) for (space, level), read in zip(sources, pages, strict=True)
            ]
            ranked = heapq.merge(*streams, key=_rank, reverse=True)
            epochs, now = heads.epochs(), call.runtime.clock()
            return heads, (memory for memory in ranked if _shows(memory, heads.session, epochs, now))
        position = now_at
    raise Busy("the session changes too fast; send the call again")


def _rest(call: Call, space: Space, level: Level, page: Page, first: int) -> Iterator[Memory]:
    """Go on through a level's pages, each larger than the last: one dead record on top costs little more."""
    size = first
    yield from page.memories
    while page.after is not None:
        size = min(2 * size, _LARGEST_PAGE)
        page = call.runtime.tables.ranked(space, level, size, page.after)
        yield from page.memories


def _rank(memory: Memory) -> tuple[float, int, str]:
    return (memory.importance, memory.updated_at, memory.memory_id)


def _shows(memory: Memory, session: SessionHead, epochs: Mapping[str, int], now: int) -> bool:
    """Tell whether a record counts: alive, and for goal, plan and questions, the session's latest."""
    if not is_live(memory, epochs, now):
        return False
    if memory.kind is Kind.GOAL:
        return memory.memory_id == session.goal_id
    if memory.kind in (Kind.PLAN, Kind.QUESTION):
        latest = session.checkpoint
        return latest is not None and memory.checkpoint == latest.checkpoint_id
    return True


def _about(topic: Topic, found: Iterator[Memory], limit: int) -> list[Memory]:
    """Choose what holds all words of a topic; only if there is none, what holds any. The order stays."""
    whole: list[Memory] = []
    part: list[Memory] = []
    for memory in found:
        held = topic.held(memory.text)
        if held == topic.size:
            whole.append(memory)
            if len(whole) == limit:
                break
        elif held and not whole and len(part) < limit:
            part.append(memory)
    return whole or part


def _item(memory: Memory, heads: Heads) -> RecalledItem:
    speakers = heads.store.speakers
    if memory.space.scope is Scope.TEAM and heads.team is not None:
        speakers = heads.team.speakers
    return RecalledItem(
        id=memory.memory_id,
        kind=memory.kind.value,
        text=memory.text,
        key=memory.key,
        importance=memory.importance,
        scope=memory.space.scope.value,
        classification=level_name(memory.level),
        speaker=speaker_name(memory.speaker_id, speakers),
        tags=list(memory.tags),
        pinned=memory.pinned,
        created_at=iso(memory.created_at),
        updated_at=iso(memory.updated_at),
    )


RECALL = Tool(
    name="recall",
    title="Recall",
    description=(
        "Bring back what was kept earlier: the goal, the plan, pinned facts, decisions, ids and open questions "
        "of this session, your account and your team, most important first. Call it at the start of a task, "
        "after your context was shortened, and once more before you finish. A topic keeps the items that hold "
        "its words."
    ),
    arguments=RecallArguments,
    result=Recalled,
    run=recall,
    writes=False,
    idempotent=True,
)
