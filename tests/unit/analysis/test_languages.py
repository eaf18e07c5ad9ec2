"""A word finds its other forms, and not what only looks like it, in every script."""

from __future__ import annotations

from importlib import import_module

import pytest

from commonplace.search.analysis.scripts import is_spaceless
from commonplace.search.analysis.topic import Topic
from commonplace.search.analysis.word_index import WordIndex, search

# One file of sentences each.
LANGUAGES = (
    *("english", "german", "russian", "spanish", "hindi", "tamil", "kannada"),
    *("japanese", "korean", "chinese", "thai"),
    "others",
)
CASES = [
    pytest.param(*case, id=f"{language}-{number}-{case[0]}")
    for language in LANGUAGES
    for number, case in enumerate(import_module(f"tests.unit.analysis.sentences.{language}").CASES, start=1)
]
FEWEST = 20


@pytest.mark.requirement("C3")
@pytest.mark.parametrize(("query", "text", "unlike"), CASES)
def test_search_finds_the_form_and_not_what_looks_alike(query: str, text: str, unlike: str) -> None:
    index = WordIndex()
    index.add("unlike", unlike)
    index.add("text", text)

    found = [document for document, _ in search(query, [index])]
    assert found[0] == "text"
    # Without spaces a pair of letters may be in both; elsewhere what only looks alike is not found.
    assert len(found) == 1 or _without_spaces(query)


@pytest.mark.requirement("A1")
@pytest.mark.parametrize(("query", "text", "unlike"), CASES)
def test_a_topic_is_held_by_the_form_and_not_by_what_looks_alike(query: str, text: str, unlike: str) -> None:
    topic = Topic(query)

    assert topic.held(text) == topic.size > 0
    assert topic.held(unlike) < topic.size
    assert topic.held(unlike) == 0 or _without_spaces(query)


@pytest.mark.requirement("C3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_among_the_first_when_all_texts_of_all_languages_are_there(language: str) -> None:
    index = WordIndex()
    for case in CASES:
        for text in case.values[1:]:
            index.add(str(text), str(text))

    for case in CASES:
        if str(case.id).startswith(language):
            query, text, _ = map(str, case.values)
            assert text in [document for document, _ in search(query, [index])[:5]], query


@pytest.mark.requirement("C3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_enough_cases(language: str) -> None:
    assert sum(str(case.id).startswith(f"{language}-") for case in CASES) >= FEWEST


def _without_spaces(query: str) -> bool:
    return any(is_spaceless(char) for char in query)
