"""Raising epochs: the writes by which what is erased stops to count, at once and for everybody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..domain.heads import StoreHead
from ..domain.levels import Level
from .batch_get import batch_get
from .commit import Action
from .heads import account_entity, account_key, changed_name, store_key, team_key
from .items import typed, typed_value

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

    from .store import Tables

_TEAM = "team/"
_KEYS_AT_ONCE = 100


def raise_account(
    table: str,
    account_id: str,
    seen: int,
    *,
    whole: bool,
    deletes_store: bool = False,
    changed: tuple[Level, int] | None = None,
) -> Action:
    """Raise an account's epoch by one, if it still is as it was seen.

    Parameters
    ----------
    table
        The directory's name.
    account_id, seen
        Whose, and its epoch as read.
    whole
        Whether all of the account is erased: then its stores are none, too.
    deletes_store
        Whether a store goes with it.
    changed
        Level and moment of what agents see no more of the account's memories; see
        :func:`commonplace.storage.heads.mark_changed`.
    """
    update, values = "SET #epoch = :epoch", {":epoch": seen + 1, ":seen": seen}
    names = {"#epoch": "epoch"}
    if changed is not None:
        level, values[":changed"] = changed
        update += ", #changed = :changed"
        names["#changed"] = changed_name(level)
    if whole:
        update += ", #live_from = :epoch, #stores = :none"
        names |= {"#live_from": "live_from", "#stores": "stores"}
        values[":none"] = 0
    elif deletes_store:
        update += " ADD #stores :less"
        names["#stores"] = "stores"
        values[":less"] = -1
    return _update(table, account_key(account_id), update, "#epoch = :seen", names, values)


def raise_team(table: str, team_id: str, member: str, epoch: int) -> Action:
    """Let a member's records of an older epoch count no more in a team. The head must have its map of epochs.

    Parameters
    ----------
    table, team_id
        Where.
    member
        Account id; or, for one speaker's records of an account, :func:`commonplace.domain.memory.speaker_key`.
    epoch
        From which records count.
    """
    return _update(
        table,
        team_key(team_id),
        "SET #epochs.#member = :epoch",
        "attribute_not_exists(#epochs.#member) OR #epochs.#member < :epoch",
        {"#epochs": "epochs", "#member": member},
        {":epoch": epoch},
    )


def drop_member(table: str, team_id: str, member: str, epoch: int) -> Action:
    """Let go of a member's epoch in a team once nothing older is left, if it still is that erasure's."""
    return _update(
        table,
        team_key(team_id),
        "REMOVE #epochs.#member",
        "#epochs.#member = :epoch",
        {"#epochs": "epochs", "#member": member},
        {":epoch": epoch},
    )


def begin_epochs(table: str, team_id: str) -> Action:
    """Give a team's head its map of epochs, if it has none."""
    return _update(
        table,
        team_key(team_id),
        "SET #epochs = :none",
        "attribute_exists(entity) AND attribute_not_exists(#epochs)",
        {"#epochs": "epochs"},
        {":none": {}},
    )


def raise_store(table: str, account_id: str, store: str, seen: StoreHead, epoch: int) -> Action:
    """Empty a store. ``default`` may have no head yet: it gets one."""
    condition, values = _unchanged(seen)
    return _update(
        table,
        store_key(account_id, store),
        "SET #live_from = :epoch, #version = :next",
        condition,
        {"#live_from": "live_from", "#version": "version"},
        {":epoch": epoch, ":next": seen.version + 1} | values,
    )


def raise_speaker(
    table: str, account_id: str, store: str, seen: StoreHead, registrations: Sequence[str], epoch: int
) -> Action:
    """Let one speaker's records of an older epoch count no more in a store, whichever registration they have."""
    condition, values = _unchanged(seen)
    return _update(
        table,
        store_key(account_id, store),
        "SET #speaker_epochs = :epochs, #live_from = :live_from, #version = :next",
        condition,
        {"#speaker_epochs": "speaker_epochs", "#live_from": "live_from", "#version": "version"},
        {
            ":epochs": {**seen.speaker_epochs, **dict.fromkeys(registrations, epoch)},
            ":live_from": seen.live_from,
            ":next": seen.version + 1,
        }
        | values,
    )


def drop_speaker(table: str, account_id: str, store: str, registration: str, epoch: int) -> Action:
    """Let go of a speaker's epoch once nothing older is left, if it still is that erasure's."""
    return _update(
        table,
        store_key(account_id, store),
        "REMOVE #speaker_epochs.#registration",
        "#speaker_epochs.#registration = :epoch",
        {"#speaker_epochs": "speaker_epochs", "#registration": registration},
        {":epoch": epoch},
    )


def delete_store(table: str, account_id: str, store: str, seen: StoreHead) -> Action:
    """Delete a store's head. Whoever makes the store anew begins at an epoch above this erasure's."""
    condition, values = _unchanged(seen)
    return {
        "Delete": {
            "TableName": table,
            "Key": typed(store_key(account_id, store)),
            "ConditionExpression": f"attribute_exists(entity) AND {condition}",
            "ExpressionAttributeNames": {"#version": "version"},
            **({"ExpressionAttributeValues": typed(values)} if values else {}),
        }
    }


def teams_of(tables: Tables, account_id: str) -> list[tuple[str, bool]]:
    """Read the ids of the teams an account is or was a member of, and whether their heads have a map of epochs.

    A team that is no more is left out.
    """
    table = tables.names.directory_table
    found = [part.removeprefix(_TEAM) for part in parts_of(tables.client, table, account_id, _TEAM)]
    heads: dict[str, Any] = {}
    for begin in range(0, len(found), _KEYS_AT_ONCE):
        keys = [team_key(team) for team in found[begin : begin + _KEYS_AT_ONCE]]
        heads |= {
            item["entity"]["S"]: item for item in batch_get(tables.client, {table: keys}, tables.sleep)[table]
        }
    entities = {team: team_key(team)["entity"] for team in found}
    return [(team, "epochs" in heads[entity]) for team, entity in entities.items() if entity in heads]


def parts_of(client: DynamoDBClient, table: str, account_id: str, prefix: str) -> Iterator[str]:
    """Read the names of an account's parts in the directory that begin so."""
    query: dict[str, Any] = {
        "TableName": table,
        "KeyConditionExpression": "entity = :entity AND begins_with(part, :part)",
        "ProjectionExpression": "part",
        "ExpressionAttributeValues": typed({":entity": account_entity(account_id), ":part": prefix}),
        "ConsistentRead": True,
    }
    while True:
        answer = client.query(**query)
        yield from (item["part"]["S"] for item in answer["Items"])
        if "LastEvaluatedKey" not in answer:
            return
        query["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


def _unchanged(seen: StoreHead) -> tuple[str, dict[str, Any]]:
    if seen.version == 0:
        return "attribute_not_exists(#version)", {}
    return "#version = :version", {":version": seen.version}


def _update(
    table: str, key: dict[str, str], update: str, condition: str, names: dict[str, str], values: dict[str, Any]
) -> Action:
    return {
        "Update": {
            "TableName": table,
            "Key": typed(key),
            "UpdateExpression": update,
            "ConditionExpression": condition,
            "ExpressionAttributeNames": names,
            "ExpressionAttributeValues": {name: typed_value(value) for name, value in values.items()},
        }
    }
