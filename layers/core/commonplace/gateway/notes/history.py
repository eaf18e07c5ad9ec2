"""A session's history of connector calls, as the rules for notes need it (docs/notes.md): a record of fixed size.

It is stored in the session's head (:meth:`CallHistory.stored`, some 500 bytes). It holds counts, digests and
times; no text, argument or id can be recovered from it.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any

from ...domain.clock import SECOND
from .reasons import LostReason
from .seen_ids import ALL_IDS, SeenIds

REPEATS = 3  # the same call, or failing calls, in a row: the agent seems lost
LONG_PAUSE = 30 * 60 * SECOND  # a call after it is a fresh start
CALLS_BETWEEN = 3  # other calls after a plan's first call; that call once more is then a fresh start
UNKNOWN_ID_CALLS = 12  # of the unknown ids in so many calls, one counts


@dataclass(frozen=True, slots=True)
class FinishedCall:
    """One answered call of a connector's tool.

    Attributes
    ----------
    digest
        Of connector, tool and arguments: :func:`call_digest`.
    failed
        The connector could not be reached, or answered with an error.
    at
        Microseconds since 1970.
    used_ids
        Ids in the arguments.
    met_ids
        Ids in the result, its free text included; None if the result was too large to search, so that any id may
        have been in it.
    reconnected
        The client has connected (``initialize``) since the previous call.
    """

    digest: str
    failed: bool
    at: int
    used_ids: tuple[str, ...] = ()
    met_ids: tuple[str, ...] | None = ()
    reconnected: bool = False


@dataclass(frozen=True, slots=True)
class MemoryState:
    """The part of a session's memory whose changes need a note.

    Attributes
    ----------
    changed_at
        Time (or any number that only grows) of the latest write by another session, key, member or the dashboard
        to an item that this session sees; 0 if there is none. The session's own writes do not count.
    goal, plan
        A name of the session's goal and plan that differs once they are replaced, such as id and version together;
        empty if there is none.
    """

    changed_at: int = 0
    goal: str = ""
    plan: str = ""


@dataclass(frozen=True, slots=True)
class CallHistory:
    """The stored history of a session's calls.

    Attributes
    ----------
    calls
        Connector calls since the last note.
    digest, repeats, failures
        The last call; how many times in a row it was made; how many calls in a row have failed.
    at
        Time of the last call in microseconds since 1970; 0 before the first.
    seen
        Ids met so far.
    unknown_id_wait
        For how many more calls an unknown id is no reason for a note.
    plan, first_call, calls_since_first
        The plan at the last call; the first call since it was written; the number of other calls since that one.
    lost
        Which rule says that the agent seemed lost at the last call.
    last_noted
        The state at the last note, or at the first call before there was one. Goal and plan are digests.
    anchor_requested
        Whether the next call must carry an anchor.
    """

    calls: int = 0
    digest: str = ""
    repeats: int = 0
    failures: int = 0
    at: int = 0
    seen: SeenIds = field(default_factory=SeenIds)
    unknown_id_wait: int = 0
    plan: str = ""
    first_call: str = ""
    calls_since_first: int = 0
    lost: LostReason | None = None
    last_noted: MemoryState = field(default_factory=MemoryState)
    anchor_requested: bool = False

    def after_call(
        self, call: FinishedCall, state: MemoryState, is_known: Callable[[str], bool] = lambda _: False
    ) -> CallHistory:
        """Return the history with one more call.

        Parameters
        ----------
        call
            The call.
        state
            The memory at this call.
        is_known
            Whether the session's memory contains an id, so that the agent may have it from there. It is called
            only for ids that no call has met, and only while one would count.
        """
        now = digested(state)
        repeats = self.repeats + 1 if call.digest == self.digest else 1
        failures = self.failures + 1 if call.failed else 0
        other_plan = now.plan != self.plan
        is_first = other_plan or not self.first_call
        repeats_first = not is_first and call.digest == self.first_call
        lost: LostReason | None = None
        unknown_id_wait = max(0, self.unknown_id_wait - 1)
        if repeats == REPEATS:
            lost = LostReason.SAME_CALL
        elif failures == REPEATS:
            lost = LostReason.FAILING_CALLS
        elif now.plan and not other_plan and self._starts_over(call, repeats_first=repeats_first):
            lost = LostReason.FRESH_START
        elif not unknown_id_wait and self._uses_unknown_id(call, is_known):
            lost, unknown_id_wait = LostReason.UNKNOWN_ID, UNKNOWN_ID_CALLS
        return replace(
            self,
            calls=self.calls + 1,
            digest=call.digest,
            repeats=repeats,
            failures=failures,
            at=call.at,
            seen=ALL_IDS if call.met_ids is None else self.seen.with_ids((*call.used_ids, *call.met_ids)),
            unknown_id_wait=unknown_id_wait,
            plan=now.plan,
            first_call=call.digest if is_first else self.first_call,
            calls_since_first=0 if is_first or repeats_first else self.calls_since_first + 1,
            lost=lost,
            last_noted=self._with_first_state(now),
        )

    def with_anchor_requested(self) -> CallHistory:
        """Return the history after the application reported that the model's context was shortened."""
        return replace(self, anchor_requested=True)

    def after_note(self, state: MemoryState, *, sent: bool = True) -> CallHistory:
        """Return the history after a note on the last call was sent, or would have been empty.

        An anchor that would have been empty stays due: what is kept next may be what the model has lost.
        """
        now = digested(state)
        noted = replace(now, goal=now.goal or self.last_noted.goal, plan=now.plan or self.last_noted.plan)
        anchor_requested = self.anchor_requested and not sent
        return replace(self, calls=0, lost=None, last_noted=noted, anchor_requested=anchor_requested)

    def stored(self) -> dict[str, Any]:
        """Return the history as JSON values, without empty ones."""
        values = {
            "calls": self.calls,
            "digest": self.digest,
            "same": self.repeats,
            "failures": self.failures,
            "at": self.at,
            "seen": self.seen.text(),
            "unknown_rest": self.unknown_id_wait,
            "plan": self.plan,
            "opening": self.first_call,
            "others": self.calls_since_first,
            "lost": self.lost.value if self.lost else "",
            "told_changed": self.last_noted.changed_at,
            "told_goal": self.last_noted.goal,
            "told_plan": self.last_noted.plan,
            "anchor_asked": self.anchor_requested,
        }
        return {name: value for name, value in values.items() if value}

    @staticmethod
    def from_stored(values: Mapping[str, Any]) -> CallHistory:
        """Read what :meth:`stored` returned; numbers may be decimals, as DynamoDB returns them."""

        def number(name: str) -> int:
            return int(values.get(name, 0))

        def text(name: str) -> str:
            return str(values.get(name, ""))

        return CallHistory(
            calls=number("calls"),
            digest=text("digest"),
            repeats=number("same"),
            failures=number("failures"),
            at=number("at"),
            seen=SeenIds.from_text(text("seen")),
            unknown_id_wait=number("unknown_rest"),
            plan=text("plan"),
            first_call=text("opening"),
            calls_since_first=number("others"),
            lost=LostReason(text("lost")) if text("lost") else None,
            last_noted=MemoryState(number("told_changed"), text("told_goal"), text("told_plan")),
            anchor_requested=bool(values.get("anchor_asked", False)),
        )

    def _starts_over(self, call: FinishedCall, *, repeats_first: bool) -> bool:
        """Check whether a call under the same plan as the last one looks like a new beginning."""
        return (
            call.reconnected
            or call.at - self.at >= LONG_PAUSE
            or (repeats_first and self.calls_since_first >= CALLS_BETWEEN)
        )

    def _uses_unknown_id(self, call: FinishedCall, is_known: Callable[[str], bool]) -> bool:
        """Check whether a call used an id that no call met; before a session has met one, none counts."""
        return bool(self.seen) and any(value not in self.seen and not is_known(value) for value in call.used_ids)

    def _with_first_state(self, now: MemoryState) -> MemoryState:
        """Return the last noted state: the whole of it at the first call, and a goal or plan if there was none."""
        return MemoryState(
            changed_at=self.last_noted.changed_at if self.at else now.changed_at,
            goal=self.last_noted.goal or now.goal,
            plan=self.last_noted.plan or now.plan,
        )


def call_digest(connector: str, tool: str, arguments: Any) -> str:
    """Return the digest of a call; the order of fields in its JSON arguments makes no difference."""
    try:
        text = json.dumps([connector, tool, arguments], sort_keys=True, separators=(",", ":"))
    except RecursionError:  # nested too deep to serialize; such calls count as the same
        text = json.dumps([connector, tool])
    return _digest(text)


def digested(state: MemoryState) -> MemoryState:
    """Return the state with digests in place of its names, which makes its size fixed."""
    return MemoryState(
        state.changed_at, _digest(state.goal) if state.goal else "", _digest(state.plan) if state.plan else ""
    )


def _digest(text: str) -> str:
    return urlsafe_b64encode(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).digest()).decode()
