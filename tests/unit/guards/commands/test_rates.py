"""Command guard: rates on the public corpora (see their README for what the labels mean)."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from commonplace.guards.views import views
from tests.support.commands import command_in

CORPORA = Path(__file__).resolve().parents[5] / "shared" / "corpora"
pytestmark = [
    pytest.mark.requirement("A16"),
    pytest.mark.skipif(not CORPORA.is_dir(), reason="the corpora of ../shared are not here"),
]


def found(text: str) -> bool:
    return any(command_in(view) for view in views(text))


def lines() -> list[dict[str, Any]]:
    with gzip.open(CORPORA / "instructions.dev.jsonl.gz", "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def conversations(kind: str) -> list[str]:
    with gzip.open(CORPORA / "conversations.dev.json.gz", "rt", encoding="utf-8") as file:
        return [item["text"] for conversation in json.load(file) for item in conversation[kind]]


def share(texts: list[str]) -> float:
    return sum(map(found, texts)) / len(texts)


def test_commands_are_quarantined() -> None:
    assert share([line["text"] for line in lines() if line["command"]]) >= 0.92


def test_other_lines_are_not() -> None:
    assert 1 - share([line["text"] for line in lines() if not line["command"]]) >= 0.95


def test_observations_are_not() -> None:
    assert share(conversations("observations")) <= 0.01


def test_turns_are_not() -> None:
    assert share(conversations("turns")) <= 0.03
