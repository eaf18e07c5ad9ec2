"""checkpoint: a plan to resume from."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from pydantic import Field

from ..domain import ids
from ..domain.heads import Checkpoint, Heads
from ..domain.levels import Level
from ..domain.memory import IMPORTANCE, Kind, Memory
from ..domain.spaces import Scope
from ..guards.admission import CONTENT_LIMIT, TextField, admit
from ..operations.call import Call
from ..operations.contract import Arguments, Stored, Text, Tool
from ..operations.writing import draft, stored, touch, upsert, with_heads
from ..refusals.errors import InvalidInput
from ..storage import memories
from ..storage.actions import Action

STEPS_LIMIT = 50
QUESTIONS_LIMIT = 20


class CheckpointArguments(Arguments):
    """Arguments of checkpoint."""

    goal: Text = Field(description="What the plan is for.")
    plan_steps: list[Text] = Field(
        default=[], max_length=STEPS_LIMIT, description="The steps in order; say which are done."
    )
    open_questions: list[Text] = Field(
        default=[], max_length=QUESTIONS_LIMIT, description="What is still to be found out or decided."
    )


def checkpoint(call: Call, arguments: CheckpointArguments) -> Stored:
    """Store the plan and its open questions in place of the latest ones, in one transaction."""
    steps, questions = arguments.plan_steps, arguments.open_questions
    admitted = admit(
        TextField("goal", arguments.goal, imperative_allowed=True),
        *(TextField(f"plan_steps.{n}", step, imperative_allowed=True) for n, step in enumerate(steps)),
        *(TextField(f"open_questions.{n}", asked, imperative_allowed=True) for n, asked in enumerate(questions)),
    )
    goal, *rest = admitted.texts
    steps, questions = rest[: len(steps)], rest[len(steps) :]
    plan = plan_text(goal, steps)
    if len(plan) > CONTENT_LIMIT:
        raise InvalidInput("field.too_long.plan", field="plan_steps", most=CONTENT_LIMIT)

    def write(heads: Heads) -> Stored:
        latest = Checkpoint(str(uuid.uuid4()), heads.session.taint, len(questions))

        def part(kind: Kind, text: str, slot: ids.Slot) -> Memory:
            return draft(
                call,
                heads,
                admitted,
                scope=Scope.SESSION,
                kind=kind,
                importance=IMPORTANCE[kind],
                text=text,
                # A quarantined plan does not replace the latest one.
                slot=slot if admitted.is_active else None,
                checkpoint=latest.checkpoint_id,
            )

        memory = part(Kind.PLAN, plan, ids.PLAN)
        asked = [part(Kind.QUESTION, text, ids.question(n)) for n, text in enumerate(questions)]
        also = [
            *touch(call, heads, memory, checkpoint=latest if admitted.is_active else None),
            *_questions(call, heads, memory, asked),
        ]
        upsert(call, heads, memory, has_key=admitted.is_active, with_actions=also)
        return stored(memory)

    return with_heads(call, write)


def plan_text(goal: str, steps: Sequence[str]) -> str:
    """Return a plan as recall shows it: the goal, then the numbered steps, a line each."""
    return "\n".join([goal, *(f"{n}. {step}" for n, step in enumerate(steps, 1))])


def _questions(call: Call, heads: Heads, plan: Memory, asked: Sequence[Memory]) -> list[Action]:
    """Replace the last checkpoint's questions, and delete those left over."""
    table = call.runtime.tables.names.memories_table
    left_over = range(len(asked), _questions_of(heads, plan.level)) if plan.quarantined_for is None else ()
    return [
        *(memories.put(table, question) for question in asked),
        *(
            memories.delete(table, plan.space, ids.derived_id(plan.space, ids.question(n), plan.level))
            for n in left_over
        ),
    ]


def _questions_of(heads: Heads, level: Level) -> int:
    last = heads.session.checkpoint
    return last.questions if last is not None and last.level is level else 0


CHECKPOINT = Tool(
    name="checkpoint",
    title="Keep the plan",
    description=(
        "Keep a plan before work of several steps, so that you can go on after your context was shortened or "
        "the session restarted. Call it again when steps are done: the latest one counts. "
        "Open questions come back from recall as items of their own."
    ),
    arguments=CheckpointArguments,
    result=Stored,
    run=checkpoint,
    writes=True,
)
