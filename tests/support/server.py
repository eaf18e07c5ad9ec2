"""Starts the real server as a process on a free port, and stops only what it started."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 20.0


@dataclass
class Running:
    """One server process; what it prints is read along, so that it never blocks."""

    process: subprocess.Popen[str]
    data: Path
    output: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._readers = [
            threading.Thread(target=_read, args=(stream, lines), daemon=True)
            for stream, lines in ((self.process.stdout, self.output), (self.process.stderr, self.errors))
        ]
        for reader in self._readers:
            reader.start()

    def wait(self) -> Running:
        """Wait until the server is ready."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if any(line.startswith("Stop:") for line in self.output):
                assert self.call("GET", "/healthz")[0] == 200
                return self
            if self.process.poll() is not None:
                break
            time.sleep(0.02)
        raise AssertionError(f"the server did not start: {''.join(self.output + self.errors)}")

    @property
    def port(self) -> int:
        return int(self.output[0].rsplit(":", 1)[1])

    @property
    def key(self) -> str | None:
        """The key of the start, where it showed one."""
        return next((line.split()[-1] for line in self.output if line.startswith("Your key")), None)

    @cached_property
    def manage_key(self) -> str:
        """Another key of the same account, for what the key of the start may not do."""
        made = run("key", "--data", str(self.data), "--account", "local", "--scopes", "read,write,manage")
        assert made.returncode == 0, made.stderr
        return made.stdout.strip()

    def call(
        self, method: str, path: str, body: bytes | str | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def tool(self, name: str, arguments: dict[str, Any], key: str) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        status, body = self.call("POST", f"/v1/tools/{name}", json.dumps(arguments), headers)
        return status, json.loads(body)

    def end(self, number: signal.Signals) -> int:
        """Send a signal to the process group and return the exit code."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, number)
        code = self.process.wait(PATIENCE)
        for reader in self._readers:
            reader.join(PATIENCE)
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()
        return code


def _read(stream: IO[str] | None, lines: list[str]) -> None:
    assert stream is not None
    lines.extend(iter(stream.readline, ""))


Launch = Callable[..., Running]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command of `python -m local` to its end."""
    return subprocess.run(
        [sys.executable, "-m", "local", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def launcher(folder: Path) -> Iterator[Launch]:
    """Start servers on one data folder; all that still run are killed in the end."""
    started: list[Running] = []

    def start(*options: str) -> Running:
        command = [sys.executable, "-m", "local", "serve", "--port", "0", "--data", str(folder), *options]
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        started.append(Running(process, folder))
        return started[-1]

    yield start
    for running in started:
        running.end(signal.SIGKILL)
