"""The snippets of docs/clients/ work unchanged."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.clients.mcp.clients import LEGACY_PYTHON
from tests.support.agents import ROOT
from tests.support.public_upstreams import SERVERS, node
from tests.support.server import PATIENCE, Running, launcher

PAGES = sorted((ROOT / "docs" / "clients").glob("*.md"))
CLIENT_PAGES = [page for page in PAGES if page.name not in {"README.md", "what-models-see.md"}]
INSPECTOR = SERVERS / "inspector" / "clients" / "launcher" / "build" / "index.js"
NODE = node()
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LOCAL = "http://127.0.0.1:8787/mcp"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    for start in launcher(tmp_path_factory.mktemp("docs") / "data"):
        yield start().wait()


def blocks(page: str, language: str) -> list[str]:
    text = (ROOT / "docs" / "clients" / page).read_text(encoding="utf-8")
    return [body for kind, body in BLOCK.findall(text) if kind == language]


def environment(server: Running) -> dict[str, str]:
    assert server.key is not None
    return {
        "PATH": os.environ["PATH"],
        "COMMONPLACE_URL": f"http://127.0.0.1:{server.port}/mcp",
        "COMMONPLACE_KEY": server.key,
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_configurations_are_json_and_lead_to_the_endpoint(page: Path) -> None:
    for block in blocks(page.name, "json"):
        configured = json.loads(block)
        (key,) = configured.keys() & {"mcpServers", "servers", "context_servers", "mcp"}
        (server,) = configured[key].values()
        if "command" in server:  # a bridge
            assert server["args"][2:] == [LOCAL, "--header", "Authorization:${AUTH_HEADER}"]
            assert server["env"]["AUTH_HEADER"].startswith("Bearer ")
            continue
        (url,) = (server[name] for name in ("url", "httpUrl", "serverUrl") if name in server)
        assert url == LOCAL or re.fullmatch(r"https://[\w.-]+amazonaws\.com/mcp", url)
        assert server["headers"]["Authorization"].startswith("Bearer ")


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("page", CLIENT_PAGES, ids=lambda page: page.name)
def test_each_page_says_what_was_tried_and_where_the_file_is(page: Path) -> None:
    text = page.read_text(encoding="utf-8")

    assert re.search(r"^(Tried: .*\d+\.\d+|Read, not tried: ).*, \d{4}-\d\d-\d\d\.", text, re.MULTILINE)
    assert f"]({page.name})" in (ROOT / "docs" / "clients" / "README.md").read_text(encoding="utf-8")
    if page.name not in {"sdk.md", "vs-code.md"}:  # no file of the user's, or one in the workspace alone
        assert re.search(r"%(APPDATA|USERPROFILE)%\\", text)


@pytest.mark.requirement("A20")
@pytest.mark.skipif(NODE is None or not INSPECTOR.exists(), reason=".ci/mcp-peers installs the Inspector")
def test_the_inspectors_line_runs(server: Running) -> None:
    (line,) = (block for block in blocks("sdk.md", "") if "inspector" in block)
    package = json.loads((ROOT / "requirements" / "mcp" / "package.json").read_text(encoding="utf-8"))
    version = package["dependencies"]["@modelcontextprotocol/inspector"]
    command = f"npx -y @modelcontextprotocol/inspector@{version} "
    assert line.startswith(command)
    assert server.key is not None
    address = f"http://127.0.0.1:{server.port}/mcp"
    rest = (
        line.removeprefix(command)
        .replace("\\\n", "")
        .replace(LOCAL, address)
        .replace("$COMMONPLACE_KEY", server.key)
    )
    done = subprocess.run(
        [str(NODE), INSPECTOR, *shlex.split(rest)],
        env=environment(server),
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )

    assert json.loads(done.stdout)["tools"][0]["name"] == "tulimoa__recall"


@pytest.mark.requirement("A20")
@pytest.mark.parametrize(
    ("number", "python"),
    [
        pytest.param(0, Path(sys.executable), id="current"),
        pytest.param(
            1,
            LEGACY_PYTHON,
            id="predecessor",
            marks=pytest.mark.skipif(not LEGACY_PYTHON.exists(), reason=".ci/mcp-peers installs it"),
        ),
    ],
)
def test_the_python_programs_run(number: int, python: Path, server: Running) -> None:
    done = subprocess.run(
        [python, "-c", blocks("sdk.md", "python")[number]],
        env=environment(server),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    names, texts = done.stdout.splitlines()
    assert "'tulimoa__recall'" in names
    assert "'The user likes short answers.'" in texts


@pytest.mark.requirement("A20")
def test_the_curl_line_runs(server: Running) -> None:
    (line,) = (block for block in blocks("sdk.md", "") if block.startswith("curl"))
    assert server.key is not None
    address = f"http://127.0.0.1:{server.port}/mcp"
    line = line.replace("\\\n", "").replace(LOCAL, address).replace("$COMMONPLACE_KEY", server.key)
    done = subprocess.run(shlex.split(line), capture_output=True, timeout=PATIENCE, check=True)

    assert json.loads(done.stdout)["result"]["isError"] is False
