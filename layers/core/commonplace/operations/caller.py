"""Who calls, and in which session. Both come from the connection, never from an argument."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from ..domain.levels import Level
from ..domain.spaces import DEFAULT_SESSION
from ..guards.admission import checked_name
from ..refusals.errors import NotAllowed, NotSignedIn

SESSION_ID_LIMIT = 128  # characters; percent-encoded they stay within a partition key of 2,048 bytes
KeyScope = Literal["read", "write", "manage"]
READ: Final = "read"
WRITE: Final = "write"
MANAGE: Final = "manage"
SCOPES = frozenset({READ, WRITE, MANAGE})  # which a key may have
DEFAULT_SCOPES = frozenset({READ, WRITE})  # which a key has where nothing is said
OWNER = "owner"  # never on a key: only who signed in to the dashboard has it


@dataclass(frozen=True, slots=True)
class TeamRights:
    """The caller's membership in the one team of his key."""

    team_id: str
    may_read: bool
    may_write: bool


@dataclass(frozen=True, slots=True)
class Caller:
    """An authorized caller, as the authorizer tells.

    Attributes
    ----------
    account_id
        Whose memory this is.
    key_id
        Which of the account's keys calls; ``owner`` for the owner, who signs in without one.
    scopes
        ``read``, ``write``, ``manage``; ``owner`` beside them for the owner, signed in to the dashboard.
    level
        At which the stores' dialect reads and writes.
    team
        Rights in the key's team, or None.
    """

    account_id: str
    key_id: str
    scopes: frozenset[str]
    level: Level
    team: TeamRights | None

    def require(self, scope: KeyScope) -> None:
        """Refuse a caller who lacks a scope; every key reads.

        Raises
        ------
        NotAllowed
            Names the scope, and how to make a key that has it.
        """
        if scope != READ and scope not in self.scopes:
            raise NotAllowed("scope.missing.manage" if scope == MANAGE else "scope.missing.write")

    def require_owner(self) -> None:
        """Refuse everybody but the owner, signed in to the dashboard.

        Raises
        ------
        NotAllowed
            If a key calls, whatever it may do.
        """
        if OWNER not in self.scopes:
            raise NotAllowed("owner.required")

    def context(self) -> dict[str, str]:
        """Write the caller as the authorizer's context: text values, which every event form keeps."""
        context = {
            "account": self.account_id,
            "key": self.key_id,
            "scopes": " ".join(sorted(self.scopes)),
            "level": self.level.name,
        }
        if self.team is not None:
            context["team"] = self.team.team_id
            rights = {READ: self.team.may_read, WRITE: self.team.may_write}
            context["team_rights"] = " ".join(right for right, held in rights.items() if held)
        return context


def caller_of(context: Mapping[str, Any], header: str = "Authorization: Bearer <key>") -> Caller:
    """Read the caller from the authorizer's context.

    Parameters
    ----------
    context
        What the authorizer answered.
    header
        How a key is sent here, for the error.

    Raises
    ------
    NotSignedIn
        If the authorizer knew no account: it lets a bad key through as nobody, since the API's own 401
        could carry no body of ours.
    NotAllowed, Busy
        If a token is valid and grants nothing here, or could not be checked just now.
    """
    account = context.get("account")
    if not account and context.get("refused"):
        from .refused_tokens import refusal_of_token

        raise refusal_of_token(str(context["refused"]))
    if not account:
        raise NotSignedIn("key.unknown", header=header)
    team_id = context.get("team")
    team_rights = str(context.get("team_rights", "")).split()
    return Caller(
        account_id=str(account),
        key_id=str(context.get("key", "")),
        scopes=frozenset(str(context.get("scopes", "")).split()),
        level=Level[str(context.get("level", Level.PUBLIC.name))],
        team=TeamRights(str(team_id), READ in team_rights, WRITE in team_rights) if team_id else None,
    )


def session_of(headers: Mapping[str, str]) -> str:
    """Read the session from the connection's headers.

    Parameters
    ----------
    headers
        With lower-case names.

    Returns
    -------
    str
        What ``X-Session-Id`` says, else ``default``.

    Raises
    ------
    InvalidInput
        If it is too long or cannot be stored.
    """
    value = headers.get("x-session-id", "")
    if not value.strip():
        return DEFAULT_SESSION
    return checked_name("X-Session-Id", value, SESSION_ID_LIMIT)
