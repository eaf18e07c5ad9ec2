"""Keys and items of the heads: accounts, stores and teams in the directory, sessions in their own table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from ..domain.heads import AccountHead, Checkpoint, SessionHead, StoreHead, TeamHead
from ..domain.imperatives import Imperatives
from ..domain.levels import Level
from ..refusals.errors import NotSignedIn
from .actions import Put, Update
from .conditions import absent, below, either, equals, exists, same
from .fields import StoredFields
from .memories import TTL_ATTRIBUTE
from .pages import get_item

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

HEAD = "head"
_CHANGED = "changed_"
_OF_ITS_TIME = ("goal_id", "checkpoint", "calls")  # of a session's head; all else of it outlives an erasure


def account_entity(account_id: str) -> str:
    """Partition of an account in the directory."""
    return f"account/{account_id}"


def team_entity(team_id: str) -> str:
    """Partition of a team in the directory."""
    return f"team/{team_id}"


def account_key(account_id: str) -> dict[str, str]:
    """Key of an account's head."""
    return {"entity": account_entity(account_id), "part": HEAD}


STORE = "store/"


def store_key(account_id: str, store: str) -> dict[str, str]:
    """Key of a store's head, by the store's canonical id."""
    return {"entity": account_entity(account_id), "part": f"{STORE}{store}"}


def team_key(team_id: str) -> dict[str, str]:
    """Key of a team's head."""
    return {"entity": team_entity(team_id), "part": HEAD}


def session_key(account_id: str, session_id: str) -> dict[str, str]:
    """Key of a session's head."""
    return {"account_id": account_id, "session_id": session_id}


_ACCOUNT = StoredFields(AccountHead, given=("changed",))
_STORE = StoredFields(StoreHead)
_TEAM = StoredFields(TeamHead, given=("changed",))
_CHECKPOINT = StoredFields(Checkpoint)
_SESSION = StoredFields(SessionHead, given=("changed", "checkpoint", "outlived"))


def account_head(item: Mapping[str, Any]) -> AccountHead:
    """Read an account's head."""
    return _ACCOUNT.read(item, changed=_changed(item))


def read_account(client: DynamoDBClient, table: str, account_id: str) -> AccountHead:
    """Read an account's head.

    Raises
    ------
    NotSignedIn
        If the account is no more.
    """
    return known_account(get_item(client, table, account_key(account_id)))


def known_account(item: Mapping[str, Any] | None) -> AccountHead:
    """Read an account's head that must be there.

    Raises
    ------
    NotSignedIn
        If it is not.
    """
    if item is None:
        raise NotSignedIn("account.gone")
    return account_head(item)


def store_head(item: Mapping[str, Any] | None) -> StoreHead:
    """Read a store's head; a store that nobody configured has none."""
    return _STORE.read(item or {})


def team_head(item: Mapping[str, Any] | None) -> TeamHead:
    """Read a team's head."""
    return _TEAM.read(item or {}, changed=_changed(item or {}))


def changed_name(level: Level) -> str:
    """Name the attribute of a head that says when the owner last changed something at a level."""
    return f"{_CHANGED}{int(level)}"


def mark_changed(
    table: str, key: Mapping[str, str], level: Level, at: int, *, generation: int | None = None
) -> Update:
    """Note in a head that the owner changed what no record says; notes go by it.

    Parameters
    ----------
    table, key
        Of an account's, a team's or a session's head, which must be there.
    level
        Whoever sees this level sees the change.
    at
        When, in microseconds since 1970.
    generation
        Of a session: that it must still be in.
    """
    is_there = exists("entity") if generation is None else equals("generation", generation)
    return Update(table, key).set({changed_name(level): at}).when(is_there)


def _changed(item: Mapping[str, Any]) -> dict[Level, int]:
    return {level: int(item[changed_name(level)]["N"]) for level in Level if changed_name(level) in item}


def choose_imperatives(table: str, account_id: str, chosen: Imperatives) -> Update:
    """Set what is done with the account's plain imperatives from now on."""
    return Update(table, account_key(account_id)).set(imperatives=chosen.value).when(exists("entity"))


def note_import(table: str, key: Mapping[str, str], now: int) -> Update:
    """Note in an account's or a team's head that memories of any age were added, all written now (microseconds).

    Warm readers then read all of them again.
    """
    return Update(table, key).set(imported_at=now).when(exists("entity"))


def session_head(item: Mapping[str, Any] | None) -> SessionHead:
    """Read a session's head; a new session has none.

    One past its time that is not deleted yet still counts: its items are gone, its taint is not.
    """
    if item is None:
        return SessionHead()
    checkpoint = _CHECKPOINT.read(item["checkpoint"]["M"]) if "checkpoint" in item else None
    return _SESSION.read(item, changed=_changed(item), checkpoint=checkpoint)


class Changes(TypedDict, total=False):
    """What is new in a session's head; what is not named, or None, stays.

    Attributes
    ----------
    level
        Its taint from now on.
    goal_id, checkpoint
        The latest.
    calls
        What is kept of its connector calls, as JSON can write it: written only over the calls that were seen.
    """

    level: Level
    goal_id: str | None
    checkpoint: Checkpoint | None
    calls: Mapping[str, Any]


def touch_session(
    table: str,
    account_id: str,
    session_id: str,
    seen: SessionHead,
    expires_at: int,
    *,
    epoch: int,
    **changes: Unpack[Changes],
) -> Update:
    """Let a session's head live longer, and change it.

    What was in it before the account was erased goes with this write, all but its generation and level.

    Parameters
    ----------
    table, account_id, session_id
        Whose head.
    seen
        As read: the condition is that generation, taint and checkpoint are still the same.
    expires_at
        Whole seconds since 1970.
    epoch
        The account's: an erasure takes away heads that were last written before it.
    changes
        What is new.
    """
    goal_id, checkpoint, calls = changes.get("goal_id"), changes.get("checkpoint"), changes.get("calls")
    as_seen = same({"generation": seen.generation, "taint": int(seen.taint)})
    if seen.expires_at is None:
        as_seen = either(absent("generation"), as_seen)
    new: dict[str, Any] = {
        TTL_ATTRIBUTE: expires_at,
        "epoch": epoch,
        "generation": seen.generation,
        "taint": int(changes.get("level", seen.taint)),
    }
    if goal_id is not None:
        new["goal_id"] = goal_id
    if checkpoint is not None:
        new["checkpoint"] = _CHECKPOINT.values(checkpoint)
    if calls is not None:
        new["calls"] = dict(calls)
    update = Update(table, session_key(account_id, session_id)).set(new).when(as_seen)
    if checkpoint is not None:  # only who saw the questions of the last checkpoint can clear them
        last = seen.checkpoint
        update = update.when(
            absent("checkpoint") if last is None else equals(("checkpoint", "checkpoint_id"), last.checkpoint_id)
        )
    if seen.outlived:  # and nobody has written it meanwhile
        update = update.when(either(absent("epoch"), below("epoch", epoch)))
        update = update.remove(*(name for name in _OF_ITS_TIME if name not in new))
    if calls is None:
        return update
    version = seen.calls_version
    as_seen = equals("calls_version", version) if version else absent("calls_version")
    return update.add(calls_version=1).when(as_seen)


def begin_session(
    table: str,
    account_id: str,
    session_id: str,
    seen: SessionHead,
    expires_at: int,
    *,
    epoch: int,
    erased: bool = False,
) -> Put:
    """Begin a session again, in the generation after the one that was seen.

    Parameters
    ----------
    table, account_id, session_id, seen, expires_at, epoch
        As for :func:`touch_session`.
    erased
        Whether it was erased: then its level stays, since the model still knows what it has read, and what is
        being written to it with an older epoch comes too late, after a reset, too. Else it is PUBLIC again.
    """
    item = {
        **session_key(account_id, session_id),
        "generation": seen.generation + 1,
        "taint": int(seen.taint if erased else Level.PUBLIC),
        "epoch": epoch,
        "live_from": epoch if erased else seen.live_from or None,
        TTL_ATTRIBUTE: expires_at,
    }
    put = Put(table, item)
    if seen.expires_at is None:
        return put.when(absent("generation"))
    put = put.when(equals("generation", seen.generation))
    return put.when(equals("taint", int(seen.taint))) if erased else put
