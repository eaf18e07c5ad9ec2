"""The order in which facts came, against a sorted list of them."""

from __future__ import annotations

import dataclasses

from hypothesis import given
from hypothesis import strategies as st

from commonplace.domain.memory import Kind, Memory
from commonplace.domain.speakers import TURN
from commonplace.stores.time_order import TimeOrder, place_of
from tests.support.stored import fact

MEMORIES = st.builds(
    lambda name, after, kind, speaker: dataclasses.replace(
        fact("acme", "text", after=after), memory_id=name, kind=kind, speaker_id=speaker
    ),
    st.sampled_from("abcdefgh"),
    st.integers(0, 3),
    st.sampled_from([Kind.FACT, Kind.FACT, Kind.GOAL]),
    st.sampled_from([None, "me", TURN]),
)


@given(steps=st.lists(st.one_of(MEMORIES, st.sampled_from("abcdefgh"))), place=MEMORIES)
def test_facts_are_in_the_order_of_their_creation(steps: list[Memory | str], place: Memory) -> None:
    order, kept = TimeOrder(), dict[str, Memory]()
    for step in steps:
        if isinstance(step, str):
            order.remove(step)
            kept.pop(step, None)
        else:
            order.put(step)
            kept[step.memory_id] = step
    facts = [memory for memory in kept.values() if memory.kind is Kind.FACT]
    said = sorted(place_of(memory) for memory in facts)

    assert list(order.before(place_of(place))) == [one for one in reversed(said) if one < place_of(place)]
    assert list(order.after(place_of(place))) == [one for one in said if one > place_of(place)]
    exchanges = [place_of(memory) for memory in facts if memory.speaker_id == TURN]
    assert list(order.exchanges()) == sorted(exchanges, reverse=True)
