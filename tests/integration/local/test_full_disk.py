"""Case 67: a data folder on a disk of 3 MB that fills up, as its owner would meet it."""

from __future__ import annotations

import contextlib
import json
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.agents import Agent, Answer, stack
from tests.support.apps import App
from tests.support.http_agents import Http
from tests.support.server import Launch, Running, launcher, run

PATIENCE = 60.0


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 3 MB of its own."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = shutil.which("mount")
    if mount is None:
        pytest.skip("there is no `mount` to make a small disk with")
    made = subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(place)], capture_output=True, text=True, check=False
    )
    if made.returncode:
        pytest.skip(
            f"a small disk needs the right to mount one (try: unshare -rm make test): {made.stderr.strip()}"
        )
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.fixture
def launch(disk: Path) -> Iterator[Launch]:
    yield from launcher(disk / "data")


def fill(file: Path, most: int | None = None) -> None:
    """Write a file until the disk is full, or it is of a size."""
    with contextlib.suppress(OSError), file.open("ab", buffering=0) as out:
        while most is None or out.tell() < most:
            out.write(b"z" * 4096)


def until(holds: Callable[[], bool], server: Running) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "".join(server.errors[-20:])
        time.sleep(0.1)


def texts(app: App) -> list[str]:
    """Everything that is kept, by its numbers."""
    rows = app.good("list_memories", limit=500)["memories"]
    return sorted(row["content"] for row in rows)


def is_full(answer: Answer) -> bool:
    return (answer.status, answer.error["type"], answer.error["code"]) == (507, "storage_error", "storage.full")


@pytest.mark.requirement("E2")
def test_case_67_a_full_disk_loses_nothing_and_goes_on(launch: Launch, disk: Path, tmp_path: Path) -> None:
    server = launch().wait()
    assert server.key is not None
    manage = server.manage_key
    with closing(Http(server.port)) as http:
        agent, app = Agent(server.key, transport=http), App(server.key, transport=http)
        fill_and_make_room(server, disk, tmp_path / "copy.db", agent, app, Agent(manage, transport=http))


def fill_and_make_room(
    server: Running, disk: Path, elsewhere: Path, agent: Agent, app: App, manager: Agent
) -> None:
    data = str(disk / "data")
    fill(disk / "film", 1_400_000)
    kept: list[str] = []
    while (answer := app.call("store_memory", content=f"fact {len(kept):04d} " + "x" * 2000)).status == 200:
        kept.append(f"fact {len(kept):04d} " + "x" * 2000)
    assert len(kept) > 20
    assert is_full(answer)
    fill(disk / "film")

    # Writes are refused in each dialect's form; what is kept can be read.
    assert is_full(app.call("store_memory", content="small"))
    assert is_full(agent.call("remember", text="small", durable=True))
    assert is_full(manager.call("/v1/owner/erasures", what="account"))
    assert texts(app) == kept
    assert (agent.call("recall").status, agent.call("get_pending").status) == (200, 200)
    called = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    accept = {"Accept": "application/json, text/event-stream", "Authorization": f"Bearer {agent.key}"}
    for name, arguments, failed in (("remember", {"text": "small"}, True), ("recall", {}, False)):
        params = {"name": f"{stack().environment['TOOL_NAMESPACE']}__{name}", "arguments": arguments}
        status, body = server.call(
            "POST",
            "/mcp",
            json.dumps({**called, "params": params}),
            {**accept, "Content-Type": "application/json"},
        )
        result = json.loads(body)["result"]
        assert (status, bool(result.get("isError"))) == (200, failed)
        assert ("storage.full" in str(result)) is failed
    until(lambda: any("is full" in line for line in server.errors), server)
    said = next(line for line in server.errors if "is full" in line)
    assert "leave the files in" in said
    assert "ove the folder" not in said

    # Onto the same disk there is no backup, nor a part of one; onto another there is.
    refused = run("backup", "--data", data, str(disk / "copy.db"))
    assert refused.returncode == 1
    assert f"{disk / 'copy.db'} is to be written to is full" in refused.stderr
    assert sorted(one.name for one in disk.iterdir()) == ["data", "film"]
    assert run("backup", "--data", data, str(elsewhere)).returncode == 0
    assert f"The disk of {data} is full" in run("key", "--data", data, "--account", "new").stderr

    # There is room, and it goes on.
    (disk / "film").unlink()
    until(lambda: app.call("store_memory", content="fact after").status == 200, server)
    until(lambda: any("takes writes again" in line for line in server.errors), server)
    assert texts(app) == [*kept, "fact after"]
    assert not any("gave up" in line for line in server.errors)


@pytest.mark.requirement("E2")
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_case_67_a_start_says_what_to_free(
    launch: Launch, disk: Path, tmp_path: Path, end: signal.Signals
) -> None:
    """It serves what can be read where it can be opened; where not, it ends, and says the same."""
    first, data = launch().wait(), str(disk / "data")
    key = first.key
    assert key is not None
    assert first.tool("remember", {"text": "kept", "durable": True}, key)[0] == 200
    first.end(end)
    fill(disk / "film")

    done = run("backup", "--data", data, str(tmp_path / "copy.db"))
    assert (done.returncode, done.stderr) == (0, "") or f"The disk of {data} is full" in done.stderr
    server = launch()
    until(lambda: any("is full" in line for line in server.errors), server)
    said = next(line for line in server.errors if "is full" in line)
    assert f"The disk of {data} is full" in said
    assert "leave the files in" in said
    assert not any("Traceback" in line for line in server.errors)
    if any(line.startswith("Stop:") for line in server.output):
        assert server.tool("recall", {}, key)[1]["items"][0]["text"] == "kept"
        assert server.tool("remember", {"text": "new"}, key)[0] == 507
    else:
        assert server.process.wait(PATIENCE) == 1
    (disk / "film").unlink()
    if server.process.poll() is not None:
        server = launch().wait()
    until(lambda: server.tool("remember", {"text": "new"}, key)[0] == 200, server)
    texts = [item["text"] for item in server.tool("recall", {}, key)[1]["items"]]
    assert sorted(texts) == ["kept", "new"]


@pytest.mark.requirement("E2")
def test_a_first_start_on_a_full_disk_says_so(disk: Path) -> None:
    fill(disk / "film")

    done = run("serve", "--port", "0", "--data", str(disk / "data"))

    assert done.returncode == 1
    assert "is full" in done.stderr
    assert "Traceback" not in done.stderr
    (disk / "film").unlink()
    for start in launcher(disk / "data"):
        assert start().wait().key is not None


@pytest.mark.requirement("E2")
def test_an_export_that_does_not_fit_says_so(launch: Launch, disk: Path) -> None:
    server = launch().wait()
    assert server.key is not None
    for number in range(40):
        server.tool("remember", {"text": f"fact {number} " + "x" * 2000, "durable": True}, server.key)
    fill(disk / "film")
    command = f"{shlex.quote(sys.executable)} -m local export --quiet --key {server.key}"

    done = subprocess.run(
        f"{command} --url http://127.0.0.1:{server.port} > {disk / 'out.json'}",
        shell=True,
        cwd=Path(__file__).resolve().parents[3],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )

    assert done.returncode == 1
    assert "The export is not complete" in done.stderr
    assert "Traceback" not in done.stderr
