"""Keys and items of the heads: accounts, stores and teams in the directory, sessions in their own table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..domain.heads import AccountHead, Checkpoint, SessionHead, StoreHead, TeamHead
from ..domain.levels import Level
from .commit import Action
from .items import plain, typed, typed_value
from .memories import TTL_ATTRIBUTE

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


def account_head(item: Mapping[str, Any]) -> AccountHead:
    """Read an account's head."""
    values = plain(item)
    return AccountHead(
        epoch=int(values["epoch"]),
        live_from=int(values.get("live_from", 0)),
        stores=int(values.get("stores", 0)),
        created_at=int(values.get("created_at", 0)),
        imported_at=int(values.get("imported_at", 0)),
        changed=_changed(values),
    )


def store_head(item: Mapping[str, Any] | None) -> StoreHead:
    """Read a store's head; a store that nobody configured has none."""
    if item is None:
        return StoreHead()
    values = plain(item)
    return StoreHead(
        store_id=values.get("store_id"),
        created_at=int(values.get("created_at", 0)),
        speakers=values.get("speakers", {}),
        registered_at={key: int(moment) for key, moment in values.get("registered_at", {}).items()},
        live_from=int(values.get("live_from", 0)),
        speaker_epochs={key: int(epoch) for key, epoch in values.get("speaker_epochs", {}).items()},
        version=int(values.get("version", 0)),
    )


def team_head(item: Mapping[str, Any] | None) -> TeamHead:
    """Read a team's head."""
    values = plain(item) if item else {}
    return TeamHead(
        epochs={account: int(epoch) for account, epoch in values.get("epochs", {}).items()},
        imported_at=int(values.get("imported_at", 0)),
        changed=_changed(values),
    )


def changed_name(level: Level) -> str:
    """Name the attribute of a head that tells when the owner last changed something at a level."""
    return f"{_CHANGED}{int(level)}"


def mark_changed(
    table: str, key: Mapping[str, str], level: Level, at: int, *, generation: int | None = None
) -> Action:
    """Note in a head that the owner changed what no record tells; notes go by it.

    Parameters
    ----------
    table
        Of the head.
    key
        Of an account's, a team's or a session's head, which must be there.
    level
        Whoever sees this level sees the change.
    at
        When, in microseconds since 1970.
    generation
        Of a session: that it must still be in.
    """
    condition, values = "attribute_exists(entity)", {":at": at}
    if generation is not None:
        condition, values = "generation = :generation", {":at": at, ":generation": generation}
    return {
        "Update": {
            "TableName": table,
            "Key": typed(key),
            "UpdateExpression": f"SET {changed_name(level)} = :at",
            "ConditionExpression": condition,
            "ExpressionAttributeValues": typed(values),
        }
    }


def _changed(values: Mapping[str, Any]) -> dict[Level, int]:
    return {level: int(values[changed_name(level)]) for level in Level if changed_name(level) in values}


def note_import(table: str, key: dict[str, str], now: int) -> Action:
    """Note in an account's or a team's head that memories of any age were added: warm readers read all anew.

    Parameters
    ----------
    table
        The directory's name.
    key
        Of the head.
    now
        When all of them were written, in microseconds since 1970.
    """
    return {
        "Update": {
            "TableName": table,
            "Key": typed(key),
            "UpdateExpression": "SET imported_at = :now",
            "ConditionExpression": "attribute_exists(entity)",
            "ExpressionAttributeValues": typed({":now": now}),
        }
    }


def session_head(item: Mapping[str, Any] | None) -> SessionHead:
    """Read a session's head; a new session has none.

    One past its time that is not deleted yet still counts: its items are gone, its taint is not.
    """
    if item is None:
        return SessionHead()
    values = plain(item)
    checkpoint = values.get("checkpoint")
    return SessionHead(
        generation=int(values["generation"]),
        taint=Level(int(values["taint"])),
        goal_id=values.get("goal_id"),
        checkpoint=None
        if checkpoint is None
        else Checkpoint(
            checkpoint_id=checkpoint["checkpoint_id"],
            level=Level(int(checkpoint["level"])),
            questions=int(checkpoint["questions"]),
        ),
        expires_at=int(values[TTL_ATTRIBUTE]),
        calls=values.get("calls", {}),
        calls_version=int(values.get("calls_version", 0)),
        epoch=int(values.get("epoch", 0)),
        live_from=int(values.get("live_from", 0)),
        changed=_changed(values),
    )


def touch_session(
    table: str,
    account_id: str,
    session_id: str,
    seen: SessionHead,
    expires_at: int,
    *,
    epoch: int,
    goal_id: str | None = None,
    checkpoint: Checkpoint | None = None,
    calls: Mapping[str, Any] | None = None,
) -> Action:
    """Let a session's head live longer, and point it to a new goal or checkpoint, or write its calls.

    What was in it before the account was erased goes with this write, all but its generation and level.

    Parameters
    ----------
    table
        Name.
    account_id, session_id
        Whose head.
    seen
        As read: the condition is that generation, taint and checkpoint are still the same.
    expires_at
        Whole seconds since 1970.
    epoch
        The account's: an erasure takes away heads that were last written before it.
    goal_id, checkpoint, calls
        What is new; None leaves it.
    """
    values: dict[str, Any] = {
        TTL_ATTRIBUTE: expires_at,
        "epoch": epoch,
        "generation": seen.generation,
        "taint": int(seen.taint),
    }
    if goal_id is not None:
        values["goal_id"] = goal_id
    if checkpoint is not None:
        values["checkpoint"] = {
            "checkpoint_id": checkpoint.checkpoint_id,
            "level": int(checkpoint.level),
            "questions": checkpoint.questions,
        }
    if calls is not None:
        values["calls"] = dict(calls)
    same = "(#generation = :generation AND #taint = :taint)"
    if seen.expires_at is None:
        same = f"(attribute_not_exists(#generation) OR {same})"
    conditions = [same]
    names = {f"#{name}": name for name in values}
    typed_values = {f":{name}": typed_value(value) for name, value in values.items()}
    if checkpoint is not None:
        # Only who saw the questions of the last checkpoint can clear them.
        if seen.checkpoint is None:
            conditions.append("attribute_not_exists(#checkpoint)")
        else:
            names["#checkpoint_id"] = "checkpoint_id"
            conditions.append("#checkpoint.#checkpoint_id = :last")
            typed_values[":last"] = {"S": seen.checkpoint.checkpoint_id}
    update = "SET " + ", ".join(f"#{name} = :{name}" for name in values)
    if seen.outlived:  # and nobody has written it meanwhile
        conditions.append("(attribute_not_exists(#epoch) OR #epoch < :epoch)")
        gone = [name for name in _OF_ITS_TIME if name not in values]
        names |= {f"#{name}": name for name in gone}
        update += f" REMOVE {', '.join(f'#{name}' for name in gone)}"
    return {
        "Update": {
            "TableName": table,
            "Key": typed(session_key(account_id, session_id)),
            "UpdateExpression": update,
            "ConditionExpression": " AND ".join(conditions),
            "ExpressionAttributeNames": names,
            "ExpressionAttributeValues": typed_values,
        }
    }


def begin_session(
    table: str,
    account_id: str,
    session_id: str,
    seen: SessionHead,
    expires_at: int,
    *,
    epoch: int,
    erased: bool = False,
) -> Action:
    """Begin a session anew, in the generation after the one that was seen.

    Parameters
    ----------
    table, account_id, session_id, seen, expires_at, epoch
        As for :func:`touch_session`.
    erased
        Whether it was erased: then its level stays, since the model still knows what it has read, and what is
        being written to it with an older epoch comes too late, after a reset, too. Else it is PUBLIC again.
    """
    item: dict[str, Any] = {
        **session_key(account_id, session_id),
        "generation": seen.generation + 1,
        "taint": int(seen.taint if erased else Level.PUBLIC),
        "epoch": epoch,
        "live_from": epoch if erased else seen.live_from or None,
        TTL_ATTRIBUTE: expires_at,
    }
    put: dict[str, Any] = {"TableName": table, "Item": typed(item)}
    if seen.expires_at is None:
        put["ConditionExpression"] = "attribute_not_exists(generation)"
    elif erased:
        put["ConditionExpression"] = "generation = :seen AND taint = :taint"
        put["ExpressionAttributeValues"] = typed({":seen": seen.generation, ":taint": int(seen.taint)})
    else:
        put["ConditionExpression"] = "generation = :seen"
        put["ExpressionAttributeValues"] = typed({":seen": seen.generation})
    return {"Put": put}


def raise_session(
    table: str,
    account_id: str,
    session_id: str,
    seen: SessionHead,
    level: Level,
    expires_at: int,
    *,
    epoch: int,
    calls: Mapping[str, Any] | None = None,
) -> Action:
    """Raise a session's taint, if it still is as it was seen."""
    action = touch_session(table, account_id, session_id, seen, expires_at, epoch=epoch, calls=calls)
    update = action["Update"]
    update["UpdateExpression"] = update["UpdateExpression"].replace("#taint = :taint", "#taint = :raised")
    update["ExpressionAttributeValues"][":raised"] = typed_value(int(level))
    return action


def keep_calls(
    table: str,
    account_id: str,
    session_id: str,
    seen: SessionHead,
    level: Level,
    expires_at: int,
    calls: Mapping[str, Any],
    *,
    epoch: int,
) -> Action:
    """Write what is kept of a session's connector calls, and raise the session to a level with it.

    Parameters
    ----------
    table
        Name.
    account_id, session_id
        Whose head.
    seen
        As read: the condition is that generation, taint and the calls are still the same.
    level
        The session's taint from now on.
    expires_at
        Whole seconds since 1970.
    calls
        As JSON can write it.
    epoch
        The account's.
    """
    action = raise_session(table, account_id, session_id, seen, level, expires_at, epoch=epoch, calls=calls)
    update = action["Update"]
    update["UpdateExpression"] += " ADD #calls_version :one"
    update["ConditionExpression"] += (
        " AND #calls_version = :calls_version"
        if seen.calls_version
        else " AND attribute_not_exists(#calls_version)"
    )
    update["ExpressionAttributeNames"] |= {"#calls_version": "calls_version"}
    update["ExpressionAttributeValues"] |= {":one": {"N": "1"}}
    if seen.calls_version:
        update["ExpressionAttributeValues"][":calls_version"] = typed_value(seen.calls_version)
    return action
