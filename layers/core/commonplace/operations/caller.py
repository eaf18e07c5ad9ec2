"""Who calls, and in which session. Both come from the connection, never from an argument."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from ..domain.imperatives import Imperatives
from ..domain.levels import Level
from ..domain.spaces import DEFAULT_SESSION
from ..guards.admission import checked_name, refuse_credential_as_id
from ..refusals.errors import Busy, NotAllowed, NotSignedIn, Refusal

SESSION_ID_LIMIT = 128  # characters; percent-encoded they stay within a partition key of 2,048 bytes
KeyScope = Literal["read", "write", "manage"]
READ: Final = "read"
WRITE: Final = "write"
MANAGE: Final = "manage"
SCOPES = frozenset({READ, WRITE, MANAGE})  # that a key may have
DEFAULT_SCOPES = frozenset({READ, WRITE})
OWNER = "owner"  # never on a key: only who signed in to the dashboard has it


@dataclass(frozen=True, slots=True)
class TeamRights:
    """The caller's rights in the one team of their key."""

    team_id: str
    may_read: bool
    may_write: bool


@dataclass(frozen=True, slots=True)
class Caller:
    """An authorized caller.

    Attributes
    ----------
    account_id
        Whose memory is read and written.
    key_id
        One of the account's keys; ``owner`` for the owner, who signs in without one.
    scopes
        ``read``, ``write``, ``manage``; the owner, signed in to the dashboard, also has ``owner``.
    level
        Level at which the stores' dialect reads and writes.
    team
        Rights in the key's team, or None.
    imperatives
        What the key says of plain imperatives, instead of the account's setting; None: nothing.
    """

    account_id: str
    key_id: str
    scopes: frozenset[str]
    level: Level
    team: TeamRights | None
    imperatives: Imperatives | None = None

    def require(self, scope: KeyScope) -> None:
        """Refuse a caller who lacks a scope; every key may read."""
        if scope != READ and scope not in self.scopes:
            raise NotAllowed("scope.missing.manage" if scope == MANAGE else "scope.missing.write")

    def require_owner(self) -> None:
        """Refuse everybody but the owner, signed in to the dashboard: no key is enough."""
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
        if self.imperatives is not None:
            context["imperatives"] = self.imperatives.value
        return context


def caller_of(context: Mapping[str, Any], header: str = "Authorization: Bearer <key>") -> Caller:
    """Read the caller from the authorizer's context.

    ``header`` is how a key is sent here, for the error.

    Raises
    ------
    NotSignedIn
        If the authorizer found no account. It admits a bad key as anonymous, since the API's own 401 cannot have
        our body.
    NotAllowed, Busy
        If a token is valid and grants nothing here, or could not be checked just now.
    """
    account = context.get("account")
    if not account and context.get("refused"):
        raise _token_refusal(str(context["refused"]))
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
        imperatives=Imperatives(str(said)) if (said := context.get("imperatives")) else None,
    )


# The authorizer gives the reason in one word.
_TOKEN_REFUSALS = {
    "expired": "token.expired",
    "issuer": "token.other_issuer",
    "audience": "token.other_audience",
    "kind": "token.other_kind",
}


def _token_refusal(reason: str) -> Refusal:
    if reason == "unreachable":
        return Busy("token.issuer_unreachable")
    if reason == "scope":
        return NotAllowed("token.no_scope")
    return NotSignedIn(_TOKEN_REFUSALS.get(reason, "token.invalid"))


def session_of(headers: Mapping[str, str]) -> str:
    """Read ``X-Session-Id`` from headers with lower-case names; without one it is ``default``.

    >>> session_of({"x-session-id": " deploy "}), session_of({})
    ('deploy', 'default')
    """
    value = headers.get("x-session-id", "")
    if not value.strip():
        return DEFAULT_SESSION
    return checked_session("X-Session-Id", value)


def checked_session(field: str, name: str) -> str:
    """Return a session's name as names are compared.

    Raises
    ------
    InvalidInput
        If it is too long or cannot be stored.
    CredentialRefused
        If it is a credential; ids that only look random pass.
    """
    session = checked_name(field, name, SESSION_ID_LIMIT)
    if len(session) >= _CREDENTIAL_FROM:
        refuse_credential_as_id(field, session)
    return session


_CREDENTIAL_FROM = 12  # characters; no form is shorter, and most sessions' names are
