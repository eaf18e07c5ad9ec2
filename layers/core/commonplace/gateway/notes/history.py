"""A session's connector calls, as far as the rules about notes need them: a record of fixed size.

It is kept in the session's head (:meth:`CallHistory.stored`, some 500 bytes). It holds counts, digests and
moments; no text, no argument and no id can be read out of it. The rules stand in docs/notes.md.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any

from ...domain.clock import SECOND
from .reasons import Lost
from .seen_ids import EVERYTHING, SeenIds

RUN = 3  # the same call, or failing calls, as many times running
PAUSE = 30 * 60 * SECOND  # a call after it is a fresh start
OTHERS = 3  # other calls between a plan's first call and the same once more, for that to be a fresh start
UNKNOWN_REST = 12  # of the unknown ids in as many calls, one counts


@dataclass(frozen=True, slots=True)
class FinishedCall:
    """One call of a connector's tool that has been answered.

    Attributes
    ----------
    digest
        Of connector, tool and arguments: :func:`call_digest`.
    failed
        The connector could not be reached, or answered with an error.
    at
        Microseconds since 1970.
    used, met
        Ids in the arguments; ids in the result, those of its free text included. ``met`` is None where the
        result was too large to be looked through, so that any id may have been in it.
    connected_anew
        The client has connected (``initialize``) since the call before.
    """

    digest: str
    failed: bool
    at: int
    used: tuple[str, ...] = ()
    met: tuple[str, ...] | None = ()
    connected_anew: bool = False


@dataclass(frozen=True, slots=True)
class MemoryState:
    """What of a session's memory a note must keep up with.

    Attributes
    ----------
    changed
        Moment (or any number that only grows) of the latest write by another session, key, member or the
        dashboard to an item that this session sees; 0 if there is none. The session's own writes do not count.
    goal, plan
        What names the session's goal and plan, and is another one once they are replaced, such as id and
        version together; empty where there is none.
    """

    changed: int = 0
    goal: str = ""
    plan: str = ""


@dataclass(frozen=True, slots=True)
class CallHistory:
    """What is kept of a session's calls.

    Attributes
    ----------
    calls
        Connector calls since the last note.
    digest, same, failures
        The last call; how many times running it was made; how many calls running have failed.
    at
        When the last call was, in microseconds since 1970; 0 where there was none.
    seen
        Ids met so far.
    unknown_rest
        For how many calls more an unknown id is no cause for a note.
    plan, opening, others
        The plan at the last call; the first call since it was written; how many others have followed that one.
    lost
        By which rule the last call lets the agent seem lost.
    told
        What the last note kept up with; before the first one, what the first call found. Goal and plan as
        digests.
    anchor_asked
        Whether the next call is to carry an anchor.
    """

    calls: int = 0
    digest: str = ""
    same: int = 0
    failures: int = 0
    at: int = 0
    seen: SeenIds = field(default_factory=SeenIds)
    unknown_rest: int = 0
    plan: str = ""
    opening: str = ""
    others: int = 0
    lost: Lost | None = None
    told: MemoryState = field(default_factory=MemoryState)
    anchor_asked: bool = False

    def after(
        self, call: FinishedCall, state: MemoryState, known: Callable[[str], bool] = lambda _: False
    ) -> CallHistory:
        """Return the history with one call more.

        Parameters
        ----------
        call
            The call.
        state
            Of the memory, now.
        known
            Tells whether an id stands in the session's memory, so that the agent may have it from there. It is
            asked only for ids that no call has met, and only while one would count.
        """
        now = digested(state)
        same = self.same + 1 if call.digest == self.digest else 1
        failures = self.failures + 1 if call.failed else 0
        other_plan = now.plan != self.plan
        opens = other_plan or not self.opening
        reopens = not opens and call.digest == self.opening
        lost: Lost | None = None
        unknown_rest = max(0, self.unknown_rest - 1)
        if same == RUN:
            lost = Lost.SAME_CALL
        elif failures == RUN:
            lost = Lost.FAILING_CALLS
        elif now.plan and not other_plan and self._starts_afresh(call, reopens=reopens):
            lost = Lost.FRESH_START
        elif not unknown_rest and self._uses_unknown(call, known):
            lost, unknown_rest = Lost.UNKNOWN_ID, UNKNOWN_REST
        return replace(
            self,
            calls=self.calls + 1,
            digest=call.digest,
            same=same,
            failures=failures,
            at=call.at,
            seen=EVERYTHING if call.met is None else self.seen.with_ids((*call.used, *call.met)),
            unknown_rest=unknown_rest,
            plan=now.plan,
            opening=call.digest if opens else self.opening,
            others=0 if opens or reopens else self.others + 1,
            lost=lost,
            told=self._told(now),
        )

    def asked_for_anchor(self) -> CallHistory:
        """Return the history after the application said that the model's context was shortened."""
        return replace(self, anchor_asked=True)

    def noted(self, state: MemoryState) -> CallHistory:
        """Return the history after a note was sent, or found to have nothing to say, on the last call."""
        now = digested(state)
        told = replace(now, goal=now.goal or self.told.goal, plan=now.plan or self.told.plan)
        return replace(self, calls=0, lost=None, told=told, anchor_asked=False)

    def stored(self) -> dict[str, Any]:
        """Return the history as JSON can write it, without what says nothing."""
        values = {
            "calls": self.calls,
            "digest": self.digest,
            "same": self.same,
            "failures": self.failures,
            "at": self.at,
            "seen": self.seen.text(),
            "unknown_rest": self.unknown_rest,
            "plan": self.plan,
            "opening": self.opening,
            "others": self.others,
            "lost": self.lost.value if self.lost else "",
            "told_changed": self.told.changed,
            "told_goal": self.told.goal,
            "told_plan": self.told.plan,
            "anchor_asked": self.anchor_asked,
        }
        return {name: value for name, value in values.items() if value}

    @staticmethod
    def from_stored(values: Mapping[str, Any]) -> CallHistory:
        """Read what :meth:`stored` returned; numbers may be decimals, as DynamoDB hands them out."""

        def number(name: str) -> int:
            return int(values.get(name, 0))

        def text(name: str) -> str:
            return str(values.get(name, ""))

        return CallHistory(
            calls=number("calls"),
            digest=text("digest"),
            same=number("same"),
            failures=number("failures"),
            at=number("at"),
            seen=SeenIds.from_text(text("seen")),
            unknown_rest=number("unknown_rest"),
            plan=text("plan"),
            opening=text("opening"),
            others=number("others"),
            lost=Lost(text("lost")) if text("lost") else None,
            told=MemoryState(number("told_changed"), text("told_goal"), text("told_plan")),
            anchor_asked=bool(values.get("anchor_asked", False)),
        )

    def _starts_afresh(self, call: FinishedCall, *, reopens: bool) -> bool:
        """Tell whether a call under the same plan as the last one looks like a beginning."""
        return call.connected_anew or call.at - self.at >= PAUSE or (reopens and self.others >= OTHERS)

    def _uses_unknown(self, call: FinishedCall, known: Callable[[str], bool]) -> bool:
        """Tell whether a call used an id that no call met; in a session's beginning there is none to have met."""
        return bool(self.seen) and any(value not in self.seen and not known(value) for value in call.used)

    def _told(self, now: MemoryState) -> MemoryState:
        """Return what counts as told: all of it at the first call, and a goal or plan where there was none."""
        return MemoryState(
            changed=self.told.changed if self.at else now.changed,
            goal=self.told.goal or now.goal,
            plan=self.told.plan or now.plan,
        )


def call_digest(connector: str, tool: str, arguments: Any) -> str:
    """Return the digest of a call; the order of the arguments' fields makes no difference.

    Parameters
    ----------
    connector, tool
        Names.
    arguments
        As JSON was read.
    """
    try:
        written = json.dumps([connector, tool, arguments], sort_keys=True, separators=(",", ":"))
    except RecursionError:  # too deep to be written; such calls count as the same
        written = json.dumps([connector, tool])
    return _digest(written)


def digested(state: MemoryState) -> MemoryState:
    """Return the state with digests for its names, so that a record of it has a fixed size."""
    return MemoryState(
        state.changed, _digest(state.goal) if state.goal else "", _digest(state.plan) if state.plan else ""
    )


def _digest(text: str) -> str:
    return urlsafe_b64encode(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).digest()).decode()
