"""What the core refuses is told in the reader's language: all that the owner's operations may say."""

from __future__ import annotations

import json

import pytest

from commonplace.dashboard.languages import LANGUAGES, language
from tests.support.exports import memory
from tests.support.refusals import reached, said, validation_messages
from tests.unit.dashboard.conftest import Browser

pytestmark = pytest.mark.requirement("A18")

GERMAN = language("de")
# Said to programs alone: to who calls with a key or a token, and to applications.
TO_PROGRAMS = {
    "commonplace.operations.call",
    "commonplace.operations.caller",
    "commonplace.operations.refused_tokens",
    "commonplace.stores.contract",
    "commonplace.stores.http",
    "commonplace.operations.idempotency",
    "commonplace.operations.tool_results",
}
# Texts that are made elsewhere, each held by a test of this file.
MADE_ELSEWHERE = {
    ("commonplace.gateway.connectors.urls", "_refused"),  # what it is called with
    ("commonplace.export.judging", "record_of"),  # of Unusable
    ("commonplace.guards.admission", "refuse_credentials"),  # by CredentialRefused itself
    ("commonplace.guards.admission", "refuse_credential_as_id"),
    ("commonplace.owner.imports", "_body"),  # of Unusable
    ("commonplace.owner.memories.choosing", "_checked_store"),  # of checked_store_id
    ("commonplace.storage.retry", "retry"),  # what it is called with
    ("commonplace.storage.store", "retry"),
    ("commonplace.operations.contract", "read_as"),  # by the contract
}
# Words of validators, of programs, and of ours that no owner knows.
INTERNAL = ("input should", "string should", "list should", "field required", "valid dictionary", "of this tool")


def test_all_that_a_refusal_says_to_an_owner_is_there_in_german() -> None:
    modules = reached("commonplace.dashboard.app") - TO_PROGRAMS
    texts = {(module, function, text) for module in modules for function, text in said(module)}

    assert len(texts) > 150
    assert {(module, function) for module, function, text in texts if text == "…"} == MADE_ELSEWHERE
    assert sorted(one for one in texts if one[2] != "…" and GERMAN.message(one[2]) is None) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_a_contract_says_is_told_without_its_validators_words(code: str) -> None:
    messages = validation_messages()

    assert {"foo: is not a field of this tool", "pinned: input should be a valid boolean"} <= messages
    told = {message: language(code).message(message) for message in messages}
    assert sorted(message for message, text in told.items() if text is None) == []
    assert [text for text in told.values() if text and any(word in text.lower() for word in INTERNAL)] == []
    if code == "de":
        assert [text for text in told.values() if text and "items" in text] == []


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("text: at most 2,000 characters", "Höchstens 2.000 Zeichen."),
        ("text: at most 200 characters; keep one fact a memory", "Höchstens 200 Zeichen. Am besten"),
        ("tags: at most 20 items", "Höchstens 20 Einträge."),
        ("tags: at most 20", "Höchstens 20 Tags."),
        ("store: 1 to 64 letters, digits, `.`, `_` and `-`, the first a letter or digit", "1 bis 64 Buchstaben"),
        ("the fields together: holds what looks like a credential (token), so nothing was stored; "
         "store where it is kept instead, for instance: the token is in the team's vault", "Das sieht nach einem"),
    ],
)  # fmt: skip
def test_the_closest_text_counts_and_numbers_are_written_as_the_language_does(message: str, expected: str) -> None:
    assert (GERMAN.message(message) or "").startswith(expected)


@pytest.mark.requirement("A19")
def test_an_imports_refused_lines_are_told_in_german_with_their_fields(browser: Browser) -> None:
    browser.headers["accept-language"] = "de"
    records = [
        memory(1, updated_at="1969-10-02T10:00:00.000000Z"),
        memory(2, id="zz"),
        memory(3, foo=1),
        memory(4, level="TOP"),
        7,
        {"type": "x"},
    ]
    seen = browser.post("/settings/import", {"records": json.dumps(records), "first_line": "2"})
    refused = json.loads(seen.text)["refused"]

    assert [(one["line"], one["message"].partition(" ")[0]) for one in refused] == [
        (2, "updated_at:"),
        (3, "id:"),
        (4, "foo:"),
        (5, "level:"),
        (6, "Das"),
        (7, "type:"),
    ]
    assert [one for one in refused if "language" in one] == []
    for records_sent, expected in (("[" * 5_000, "verschachtelt"), ("[{", "Zeile 1"), ("7", "JSON")):
        seen = browser.post("/settings/import", {"records": records_sent, "first_line": "2"})
        error = json.loads(seen.text)["error"]
        assert (seen.status, expected in error["message"], "language" in error) == (400, True, False)


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/settings/erasures/zz", 404),
        ("/settings?before=zz", 400),
        ("/memories/zz", 404),
        ("/memories?state=", 303),
        ("/memories?state=x", 400),
        ("/memories?kind=x", 400),
        ("/memories?scope=x", 400),
        ("/memories?pinned=x", 400),
        ("/memories?level=x", 400),
        ("/memories?store=My+Store", 400),
        ("/memories?cursor=x", 400),
        ("/usage/audit?action=x", 400),
        ("/usage/audit?cursor=x", 400),
        ("/usage/notes?cursor=x", 400),
    ],
)
def test_a_mistyped_address_is_answered_in_the_readers_language(
    browser: Browser, address: str, status: int
) -> None:
    for code in LANGUAGES:
        browser.headers["accept-language"] = code
        seen = browser.get(address)
        assert seen.status == status
        assert '<p lang="en">' not in seen.text
        assert [word for word in INTERNAL if word in seen.words.lower()] == []
        assert "key_created" not in seen.words
