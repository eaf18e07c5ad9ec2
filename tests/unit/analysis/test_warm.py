"""Levels that are kept warm: what is read again, what is let go, and many threads at once."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from commonplace.domain.levels import Level
from commonplace.domain.memory import Kind, Memory
from commonplace.domain.spaces import account_space
from commonplace.domain.times import REREAD_WINDOW
from commonplace.search.analysis.word_index import WordIndex, search
from commonplace.search.warm_words import WarmLevel, WarmLevels

START = 1_800_000_000_000_000
NOW = START + 10


class Table:
    """Rows by id, newest first as the table reads them, and what was asked."""

    def __init__(self, *rows: Memory) -> None:
        self.rows = {row.memory_id: row for row in rows}
        self.asked: list[int | None] = []
        self.read: list[str] = []

    def write(self, *rows: Memory) -> None:
        self.rows |= {row.memory_id: row for row in rows}

    def all(self, since: int | None) -> Iterable[Memory]:
        self.asked.append(since)
        found = [row for row in self.rows.values() if since is None or row.updated_at >= since]
        return sorted(found, key=lambda row: row.updated_at, reverse=True)

    def versions(self, since: int) -> list[tuple[str, int, int]]:
        self.asked.append(since)
        rows = self.rows.values()
        return [(row.memory_id, row.version, row.updated_at) for row in rows if row.updated_at >= since]

    def some(self, ids: Sequence[str]) -> list[Memory]:
        self.read += ids
        return [self.rows[memory_id] for memory_id in ids]


def memory(memory_id: str, text: str, after: int = 0, version: int = 1) -> Memory:
    return Memory(
        space=account_space("acme"),
        memory_id=memory_id,
        account_id="acme",
        epoch=0,
        text=text,
        kind=Kind.FACT,
        level=Level.PUBLIC,
        importance=0.6,
        created_at=START,
        updated_at=START + after,
        version=version,
    )


def found(level: WarmLevel, query: str) -> list[str]:
    return [memory_id for memory_id, _ in search(query, [level.index])]


def test_the_first_refresh_reads_everything_and_the_next_only_what_is_new() -> None:
    level, table = WarmLevel(), Table(memory("a", "tea"), memory("b", "coffee", after=7))
    level.refresh(table, NOW)
    level.refresh(table, NOW)

    assert table.asked == [None, NOW - REREAD_WINDOW]
    assert table.read == []
    assert set(level.records) == {"a", "b"}
    assert found(level, "coffee") == ["b"]


def test_an_empty_level_is_asked_for_what_is_new_alone() -> None:
    level, table = WarmLevel(), Table()
    level.refresh(table, NOW)
    table.write(memory("a", "tea"))
    level.refresh(table, NOW + 3)

    assert (table.asked, table.read) == ([None, NOW - REREAD_WINDOW], ["a"])


def test_time_that_passes_without_writes_leaves_nothing_to_look_at() -> None:
    level, table = WarmLevel(), Table(*(memory(str(number), "tea", after=number) for number in range(9)))
    level.refresh(table, NOW)
    level.refresh(table, NOW + 2 * REREAD_WINDOW)

    assert table.versions(level.settled or 0) == []


def test_many_changes_are_read_as_a_whole() -> None:
    level, table = WarmLevel(), Table()
    level.refresh(table, NOW)
    table.write(*(memory(str(number), f"word{number}") for number in range(1000)))
    level.refresh(table, NOW)

    assert (table.asked, table.read) == ([None, NOW - REREAD_WINDOW, NOW - REREAD_WINDOW], [])
    assert len(level.records) == 1000


def test_what_is_written_with_a_clock_behind_is_read_within_the_overlap() -> None:
    level, table = WarmLevel(), Table(memory("a", "tea", after=REREAD_WINDOW))
    level.refresh(table, START + REREAD_WINDOW)
    table.write(memory("late", "coffee", after=0), memory("too-late", "milk", after=-1))
    level.refresh(table, START + REREAD_WINDOW)

    assert set(level.records) == {"a", "late"}


def test_a_new_version_takes_the_old_ones_place() -> None:
    level, table = WarmLevel(), Table(memory("a", "likes tea"))
    level.refresh(table, NOW)
    table.write(memory("a", "likes coffee", after=1, version=2))
    level.refresh(table, NOW)

    assert found(level, "tea") == []
    assert found(level, "coffee") == ["a"]
    assert level.records["a"].version == 2


def test_what_is_unchanged_is_not_put_in_again(monkeypatch: pytest.MonkeyPatch) -> None:
    level, table = WarmLevel(), Table(memory("a", "tea"))
    level.refresh(table, NOW)
    monkeypatch.setattr(WordIndex, "add", lambda *_: pytest.fail("put in again"))
    level.refresh(table, NOW)
    table.write(memory("a", "tea", after=5, version=2))
    level.refresh(table, NOW)

    assert level.records["a"].version == 2


def test_what_is_dropped_is_gone_and_comes_back_when_it_is_written_again() -> None:
    level, table = WarmLevel(), Table(memory("a", "tea"), memory("b", "tea"))
    level.refresh(table, NOW)
    level.drop("a")
    level.drop("a")
    level.drop("unknown")
    assert found(level, "tea") == ["b"]
    assert set(level.records) == {"b"}

    table.write(memory("a", "tea", after=REREAD_WINDOW * 3, version=2))
    level.refresh(table, NOW)
    assert found(level, "tea") == ["a", "b"]


def test_a_reading_that_fails_halfway_is_done_again_as_a_whole() -> None:
    level, table = WarmLevel(), Table(memory("old", "tea"), memory("new", "coffee", after=REREAD_WINDOW * 10))

    class Failing(Table):
        def all(self, since: int | None) -> Iterator[Memory]:
            yield next(iter(super().all(since)))
            raise ConnectionError

    with pytest.raises(ConnectionError):
        level.refresh(Failing(*table.rows.values()), NOW)
    level.refresh(table, NOW)

    assert set(level.records) == {"old", "new"}


@pytest.mark.requirement("C3")
def test_many_threads_refresh_search_and_drop_at_once() -> None:
    level, table = WarmLevel(), Table()
    other = WarmLevel()
    other.refresh(Table(*(memory(f"other-{number}", f"other word{number} runs") for number in range(50))), NOW)
    begun = threading.Barrier(6)
    rounds = 150

    def write(thread: int) -> None:
        begun.wait()
        for number in range(rounds):
            row = memory(f"{thread}-{number}", f"running word{number} thread{thread} 東京{number}", after=number)
            level.refresh(Table(row), START)

    def drop(thread: int) -> None:
        begun.wait()
        for number in range(rounds):
            level.drop(f"{thread}-{number}")

    def look(indexes: list[WordIndex]) -> None:
        begun.wait()
        for number in range(rounds):
            for memory_id, score in search(f"run word{number} 東京", indexes):
                assert memory_id
                assert score > 0

    with ThreadPoolExecutor(6) as threads:
        jobs = [
            threads.submit(write, 1),
            threads.submit(write, 2),
            threads.submit(drop, 1),
            threads.submit(drop, 2),
            threads.submit(look, [level.index, other.index]),
            threads.submit(look, [other.index, level.index]),
        ]
        for job in jobs:
            job.result(timeout=60)

    assert len(level.index) == len(level.records)
    assert {memory_id for memory_id, _ in search("run", [level.index])} == set(level.records)
    assert table.asked == []


def test_threads_that_refresh_at_once_read_one_after_the_other() -> None:
    level, table = WarmLevel(), Table(memory("a", "tea"))
    with ThreadPoolExecutor(8) as threads:
        for job in [threads.submit(level.refresh, table, NOW) for _ in range(8)]:
            job.result(timeout=60)

    assert table.asked == [None] + [NOW - REREAD_WINDOW] * 7


@pytest.mark.requirement("C6")
def test_levels_and_spaces_are_apart() -> None:
    levels = WarmLevels()

    assert levels.level("space", 0) is levels.level("space", 0)
    assert levels.level("space", 0) is not levels.level("space", 1)
    assert levels.level("space", 0) is not levels.level("space/x", 0)


def filled(levels: WarmLevels, space: str, count: int) -> WarmLevel:
    level = levels.level(space, 0)
    level.refresh(rows(space, count), NOW)
    return level


def rows(space: str, count: int) -> Table:
    return Table(*(memory(f"{space}-{number}", "tea") for number in range(count)))


def test_the_least_recently_used_levels_are_let_go() -> None:
    levels = WarmLevels(most_records=10)
    first, second = filled(levels, "first", 4), filled(levels, "second", 4)
    assert levels.level("first", 0) is first  # used again
    third = filled(levels, "third", 4)

    assert levels.level("third", 0) is third
    assert levels.level("first", 0) is first
    assert levels.level("second", 0) is not second


def test_one_level_larger_than_the_bound_stays_while_it_is_asked_for() -> None:
    levels = WarmLevels(most_records=10)
    large = filled(levels, "large", 50)
    assert levels.level("large", 0) is large

    levels.level("small", 0)
    assert len(levels) == 1


def test_empty_levels_are_bounded_too() -> None:
    levels = WarmLevels(most_levels=3)
    for number in range(100):
        levels.level(f"space{number}", 0)

    assert len(levels) == 3


def test_threads_that_ask_for_a_level_get_the_same_one() -> None:
    levels = WarmLevels()
    with ThreadPoolExecutor(8) as threads:
        got = list(threads.map(lambda number: levels.level(f"space{number % 4}", 0), range(400)))

    assert len({id(level) for level in got}) == 4
