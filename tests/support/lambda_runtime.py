"""Built functions on Lambda's own runtime client, without Docker.

The interface emulator that the `aws-sam-cli` wheel ships starts `python -m awslambdaric` with the built function
and its built layers, as the container of `sam local invoke` does.
"""

from __future__ import annotations

import contextlib
import fcntl
import filecmp
import http.client
import json
import os
import platform
import re
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from commonplace.domain import word_lists
from tests.support.agents import ROOT, stack
from tests.template.reading import layers_of, resources

BUILD = ROOT / ".aws-sam" / "build"
PYTHON = ROOT / ".venv-lambda" / "bin" / "python"
PATIENCE = 30.0
_ARCHITECTURE = {"aarch64": "arm64", "arm64": "arm64"}


def build() -> None:
    """Build the functions where what is built is not what the sources say; one process at a time."""
    lock = ROOT / ".cache" / "build.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        if not stale():
            return
        made = subprocess.run(["make", "build"], cwd=ROOT, capture_output=True, text=True, check=False)
        assert made.returncode == 0, made.stdout + made.stderr
        assert stale() == []


def stale() -> list[str]:
    """Tell what differs between the sources and what is built."""
    found = [
        one
        for key, function in stack().functions.items()
        for one in _differences(function.code, BUILD / key, [BUILD / key])
    ]
    for layer in layers():
        source, built = layer_source(layer), built_layer(layer)
        found += _differences(source, built, [built / one.name for one in source.iterdir() if one.is_dir()])
    return found


def layers() -> list[str]:
    """The logical ids of the layers."""
    return list(resources("AWS::Serverless::LayerVersion"))


def layer_source(name: str) -> Path:
    """A layer's folder of sources: packages, the lock, and how it is built."""
    return ROOT / str(resources("AWS::Serverless::LayerVersion")[name]["ContentUri"])


def built_layer(name: str) -> Path:
    """What of a built layer is on a function's path."""
    return BUILD / name / "python"


def unused(layer: str) -> list[str]:
    """What layers/Makefile leaves out of a layer's libraries."""
    rules = (ROOT / "layers" / "Makefile").read_text().replace("\\\n", " ")
    found = re.search(rf"^build-{layer}: unused := (.+)$", rules, re.MULTILINE)
    assert found is not None
    return found[1].split()


def _differences(source: Path, built: Path, own: Iterable[Path]) -> list[str]:
    """Compare a folder with its build; ``own`` are the parts of the build that hold nothing else."""
    names = {path.relative_to(source) for path in _files(source)}
    gone = {path.relative_to(built) for part in own for path in _files(part)} - names
    changed = {name for name in names if not _is_built(source / name, built / name)}
    return sorted(str(built.relative_to(ROOT) / name) for name in gone | changed)


def _is_built(source: Path, built: Path) -> bool:
    if source.suffix == ".toml" and source.parent.name == "data":  # word lists are built as JSON alone
        return not built.exists() and built.parent.is_dir() and word_lists.read(built) == word_lists.parse(source)
    return built.is_file() and filecmp.cmp(source, built, shallow=False)


def _files(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts}


def emulator() -> Path:
    """Find the emulator's program for this machine."""
    name = f"aws-lambda-rie-{_ARCHITECTURE.get(platform.machine(), 'x86_64')}"
    found = list(ROOT.glob(f".venv-sam/lib/python3.*/site-packages/samcli/local/rapid/{name}"))
    assert len(found) == 1, f"{name} is not installed; `make test` does it"
    return found[0]


@dataclass
class BuiltFunction:
    """One built function, running."""

    process: subprocess.Popen[bytes]
    port: int
    log: IO[bytes]

    def invoke(self, event: dict[str, Any]) -> Any:
        """Call the function and return its answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("POST", "/2015-03-31/functions/function/invocations", json.dumps(event))
            answer = json.loads(connection.getresponse().read())
        finally:
            connection.close()
        assert "errorType" not in answer, f"{answer}\n{self.output()}"
        return answer

    def output(self) -> str:
        """What emulator and function printed so far."""
        self.log.flush()
        return Path(self.log.name).read_text(errors="replace")

    def end(self) -> None:
        """End the emulator, and with it the function."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()


@dataclass
class LambdaRuntime:
    """Starts functions when they are first called.

    Parameters
    ----------
    dynamodb
        Address of the tables.
    folder
        For the logs.
    """

    dynamodb: str
    folder: Path
    _running: dict[str, BuiltFunction] = field(default_factory=dict)

    def function(self, name: str) -> BuiltFunction:
        """Return a function by its logical id."""
        if name not in self._running:
            self._running[name] = self._start(name)
        return self._running[name]

    def end(self) -> None:
        for running in self._running.values():
            running.end()

    def _start(self, name: str) -> BuiltFunction:
        for _ in range(3):  # another process may take a port between its choice and its use
            running = self._launch(name)
            if _listens(running):
                return running
            output = running.output()
            running.end()
        raise AssertionError(f"{name} did not start:\n{output}")

    def _launch(self, name: str) -> BuiltFunction:
        function = stack().functions[name]
        port, runtime_port = _free_ports(2)
        log = tempfile.NamedTemporaryFile(dir=self.folder, prefix=f"{name}-", suffix=".log", delete=False)  # noqa: SIM115
        process = subprocess.Popen(
            [
                emulator(),
                "--runtime-interface-emulator-address",
                f"127.0.0.1:{port}",
                "--runtime-api-address",
                f"127.0.0.1:{runtime_port}",
                PYTHON,
                "-m",
                "awslambdaric",
                function.handler,
            ],
            cwd=BUILD / name,
            env={
                **function.environment,
                "AWS_ACCESS_KEY_ID": "testing",
                "AWS_SECRET_ACCESS_KEY": "testing",
                "AWS_REGION": "eu-central-1",
                "AWS_DEFAULT_REGION": "eu-central-1",
                "AWS_EC2_METADATA_DISABLED": "true",
                "AWS_ENDPOINT_URL_DYNAMODB": self.dynamodb,
                "AWS_LAMBDA_FUNCTION_NAME": function.name,
                "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": str(function.memory_mb),
                "AWS_LAMBDA_FUNCTION_TIMEOUT": str(function.timeout_seconds),
                "HOME": str(self.folder),
                "PATH": os.defpath,
                "PYTHONDONTWRITEBYTECODE": "1",  # on Lambda the code is read-only; here it stays as it was built
                "PYTHONPATH": os.pathsep.join(map(str, [BUILD / name, *map(built_layer, layers_of(name))])),
            },
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        return BuiltFunction(process, port, log)


@contextlib.contextmanager
def lambda_runtime(dynamodb: str, folder: Path) -> Iterator[LambdaRuntime]:
    """Build what is stale, and end in the end what was started."""
    assert PYTHON.exists(), ".venv-lambda is not installed; `make test` does it"
    build()
    runtime = LambdaRuntime(dynamodb, folder)
    try:
        yield runtime
    finally:
        runtime.end()


def _free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as held:
        sockets = [held.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


def _listens(running: BuiltFunction) -> bool:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and running.process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", running.port), timeout=1).close()
        except OSError:
            time.sleep(0.01)
        else:
            return True
    return False
