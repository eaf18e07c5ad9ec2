"""A real server on a free port, and agents that call it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.agents import Agent
from tests.support.http_agents import Http
from tests.support.server import Launch, Running, launcher, run

Issue = Callable[..., str]


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Launch]:
    yield from launcher(tmp_path / "data")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    for start in launcher(tmp_path_factory.mktemp("server") / "data"):
        yield start("--quiet").wait()


@pytest.fixture(scope="module")
def transport(server: Running) -> Iterator[Http]:
    http = Http(server.port)
    yield http
    http.close()


@pytest.fixture(scope="module")
def issue(server: Running, transport: Http) -> Callable[..., Agent]:
    """Make an agent with a key of the named account, by the command, beside the running server."""

    def agent(account: str, *options: str) -> Agent:
        made = run("key", "--data", str(server.data), "--account", account, *options)
        assert made.returncode == 0, made.stderr
        return Agent(made.stdout.strip(), transport=transport)

    return agent
