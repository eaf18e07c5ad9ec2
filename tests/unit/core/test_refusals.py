"""Refusals are codes with parameters: the catalogues hold the words of each, in every language."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel, field_validator

import commonplace.refusals
from commonplace.operations.contract import Arguments, read_as
from commonplace.operations.http import refused
from commonplace.refusals import errors
from commonplace.refusals.catalogue import LANGUAGES, catalogue
from commonplace.refusals.errors import CodedError, CredentialRefused, InvalidInput, NotFound, Refusal
from docs.refusals import CLASSES, INDIRECT, literals, modules, raised, refusals
from tests.support.refusals import faults

ENGLISH, GERMAN = catalogue("en"), catalogue("de")
KEY = re.compile(r"[a-z_]+\.[a-z0-9_]+(\.[a-z_]+)?")
# What German leaves out, beside the field, which is shown where the refusal is: words of programs, and limits that
# a simpler sentence does without.
LEFT_OUT = {
    "credential.found": {"kind"},
    "credential.found.together": {"kind"},
    "field.combination.erasure": {"what"},
    "field.invalid": {"problem"},
    "field.not_a_choice": {"expected"},
    "field.not_an_object.of_class": {"class_name"},
    "field.reads_like_command": {"kind"},
    "field.too_few": {"count"},
    "field.too_short": {"least"},
    "field.wrong_form": {"pattern"},
    "upstream.credential_refused.error": {"error"},
    "upstream.too_large": {"most"},
    "url.invalid.characters": {"most"},
}
# Failures of an upstream, whose keys are not raised by the classes of `commonplace.refusals.errors`.
FAILURES = {"NotReached", "TooSlow", "TooMuch", "NotUnderstood", "UpstreamFailed", "HttpRefused", "RpcRefused"}
GIVEN_BY_CLASS = {"HttpRefused": {"status"}, "RpcRefused": {"error"}}


def places(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def calls() -> Iterator[tuple[str, ast.Call, str]]:
    """Every place where a refusal or a failure of an upstream is made: its module, the call, the class."""
    for path, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                name = node.func.id
                is_upstream = name in FAILURES and path.startswith("commonplace/gateway/mcp/")
                if is_upstream or (name in CLASSES and name != "CredentialRefused"):
                    yield path, node, name


def test_languages_have_the_same_keys_in_order() -> None:
    assert set(GERMAN) == set(ENGLISH)
    assert [key for key in ENGLISH if not KEY.fullmatch(key)] == []
    for language in LANGUAGES:
        assert list(catalogue(language)) == sorted(catalogue(language)), language


def test_german_has_the_places_of_english() -> None:
    assert {key for key, text in GERMAN.items() if not places(text) <= places(ENGLISH[key])} == set()
    missing = {key: places(text) - places(GERMAN[key]) - {"field"} for key, text in ENGLISH.items()}
    assert {key: names for key, names in missing.items() if names} == LEFT_OUT


def test_keys_in_the_source_and_in_the_catalogue_are_the_same() -> None:
    assert set(raised()) == set(ENGLISH)
    indirect = {path for path, call, _ in calls() if not literals(call.args[0])}
    unknown = {(path, key) for path, call, _ in calls() for key in literals(call.args[0]) if key not in ENGLISH}

    assert unknown == set()
    # A function or a table of the module, or what a reader of JSON found before the record is looked at.
    assert indirect == {*INDIRECT, "commonplace/export/validation.py", "commonplace/owner/imports.py"} - {
        "commonplace/refusals/errors.py",
        "commonplace/export/reading.py",
    }


def test_every_message_is_given_what_it_says() -> None:
    lacking = set()
    for path, call, name in calls():
        given: set[object] = {one.arg for one in call.keywords} | GIVEN_BY_CLASS.get(name, set())
        for one in call.keywords:
            if one.arg == "details" and isinstance(one.value, ast.Dict):
                given |= {key.value for key in one.value.keys if isinstance(key, ast.Constant)}
        for key in literals(call.args[0]) & set(ENGLISH):
            needed = places(ENGLISH[key].removeprefix("{field}: "))
            if not needed <= given:
                lacking.add((path, key))
    assert lacking == set()


def test_a_message_is_written_in_each_language() -> None:
    refusal = InvalidInput("field.too_long.fact", field="text", most=20_000)

    assert (refusal.code, refusal.field) == ("field.too_long", "text")
    assert str(refusal) == refusal.message == "text: at most 20,000 characters; keep one fact a memory"
    assert refusal.in_language("de").startswith("Höchstens 20.000 Zeichen.")
    assert InvalidInput("json.not_an_object").message == "must be a JSON object"
    assert InvalidInput("json.not_an_object", field="body").message == "body: must be a JSON object"


def test_details_are_in_the_error_and_parameters_are_not() -> None:
    refusal = NotFound("memory.not_found", field="id", details={"speaker_limit": 50}, most=7)

    assert refusal.data() == {
        "type": "not_found_error",
        "code": "memory.not_found",
        "field": "id",
        "speaker_limit": 50,
    }


@pytest.mark.parametrize("one", CLASSES.values(), ids=lambda one: one.__name__)
def test_every_refusal_is_answered_with_its_code(one: type[Refusal]) -> None:
    is_credential = one is CredentialRefused
    refusal = CredentialRefused("token", field="text") if is_credential else one("service.failed")

    answer = refused(refusal, {"requestContext": {"requestId": "request-1"}})

    error = json.loads(answer["body"])["error"]
    code = "credential.found" if is_credential else "service.failed"
    assert (answer["statusCode"], error["type"], error["code"]) == (one.status, one.type, code)
    assert list(error)[:4] == ["type", "code", "message", "request_id"]


def test_all_classes_of_errors_are_coded() -> None:
    found = {one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, Exception)}

    assert found == {CodedError, *CLASSES.values()}


def test_contracts_say_what_pydantic_says() -> None:
    """A fault's code is of pydantic's type; but for five of them, its words are pydantic's own."""
    ours = {"bool_type", "extra_forbidden", "list_type", "string_too_long", "too_long"}
    found = list(faults())

    assert len({kind for kind, _, _ in found}) > 15
    for kind, words, refusal in found:
        assert refusal.code not in ("field.invalid",), kind
        if kind not in ours:
            assert refusal.message == f"{refusal.field}: {words[:1].lower()}{words[1:]}"


def test_a_fault_of_no_known_type_is_told_in_pydantics_words() -> None:
    class Even(Arguments):
        number: int

        @field_validator("number")
        @classmethod
        def check(cls, value: int) -> int:
            if value % 2:
                raise ValueError("odd")
            return value

    with pytest.raises(InvalidInput) as found:
        read_as(Even, {"number": 1})

    assert (found.value.code, found.value.message) == ("field.invalid", "number: value error, odd")
    assert found.value.in_language("de") == GERMAN["field.invalid"]
    assert issubclass(Even, BaseModel)


def test_no_catalogue_is_read_before_something_is_refused() -> None:
    code = (
        "import sys; before = 'tomllib' in sys.modules\n"
        "import commonplace.operations.http, commonplace.stores.http\n"
        "from commonplace.refusals.errors import NotFound\n"
        "refusal = NotFound('memory.not_found')\n"
        "assert 'commonplace.refusals.catalogue' not in sys.modules and ('tomllib' in sys.modules) is before\n"
        "assert refusal.message\n"
        "assert 'commonplace.refusals.catalogue' in sys.modules\n"
    )
    layer = Path(commonplace.refusals.__file__).parents[2]

    subprocess.run([sys.executable, "-c", code], check=True, env={"PYTHONPATH": str(layer)})


def test_catalogues_name_nothing_twice() -> None:
    for language in LANGUAGES:
        text = Path(commonplace.refusals.__file__).with_name(f"{language}.toml").read_text(encoding="utf-8")
        assert len(re.findall(r"^[\w\".]+ = ", text, re.MULTILINE)) == len(catalogue(language))
        assert sum(len(one) for one in tomllib.loads(text).values()) == len(catalogue(language))


def test_docs_know_how_each_code_is_answered() -> None:
    assert {key for key, statuses in raised(of_api=True).items() if not statuses} == {
        key for key in ENGLISH if key.startswith("upstream.")
    }
    assert {one.__name__ for _, tree in modules(of_api=True) for _, one in refusals(tree)} >= {
        "InvalidInput",
        "Busy",
    }
