"""recall: stored memories, the most important first."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

from pydantic import Field

from ..domain.clock import iso
from ..domain.heads import Heads
from ..domain.memory import Memory
from ..domain.speakers import said_by
from ..guards.admission import TEXT_LIMIT
from ..operations.answer_text import ANSWER, LONGEST, ShownText, TextBudget
from ..operations.call import Call
from ..operations.contract import (
    AS_QUESTION,
    AS_WHOLE,
    Arguments,
    KindName,
    LevelName,
    Result,
    ScopeName,
    Tool,
    level_name,
)
from ..operations.reading import read_visible

DEFAULT_LIMIT = 8
LIMIT = 25


class RecallArguments(Arguments):
    """Arguments of recall."""

    topic: Annotated[str, Field(max_length=TEXT_LIMIT), AS_QUESTION] | None = Field(
        default=None,
        description=(
            "Words or a question to look for, in text, key and tags. Items that hold all its words come back; "
            "only if there is none, those that fit best by rare words and by meaning. Leave it out for the most "
            "important items."
        ),
    )
    limit: Annotated[int, Field(ge=1, le=LIMIT), AS_WHOLE] = Field(
        default=DEFAULT_LIMIT, description="How many items at most."
    )


class RecalledItem(Result):
    """One memory."""

    id: str
    kind: KindName
    text: str = Field(description="Word for word as it was kept; where `truncated`, its beginning.")
    truncated: bool = Field(default=False, description="It was cut: recall_result gives it whole.")
    length: int = Field(default=0, description="truncated: characters of the whole text.")
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
    more: bool = Field(default=False, description="true: `limit` left some out; left out where it did not.")


def recall(call: Call, arguments: RecallArguments) -> Recalled:
    """Return what the caller may see by importance, then by the last write, newest first."""
    wanted = arguments.limit + 1  # one more than asked for shows whether there are more
    if not arguments.topic:
        heads, visible = read_visible(call, "by_rank", wanted)
        found = list(islice(visible, wanted))
    else:
        # Words and stemmers are loaded only where words are compared.
        from .topic_recall import about

        heads, found = about(call, arguments.topic, wanted)
    chosen = found[: arguments.limit]
    budget = TextBudget(len(chosen))
    items = [_item(memory, heads, budget.shown(memory.text)) for memory in chosen]
    return Recalled(items=items, more=True) if len(found) > len(chosen) else Recalled(items=items)


def _item(memory: Memory, heads: Heads, shown: ShownText) -> RecalledItem:
    return RecalledItem(
        id=memory.memory_id,
        kind=memory.kind.value,
        text=shown.text,
        **shown.marks(),
        key=memory.key,
        importance=memory.importance,
        scope=memory.space.scope.value,
        classification=level_name(memory.level),
        speaker=said_by(memory, heads),
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
        "after your context was shortened, and once more before you finish. A topic keeps what it is "
        f"about. An answer holds at most {ANSWER:,} characters: a text over {LONGEST:,} is cut (`truncated`), "
        "and recall_result gives it whole: send its id as cache_key."
    ),
    arguments=RecallArguments,
    result=Recalled,
    run=recall,
    writes=False,
    idempotent=True,
)
