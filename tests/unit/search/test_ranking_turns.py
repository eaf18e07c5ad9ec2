"""The order of turns: what was asked before, and names at the head that are a speaker's."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.domain.clock import SECOND
from commonplace.domain.levels import Level
from commonplace.domain.memory import Kind, Memory
from commonplace.domain.spaces import account_space
from commonplace.search.turns import Turns, names_in


def talk(*texts: str, apart: int = SECOND) -> Turns:
    turns = Turns()
    for number, text in enumerate(texts):
        turns.add(str(number), text, number * apart)
    return turns


def test_what_comes_after_a_question_answers_it() -> None:
    turns = talk("Any plans?", "A hike.", "Nice.", "And you?", "When?", "No.")

    assert dict(turns.answers()) == {"1": "0", "4": "3", "5": "4"}


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Was it good?", True),
        ("Was it good? I hope so.", True),
        ("元気ですか。", True),
        ("元气吗？", True),
        ("كيف حالك؟", True),
        ("Ինչպե՞ս ես", False),
        ("Ինչպես ես՞", True),
        ("It was good.", False),
        ("See https://example.com/?q=tea", False),
        ("", False),
    ],
)
def test_what_is_a_question(text: str, asks: bool) -> None:
    assert turns_link(text) is asks


def turns_link(text: str) -> bool:
    return bool(talk(text, "answer").answers())


def test_order_is_that_of_the_moments_not_of_arrival() -> None:
    turns = Turns()
    turns.add("answer", "A hike.", 2 * SECOND)
    turns.add("later", "Nice.", 3 * SECOND)
    turns.add("question", "Any plans?", SECOND)
    assert turns.answers() == [("answer", "question")]

    turns.add("between", "Hm.", 1_500_000)
    assert turns.answers() == [("between", "question")]

    turns.remove("between")
    assert turns.answers() == [("answer", "question")]

    turns.add("question", "My plans.", SECOND)
    assert turns.answers() == []


def test_an_answer_comes_within_an_hour() -> None:
    assert dict(talk("Any plans?", "A hike.", apart=60 * 60 * SECOND).answers()) == {"1": "0"}
    assert talk("Any plans?", "A hike.", apart=60 * 60 * SECOND + 1).answers() == []


def test_conversations_do_not_answer_one_another() -> None:
    turns = Turns()
    turns.add("1", "Any plans?", 1, conversation="a")
    turns.add("2", "The build is green.", 2)
    turns.add("3", "Why red?", 3, conversation="b")
    turns.add("4", "A hike.", 4, conversation="a")

    assert turns.answers() == [("4", "1")]


def test_names_at_the_head_are_speakers_where_they_ask_and_answer() -> None:
    turns = talk("Ann: Any plans?", "Bob: A hike.", "Bob: And you?", "Ann: Home.", "Q: who?", "Todo: call", "Done")

    assert sorted(turns.heads()) == ["Ann", "Bob"]
    assert turns.said_by([], ["Ann"]) == {"0", "3"}
    assert names_in([turns], {"id 1": "Cy"}) == {"Ann", "Bob", "Cy"}

    turns.remove("0")
    assert turns.heads() == []


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("Ann Lee: tea", {"Ann Lee"}),
        ("田中：お茶", {"田中"}),
        ("  Ann : tea", {"Ann"}),
        ("12:30 tea", set()),
        ("https://example.com: tea", set()),
        ("She said to me: tea", set()),
        ("Ann:", set()),
        ("Ann\nBob: tea", set()),
    ],
)
def test_what_is_a_head(text: str, head: set[str]) -> None:
    turns = talk("Host: What will it be?", text, "Host: Sugar?", text)

    assert set(turns.heads()) == (head and head | {"Host"})


@pytest.mark.requirement("S6")
def test_labels_tell_who_said_it() -> None:
    turns = Turns()
    turns.add("1", "Any plans?", 1, label="r1")
    turns.add("2", "A hike.", 2, label="r2")
    assert turns.said_by(["r1"], []) == {"1"}

    turns.add("1", "Any plans?", 1)
    assert turns.said_by(["r1", "r2", "r3"], ["Ann"]) == {"2"}


def test_it_follows_the_records_of_a_level() -> None:
    memory = Memory(
        space=account_space("acme"),
        memory_id="m1",
        account_id="acme",
        epoch=0,
        text="Any plans?",
        kind=Kind.FACT,
        level=Level.PUBLIC,
        importance=0.6,
        created_at=1,
        updated_at=9,
        speaker_id="r1",
        conversation_id="c",
    )
    turns = Turns()
    turns.put(memory)
    turns.put(dataclasses.replace(memory, memory_id="m2", text="A hike.", created_at=2))
    turns.put(dataclasses.replace(memory, memory_id="m3", kind=Kind.GOAL))
    assert turns.answers() == [("m2", "m1")]
    assert turns.said_by(["r1"], []) == {"m1", "m2"}

    turns.remove("m1")
    assert (len(turns), turns.answers()) == (1, [])


STEP = st.tuples(
    st.integers(0, 6).map(str),
    st.none() | st.sampled_from(["Ann: tea?", "Bob: tea?", "Bob: tea", "tea"]),
    st.integers(0, 5),
    st.sampled_from([None, "a"]),
)


@given(st.lists(STEP, max_size=25))
def test_it_is_as_if_only_what_is_there_had_been_put_in(
    steps: list[tuple[str, str | None, int, str | None]],
) -> None:
    turns, there = Turns(), dict[str, tuple[str, int, str | None]]()
    for document, text, moment, conversation in steps:
        if text is None:
            turns.remove(document)
            there.pop(document, None)
        else:
            turns.add(document, text, moment, conversation=conversation)
            there[document] = (text, moment, conversation)
    fresh = Turns()
    for document, (text, moment, conversation) in there.items():
        fresh.add(document, text, moment, conversation=conversation)

    assert len(turns) == len(there)
    assert sorted(turns.answers()) == sorted(fresh.answers())
    assert sorted(turns.heads()) == sorted(fresh.heads())
    assert turns.said_by([], ["Ann", "Bob"]) == fresh.said_by([], ["Ann", "Bob"])
