"""The rates on public data, where it is at hand."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from commonplace.guards.credentials import find_credential
from commonplace.guards.views import views

CORPORA = Path(__file__).resolve().parents[5] / "shared" / "corpora"

pytestmark = [
    pytest.mark.requirement("A15"),
    pytest.mark.skipif(
        not CORPORA.is_dir(), reason="the corpora are not beside the repository (../shared/corpora)"
    ),
]


def lines(name: str) -> list[dict[str, Any]]:
    with gzip.open(CORPORA / name, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def is_refused(text: str) -> bool:
    return any(find_credential(view) for view in views(text))


def test_at_least_99_percent_of_the_credentials_are_refused() -> None:
    samples = [line for line in lines("credentials.dev.jsonl.gz") if line["credential"]]
    missed = [line["rule"] for line in samples if not find_credential(line["text"])]
    assert len(missed) <= 0.01 * len(samples), missed


def test_at_most_2_in_1000_of_what_people_say_is_refused() -> None:
    with gzip.open(CORPORA / "conversations.dev.json.gz", "rt", encoding="utf-8") as file:
        conversations = json.load(file)
    texts = [item["text"] for talk in conversations for item in (*talk["observations"], *talk["turns"])]
    refused = [text for text in texts if is_refused(text)]
    assert len(refused) <= 0.002 * len(texts), refused


def test_texts_for_the_other_guard_pass() -> None:
    texts = [line["text"] for line in lines("instructions.dev.jsonl.gz") if not line["command"]]
    assert [text for text in texts if is_refused(text)] == []
