"""All refusals of the owner's operations are shown in the reader's language."""

from __future__ import annotations

import json
import re

import pytest

from commonplace.dashboard.languages import language
from commonplace.refusals.catalogue import LANGUAGES, catalogue
from commonplace.refusals.errors import CredentialRefused, InvalidInput, Refusal
from tests.support.exports import memory
from tests.support.refusals import faults
from tests.unit.dashboard.conftest import Browser

pytestmark = pytest.mark.requirement("A18")

GERMAN = language("de")
# Words of validators, of programs, and of ours that no owner knows.
INTERNAL = ("input should", "string should", "list should", "field required", "valid dictionary", "of this tool")
# What English says without anything that is filled in.
ENGLISH = {
    part
    for text in catalogue("en").values()
    for part in re.split(r"\{\w+\}", text)
    if len(part.strip(" :;,()'")) > 12
}


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_a_contract_says_is_told_without_its_validators_words(code: str) -> None:
    texts = {refusal.message: language(code).message(refusal) for _, _, refusal in faults(of_pages=True)}

    assert {"foo: is not a field of this tool", "pinned: must be true or false"} <= set(texts)
    assert [text for text in texts.values() if any(word in text.lower() for word in INTERNAL)] == []
    if code == "de":
        assert [text for text in texts.values() if "items" in text] == []


@pytest.mark.parametrize(
    ("refusal", "expected"),
    [
        (InvalidInput("field.too_long", field="text", most=2_000), "Höchstens 2.000 Zeichen."),
        (InvalidInput("field.too_long.fact", field="text", most=200), "Höchstens 200 Zeichen. Am besten"),
        (InvalidInput("field.too_many", field="tags", most="20"), "Höchstens 20 Einträge."),
        (InvalidInput("field.too_many.tags", field="tags", most=20), "Höchstens 20 Tags."),
        (InvalidInput("store.invalid_id", field="store"), "1 bis 64 Buchstaben"),
        (CredentialRefused("token", field=None), "Das sieht nach einem"),
    ],
)
def test_numbers_are_written_as_the_language_does(refusal: Refusal, expected: str) -> None:
    assert GERMAN.message(refusal).startswith(expected)


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
        if code == "de":
            assert [words for words in ENGLISH if words in seen.words] == []
        assert [word for word in INTERNAL if word in seen.words.lower()] == []
        assert "key_created" not in seen.words
