"""Warm partitions: what is read again, which ones are removed, and concurrent threads."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from commonplace.domain.levels import Level
from commonplace.domain.memory import Kind, Memory
from commonplace.domain.spaces import account_space
from commonplace.domain.times import REREAD_WINDOW
from commonplace.operations.reading import Source
from commonplace.search.analysis.word_index import WordIndex, search
from commonplace.search.warm_partition import WarmPartition, WarmPartitions

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


def source(store: str, level: int = 0) -> Source:
    return Source(account_space("acme", store), Level(level))


def new_partition() -> WarmPartition:
    return WarmPartition(source("default"))


def found(partition: WarmPartition, query: str) -> list[str]:
    return [memory_id for memory_id, _ in search(query, [partition.words])]


def test_the_first_refresh_reads_everything_and_the_next_only_what_is_new() -> None:
    partition, table = new_partition(), Table(memory("a", "tea"), memory("b", "coffee", after=7))
    partition.refresh(table, NOW)
    partition.refresh(table, NOW)

    assert table.asked == [None, NOW - REREAD_WINDOW]
    assert table.read == []
    assert set(partition.records) == {"a", "b"}
    assert found(partition, "coffee") == ["b"]


def test_an_empty_partition_reads_only_what_is_new() -> None:
    partition, table = new_partition(), Table()
    partition.refresh(table, NOW)
    table.write(memory("a", "tea"))
    partition.refresh(table, NOW + 3)

    assert (table.asked, table.read) == ([None, NOW - REREAD_WINDOW], ["a"])


def test_time_without_writes_leaves_nothing_to_read() -> None:
    partition, table = new_partition(), Table(*(memory(str(number), "tea", after=number) for number in range(9)))
    partition.refresh(table, NOW)
    partition.refresh(table, NOW + 2 * REREAD_WINDOW)

    assert table.versions(partition.complete_until or 0) == []


def test_many_changes_are_read_from_the_index() -> None:
    partition, table = new_partition(), Table()
    partition.refresh(table, NOW)
    table.write(*(memory(str(number), f"word{number}") for number in range(1000)))
    partition.refresh(table, NOW)

    assert (table.asked, table.read) == ([None, NOW - REREAD_WINDOW, NOW - REREAD_WINDOW], [])
    assert len(partition.records) == 1000


def test_writes_of_a_slow_clock_are_read_within_the_reread_window() -> None:
    partition, table = new_partition(), Table(memory("a", "tea", after=REREAD_WINDOW))
    partition.refresh(table, START + REREAD_WINDOW)
    table.write(memory("late", "coffee", after=0), memory("too-late", "milk", after=-1))
    partition.refresh(table, START + REREAD_WINDOW)

    assert set(partition.records) == {"a", "late"}


def test_a_new_version_replaces_the_old_one() -> None:
    partition, table = new_partition(), Table(memory("a", "likes tea"))
    partition.refresh(table, NOW)
    table.write(memory("a", "likes coffee", after=1, version=2))
    partition.refresh(table, NOW)

    assert found(partition, "tea") == []
    assert found(partition, "coffee") == ["a"]
    assert partition.records["a"].version == 2


def test_unchanged_texts_are_not_indexed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    partition, table = new_partition(), Table(memory("a", "tea"))
    partition.refresh(table, NOW)
    monkeypatch.setattr(WordIndex, "add", lambda *_: pytest.fail("indexed again"))
    partition.refresh(table, NOW)
    table.write(memory("a", "tea", after=5, version=2))
    partition.refresh(table, NOW)

    assert partition.records["a"].version == 2


def test_removed_records_come_back_when_they_are_written_again() -> None:
    partition, table = new_partition(), Table(memory("a", "tea"), memory("b", "tea"))
    partition.refresh(table, NOW)
    partition.remove("a")
    partition.remove("a")
    partition.remove("unknown")
    assert found(partition, "tea") == ["b"]
    assert set(partition.records) == {"b"}

    table.write(memory("a", "tea", after=REREAD_WINDOW * 3, version=2))
    partition.refresh(table, NOW)
    assert found(partition, "tea") == ["a", "b"]


def test_a_read_that_fails_halfway_is_repeated_as_a_whole() -> None:
    partition, table = (
        new_partition(),
        Table(memory("old", "tea"), memory("new", "coffee", after=REREAD_WINDOW * 10)),
    )

    class Failing(Table):
        def all(self, since: int | None) -> Iterator[Memory]:
            yield next(iter(super().all(since)))
            raise ConnectionError

    with pytest.raises(ConnectionError):
        partition.refresh(Failing(*table.rows.values()), NOW)
    partition.refresh(table, NOW)

    assert set(partition.records) == {"old", "new"}


@pytest.mark.requirement("C3")
def test_threads_refresh_search_and_remove_concurrently() -> None:
    partition, table = new_partition(), Table()
    other = new_partition()
    other.refresh(Table(*(memory(f"other-{number}", f"other word{number} runs") for number in range(50))), NOW)
    begun = threading.Barrier(6)
    rounds = 150

    def write(thread: int) -> None:
        begun.wait()
        for number in range(rounds):
            row = memory(f"{thread}-{number}", f"running word{number} thread{thread} 東京{number}", after=number)
            partition.refresh(Table(row), START)

    def remove(thread: int) -> None:
        begun.wait()
        for number in range(rounds):
            partition.remove(f"{thread}-{number}")

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
            threads.submit(remove, 1),
            threads.submit(remove, 2),
            threads.submit(look, [partition.words, other.words]),
            threads.submit(look, [other.words, partition.words]),
        ]
        for job in jobs:
            job.result(timeout=60)

    assert len(partition.words) == len(partition.records)
    assert {memory_id for memory_id, _ in search("run", [partition.words])} == set(partition.records)
    assert table.asked == []


def test_concurrent_refreshes_read_one_after_the_other() -> None:
    partition, table = new_partition(), Table(memory("a", "tea"))
    with ThreadPoolExecutor(8) as threads:
        for job in [threads.submit(partition.refresh, table, NOW) for _ in range(8)]:
            job.result(timeout=60)

    assert table.asked == [None] + [NOW - REREAD_WINDOW] * 7


@pytest.mark.requirement("C6")
def test_levels_and_spaces_are_separate() -> None:
    partitions = WarmPartitions()

    assert partitions.partition(source("space")) is partitions.partition(source("space"))
    assert partitions.partition(source("space")) is not partitions.partition(source("space", 1))
    assert partitions.partition(source("space")) is not partitions.partition(source("space/x"))


def filled(partitions: WarmPartitions, space: str, count: int) -> WarmPartition:
    partition = partitions.partition(source(space))
    partition.refresh(rows(space, count), NOW)
    return partition


def rows(space: str, count: int) -> Table:
    return Table(*(memory(f"{space}-{number}", "tea") for number in range(count)))


def test_the_least_recently_used_partitions_are_removed() -> None:
    partitions = WarmPartitions(most_records=10)
    first, second = filled(partitions, "first", 4), filled(partitions, "second", 4)
    assert partitions.partition(source("first")) is first  # used again
    third = filled(partitions, "third", 4)

    assert partitions.partition(source("third")) is third
    assert partitions.partition(source("first")) is first
    assert partitions.partition(source("second")) is not second


def test_a_partition_larger_than_the_limit_stays_while_it_is_used() -> None:
    partitions = WarmPartitions(most_records=10)
    large = filled(partitions, "large", 50)
    assert partitions.partition(source("large")) is large

    partitions.partition(source("small"))
    assert len(partitions) == 1


def test_empty_partitions_are_limited_too() -> None:
    partitions = WarmPartitions(most_partitions=3)
    for number in range(100):
        partitions.partition(source(f"space{number}"))

    assert len(partitions) == 3


def test_concurrent_threads_get_the_same_partition() -> None:
    partitions = WarmPartitions()
    with ThreadPoolExecutor(8) as threads:
        got = list(threads.map(lambda number: partitions.partition(source(f"space{number % 4}")), range(400)))

    assert len({id(partition) for partition in got}) == 4


@pytest.mark.requirement("C3", "S11")
def test_what_is_seen_in_the_midst_of_a_change_is_not_the_state_after_it() -> None:
    """A search that ranks while a record is being added must not take its ranking for the final one."""
    partition = new_partition()
    midst: list[tuple[int, bool]] = []

    class Watching:
        def put(self, _memory: Memory) -> None:
            midst.append((partition.changes, bool(search("tea", [partition.words]))))

        def remove(self, _memory_id: str) -> None:
            midst.append((partition.changes, True))

    partition.derived(Watching)
    before = partition.changes
    partition.add_written([memory("a", "green tea")])
    added = partition.changes
    partition.remove("a")

    assert midst[0][1] is False  # its words are not there yet
    assert len({before, midst[0][0], added, midst[1][0], partition.changes}) == 5
