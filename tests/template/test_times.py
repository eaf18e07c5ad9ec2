"""Times that depend on each other: in template.yaml, in the code, and in what readers look at again."""

from __future__ import annotations

import re
from typing import Any

import pytest

from commonplace.domain import times
from commonplace.domain.clock import SECOND
from commonplace.domain.levels import Level
from commonplace.domain.memory import Kind, Memory
from commonplace.domain.spaces import account_space
from commonplace.operations.reading import Source
from commonplace.pending.cursor import cursor_at, digest
from commonplace.search.warm_partition import WarmPartition
from docs.operations import OPERATIONS, OWNER
from tests.support.agents import ROOT
from tests.template.reading import resources, written

NOW = 1_792_000_000 * SECOND
BACKGROUND = ("EmbedMemoryFunction", "FanOutErasureFunction", "SweepSpaceFunction", "CloseErasuresFunction")
SLOWEST = times.MAX_WRITE_TIME + times.CLOCK_SKEW  # between a write's time and its arrival, as a reader sees it


def timeouts() -> dict[str, int]:
    return {name: one["Timeout"] for name, one in resources("AWS::Serverless::Function").items()}


class Rows:
    """A table with a record that arrives late."""

    def __init__(self) -> None:
        self.record: Memory | None = None

    def all(self, since: int | None) -> list[Memory]:
        one = self.record
        return [] if one is None or (since is not None and one.updated_at < since) else [one]

    def versions(self, since: int) -> list[tuple[str, int, int]]:
        return [(one.memory_id, one.version, one.updated_at) for one in self.all(since)]

    def some(self, ids: Any) -> list[Memory]:
        return [one for one in self.all(None) if one.memory_id in ids]


def record(updated_at: int) -> Memory:
    return Memory(
        space=account_space("acme"),
        memory_id="a",
        account_id="acme",
        epoch=0,
        text="tea",
        kind=Kind.FACT,
        level=Level.PUBLIC,
        importance=0.6,
        created_at=updated_at,
        updated_at=updated_at,
    )


def test_a_reader_looks_back_as_far_as_a_write_takes() -> None:
    assert times.REREAD_WINDOW >= SLOWEST


def test_a_warm_partition_finds_the_slowest_write() -> None:
    partition, rows = WarmPartition(Source(account_space("acme"), Level.PUBLIC)), Rows()
    partition.refresh(rows, NOW)
    rows.record = record(NOW - SLOWEST)
    partition.refresh(rows, NOW)

    assert set(partition.records) == {"a"}


def test_a_cursor_leads_back_to_the_slowest_write() -> None:
    cursor = cursor_at(NOW, [(NOW, digest("e", NOW))], NOW)

    assert cursor.reread_from <= NOW - SLOWEST
    assert not cursor_at(NOW - SLOWEST, [], NOW).settled


def test_most_functions_end_before_a_write_is_too_slow() -> None:
    assert written()["Globals"]["Function"]["Timeout"] == times.SHORT_TIMEOUT_SECONDS
    assert times.SHORT_TIMEOUT_SECONDS * SECOND <= times.MAX_WRITE_TIME


def test_functions_have_the_timeouts_of_the_code() -> None:
    answering = {times.SHORT_TIMEOUT_SECONDS, times.MEDIUM_TIMEOUT_SECONDS, times.LONG_TIMEOUT_SECONDS}
    found = timeouts()

    assert {found[name] for name in found if name not in BACKGROUND} == answering
    assert {found[name] for name in BACKGROUND} == set(times.BACKGROUND_TIMEOUTS_SECONDS)
    assert max(answering) < times.API_TIMEOUT_SECONDS


@pytest.mark.parametrize(
    ("function", "seconds"),
    [
        ("McpFunction", times.CONNECTOR_LIST_SECONDS + times.CONNECTOR_CALL_SECONDS),
        ("TestConnectorFunction", times.CONNECTOR_TEST_SECONDS),
        ("DashboardFunction", times.CONNECTOR_TEST_SECONDS),
        ("DashboardFunction", times.IMPORT_SECONDS),
        ("ImportFunction", times.IMPORT_SECONDS),
        ("BulkStoreFunction", times.EMBEDDING_OF_A_CALL / SECOND),
        ("AuthorizeFunction", 2 * times.ISSUER_SECONDS),
        ("SignInFunction", 3 * times.ISSUER_SECONDS),
        ("SweepSpaceFunction", times.SWEEP_STEP_MILLISECONDS / 1000),
    ],
)
def test_work_ends_well_before_its_function(function: str, seconds: float) -> None:
    assert seconds + 2 <= timeouts()[function]


def test_rights_are_cached_as_long_everywhere() -> None:
    (api,) = resources("AWS::Serverless::HttpApi").values()
    authorizers = api["Auth"]["Authorizers"].values()
    cached = {one["Identity"]["ReauthorizeEvery"] * SECOND for one in authorizers}

    assert cached == {times.RIGHTS_CACHED}
    assert times.CONNECTORS_CACHED <= times.RIGHTS_CACHED
    assert times.RIGHTS_CACHED + 5 * SECOND <= times.RIGHTS_CHANGE_WITHIN_SECONDS * SECOND
    assert times.RIGHTS_CHANGE_WITHIN_SECONDS <= times.PAGES_PROMISE_SECONDS


def test_texts_promise_what_the_code_holds() -> None:
    described = " ".join(one.description for one in (*OPERATIONS, *OWNER))
    pages = (ROOT / "layers/core/commonplace/dashboard/languages/en.toml").read_text()

    assert set(re.findall(r"within (\d+) s\b", described)) == {str(times.RIGHTS_CHANGE_WITHIN_SECONDS)}
    assert set(re.findall(r"within (\d+) seconds", pages)) == {str(times.PAGES_PROMISE_SECONDS)}


@pytest.mark.requirement("D8")
@pytest.mark.parametrize("name", ["BulkStoreFunction", "ImportFunction"])
def test_a_key_is_held_for_longer_than_any_function_runs(name: str) -> None:
    """Who waits twice, as the public client does, meets the outcome."""
    assert timeouts()[name] * SECOND <= 2 * times.KEY_ASKED_AGAIN <= times.KEY_HELD == 60 * SECOND
