"""Passwords after the word for them in the thirteen languages that have tables, and what only speaks of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commonplace.guards.credentials import find_credential
from commonplace.guards.views import views
from tests.unit.guards.credentials.samples import join

pytestmark = pytest.mark.requirement("A15")

DATA = Path(__file__).resolve().parents[3] / "data" / "guards" / "credentials"
LANGUAGES = {"en", "de", "fr", "es", "it", "pt", "nl", "ru", "ja", "zh", "ko", "hi", "kn"}
VALUES = [
    join("Sn1pers", "#22"),
    join("Hidden-", "Valley9"),
    join("Todo", "List!9x"),
    join("Sommer", "2024!"),
    join("Kirsch", "baum77"),
]


def lines(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()]


def is_refused(text: str) -> bool:
    return any(find_credential(view) for view in views(text))


@pytest.mark.parametrize("name", ["secrets", "ordinary"])
def test_there_are_150_lines_in_all_languages(name: str) -> None:
    assert len({line["text"] for line in lines(name)}) >= 150
    assert {line["language"] for line in lines(name)} == LANGUAGES


@pytest.mark.parametrize("value", VALUES)
def test_a_password_after_its_word_is_refused(value: str) -> None:
    assert [line for line in lines("secrets") if not is_refused(line["text"].replace("{}", value))] == []


def test_what_only_speaks_of_passwords_passes() -> None:
    assert [line for line in lines("ordinary") if is_refused(line["text"])] == []
