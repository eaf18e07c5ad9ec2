"""What holds for every text."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from commonplace.guards.credentials import find_credential
from tests.unit.guards.credentials.samples import CHOSEN, ISSUED, MIXED, Draw

pytestmark = pytest.mark.requirement("A15")

# Prose of several languages, signs and line ends; no word that makes another thing of what follows.
TEXT = (
    "Anna wrote that our team reviewed it on Monday ; and so , we went . Then ! Ja gut … который 我们 こんにちは"
    " नमस्ते ಸರಿ « oui » ( well ) – \n \t 42 3.5 🙂"
)
WORDS = TEXT.split(" ")
prose = st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join)
token = st.builds(lambda sample, seed: sample.make(Draw(seed)), st.sampled_from(ISSUED), st.integers(0, 10**6))

FORMS = [
    "{}",
    "'{}'",
    '"{}"',
    "<{}>",
    "({})",
    "KEY={}",
    "export A_TOKEN='{}'",
    '{{"a": {{"b": "{}"}}}}',
    "a:\n  b: {}\n",
    "- {}",
    "x => {}",
    "`{}`",
    "| {} |",
    "it is {}.",
    "it is {}, really",
    "see {}!",
]


@given(st.text(st.characters(exclude_categories=()), max_size=400))
@example("\ud800")
@example("password: \udfff\ud800")
@example("\U0010ffff" * 40)
@example("İ" * 40 + " password: ")
@settings(max_examples=300, derandomize=True, deadline=None)
def test_no_text_breaks_it(text: str) -> None:
    assert find_credential(text) is None or isinstance(find_credential(text), str)


@given(st.text("pasword:= tkeniabc0123-_./'\"\\\n$@{}%é密码は", max_size=300))
@settings(max_examples=300, derandomize=True, deadline=None)
def test_no_text_of_its_own_words_breaks_it(text: str) -> None:
    assert find_credential(text) is None or isinstance(find_credential(text), str)


@given(prose, token, prose)
@settings(max_examples=300, derandomize=True, deadline=None)
def test_prose_around_hides_no_credential(before: str, secret: str, after: str) -> None:
    assert find_credential(f"{before} {secret} {after}") is not None


@given(prose, st.sampled_from(CHOSEN), prose)
@settings(max_examples=200, derandomize=True, deadline=None)
def test_prose_around_hides_no_password(before: str, value: str, after: str) -> None:
    assert find_credential(f"{before}\npassword: {value}\n{after}") is not None


@given(st.sampled_from(FORMS), token)
@settings(max_examples=400, derandomize=True, deadline=None)
def test_notation_hides_no_credential(form: str, secret: str) -> None:
    assert find_credential(form.format(secret)) is not None


@given(token)
@settings(max_examples=100, derandomize=True, deadline=None)
def test_json_and_its_escapes_hide_no_credential(secret: str) -> None:
    assert find_credential(json.dumps({"steps": [f"first\n{secret}\nthen"]})) is not None


@given(st.integers(0, 10**6))
@settings(max_examples=300, derandomize=True, deadline=None)
def test_a_key_that_is_named_is_found_whatever_was_drawn(seed: int) -> None:
    assert find_credential(f"api_key={Draw(seed)(40, MIXED)}") is not None


@given(prose)
@settings(max_examples=300, derandomize=True, deadline=None)
def test_prose_passes(text: str) -> None:
    assert find_credential(text) is None


LOADED = """
import sys
sys.path.insert(0, {layer!r})
from commonplace.guards.credentials import find_credential
package = "commonplace.guards.credentials."
print([name for name in sys.modules if name.startswith(package)])
find_credential("The team decided on Tuesday that Anna reviews the report before 15 October 2025.")
print(sorted(name.removeprefix(package) for name in sys.modules if name.startswith(package)))
"""


def test_a_cold_start_loads_only_what_a_text_needs() -> None:
    layer = Path(__file__).resolve().parents[4] / "layers" / "core"
    code = LOADED.format(layer=str(layer))
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    at_import, after_a_sentence = run.stdout.splitlines()
    assert at_import == "[]"
    assert after_a_sentence == str(["nouns", "patterns", "rules", "seed_phrases", "words"])
