"""The clients' packages: installed into a folder, in the versions named here."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.support.public_upstreams import MISSING, node

NPM = {
    "@anthropic-ai/claude-code": "2.1.332",
    "@google/gemini-cli": "0.61.0",
    "@openai/codex": "0.171.0",
    "cline": "3.0.65",
    "opencode-ai": "1.18.33",
}
PIP = {
    "langchain": "1.5.2",
    "langchain-mcp-adapters": "0.3.2",
    "langchain-openai": "1.7.4",
    "openai-agents": "0.24.0",
    "pydantic-ai-slim[mcp,openai]": "2.68.0",
}


@dataclass(frozen=True)
class Packages:
    """Where they are installed."""

    folder: Path

    @property
    def modules(self) -> Path:
        return self.folder / "npm" / "node_modules"

    @property
    def python(self) -> Path:
        return self.folder / "python" / "bin" / "python"

    @property
    def node(self) -> Path:
        """Node.js of ``make mcp-peers``: some clients want a newer one than many systems have."""
        found = node()
        if found is None:
            raise SystemExit(f"{MISSING}: run `make mcp-peers` first")
        return found

    def binary(self, package: str, path: str) -> Path:
        """Find a program in the package for this platform, which stands beside the client's own."""
        return next(iter(sorted(self.modules.glob(f"{package}-linux-*/{path}"))), self.modules / package / path)

    def install(self) -> None:
        """Install what is not there; the first time this takes minutes, and 2 GB."""
        npm = self.node.parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        options = ("--no-audit", "--no-fund", "--ignore-scripts", "--loglevel", "error", "--no-update-notifier")
        wanted = [f"{name}@{version}" for name, version in NPM.items()]
        self._once(
            "npm", wanted, [[self.node, npm, "install", "--prefix", self.folder / "npm", *options, *wanted]]
        )
        wanted = [f"{name}=={version}" for name, version in PIP.items()]
        environment: list[str | Path] = [sys.executable, "-m", "venv", self.folder / "python"]
        self._once("python", wanted, [environment, [self.python, "-m", "pip", "install", "-q", *wanted]])

    def _once(self, name: str, wanted: Sequence[str], commands: Sequence[Sequence[str | Path]]) -> None:
        """Install into a folder of that name, unless what is wanted is there."""
        folder = self.folder / name
        ready = folder / "installed.txt"
        if ready.exists() and ready.read_text() == "\n".join(wanted):
            return
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        path = f"{self.node.parent}{os.pathsep}{os.environ['PATH']}"
        for command in commands:
            subprocess.run(command, env={**os.environ, "PATH": path}, check=True)
        ready.write_text("\n".join(wanted))
