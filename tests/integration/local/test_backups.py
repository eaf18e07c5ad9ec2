"""Backups of the local data: what was erased since one was made does not come back with it."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from local.backups import Restored, back_up, restore
from local.data_folder import DataError, DataFolder
from tests.support.agents import Agent, stack
from tests.support.http_agents import Http
from tests.support.server import Launch, Running, run

Connect = Callable[..., Agent]


@pytest.fixture
def connect() -> Iterator[Connect]:
    """Make agents of a server, with a key of theirs or a new one."""
    opened: list[Http] = []

    def agent(server: Running, key: str | None = None) -> Agent:
        if key is None:
            key = server.manage_key
        opened.append(Http(server.port))
        return Agent(key, transport=opened[-1])

    yield agent
    for one in opened:
        one.close()


@pytest.mark.requirement("A19")
def test_what_was_erased_since_does_not_come_back_with_a_backup(
    launch: Launch, connect: Connect, tmp_path: Path
) -> None:
    server, backup = launch("--quiet").wait(), tmp_path / "backup.db"
    agent = connect(server)
    agent.remember("erased since", durable=True)
    agent.in_session("other").remember("erased since in a session")
    back_up(DataFolder(server.data), backup)
    assert agent.call("/v1/owner/erasures", what="store", store="default").status == 200
    agent.remember("lost with the data of before the restoring", durable=True)
    server.end(signal.SIGTERM)

    done = restore(DataFolder(server.data), backup, stack())

    assert done == Restored({"memories": 1}, knows_later=True)
    server = launch("--quiet").wait()
    agent = connect(server, agent.key)
    assert agent.recall() == []
    assert agent.in_session("other").recall() == ["erased since in a session"]
    status, body = server.call("GET", "/v1/owner/erasures", headers={"Authorization": f"Bearer {agent.key}"})
    assert status == 200
    assert [one["what"] for one in json.loads(body)["erasures"]] == ["store"]


@pytest.mark.requirement("A19")
def test_a_backup_is_made_beside_a_server_that_writes(launch: Launch, connect: Connect, tmp_path: Path) -> None:
    server = launch("--quiet").wait()
    agent = connect(server)
    agent.remember("the first line", durable=True)
    stop = threading.Event()

    def write() -> None:
        number = 0
        while not stop.is_set():
            agent.remember(f"line {number}", durable=True)
            number += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(5):
            back_up(DataFolder(server.data), tmp_path / f"{number}.db")
    finally:
        stop.set()
        writer.join()
    server.end(signal.SIGTERM)
    restore(DataFolder(server.data), tmp_path / "4.db", stack())
    again = launch("--quiet").wait()
    assert connect(again, agent.key).recall(limit=25)


@pytest.mark.requirement("A19")
def test_nothing_is_restored_under_a_running_server_nor_from_nothing(launch: Launch, tmp_path: Path) -> None:
    server, backup = launch("--quiet").wait(), tmp_path / "backup.db"
    folder = DataFolder(server.data)
    back_up(folder, backup)

    with pytest.raises(DataError, match="stop it first"):
        restore(folder, backup, stack())
    with pytest.raises(DataError, match="is there already"):
        back_up(folder, backup)
    server.end(signal.SIGTERM)
    with pytest.raises(DataError, match="no backup"):
        restore(folder, tmp_path / "none.db", stack())
    with pytest.raises(DataError, match="no data"):
        back_up(DataFolder(tmp_path / "empty"), tmp_path / "other.db")


@pytest.mark.requirement("A19")
def test_commands_say_what_they_did_or_why_not(launch: Launch, tmp_path: Path) -> None:
    server, backup = launch("--quiet").wait(), str(tmp_path / "backup.db")
    data = ("--data", str(server.data))

    assert run("backup", *data, backup).returncode == 0
    again = run("backup", *data, backup)
    assert (again.returncode, "is there already" in again.stderr) == (1, True)
    assert "stop it first" in run("restore", *data, backup).stderr
    server.end(signal.SIGTERM)
    assert run("restore", *data, backup).stdout == '{"erased_anew": {}}\n'
    (tmp_path / "none.db").write_text("no database")
    broken = run("restore", *data, str(tmp_path / "none.db"))
    assert (broken.returncode, "Traceback" in broken.stderr) == (1, False)
    assert launch("--quiet").wait().call("GET", "/healthz")[0] == 200
