"""The public client `wontopos`, its two kinds alike, against the started server."""

from __future__ import annotations

import asyncio
import inspect
import uuid
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import wontopos

from tests.support.server import Running, launcher


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all clients; each test works in a store of its own."""
    for start in launcher(tmp_path_factory.mktemp("stores") / "data"):
        yield start().wait()


class Awaited:
    """The asynchronous client, called as if it were the other one."""

    def __init__(self, client: wontopos.AsyncClient, loop: asyncio.AbstractEventLoop) -> None:
        self._client, self._loop = client, loop

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._client, name)
        if not callable(value):
            return value

        def call(*arguments: Any, **named: Any) -> Any:
            answer = value(*arguments, **named)
            if inspect.isasyncgen(answer):
                return self._loop.run_until_complete(_all(answer))
            if inspect.isawaitable(answer):
                return self._loop.run_until_complete(answer)
            return Awaited(answer, self._loop) if isinstance(answer, wontopos.AsyncClient) else answer

        return call


async def _all(found: AsyncIterator[Any]) -> list[Any]:
    return [one async for one in found]


@pytest.fixture(params=["sync", "async"])
def kind(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def client(server: Running, kind: str) -> Iterator[Any]:
    """A client without a store of its own."""
    address, key = f"http://127.0.0.1:{server.port}", server.key
    assert key is not None
    if kind == "sync":
        with wontopos.Client(api_key=key, base_url=address, retries=0) as one:
            yield one
        return
    loop = asyncio.new_event_loop()
    other = wontopos.AsyncClient(api_key=key, base_url=address, retries=0)
    yield Awaited(other, loop)
    loop.run_until_complete(other.aclose())
    loop.close()


@pytest.fixture
def store(client: Any) -> str:
    """A store that was created for one test."""
    name = f"s{uuid.uuid4().hex}"
    assert client.create_store(name) == {"user_id": name, "status": "created"}
    return name


@pytest.fixture
def mem(client: Any, store: str) -> Any:
    """A client whose calls go to the test's store."""
    return client.with_user(store)
