"""Each language says all there is to say, and the reader's own is chosen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import commonplace.dashboard
from commonplace.dashboard.languages import Language, language, language_for
from commonplace.dashboard.pages import PAGES
from commonplace.refusals.catalogue import LANGUAGES, catalogue
from commonplace.refusals.errors import InvalidInput

pytestmark = pytest.mark.requirement("A18")

FOLDER = Path(commonplace.dashboard.__file__).parent
TEMPLATES = sorted((FOLDER / "templates").rglob("*.html"))
ENGLISH = language("en")


def places(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("code", LANGUAGES[1:])
def test_languages_have_the_same_texts_with_the_same_places(code: str) -> None:
    other = language(code)

    assert set(other.texts) == set(ENGLISH.texts)
    assert {key: places(text) for key, text in other.texts.items()} == {
        key: places(text) for key, text in ENGLISH.texts.items()
    }
    assert {key: text.count("`") % 2 for key, text in other.texts.items() if text.count("`") % 2} == {}


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_templates_hold_no_text_and_name_texts_that_there_are(template: Path) -> None:
    written = re.sub(r"\{#.*?#\}", "", template.read_text(), flags=re.DOTALL)
    for key in re.findall(r"\bt\(\s*[\"']([\w.]+)[\"']\s*[,)]", written):
        assert key in ENGLISH, key
    for key in re.findall(r"\bcount\(\s*[\"']([\w.]+)[\"']\s*,", written):
        assert {f"{key}.one", f"{key}.other"} <= set(ENGLISH.texts), key
    shown = re.sub(r"\{\{.*?\}\}|\{%.*?%\}", " ", written, flags=re.DOTALL)
    shown = re.sub(r"<(\"[^\"]*\"|'[^']*'|[^>\"'])*>", " ", shown)
    words = re.findall(r"[A-Za-zÄÖÜäöüß]{2,}", re.sub(r"[\w-]+=\"[^\"]*\"", " ", shown))  # attributes of a macro
    assert words == []


def test_every_page_has_its_name() -> None:
    assert [page.name for page in PAGES if f"{page.name}.title" not in ENGLISH] == []


@pytest.mark.parametrize(
    ("cookie", "accepted", "expected"),
    [
        (None, "", "en"),
        (None, "de", "de"),
        (None, "de-AT,en;q=0.8", "de"),
        (None, "fr, en;q=0.5, de;q=0.7", "de"),
        (None, "de;q=0, en;q=0.1", "en"),
        (None, "fr,it", "en"),
        ("en", "de", "en"),
        ("xx", "de", "de"),
    ],
)
def test_the_readers_language_is_chosen(cookie: str | None, accepted: str, expected: str) -> None:
    assert language_for(cookie, accepted).code == expected


def test_texts_are_escaped_and_numbers_are_written_as_the_language_does() -> None:
    known = {"a": "<b> `x & y` {name}: {size}", "c.one": "{count} item", "c.other": "{count} items"}

    german = Language("de", known)
    assert german.text("a", name="<i>", size=12345.5) == "&lt;b&gt; <code>x &amp; y</code> &lt;i&gt;: 12.345,5"
    assert Language("en", known).number(1234567) == "1,234,567"
    assert (german.count("c", 1), german.count("c", 1000)) == ("1 item", "1.000 items")
    with pytest.raises(KeyError):
        german.text("a")


def test_pages_reword_refusals_that_there_are() -> None:
    for code in LANGUAGES:
        reworded = language(code).refusals
        assert {key for key, text in reworded.items() if not places(text) <= places(catalogue(code)[key])} == set()
    unknown = InvalidInput("field.unknown", field="foo")
    assert language("en").message(unknown) == "foo: does not belong here"
    assert language("de").message(unknown) == unknown.in_language("de") == "Diese Angabe gehört nicht hierher."
