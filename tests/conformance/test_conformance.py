"""The official conformance suite against the endpoint, and against fixtures on the same transport code.

The suite itself compares what fails with the lists in this folder: a failure that is not listed fails the test,
and so does a listed one that passes.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.conformance.fixture_server import fixture
from tests.conformance.serving import Handler, node, served, signed_in
from tests.conftest import bind, new_key
from tests.support.agents import ROOT
from tests.support.clock import HandClock

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

NODE = node(ROOT)
MODULES = ROOT / ".cache" / "mcp" / "node_modules" / "@modelcontextprotocol"
SUITE = MODULES / "conformance" / "dist" / "index.js"
INSPECTOR = MODULES / "inspector" / "clients" / "launcher" / "build" / "index.js"
PATIENCE = 300.0
REVISIONS = ["2026-07-28", "2025-11-25"]
# What must be exercised for the run to mean anything: most of the suite passes or fails by what it finds.
PASSED = {
    ("fixture", "2026-07-28"): {
        "server-stateless",
        "tools-list",
        "tools-call-simple-text",
        "tools-call-mixed-content",
        "tools-call-error",
        "resources-read-binary",
        "prompts-get-with-args",
        "caching",
        "input-required-result-multi-round",
        "input-required-result-tampered-state",
        "dns-rebinding-protection",
        "http-header-validation",
        "json-schema-2020-12",
    },
    ("fixture", "2025-11-25"): {
        "server-initialize",
        "ping",
        "tools-list",
        "tools-call-simple-text",
        "tools-call-mixed-content",
        "tools-call-error",
        "resources-subscribe",
        "prompts-get-with-args",
        "dns-rebinding-protection",
    },
    ("endpoint", "2026-07-28"): {"tools-list", "dns-rebinding-protection", "http-header-validation"},
    ("endpoint", "2025-11-25"): {"server-initialize", "ping", "tools-list", "dns-rebinding-protection"},
}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        NODE is None or not SUITE.exists(),
        reason=".ci/mcp-peers installs the MCP conformance suite and the Inspector",
    ),
]


@pytest.fixture
def key(engine_client: DynamoDBClient, monkeypatch: pytest.MonkeyPatch) -> str:
    clock = HandClock()
    bind(engine_client, clock, monkeypatch)
    return new_key("conformance", clock=clock)


@pytest.fixture(params=["fixture", "endpoint"])
def target(request: pytest.FixtureRequest) -> Iterator[tuple[str, str]]:
    """Serve one of the two, and return which and where."""
    handler: Handler
    if request.param == "fixture":
        transport = fixture()
        handler = lambda event, _: transport.answer(event)  # noqa: E731
    else:
        handler = signed_in(request.getfixturevalue("key"))
    with served(handler) as url:
        yield request.param, url


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("revision", REVISIONS)
def test_conformance(target: tuple[str, str], revision: str, tmp_path: Path) -> None:
    name, url = target
    expected = Path(__file__).with_name(f"{name}-{revision}.yml")
    done = run(
        SUITE,
        *("server", "--url", url, "--requirements", revision),
        *("--expected-failures", str(expected), "--output-dir", str(tmp_path)),
    )
    print(done.stdout[done.stdout.find("=== SUMMARY ===") :])

    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    results = scenarios(tmp_path)
    failed = {scenario for scenario, statuses in results.items() if statuses & {"FAILURE", "WARNING"}}
    assert PASSED[name, revision] <= results.keys() - failed
    assert all("SUCCESS" in results[scenario] for scenario in PASSED[name, revision])


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("method", ["tools/list", "tools/call"])
def test_the_inspector(key: str, method: str) -> None:
    called = ("--tool-name", "tulimoa__remember", "--tool-arg", "text=Seen by the Inspector.")
    with served(signed_in(key)) as url:
        done = run(
            INSPECTOR,
            *("--cli", url, "--transport", "http", "--header", f"Authorization: Bearer {key}", "--method", method),
            *(called if method == "tools/call" else ()),
        )

    assert done.returncode == 0, done.stdout + done.stderr
    answer = json.loads(done.stdout)
    if method == "tools/list":
        assert answer["tools"][0]["name"] == "tulimoa__recall"
    else:
        assert answer["structuredContent"]["status"] == "stored"


def run(script: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    assert NODE is not None
    return subprocess.run(
        [NODE, script, *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        cwd=ROOT / ".cache",
    )


def scenarios(folder: Path) -> dict[str, set[str]]:
    """The statuses of every scenario's checks."""
    return {
        re.sub(r"^server-|-\d{4}-\d\d-\d\dT.*$", "", checks.parent.name): {
            check["status"] for check in json.loads(checks.read_text())
        }
        for checks in folder.glob("*/checks.json")
    }
