"""Restoring a backup: what is none is refused, and where nothing later is known its own ledger goes on."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from local.backups import Restored, back_up, restore
from local.cli import main
from local.data_folder import DataError, DataFolder
from local.dynamodb import Engine, connect
from tests.conftest import bind, new_key
from tests.support.agents import Agent, stack
from tests.support.clock import HandClock
from tests.support.erasures import Background, Owner, Service, holding

Use = Callable[[DataFolder], AbstractContextManager[Service]]
OLD = "heliotrope"


@pytest.fixture
def data(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data")


@pytest.fixture
def use(clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> Use:
    """Use a folder's data as a server does."""

    @contextmanager
    def service(folder: DataFolder) -> Iterator[Service]:
        folder.make()
        engine = Engine(folder.database, lambda: clock.now / 1_000_000)
        client = connect(engine)
        bind(client, clock, monkeypatch)
        yield Service(engine, client, Background(engine, clock, folder.path), clock)
        engine.close()

    return service


@pytest.mark.requirement("A19")
@pytest.mark.parametrize("begun_anew", [False, True], ids=["a new folder", "a folder begun anew"])
def test_a_new_folder_continues_the_erasures_of_the_backup(
    begun_anew: bool, data: DataFolder, use: Use, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup, other = tmp_path / "backup.db", DataFolder(tmp_path / "other")
    with use(data):
        key = new_key("acme")
        owner = Owner(key)
        Agent(key).remember(f"{OLD} one", durable=True)
        Agent(key, "a").remember(f"{OLD} two")
        erased = [owner.erase("store", store="default")["id"], owner.erase("session", session="a")["id"]]
        Agent(key).remember("kept", durable=True)
    back_up(data, backup)
    if begun_anew:
        with use(other):
            Agent(new_key("somebody else")).remember("lost", durable=True)

    assert main(["restore", "--data", str(other.path), str(backup)]) == 0

    said = capsys.readouterr()
    assert said.out == '{"erased_anew": {"memories": 2}}\n'
    assert "is not known here" in said.err
    with use(other) as service:
        assert [table for table, _ in holding(service.client, OLD)] == []
        receipts = [service.complete(owner, one)["deleted"]["memories"] for one in erased]
        assert receipts == [1, 1]
        assert Agent(key).recall() == ["kept"]


@pytest.mark.requirement("A19")
def test_data_that_knows_more_keeps_its_ledger_as_it_is(data: DataFolder, use: Use, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    with use(data) as service:
        key = new_key("acme")
        owner, agent = Owner(key), Agent(key)
        agent.remember(OLD, durable=True)
        first = owner.erase("store", store="default")["id"]
        back_up(data, backup)  # while it is open
        service.complete(owner, first)
        agent.remember(OLD, durable=True)
        service.complete(owner, owner.erase("store", store="default")["id"])
        agent.call("/v1/sessions/taint", level="RESTRICTED")
        receipts = owner.receipts()

    assert restore(data, backup, stack()) == Restored({"memories": 1}, knows_later=True)

    with use(data) as service:
        assert holding(service.client, OLD) == []
        assert Owner(key).receipts() == receipts
        assert [item for _, item in holding(service.client, first) if item.get("ledger") == {"S": "open"}] == []
        assert Agent(key).remember("after")["classification"] == "RESTRICTED"


@pytest.mark.requirement("A19")
@pytest.mark.parametrize("what", ["empty", "random", "another database", "cut off", "damaged", "without tables"])
def test_what_is_no_backup_is_refused_and_the_data_stays(
    what: str, data: DataFolder, use: Use, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup = tmp_path / "backup.db"
    with use(data):
        key = new_key("acme")
        for number in range(200):
            Agent(key).remember(f"kept {number} " * 30, durable=True)
    match what:
        case "empty":
            backup.touch()
        case "random":
            backup.write_bytes(bytes(range(256)) * 100)
        case "another database":
            with sqlite3.connect(backup) as made:
                made.execute("CREATE TABLE tables (name TEXT)")
        case "cut off":
            back_up(data, backup)
            backup.write_bytes(backup.read_bytes()[:200_000])
        case "damaged":
            back_up(data, backup)
            content = backup.read_bytes()
            page = content.index(b"kept 150 ") // 4096 * 4096  # of which restoring itself reads nothing
            backup.write_bytes(content[:page] + b"?" * 8 + content[page + 8 :])
        case "without tables":
            Engine(backup).close()
    held = data.database.read_bytes()

    assert main(["restore", "--data", str(data.path), str(backup)]) == 1

    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines()), "is no whole backup" in said.err) == ("", 1, True)
    assert data.database.read_bytes() == held
    assert not (data.path / "restored.db").exists()
    with use(data):
        assert len(Agent(key).recall(limit=25)) == 25


@pytest.mark.requirement("A19")
def test_nothing_is_restored_if_later_erasures_cannot_be_read(data: DataFolder, use: Use, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    with use(data) as service:
        key = new_key("acme")
        Agent(key).remember(OLD, durable=True)
        back_up(data, backup)
        Owner(key).erase("store", store="default")
        broken = {"ledger": {"S": "replay"}, "entry": {"S": "broken"}, "what": {"S": "account"}}
        service.client.put_item(TableName=stack().environment["ERASURES_TABLE"], Item=broken)

    with pytest.raises(DataError, match=r"Nothing was restored: .* cannot be read: broken"):
        restore(data, backup, stack())

    with use(data):
        assert Agent(key).recall() == []
