"""Word lists: what is kept of a file, what a build leaves, and what the lint refuses."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from commonplace.domain import word_lists
from commonplace.domain.word_lists import WordLists, build, parse, read
from tests.lint.word_lists import FILES, File, complaints, complaints_of

NAMED = {file.name: file for file in FILES}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "data" / "colours.toml"
    path.parent.mkdir()
    path.write_text('warm = ["red", "yellow"]\n')
    return path


def test_no_list_has_doubles_or_dead_entries() -> None:
    assert list(complaints()) == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_build_says_what_the_file_says(file: File, tmp_path: Path) -> None:
    copy = tmp_path / "package" / "data" / file.path.name
    copy.parent.mkdir(parents=True)
    shutil.copy(file.path, copy)
    build(tmp_path)
    assert not copy.exists()
    assert read(copy) == parse(file.path) == read(file.path)


def test_a_file_is_parsed_once(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    module = str(source.parent.with_name("colours.py"))
    assert WordLists(module, "colours").words("warm") == {"red", "yellow"}
    monkeypatch.setattr(word_lists, "parse", _refuse)
    assert WordLists(module, "colours").ordered("warm") == ("red", "yellow")


def test_a_changed_file_is_parsed_again(source: Path) -> None:
    read(source)
    source.write_text('warm = ["red", "orange"]\n')
    os.utime(source, ns=(1, 1))
    assert read(source) == {"warm": ["red", "orange"]}


def test_a_folder_that_cannot_be_written_is_read(source: Path) -> None:
    (source.parent / "__pycache__").write_text("no folder")
    assert read(source) == {"warm": ["red", "yellow"]}


def test_a_build_that_cannot_write_fails(source: Path) -> None:
    (source.parent / "__pycache__").write_text("no folder")
    with pytest.raises(OSError):
        build(source.parents[1])


@pytest.mark.parametrize(
    ("name", "path", "entries", "complaint"),
    [
        ("context", "pairs", ["public_key", "page_token"], "not sorted"),
        ("context", "pairs", ["page_token", "page_token"], "is there twice"),
        ("context", "announcers", ["SHA"], "can never match"),
        ("context", "announcer", ["sha"], "unknown field 'announcer'"),
        ("values", "sayings", ["fine"], "five letters or more"),
        ("values", "saying_endings", ["ated", "ed"], "'ed' does wherever it would"),
        ("services", "names", ["github", "mygithub"], "'github' does wherever it would"),
        ("services", "short_names", ["akamai"], "'akamai' does wherever it would"),
        ("identifiers", "names", ["averylongidentifier"], "can never match"),
        ("fields", "secret_pairs", ["auth_code"], "a word of it is in secret"),
        ("generic", "kinds", {"sk": "key"}, "secret_prefixes has it"),
        ("issuers", "issuers", [{"beginning": "AB C", "kind": "key", "rest": "x"}], "beginning can never match"),
        ("issuers", "issuers", [{"beginning": "ABC", "kind": "key", "test": "x"}], "unknown field 'test'"),
        ("lexicon", "articles", {"english": ["das", "ведь"]}, "one word, in english"),
        ("lexicon", "small", {"english": ["the"]}, "articles.english has it"),
        ("numerals", "days", {"english": [["monday", "mondays"]]}, "'monday' does wherever it would"),
        ("numerals", "tens", {"english": [[f"word{'x' * place}"] for place in range(8)]}, "has 8 places"),
        ("opposites", "words", [[["खुल-", "खुला"], ["बंद"]]], "'खुल-' does wherever it would"),
        ("pronouns", "owners", ["nobody"], "no pronoun"),
        ("synonyms", "english", [["big", "large"], ["great", "large"]], "'large' is there twice"),
    ],
)
def test_the_lint_refuses(name: str, path: str, entries: Any, complaint: str) -> None:
    lists = parse(NAMED[name].path)
    lists[path] = entries
    assert any(complaint in found for found in complaints_of(NAMED[name], lists))


def _refuse(source: Path) -> dict[str, Any]:
    raise AssertionError(source)
