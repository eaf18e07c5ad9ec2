"""Erasures asked for and carried out, for what their functions use of the tables to be noted."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Protocol

from commonplace.auth.keys import directory
from commonplace.domain.spaces import team_space
from commonplace.storage.heads import team_key
from commonplace.storage.items import typed
from events.prepare import ACCOUNT, TEAM
from tests.events.cases import Case
from tests.support.agents import stack
from tests.support.clock import SECOND, HandClock
from tests.support.stored import fact, put
from tests.support.streams import TOLD, ledger_event, under_way

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

ERASE = "owner/erasure"
SCHEDULED = Case("background/close_erasures/good_open")


class Player(Protocol):
    """What :class:`tests.template.test_least_privilege.Player` does."""

    clock: HandClock
    key: str

    def play(self, case: Case, session: str, /, **body: str) -> Any: ...

    def invoke(self, name: str, event: dict[str, Any]) -> Any: ...


def erase_everything(player: Player) -> None:
    """Erase each kind of target, once by the stream alone and once by the schedule alone."""
    forget_sessions()
    for by_schedule in (False, True):
        keep_something(player)
        kept = json.loads(player.play(Case("agent/remember/good_durable"), "erased")["body"])
        player.play(Case(f"{ERASE}/good_account"), "erased", what="memory", id=kept["id"])
        player.play(Case(f"{ERASE}/good_account"), "erased", what="session", session="erased")
        for part in (*Case(f"{ERASE}/good_store").after, Case(f"{ERASE}/good_store")):
            player.play(part, "erased")
        player.play(Case(f"{ERASE}/good_speaker"), "erased")
        player.play(Case(f"{ERASE}/good_account"), "erased")
        carry_out(player, by_schedule=by_schedule)
        receipt = json.loads(player.play(Case(f"{ERASE}/good_list"), "erased")["body"])["erasures"][0]
        assert receipt["status"] == "complete"
        event = Case(f"{ERASE}/bad_unknown_id").event(player.key)
        event["pathParameters"]["id"] = receipt["id"]
        assert json.loads(player.invoke("ErasureFunction", event)["body"]) == receipt


def forget_sessions() -> None:
    """Leave the erasures few sessions: each event had one of its own, and each takes a task on every table."""
    client, table = directory().client, stack().tables["SessionsTable"]
    keys = [key["AttributeName"] for key in table.create["KeySchema"]]
    for page in client.get_paginator("scan").paginate(TableName=table.name):
        for item in page["Items"]:
            client.delete_item(TableName=table.name, Key={name: item[name] for name in keys})


def keep_something(player: Player) -> None:
    """Write to every table; a session above PUBLIC, and a team whose head has no epochs yet."""
    directory().client.put_item(TableName=directory().table, Item=typed(team_key(TEAM)))
    put(directory().client, fact(ACCOUNT, "in the team", space=team_space(TEAM)))
    player.play(Case("gateway/raise_taint/good"), "above")
    for name in ("agent/checkpoint/good", "agent/remember/good_keyed", "classified/memory_save/good"):
        player.play(Case(name), "above")
    for case in (*Case("gateway/tool_calls/good_pointer").after, Case("gateway/tool_calls/good_pointer")):
        player.play(case, "erased")


def carry_out(player: Player, *, by_schedule: bool) -> None:
    """Let the background do its work until nothing is open."""
    client = directory().client
    for _ in range(40):
        player.clock.advance(60 * SECOND if by_schedule else 2 * SECOND)
        if by_schedule:
            player.invoke(SCHEDULED.function, SCHEDULED.event(""))
        else:
            _tell(player, client, "order/")
        while list(under_way(client, "task/")):
            _tell(player, client, "task/")
        if not list(under_way(client, "order/")):
            return
    raise AssertionError("the erasures were not carried out")


def _tell(player: Player, client: DynamoDBClient, prefix: str) -> None:
    answer = player.invoke(TOLD[prefix], ledger_event(under_way(client, prefix)))
    assert answer == {"batchItemFailures": []}
