"""View of a memory: how much text is shown, invisible characters, and whether it can be changed."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..domain.clock import SECOND, iso
from ..domain.graphemes import cut_at_grapheme
from ..domain.memory import IMPORTANCE, Kind
from ..domain.spaces import DEFAULT_STORE
from ..owner.memories.contract import OwnedMemory
from ..owner.teams.team_names import OwnTeam
from .invisible_characters import unseen_in

SHOWN = 400  # characters of a text in the list
LINES = 9
ENDS_SOON = 7 * 24 * 3600 * SECOND  # half the lifetime of a session memory
BAR = 100.0  # width of the summary's bar, in SVG units


@dataclass(frozen=True, slots=True)
class MemoryView:
    """One memory.

    Attributes
    ----------
    id
        Of its HTML element.
    text, is_cut
        The text shown, and whether there is more.
    unseen
        Invisible characters in its text and tags, as ``U+202E``, each once.
    team
        The team it is shared with; None: none, or one that the owner has left.
    fixed
        Why it cannot be changed: ``superseded``, ``ended``, ``team``; None: it can.
    ends_at
        When it expires, if that is soon.
    """

    memory: OwnedMemory
    id: str
    text: str
    is_cut: bool
    unseen: tuple[str, ...]
    team: OwnTeam | None
    fixed: str | None
    ends_at: str | None

    @classmethod
    def of(cls, memory: OwnedMemory, teams: Mapping[str, OwnTeam], now: int, *, whole: bool = False) -> MemoryView:
        """Return the view of a memory.

        Parameters
        ----------
        memory, teams
            The memory, and the owner's teams by id.
        now
            Microseconds since 1970.
        whole
            Whether a long text is shown in full.
        """
        text = memory.text if whole else beginning(memory.text)
        team = None if memory.team is None else teams.get(memory.team)
        return cls(
            memory=memory,
            id=element(memory.ref),
            text=text,
            is_cut=text != memory.text,
            unseen=unseen_in(memory.text, *memory.tags),
            team=team,
            fixed=_fixed(memory, team),
            ends_at=_ends_at(memory, now),
        )

    @property
    def seen(self) -> str:
        """Version and ref for forms, so that an action does not apply to a newer version."""
        return f"{self.memory.version}.{self.memory.ref}"

    @property
    def beginning(self) -> str:
        """The text as shown in the list."""
        text = beginning(self.memory.text)
        return text if text == self.memory.text else f"{text}…"

    @property
    def is_of_special_importance(self) -> bool:
        """Whether its importance differs from its kind's default."""
        return self.memory.importance != IMPORTANCE[Kind(self.memory.kind)]

    @property
    def updated_at(self) -> str:
        """Time of the last write, in seconds."""
        return _without_fraction(self.memory.updated_at)

    @property
    def pin_reaches(self) -> str:
        """Who gets it first if it is pinned: account, session or team; store and withheld: nobody."""
        memory = self.memory
        if memory.state == "quarantined":
            return "withheld"
        # Agents read the default store; others are read by applications, in an order of their own.
        return "store" if memory.scope == "account" and memory.store != DEFAULT_STORE else memory.scope

    @property
    def reaches_agents(self) -> bool:
        """Whether agents receive it."""
        memory = self.memory
        return memory.state == "active" and not memory.session_ended and memory.current is not False


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts of memories by state."""

    total: int
    parts: tuple[tuple[str, int, float, float], ...]  # state, count, and start and width of its part of the bar


def summary(memories: Sequence[OwnedMemory]) -> Summary:
    """Count memories by state."""
    counted = Counter(memory.state for memory in memories)
    parts, begin = [], 0.0
    for state in ("active", "quarantined", "forgotten", "superseded"):
        if number := counted[state]:
            width = BAR * number / len(memories)
            parts.append((state, number, round(begin, 2), round(width, 2)))
            begin += width
    return Summary(len(memories), tuple(parts))


def beginning(text: str) -> str:
    """Shorten a long text at a word or line; a text that is only slightly longer is returned whole."""
    lines = text.split("\n", LINES)
    cut = text if len(lines) <= LINES else text[: len(text) - len(lines[-1]) - 1]
    if len(cut) > SHOWN:
        cut = cut_at_grapheme(cut, SHOWN)
        end = max(cut.rfind(" "), cut.rfind("\n"))
        cut = cut[:end] if end > SHOWN // 2 else cut
    hardly = len(text) - len(cut) < SHOWN // 6 and len(lines) <= LINES
    return text if hardly else cut


def element(ref: str) -> str:
    """Return the id of a memory's HTML element: refs are long, and ids of memories are not unique."""
    return f"m-{hashlib.sha256(ref.encode()).hexdigest()[:12]}"


def _ends_at(memory: OwnedMemory, now: int) -> str | None:
    if memory.expires_at is None or memory.expires_at > iso(now + ENDS_SOON):  # both sort by time
        return None
    return _without_fraction(memory.expires_at)


def _without_fraction(moment: str) -> str:
    return f"{moment[:19]}Z"


def _fixed(memory: OwnedMemory, team: OwnTeam | None) -> str | None:
    if memory.state == "superseded":
        return "superseded"
    if memory.session_ended:
        return "ended"
    if memory.team is not None and (team is None or not team.may_write):
        return "team"
    return None
