"""What looks like a credential and is none passes."""

from __future__ import annotations

from pathlib import Path

import pytest

from commonplace.guards.credentials import find_credential
from commonplace.guards.views import views

pytestmark = pytest.mark.requirement("A15")

LINES = [
    line
    for line in (Path(__file__).parent / "harmless_lines.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("# ")
]


def test_there_are_many() -> None:
    assert len(LINES) >= 1_200
    assert len(set(LINES)) == len(LINES)


@pytest.mark.parametrize("line", LINES)
def test_a_harmless_line_passes(line: str) -> None:
    assert find_credential(line) is None


def test_harmless_lines_pass_in_every_reading() -> None:
    refused = [(line, view) for line in LINES for view in views(line) if find_credential(view)]
    assert refused == []


def test_harmless_lines_pass_together() -> None:
    """Ten lines a text, as notes hold them."""
    texts = ["\n".join(LINES[start : start + 10]) for start in range(0, len(LINES), 10)]
    refused = [(text, kind) for text in texts if (kind := find_credential(text))]
    assert refused == []


@pytest.mark.requirement("D3")
@pytest.mark.parametrize(
    "text",
    [
        "pinned at commit " + "3f786850e3" * 4,
        "sha256:" + "e3b0c44298fc1c14" * 4,
        "branch fix-3696-slice1-gapA-emit",
        "PM+instructions+subagents",
        "550e8400-e29b-41d4-a716-446655440000",
        "ASIAPACIFICREGION",
        "process.env.STRIPE_KEY",
        "My team reviews system prompt designs",
        "The malware can dump credentials from LSASS",
        "see cus_AAAAAAAAAAAAAA",
    ],
)
def test_the_field_cases(text: str) -> None:
    assert [view for view in views(text) if find_credential(view)] == []


@pytest.mark.parametrize(
    "text",
    [
        "sentry:\n  release: " + "4355a46b19d348dc2f57" * 2,
        "github:\n  ref: " + "4355a46b19d348dc2f57" * 2,
        "docker:\n  image: registry.example.org/checkout:" + "4355a46b19d348dc2f57" * 2,
        "datadog:\n  version: " + "7f3a2b1c4d5e6f708192" * 2,
        "[aws]\naccount_id = 123456789012\nregion = eu-central-1",
        "- name: TOKEN_SERVICE_URL\n  value: https://tokens.example.org/v2",
        "- name: SECRET_NAME\n  value: checkout-2024-q4",
        "- name: KEY_ID\n  value: 1234abcd-12ab-34cd-56ef-1234567890ab",
    ],
)
def test_lines_that_belong_together_pass(text: str) -> None:
    assert [view for view in views(text) if find_credential(view)] == []
