"""A memory as a page shows it: how much of its text, what in it nobody sees, and what may be done with it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..domain.clock import SECOND, iso
from ..domain.memory import IMPORTANCE, Kind
from ..owner.memories.contract import OwnedMemory
from ..owner.teams.team_names import OwnTeam
from .invisible_characters import unseen_in

SHOWN = 400  # characters of a text in a list
LINES = 9
ENDS_SOON = 7 * 24 * 3600 * SECOND  # half of what a session's memory lives
BAR = 100.0  # units of the summary's picture


@dataclass(frozen=True, slots=True)
class MemoryView:
    """One memory.

    Attributes
    ----------
    memory
        As its owner sees it.
    id
        Of its element in the page.
    text
        What is shown of it.
    is_cut
        Whether there is more.
    unseen
        Characters of its text and tags that nobody sees, as ``U+202E``, each once.
    team
        Which it is shared with; None: with none, or with one that the owner has left.
    fixed
        Why it is not changed: ``superseded``, ``ended``, ``team``; None: it is.
    ends_at
        When it ends, if that is soon; None: it stays, or is of a session that was at work lately.
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
        """Show a memory.

        Parameters
        ----------
        memory, teams
            Which, and the owner's teams by id.
        now
            Microseconds since 1970.
        whole
            Whether all of a long text is shown.
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
        """What a form says of it: which one, and of which version, so that nothing is done to a newer one."""
        return f"{self.memory.version}.{self.memory.ref}"

    @property
    def beginning(self) -> str:
        """As much of its text as a list shows."""
        text = beginning(self.memory.text)
        return text if text == self.memory.text else f"{text}…"

    @property
    def is_of_special_importance(self) -> bool:
        """Whether it has another importance than what is stored of its kind without a word on it."""
        return self.memory.importance != IMPORTANCE[Kind(self.memory.kind)]

    @property
    def updated_at(self) -> str:
        """When it was last written, to the second."""
        return _without_fraction(self.memory.updated_at)

    @property
    def reaches_agents(self) -> bool:
        """Whether agents are handed it."""
        memory = self.memory
        return memory.state == "active" and not memory.session_ended and memory.current is not False


@dataclass(frozen=True, slots=True)
class Summary:
    """How many of some memories are in which state.

    Attributes
    ----------
    total
        Of all.
    parts
        State, number, and where its part of the picture begins and how wide it is.
    """

    total: int
    parts: tuple[tuple[str, int, float, float], ...]


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
    """Return the beginning of a long text, to the end of a word or line; one that is hardly longer, whole."""
    lines = text.split("\n", LINES)
    cut = text if len(lines) <= LINES else text[: len(text) - len(lines[-1]) - 1]
    if len(cut) > SHOWN:
        cut = cut[:SHOWN]
        end = max(cut.rfind(" "), cut.rfind("\n"))
        cut = cut[:end] if end > SHOWN // 2 else cut
    hardly = len(text) - len(cut) < SHOWN // 6 and len(lines) <= LINES
    return text if hardly else cut


def element(ref: str) -> str:
    """Return the id of a memory's element: refs are long, and ids of memories are not unique."""
    return f"m-{hashlib.sha256(ref.encode()).hexdigest()[:12]}"


def _ends_at(memory: OwnedMemory, now: int) -> str | None:
    if memory.expires_at is None or memory.expires_at > iso(now + ENDS_SOON):  # they sort like moments
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
