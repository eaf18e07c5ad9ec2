"""Every table and every kind of partition has its place in an export; what is added later has to find one."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest

from commonplace.domain.erasures import Order
from commonplace.erasure import planning, registry
from commonplace.erasure.planning import Holdings
from commonplace.export.format import RECORDS, TYPES, document_schema
from commonplace.export.parts import NOT_IN_INDEX, Part, parts_of
from commonplace.export.records import _WRITERS
from commonplace.operations.settings import Settings, settings
from commonplace.storage.erasures import receipts_ledger
from tests.support.agents import ROOT
from tests.template.reading import resources

TABLES = {
    field.name: getattr(settings(), field.name) for field in fields(Settings) if field.name.endswith("_table")
}
DEFINED = {table["TableName"]: table for table in resources("AWS::DynamoDB::Table").values()}
HOLDINGS = Holdings(stores=["letters"], sessions=[("a", 0), ("a", 1), ("b", 0)], teams=["team_1"])
PARTS = parts_of("acc", [*HOLDINGS.stores], [*HOLDINGS.sessions], [*HOLDINGS.teams])


@pytest.mark.requirement("A19")
def test_every_table_of_the_template_is_exported() -> None:
    assert set(TABLES.values()) == set(DEFINED)
    assert {part.partition.table for part in PARTS} == set(TABLES)


@pytest.mark.requirement("A19")
@pytest.mark.parametrize("part", PARTS, ids=lambda part: f"{part.order.name} {part.partition.value}")
def test_part_has_the_keys_of_its_table_or_index(part: Part) -> None:
    table, partition = DEFINED[TABLES[part.partition.table]], part.partition

    assert _keys(table) == (partition.partition_key, partition.sort_key)
    if partition.index is not None:
        (index,) = [one for one in table["GlobalSecondaryIndexes"] if one["IndexName"] == partition.index]
        assert _keys(index) == (partition.index_key, partition.index_sort_key)


def _keys(part: dict[str, Any]) -> tuple[str, str]:
    hash_key, range_key = (key["AttributeName"] for key in part["KeySchema"])
    return hash_key, range_key


@pytest.mark.requirement("A19")
def test_whatever_an_erasure_sweeps_is_exported_except_lists_of_spaces() -> None:
    order = Order("erasure", "acc", "account", asked_at=1, epoch=1)
    swept = {
        (registry.SWEEPS[task.sweep].table, task.partition)
        for task in planning.plan(order, HOLDINGS)
        if task.sweep != registry.SESSION_SPACES.name
    }
    exported = {(part.partition.table, part.partition.value) for part in PARTS}

    assert swept - exported == set()
    assert exported - swept == {("erasures_table", receipts_ledger("acc"))}


@pytest.mark.requirement("A19")
def test_parts_stand_in_one_order_and_each_has_a_place_of_its_own() -> None:
    places = [part.place for part in PARTS]

    assert places == sorted(places)
    of_directory = [part for part in PARTS if part.partition.table == "directory_table"]
    assert len(set(places)) == len(places) == 7 + 1 + 2 + 3 * 3 + 1 + 5 + 1 + 1
    assert len({part.partition.prefix for part in of_directory}) == 7


def test_every_part_has_its_writer() -> None:
    of_memories = {"STORE_MEMORIES", "SESSION_MEMORIES", "TEAM_MEMORIES", "TOOL_RESULTS"}

    assert {part.order.name for part in PARTS} - {order.name for order in _WRITERS} == of_memories


def test_captured_ids_are_found_in_sessions_and_are_not_in_the_index() -> None:
    assert {kind.value for kind in NOT_IN_INDEX} == {"identifier"}


@pytest.mark.requirement("A19")
def test_the_schema_in_the_docs_is_that_of_the_models() -> None:
    written = json.loads((ROOT / "docs" / "export.schema.json").read_text(encoding="utf-8"))

    assert written == document_schema()
    assert set(TYPES) == {written["$defs"][model.__name__]["properties"]["type"]["const"] for model in RECORDS}
