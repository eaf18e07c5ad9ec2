"""set_goal: the session's one active goal."""

from __future__ import annotations

from pydantic import Field

from ..domain import ids
from ..domain.heads import Heads
from ..domain.memory import IMPORTANCE, Kind
from ..domain.spaces import Scope
from ..guards.admission import TextField, admit
from ..operations.call import Call
from ..operations.contract import Arguments, Stored, Text, Tool
from ..operations.writing import draft, stored, touch, upsert, with_heads


class SetGoalArguments(Arguments):
    """Arguments of set_goal."""

    goal: Text = Field(description="What you are working towards, in a sentence or two.")


def set_goal(call: Call, arguments: SetGoalArguments) -> Stored:
    """Store the session's goal in place of the one before."""
    admitted = admit(TextField("goal", arguments.goal, imperative_allowed=True))

    def write(heads: Heads) -> Stored:
        memory = draft(
            call,
            heads,
            admitted,
            scope=Scope.SESSION,
            kind=Kind.GOAL,
            importance=IMPORTANCE[Kind.GOAL],
            # A quarantined goal does not replace the active one.
            slot=ids.GOAL if admitted.is_active else None,
        )
        goal_id = memory.memory_id if admitted.is_active else None
        also = touch(call, heads, memory, goal_id=goal_id)
        upsert(call, heads, memory, has_key=admitted.is_active, with_actions=also)
        return stored(memory)

    return with_heads(call, write)


SET_GOAL = Tool(
    name="set_goal",
    title="Set the goal",
    description=(
        "Set this session's one active goal; a new one replaces it. Call it before work of several steps. "
        "The goal comes back first from recall, also after your context was shortened."
    ),
    arguments=SetGoalArguments,
    result=Stored,
    run=set_goal,
    writes=True,
    idempotent=True,
)
