"""What answers the contract's calls: the engine, and the emulators it is compared with."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import boto3
from botocore.config import Config

from local.dynamodb import Engine, connect, connect_streams

ROOT = Path(__file__).resolve().parents[3]
MINISTACK = ROOT / ".venv-ministack" / "bin" / "ministack"
DYNALITE = ROOT / ".cache" / "dynalite"
NAMES = ("engine", "moto", "ministack", "dynalite")
_DUMMY: dict[str, Any] = {
    "region_name": "us-east-1",
    "aws_access_key_id": "dummy",
    "aws_secret_access_key": "dummy",
    "config": Config(account_id_endpoint_mode="disabled", retries={"mode": "standard", "total_max_attempts": 1}),
}


@dataclass
class Backend:
    """A backend and how to reach it."""

    name: str
    client: Any
    streams: Any
    engine: Engine | None = None


class Clock:
    """A time that tests move."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def missing(name: str) -> str | None:
    """Return what a backend lacks on this machine, or None."""
    if name == "ministack" and not MINISTACK.exists():
        return "ministack is not installed: python -m venv .venv-ministack, then requirements/ministack.txt"
    if name == "dynalite" and (not (DYNALITE / "node_modules").exists() or shutil.which("node") is None):
        return "dynalite is not installed: npm install --prefix .cache/dynalite dynalite@4.0.0"
    return None


@contextlib.contextmanager
def engine(folder: Path, clock: Callable[[], float] = time.time) -> Iterator[Backend]:
    """Open the engine on a new file."""
    opened = Engine(folder / "engine.db", clock)
    try:
        yield Backend("engine", connect(opened), connect_streams(opened), opened)
    finally:
        opened.close()


@contextlib.contextmanager
def moto() -> Iterator[Backend]:
    """Start moto in this process."""
    from moto import mock_aws

    with mock_aws():
        yield Backend("moto", boto3.client("dynamodb", **_DUMMY), boto3.client("dynamodbstreams", **_DUMMY))


@contextlib.contextmanager
def ministack() -> Iterator[Backend]:
    """Start ministack on a free port of the loopback address."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {
            "BIND_HOST": "127.0.0.1",
            "IOT_MTLS_ENABLED": "0",
            "SFTP_ENABLED": "0",
            "HOME": folder,
        }
        with _server([str(MINISTACK)], settings, "GATEWAY_PORT", folder) as url:
            yield _remote("ministack", url)


@contextlib.contextmanager
def dynalite() -> Iterator[Backend]:
    """Start dynalite on a free port of the loopback address."""
    script = (
        "require('dynalite')({createTableMs: 0, deleteTableMs: 0, updateTableMs: 0})"
        ".listen(Number(process.env.PORT), '127.0.0.1')"
    )
    with _server(["node", "-e", script], {}, "PORT", str(DYNALITE)) as url:
        yield _remote("dynalite", url)


def _remote(name: str, url: str) -> Backend:
    return Backend(
        name,
        boto3.client("dynamodb", endpoint_url=url, **_DUMMY),
        boto3.client("dynamodbstreams", endpoint_url=url, **_DUMMY),
    )


@contextlib.contextmanager
def _server(command: list[str], settings: dict[str, str], port_name: str, folder: str) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {"PATH": os.environ["PATH"], **settings, port_name: str(port)}
    process = subprocess.Popen(
        command, env=environment, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    url = f"http://127.0.0.1:{port}"
    try:
        _wait(url, process)
        yield url
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait(url: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            with urllib.request.urlopen(url, timeout=1):
                return
        except urllib.error.HTTPError as answer:
            answer.close()
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
