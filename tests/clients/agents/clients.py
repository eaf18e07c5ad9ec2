"""The clients: each set up for our endpoint as docs/clients says, and for the stand-in model."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.clients.agents.dialects import MODEL
from tests.clients.agents.packages import NPM, PIP, Packages
from tests.support.agents import ROOT

PROGRAMS = Path(__file__).with_name("programs")
DOCS = ROOT / "docs" / "clients"
PROMPT = "Look up what the lighthouse tools say."
NAME = "commonplace"


@dataclass(frozen=True)
class Place:
    """What a client is set up with.

    Attributes
    ----------
    folder
        Its home, empty at first.
    model
        Address of the stand-in model.
    mcp
        Address of our endpoint.
    key
        Of the memory.
    model_key
        What the client sends to the model as a credential; it opens nothing.
    """

    folder: Path
    packages: Packages
    model: str
    mcp: str
    key: str
    model_key: str

    def documented(self, page: str, language: str = "json") -> str:
        """Return the first configuration of a page under docs/clients/, for this endpoint and with the key."""
        text = (DOCS / page).read_text(encoding="utf-8").split(f"```{language}\n", 1)[1].split("```", 1)[0]
        return re.sub(r"https?://[\w.:-]+/mcp", self.mcp, text).replace("Bearer KEY", f"Bearer {self.key}")

    def write(self, path: str, content: Any) -> Path:
        """Write a file below the home: a text, or anything else as JSON."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content if isinstance(content, str) else json.dumps(content, indent=2))
        return file


@dataclass(frozen=True)
class Started:
    """A command that plays the conversation, with what it needs beside the common environment."""

    command: list[str | Path]
    environment: Mapping[str, str]


@dataclass(frozen=True)
class Client:
    """One client.

    Attributes
    ----------
    name
        For the command line.
    title
        The product.
    version
        As installed.
    start
        Writes the configuration, and returns what is to be run.
    fails
        What is left out because the client ends on it, by step, with the reason.
    """

    name: str
    title: str
    version: str
    start: Callable[[Place], Started]
    fails: Mapping[str, str] = field(default_factory=dict)


def _claude_code(place: Place) -> Started:
    configuration = place.write("mcp.json", place.documented("claude-code.md"))
    program = place.packages.binary("@anthropic-ai/claude-code", "claude")
    return Started(
        [
            *(program, "-p", PROMPT, "--model", "sonnet"),
            *("--mcp-config", configuration, "--strict-mcp-config", "--allowedTools", f"mcp__{NAME}"),
        ],
        {
            "ANTHROPIC_BASE_URL": place.model,
            "ANTHROPIC_API_KEY": place.model_key,
            "CLAUDE_CONFIG_DIR": str(place.folder / ".claude"),
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_ERROR_REPORTING": "1",
            "DISABLE_TELEMETRY": "1",
            "ENABLE_TOOL_SEARCH": "false",  # the stand-in calls tools without looking for them first
        },
    )


def _codex(place: Place) -> Started:
    place.write(
        ".codex/config.toml",
        f"""\
model = "{MODEL}"
model_provider = "{MODEL}"
approval_policy = "never"
check_for_update_on_startup = false

[model_providers.{MODEL}]
name = "{MODEL}"
base_url = "{place.model}/v1"
wire_api = "responses"
env_key = "STAND_IN_KEY"

{place.documented("codex.md", "toml")}
default_tools_approval_mode = "approve"
required = true

[analytics]
enabled = false
""",
    )
    program = place.packages.modules / "@openai" / "codex" / "bin" / "codex.js"
    return Started(
        [place.packages.node, program, "exec", "--skip-git-repo-check", "--sandbox", "read-only", PROMPT],
        {
            "CODEX_HOME": str(place.folder / ".codex"),
            "STAND_IN_KEY": place.model_key,
        },
    )


def _gemini_cli(place: Place) -> Started:
    place.write(
        ".gemini/settings.json",
        {
            **json.loads(place.documented("gemini-cli.md")),
            "security": {"auth": {"selectedType": "gemini-api-key"}},
            "privacy": {"usageStatisticsEnabled": False},
            "telemetry": {"enabled": False},
            "general": {"disableAutoUpdate": True, "disableUpdateNag": True},
        },
    )
    program = place.packages.modules / ".bin" / "gemini"
    return Started(
        [
            *(place.packages.node, program, "-p", PROMPT, "-m", "gemini-2.5-pro"),
            *("--approval-mode", "yolo", "--skip-trust"),
        ],
        {"GEMINI_API_KEY": place.model_key, "GOOGLE_GEMINI_BASE_URL": place.model},
    )


def _opencode(place: Place) -> Started:
    configuration = place.write(
        "opencode.json",
        {
            "autoupdate": False,
            "share": "disabled",
            "model": f"{MODEL}/{MODEL}",
            "small_model": f"{MODEL}/{MODEL}",
            "provider": {
                MODEL: {
                    "npm": "@ai-sdk/anthropic",
                    "options": {"baseURL": f"{place.model}/v1", "apiKey": place.model_key},
                    "models": {MODEL: {"tool_call": True, "attachment": True}},
                }
            },
            **json.loads(place.documented("opencode.md")),
            "permission": {"*": "allow"},
        },
    )
    return Started(
        [place.packages.binary("opencode", "bin/opencode"), "run", PROMPT],
        {
            "OPENCODE_CONFIG": str(configuration),
            "OPENCODE_DISABLE_AUTOUPDATE": "1",
            "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
            "OPENCODE_DISABLE_MODELS_FETCH": "1",
        },
    )


def _cline(place: Place) -> Started:
    provider = {"provider": "openai-compatible", "apiKey": place.model_key, "model": MODEL}
    provider["baseUrl"] = f"{place.model}/v1"
    place.write(
        ".cline/data/settings/providers.json",
        {
            "version": 1,
            "lastUsedProvider": "openai-compatible",
            "modes": {},
            "providers": {
                "openai-compatible": {
                    "settings": provider,
                    "updatedAt": "2026-12-01T00:00:00.000Z",
                    "tokenSource": "manual",
                }
            },
        },
    )
    place.write(".cline/data/settings/cline_mcp_settings.json", place.documented("cline.md"))
    program = place.packages.binary("@cline/cli", "bin/cline")
    return Started([program, "-P", "openai-compatible", "-m", MODEL, PROMPT], {})


def _program(name: str) -> Callable[[Place], Started]:
    """One of our own programs, on a framework's client."""

    def start(place: Place) -> Started:
        return Started(
            [place.packages.python, PROGRAMS / f"{name}.py"],
            {
                "COMMONPLACE_URL": place.mcp,
                "OPENAI_API_KEY": place.model_key,
                "OPENAI_BASE_URL": f"{place.model}/v1",
                "OPENAI_AGENTS_DISABLE_TRACING": "1",
                "LANGSMITH_TRACING": "false",
                "MODEL": MODEL,
                "PROMPT": PROMPT,
            },
        )

    return start


CLIENTS = (
    Client("claude-code", "Claude Code", NPM["@anthropic-ai/claude-code"], _claude_code),
    Client("codex", "Codex", NPM["@openai/codex"], _codex),
    Client("gemini-cli", "Gemini CLI", NPM["@google/gemini-cli"], _gemini_cli),
    Client("opencode", "opencode", NPM["opencode-ai"], _opencode),
    Client("cline", "Cline", NPM["cline"], _cline),
    Client("pydantic-ai", "Pydantic AI", PIP["pydantic-ai-slim[mcp,openai]"], _program("on_pydantic_ai")),
    Client(
        "langchain",
        "LangChain MCP adapters",
        PIP["langchain-mcp-adapters"],
        _program("on_langchain"),
        fails={"resource": "ends with an error: a link is no file for OpenAI's models"},
    ),
    Client("openai-agents", "OpenAI Agents", PIP["openai-agents"], _program("on_openai_agents")),
)


def run(started: Started, folder: Path, environment: Mapping[str, str], patience: float) -> tuple[int | None, str]:
    """Run a client to its end; returns its exit code, None if it had to be ended, and what it printed."""
    with (folder / "output.txt").open("w+", encoding="utf-8", errors="replace") as output:
        process = subprocess.Popen(
            started.command,
            cwd=folder,
            env={**environment, **started.environment},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        code: int | None
        try:
            code = process.wait(patience)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            _end(process)
        output.seek(0)
        return code, output.read()


def _end(process: subprocess.Popen[bytes]) -> None:
    """End what a client may have left running."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
