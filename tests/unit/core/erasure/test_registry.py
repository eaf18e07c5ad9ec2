"""Every table and every kind of partition has its place in an erasure; what is added later has to find one."""

from __future__ import annotations

import inspect
from dataclasses import fields
from types import ModuleType
from typing import Any

import pytest

from commonplace.domain import spaces
from commonplace.domain.erasures import Age, Order, Sweep
from commonplace.domain.spaces import Space
from commonplace.domain.times import ERASURE_ROUNDS
from commonplace.erasure import planning, registry
from commonplace.erasure.planning import Holdings, plan
from commonplace.erasure.targets import Account, Memory, Session, Speaker, Store
from commonplace.operations.settings import Settings, settings
from commonplace.storage import activity, attempts
from events.prepare import ACCOUNT, prepare
from tests.events.cases import cases
from tests.support.agents import NO_CONTEXT, function, stack
from tests.support.erasures import Service, everything
from tests.template.reading import resources

TABLES = {
    field.name: getattr(settings(), field.name) for field in fields(Settings) if field.name.endswith("_table")
}
DEFINED = {table["TableName"]: table for table in resources("AWS::DynamoDB::Table").values()}


@pytest.mark.requirement("A19")
def test_every_table_of_the_template_is_swept_or_says_why_not() -> None:
    swept = {sweep.table for sweep in registry.SWEEPS.values()}

    assert set(TABLES.values()) == set(DEFINED)
    assert swept | set(registry.KEPT) == set(TABLES)
    assert swept & set(registry.KEPT) == set()


@pytest.mark.requirement("A19")
@pytest.mark.parametrize("sweep", registry.SWEEPS.values(), ids=lambda sweep: sweep.name)
def test_sweep_has_the_keys_of_its_table_or_index(sweep: Sweep) -> None:
    table = DEFINED[TABLES[sweep.table]]

    assert _keys(table) == (sweep.partition_key, sweep.sort_key)
    if sweep.index is not None:
        (index,) = [one for one in table["GlobalSecondaryIndexes"] if one["IndexName"] == sweep.index]
        assert _keys(index) == (sweep.index_key, sweep.index_sort_key)


def _keys(part: dict[str, Any]) -> tuple[str, str]:
    hash_key, range_key = (key["AttributeName"] for key in part["KeySchema"])
    return hash_key, range_key


HOLDINGS = Holdings(stores=["default", "letters"], sessions=[("a", 0), ("a", 1), ("b", 0)], teams=["team_1"])


def order(what: str, **where: Any) -> Order:
    return Order("erasure", "acc", what, asked_at=1, epoch=1, **where)


@pytest.mark.requirement("A19")
def test_every_feed_is_part_of_an_erasure() -> None:
    named = {
        name: getattr(module, name)
        for module in (activity, attempts)
        for name, one in inspect.getmembers(module, inspect.isfunction)
        if name.endswith("_feed") and one.__module__ == module.__name__
    }
    swept = {task.partition for task in plan(order(Account.what), HOLDINGS)}

    for name, feed in named.items():
        given: dict[str, Any] = {
            "account_id": "acc",
            "team_id": "team_1",
            "space": spaces.session_space("acc", "b", 0),
        }
        wanted = {one: given[one] for one in inspect.signature(feed).parameters}
        assert feed(**wanted) in swept, f"{name} is not swept: see commonplace/erasure/planning.py"
    assert len(named) == 7


@pytest.mark.requirement("A19")
def test_every_kind_of_space_is_part_of_an_erasure() -> None:
    kinds = _made_by(spaces, Space) - {"space_of"}

    assert kinds == {"account_space", "session_space", "team_space"}, "a new kind of space needs its sweep"


def _made_by(module: ModuleType, kind: type) -> set[str]:
    return {
        name
        for name, one in inspect.getmembers(module, inspect.isfunction)
        if inspect.signature(one, eval_str=True).return_annotation is kind
    }


@pytest.mark.requirement("A19")
def test_plan_of_an_account_has_each_partition_once_and_lists_last() -> None:
    tasks = plan(order(Account.what), HOLDINGS)

    assert len({task.name for task in tasks}) == len(tasks)
    found = [(task.sweep, task.partition) for task in tasks]
    session = [f"account/acc/session/{name}" for name in ("a/0", "a/1", "b/0")]
    assert found[:2] == [("memories", "account/acc/store/default"), ("memories", "account/acc/store/letters")]
    for space in session:
        assert {("memories", space), ("tool_results", space), ("activity", f"events/{space}")} <= set(found)
    assert ("team_memories", "acc") in found
    assert ("team_activity", "events/team/team_1") in found
    assert found[-4:-2] == [("former_speakers", "account/acc"), ("stores", "account/acc")]
    assert found[-2:] == [("sessions", "acc"), ("session_spaces", "spaces/acc")]
    assert len(found) == 2 + 3 * 3 + 1 + 1 + len(planning.feeds_of("acc")) + 4


@pytest.mark.requirement("A19")
def test_plan_of_a_part_has_only_that_part() -> None:
    def found(one: Order) -> list[tuple[str, str, str | None]]:
        return [(task.sweep, task.partition, task.value) for task in plan(one, HOLDINGS)]

    store = "account/acc/store/letters"
    assert found(order(Store.what, store="letters")) == [
        ("memories", store, None),
        ("store_attempts", "idempotency/acc", store),
        ("store_former_speakers", "account/acc", "letters"),
    ]
    assert found(order(Speaker.what, store="letters", registrations=("sp_1", "sp_2"))) == [
        ("speaker", store, "sp_1"),
        ("former_speaker", "account/acc", "sp_1"),
        ("speaker", store, "sp_2"),
        ("former_speaker", "account/acc", "sp_2"),
    ]
    of_default = found(order(Speaker.what, store="default", registrations=("sp_1",), speaker="named/Ann"))
    spaces = ["account/acc/store/default", *(f"account/acc/session/{name}" for name in ("a/0", "a/1", "b/0"))]
    assert of_default == [
        ("team_speaker", "acc", "named/Ann"),
        *(("speaker", space, "sp_1") for space in spaces),
        ("former_speaker", "account/acc", "sp_1"),
    ]
    assert found(order(Memory.what, space=store, memory_ids=("id",))) == []
    of_session = found(order(Session.what, session_id="a", generation=1))
    assert {partition for _, partition, _ in of_session} == {
        f"{prefix}account/acc/session/a/{generation}" for prefix in ("", "events/") for generation in (0, 1)
    }
    assert {sweep for sweep, _, _ in of_session} == {"memories", "tool_results", "activity"}


@pytest.mark.requirement("A19")
def test_no_write_that_was_under_way_can_come_after_the_last_round() -> None:
    longest = max(
        one["Timeout"]
        for name, one in resources("AWS::Serverless::Function").items()
        if any(route.function == name for route in stack().routes)
    )

    assert longest + 5 <= ERASURE_ROUNDS[-1], "seconds; five for clocks that differ"
    assert ERASURE_ROUNDS[0] == 0
    assert list(ERASURE_ROUNDS) == sorted(ERASURE_ROUNDS)


# Parts of the directory that an erasure of memory leaves: who the account is, who may call, what he set up.
SETTINGS = ("head", "key", "team/", "member/", "invitation", "sign-in", "version", "connector")


@pytest.mark.requirement("A19", "A9")
def test_every_written_item_has_an_age_and_temporary_ones_an_expiry(
    service: Service,
) -> None:
    key = prepare()
    for case in cases():
        if "background/" in case.name or "erasure" in case.name:
            continue
        for part in (*case.after, case):
            function(part.function).handler(part.event(key), NO_CONTEXT)

    met = set()
    for table, item in everything(service.client):
        place = f"{table}: {sorted(item)}"
        if table in ("memories", "tool_results", "sessions"):
            assert "epoch" in item, place
        elif table == "activity":
            assert {"epoch", "at"} & set(item), place
        elif table == "directory" and item["part"]["S"].startswith(("store/", "former-speaker/")):
            assert "live_from" in item, place
        elif table == "directory":
            assert item["part"]["S"].startswith(SETTINGS), place
        if table in ("tool_results", "activity", "sessions"):
            assert "expires_at" in item, place
        met.add(table if table != "activity" else item["feed"]["S"].split("/")[0])
    assert met >= {"memories", "tool_results", "sessions", "directory"}
    assert met >= {feed.split("/")[0] for feed in planning.feeds_of(ACCOUNT)}, "each feed was written to"


def test_ages_are_told_by_attributes_that_the_sweeps_know() -> None:
    assert {sweep.age for sweep in registry.SWEEPS.values()} == set(Age)
