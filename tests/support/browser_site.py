"""A started server with its data folder, into which a test can also reach from the side."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from local.welcome import ACCOUNT
from tests.support.agents import Agent
from tests.support.apps import App
from tests.support.http_agents import Http
from tests.support.server import ROOT, Running, launcher

if TYPE_CHECKING:
    from commonplace.operations.call import Call
    from commonplace.operations.runtime import Runtime
    from local.dynamodb import Engine


@dataclass
class Site:
    """A server that browsers and agents visit.

    Attributes
    ----------
    running
        The process.
    seeded
        What the data folder was filled with; empty for a fresh one.
    """

    running: Running
    seeded: dict[str, Any] = field(default_factory=dict)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.running.port}"

    @property
    def key(self) -> str:
        """A key of the owner's, as the first start or the seeding made it."""
        key = self.seeded.get("key") or self.running.key
        assert isinstance(key, str)
        return key

    def agent(self, key: str | None = None, session: str | None = None) -> Agent:
        """An agent that calls the tools over HTTP."""
        return Agent(key or self.key, session, self._http)

    def app(self, key: str, store: str) -> App:
        """An application that calls the stores' operations over HTTP, in a store that is made."""
        return App(key, transport=self._http).in_store(store)

    @cached_property
    def _http(self) -> Http:
        return Http(self.running.port)

    @cached_property
    def runtime(self) -> Runtime:
        """The tables as this process sees them, beside the server."""
        from commonplace.operations.runtime import Runtime
        from commonplace.operations.settings import settings
        from commonplace.storage.store import Tables
        from local.dynamodb import connect

        return Runtime(Tables(connect(self._engine), settings()))

    @cached_property
    def _engine(self) -> Engine:
        from local.dynamodb import Engine

        return Engine(self.running.data / "commonplace.db")

    def close(self) -> None:
        """Close what this process opened."""
        self._http.close()
        self._engine.close()

    def account(self, name: str = ACCOUNT) -> str:
        """The id of an account, made if there is none of that name."""
        import uuid

        from commonplace.storage.directory import Directory

        tables = self.runtime.tables
        book = Directory(tables.client, tables.names.directory_table)
        return book.account_named(name, f"acc_{uuid.uuid4().hex}", self.runtime.clock())

    def owner(self, account: str = ACCOUNT) -> Call:
        """The owner of an account, for what a test does beside the pages: ``TOOL.call(site.owner(), {...})``."""
        from commonplace.auth.sign_ins import OWNER_KEY_ID
        from commonplace.domain.levels import Level
        from commonplace.domain.spaces import DEFAULT_SESSION
        from commonplace.operations.call import Call
        from commonplace.operations.caller import OWNER, SCOPES, Caller

        caller = Caller(self.account(account), OWNER_KEY_ID, SCOPES | {OWNER}, Level.RESTRICTED, None)
        return Call(caller, DEFAULT_SESSION, self.runtime)

    def cookie(self, account: str = ACCOUNT) -> dict[str, str]:
        """The cookie of somebody who just signed in to an account."""
        from commonplace.auth import sign_ins

        secret, _ = sign_ins.begin(self.runtime, self.account(account), None)
        return {"name": sign_ins.cookie_name(secure=False), "value": secret, "url": self.origin}


def serve(folder: Path, *options: str, seeded: bool = False) -> Iterator[Site]:
    """Serve a data folder, filled before the server starts or fresh, with further options of the command."""
    facts: dict[str, Any] = {}
    if seeded:
        command = [sys.executable, "-m", "tests.support.browser_seed", str(folder)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        facts = json.loads(done.stdout)
    for start in launcher(folder):
        site = Site(start(*options).wait(), facts)
        yield site
        site.close()
