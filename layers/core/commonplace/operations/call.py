"""One call of a tool: its caller, session and tables."""

from __future__ import annotations

from dataclasses import dataclass

from ..domain.heads import Heads
from ..domain.imperatives import Imperatives
from ..domain.levels import Level
from ..domain.spaces import DEFAULT_STORE, Scope, Space, account_space, session_space, team_space
from ..refusals.errors import NotAllowed
from ..storage.store import HeadsRequest
from .caller import Caller, TeamRights
from .runtime import Position, Runtime


@dataclass(frozen=True, slots=True)
class Attempt:
    """One request of a write with an idempotency key.

    Attributes
    ----------
    entry
        Hash of the key and its level; the key itself is not stored.
    digest
        Hash of the operation and its body in canonical form.
    """

    entry: str
    digest: str


@dataclass(frozen=True, slots=True)
class StoreView:
    """What a call in the stores' dialect sees: one store, at the level of its key instead of a session's taint.

    Attributes
    ----------
    store
        The store's canonical id.
    wide
        Whether a read in the store ``default`` includes the running session and the team, as an agent's does.
    """

    store: str
    level: Level
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """What is known of a call before its arguments are read; none of them can change it.

    Attributes
    ----------
    view
        Of a call in the stores' dialect; an agent's has none.
    attempt
        Of a write with an idempotency key.
    """

    caller: Caller
    session_id: str
    runtime: Runtime
    view: StoreView | None = None
    attempt: Attempt | None = None

    @property
    def store(self) -> str:
        """Canonical id of the store; an agent's is ``default``."""
        return DEFAULT_STORE if self.view is None else self.view.store

    def level(self, taint: int) -> Level:
        """Return the level at which this call reads and writes: the session's taint, or that of a store's key."""
        return Level(taint) if self.view is None else self.view.level

    def imperatives(self, heads: Heads, scope: Scope) -> Imperatives:
        """Return what is done with plain imperatives written now: as the key says, else as the owner does.

        What other members of a team read is never a rule of one of them.
        """
        if scope is Scope.TEAM:
            return Imperatives.QUARANTINE
        return self.caller.imperatives or heads.account.imperatives

    def heads_request(self) -> HeadsRequest:
        """Return what names the heads of this call."""
        team = self.caller.team
        team_id = team.team_id if team is not None else None
        return HeadsRequest(self.caller.account_id, self.session_id, team_id, self.store)

    def readable_spaces(self, generation: int) -> list[Space]:
        """Return the spaces that may be read: the account's store, and for agents their session and team."""
        spaces = [account_space(self.caller.account_id, self.store)]
        if self.view is None or (self.view.wide and self.view.store == DEFAULT_STORE):
            spaces += [
                session_space(self.caller.account_id, self.session_id, generation),
                *self._team_spaces(),
            ]
        return spaces

    def own_spaces(self, generation: int) -> list[Space]:
        """Return the spaces in which the caller may have written: session, account, team."""
        spaces = [
            session_space(self.caller.account_id, self.session_id, generation),
            account_space(self.caller.account_id),
        ]
        team = self.caller.team
        if team is not None and (team.may_read or team.may_write):
            spaces.append(team_space(team.team_id))
        return spaces

    def space(self, scope: Scope, heads: Heads) -> Space:
        """Return the space that a write of this scope goes to; refused for a team that is not writable."""
        if scope is Scope.TEAM:
            return team_space(self.writable_team().team_id)
        if scope is Scope.ACCOUNT:
            return account_space(self.caller.account_id, self.store)
        return session_space(self.caller.account_id, self.session_id, heads.session.generation)

    def writable_team(self) -> TeamRights:
        """Return the caller's team; refused if there is none, or none that they may write to."""
        team = self.caller.team
        if team is None:
            raise NotAllowed("team.none")
        if not team.may_write:
            raise NotAllowed("team.not_writable")
        return team

    def last_position(self) -> Position:
        """Return the position at which this process last saw the session."""
        return self.runtime.last_seen.get((self.caller.account_id, self.session_id)) or Position()

    def seen(self, heads: Heads) -> Position:
        """Remember the session's position, and return it."""
        position = Position(heads.session.generation, heads.session.taint)
        self.runtime.last_seen.put((self.caller.account_id, self.session_id), position)
        return position

    def reads_team(self) -> bool:
        """Return whether the caller may read their key's team."""
        return self.caller.team is not None and self.caller.team.may_read

    def _team_spaces(self) -> list[Space]:
        team = self.caller.team
        return [team_space(team.team_id)] if team is not None and team.may_read else []
