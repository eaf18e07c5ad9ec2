"""Raising epochs: the writes by which what is erased stops to count for everybody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..domain.heads import StoreHead
from ..domain.levels import Level
from .actions import Action, Delete, Update
from .batch_get import batch_get
from .conditions import Condition, Path, absent, begins_with, below, both, either, equals, exists
from .heads import account_entity, account_key, changed_name, store_key, team_key
from .pages import items, query

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

    from .store import Tables

_TEAM = "team/"


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
    epoch = seen + 1
    update = Update(table, account_key(account_id)).set(epoch=epoch).when(equals("epoch", seen))
    if changed is not None:
        level, at = changed
        update = update.set({changed_name(level): at})
    if whole:
        return update.set(live_from=epoch, stores=0)
    return update.add(stores=-1) if deletes_store else update


def raise_team(table: str, team_id: str, member: str, epoch: int) -> Action:
    """Let a member's records of an older epoch count no more in a team. The head must have its map of epochs.

    ``member`` is an account's id; or, for one speaker's records of an account,
    :func:`commonplace.domain.lifetime.speaker_key`.
    """
    path = ("epochs", member)
    return Update(table, team_key(team_id)).set({path: epoch}).when(older(path, epoch))


def drop_member(table: str, team_id: str, member: str, epoch: int) -> Action:
    """Let go of a member's epoch in a team once nothing older is left, if it still is that erasure's."""
    path = ("epochs", member)
    return Update(table, team_key(team_id)).remove(path).when(equals(path, epoch))


def begin_epochs(table: str, team_id: str) -> Action:
    """Give a team's head its map of epochs, if it has none."""
    return Update(table, team_key(team_id)).set(epochs={}).when(exists("entity"), absent("epochs"))


def raise_store(table: str, account_id: str, store: str, seen: StoreHead, epoch: int) -> Action:
    """Empty a store. ``default`` may have no head yet: it gets one."""
    update = Update(table, store_key(account_id, store)).set(live_from=epoch, version=seen.version + 1)
    return update.when(_unchanged(seen))


def raise_speaker(
    table: str, account_id: str, store: str, seen: StoreHead, registrations: Sequence[str], epoch: int
) -> Action:
    """Let one speaker's records of an older epoch count no more in a store, whichever registration they have."""
    epochs = {**seen.speaker_epochs, **dict.fromkeys(registrations, epoch)}
    update = Update(table, store_key(account_id, store)).set(speaker_epochs=epochs, live_from=seen.live_from)
    return update.set(version=seen.version + 1).when(_unchanged(seen))


def drop_speaker(table: str, account_id: str, store: str, registration: str, epoch: int) -> Action:
    """Let go of a speaker's epoch once nothing older is left, if it still is that erasure's."""
    path = ("speaker_epochs", registration)
    return Update(table, store_key(account_id, store)).remove(path).when(equals(path, epoch))


def delete_store(table: str, account_id: str, store: str, seen: StoreHead) -> Action:
    """Delete a store's head. Whoever makes the store again begins at an epoch above this erasure's."""
    return Delete(table, store_key(account_id, store)).when(exists("entity"), _unchanged(seen))


def teams_of(tables: Tables, account_id: str) -> list[tuple[str, bool]]:
    """Read the ids of the teams an account is or was a member of, and whether their heads have a map of epochs.

    A team that is no more is left out.
    """
    table = tables.names.directory_table
    teams = [part.removeprefix(_TEAM) for part in parts_of(tables.client, table, account_id, _TEAM)]
    found = batch_get(tables.client, {table: [team_key(team) for team in teams]}, tables.sleep)[table]
    heads = {item["entity"]["S"]: item for item in found}
    entities = {team: team_key(team)["entity"] for team in teams}
    return [(team, "epochs" in heads[entity]) for team, entity in entities.items() if entity in heads]


def parts_of(client: DynamoDBClient, table: str, account_id: str, prefix: str) -> Iterator[str]:
    """Read the names of an account's parts in the directory that begin so."""
    wanted = both(equals("entity", account_entity(account_id)), begins_with("part", prefix))
    return (item["part"]["S"] for item in items(client, query(table, wanted, only=("part",))))


def older(path: Path, epoch: int) -> Condition:
    """Hold where an epoch is below one, or there is none."""
    return either(absent(path), below(path, epoch))


def _unchanged(seen: StoreHead) -> Condition:
    return absent("version") if seen.version == 0 else equals("version", seen.version)
