"""Partition = authority: what a caller sends selects inside its own space and reaches nothing else."""

from __future__ import annotations

import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.domain import ids
from commonplace.domain.levels import Level
from commonplace.domain.spaces import Space, account_space, session_space, team_space
from tests.conftest import new_key
from tests.support.agents import Agent
from tests.support.clock import HandClock


@pytest.fixture
def stranger(agent: Agent, clock: HandClock) -> Agent:
    return Agent(new_key("another", clock=clock))


@pytest.mark.requirement("B4", "B5")
@pytest.mark.both_engines
def test_no_session_reaches_another_by_its_name(agent: Agent) -> None:
    names = ["run-1", "run-10", "x", "x/y", "x:y", "x#y", "x/y/0", "x%2Fy", "default", "X"]
    for name in names:
        agent.in_session(name).remember(f"in {name}", key="k")

    for name in names:
        assert agent.in_session(name).recall() == [f"in {name}"]


@pytest.mark.requirement("B5")
def test_without_a_name_the_session_is_default(agent: Agent) -> None:
    agent.call("set_goal", goal="go on")

    for name in ("default", "", "  ", " default "):
        assert agent.in_session(name).recall() == ["go on"]


@pytest.mark.requirement("B5", "D2")
@pytest.mark.parametrize("name", ["x" * 129, "a\x00b", "a\ud83c"])
def test_a_session_name_that_cannot_be_one_is_refused(agent: Agent, name: str) -> None:
    answer = agent.in_session(name).call("remember", text="t")

    assert (answer.status, answer.error["field"]) == (400, "X-Session-Id")


@pytest.mark.requirement("A1", "A9")
@pytest.mark.both_engines
def test_account_items_are_in_every_session_and_session_items_in_one(agent: Agent) -> None:
    agent.in_session("one").remember("kept", durable=True)
    agent.in_session("one").remember("here only")

    assert agent.in_session("one").recall() == ["here only", "kept"]
    assert agent.in_session("two").recall() == ["kept"]


@pytest.mark.requirement("B4")
@pytest.mark.both_engines
def test_two_accounts_with_the_same_names_never_meet(agent: Agent, stranger: Agent) -> None:
    """Walks every tool with the other account's ids and names."""
    mine: dict[str, str] = {}
    for scope in ({}, {"durable": True}):
        mine[str(scope)] = agent.remember("mine", key="k", **scope)["id"]
    mine["goal"] = agent.call("set_goal", goal="my goal").body["id"]
    mine["plan"] = agent.call("checkpoint", goal="my plan", open_questions=["mine?"]).body["id"]
    before = agent.call("recall").body

    assert stranger.recall() == []
    assert stranger.recall(topic="mine") == []
    for memory_id in [*mine.values(), str(uuid.uuid4())]:
        answer = stranger.call("forget", id=memory_id)
        assert (answer.status, answer.error["message"]) == (404, "there is no such memory here")
    assert stranger.call("forget", key="k").status == 404
    for scope in ({}, {"durable": True}):
        assert stranger.remember("theirs", key="k", **scope)["id"] not in mine.values()
    assert stranger.call("set_goal", goal="their goal").body["id"] != mine["goal"]
    assert stranger.call("checkpoint", goal="their plan").body["id"] != mine["plan"]
    assert stranger.call("forget", key="k").status == 200

    assert agent.call("recall").body == before
    assert stranger.recall() == ["their goal", "their plan", "theirs"]


@pytest.mark.requirement("B4")
@pytest.mark.parametrize("field", ["account", "account_id", "space", "team", "team_id", "session", "generation"])
def test_no_argument_names_a_space(agent: Agent, field: str) -> None:
    for tool, arguments in {"recall": {}, "remember": {"text": "t"}, "forget": {"key": "k"}}.items():
        answer = agent.call(tool, **arguments, **{field: "x"})
        assert (answer.status, answer.error["field"]) == (400, field)


NAMES = st.text(min_size=1, max_size=12)
SPACES = st.one_of(
    st.builds(account_space, st.sampled_from(["acc_1", "acc_10"]), NAMES),
    st.builds(session_space, st.sampled_from(["acc_1", "acc_10"]), NAMES, st.integers(0, 3)),
    st.builds(team_space, st.sampled_from(["team_1", "team_10"])),
)


@pytest.mark.requirement("B4")
@given(
    one=st.tuples(st.sampled_from("as"), NAMES, st.integers(0, 12)),
    other=st.tuples(st.sampled_from("as"), NAMES, st.integers(0, 12)),
)
def test_different_names_are_different_partitions(one: tuple[str, str, int], other: tuple[str, str, int]) -> None:
    def space(kind: str, name: str, generation: int) -> Space:
        return account_space("acc", name) if kind == "a" else session_space("acc", name, generation)

    def meant(kind: str, name: str, generation: int) -> tuple[str, str, int]:
        return (kind, name, generation if kind == "s" else 0)

    assert (space(*one).key == space(*other).key) is (meant(*one) == meant(*other))


@pytest.mark.requirement("S12")
@given(space=SPACES, key=NAMES, level=st.sampled_from(Level))
def test_a_derived_id_is_a_uuid_of_version_8_of_its_three_parts(space: Space, key: str, level: Level) -> None:
    memory_id = uuid.UUID(ids.derived_id(space, ids.key_slot(key), level))

    assert (memory_id.version, memory_id.variant) == (8, uuid.RFC_4122)
    assert str(memory_id) == ids.derived_id(space, ids.key_slot(key), level)
    assert str(memory_id) != ids.derived_id(space, ids.Slot("goal", key), level)


@pytest.mark.requirement("S12")
@given(now=st.integers(0, 2**47 * 1000), later=st.integers(1, 10_000_000))
def test_time_ordered_ids_are_in_the_order_of_time(now: int, later: int) -> None:
    first, second = uuid.UUID(ids.time_ordered_id(now)), uuid.UUID(ids.time_ordered_id(now + later))

    assert (first.version, first.variant) == (7, uuid.RFC_4122)
    assert first.int >> 80 == now // 1000
    assert str(first) < str(second)
