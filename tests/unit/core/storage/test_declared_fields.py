"""A memory's fields: declared once; stored, cleared by a keyed write and exported as they are declared."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.domain.clock import SECOND
from commonplace.domain.declaring import declared
from commonplace.domain.levels import Level
from commonplace.domain.memory import Embedding, Kind, Memory, State
from commonplace.domain.spaces import account_space
from commonplace.export.format import MemoryRecord
from commonplace.storage.commit import ConditionFailed, commit
from commonplace.storage.memories import item_of, key_of, memory_of, replace
from commonplace.storage.pages import get_item
from tests.support.agents import stack
from tests.support.clock import START
from tests.support.stored import put

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

SPACE = account_space("acc_1")
NOW = START
BARE = Memory(SPACE, "m-1", "acc_1", 0, "new", Kind.FACT, Level.PUBLIC, 0.6, NOW, NOW + SECOND)
FULL = Memory(
    SPACE, "m-1", "acc_1", 0, "old", Kind.FACT, Level.PUBLIC, 0.5, NOW - SECOND, NOW,
    key="k", speaker_id="r1", tags=("a", "b"), pinned_by_owner=True, expires_at=NOW // SECOND + 99, version=4,
    checkpoint="c", forgotten_at=3, quarantined_for="q", writer="w", embedding=Embedding("model", b"\x01\xff"),
    category="cat", conversation_id="con", event_date="2026-01-02", turn_split=2, chunks=3, revision=5,
    replaces="r", superseded_by="s", unrated=True,
)  # fmt: skip
STORED = {
    "space": {"S": SPACE.key}, "memory_id": {"S": "m-1"}, "account_id": {"S": "acc_1"}, "epoch": {"N": "0"},
    "text": {"S": "old"}, "kind": {"S": "fact"}, "level": {"N": "0"}, "importance": {"N": "0.5"},
    "created_at": {"N": str(NOW - SECOND)}, "updated_at": {"N": str(NOW)}, "key": {"S": "k"},
    "speaker_id": {"S": "r1"}, "tags": {"L": [{"S": "a"}, {"S": "b"}]}, "pinned_by_owner": {"BOOL": True},
    "state": {"S": "active"}, "expires_at": {"N": str(NOW // SECOND + 99)}, "version": {"N": "4"},
    "checkpoint": {"S": "c"}, "forgotten_at": {"N": "3"}, "quarantined_for": {"S": "q"}, "writer": {"S": "w"},
    "embedding": {"B": b"\x01\xff"}, "embedding_model": {"S": "model"}, "category": {"S": "cat"},
    "conversation_id": {"S": "con"}, "event_date": {"S": "2026-01-02"}, "turn_split": {"N": "2"},
    "chunks": {"N": "3"}, "revision": {"N": "5"}, "replaces": {"S": "r"}, "superseded_by": {"S": "s"},
    "unrated": {"BOOL": True},
}  # fmt: skip
# What a later write of a key leaves as it is; a field is not put here without a reason.
KEPT = {"created_at", "pinned_by_owner", "version", "revision", "replaces"}
UNPINNED = dataclasses.replace(
    FULL, pinned_by_owner=False
)  # what the owner has pinned is not replaced in one update
OPTIONAL = [
    one.name
    for one in dataclasses.fields(Memory)
    if one.default is not dataclasses.MISSING and one.name != "pinned_by_owner"
]


@pytest.mark.requirement("A2")
def test_a_memory_is_stored_under_these_names_and_values() -> None:
    item = item_of(FULL)

    assert {name: value for name, value in item.items() if name not in FULL.index_keys()} == STORED
    assert {name: item[name] for name in FULL.index_keys()} == {k: {"S": v} for k, v in FULL.index_keys().items()}
    assert memory_of(SPACE, item) == FULL
    required = {"space", "memory_id", "account_id", "epoch", "text", "kind", "level", "importance", "created_at"}
    assert set(item_of(BARE)) == required | {"updated_at", "state", "version"} | set(BARE.index_keys())
    assert memory_of(SPACE, item_of(BARE)) == BARE


def test_what_every_memory_has_may_not_be_missing() -> None:
    item = item_of(BARE)
    for name in ("memory_id", "account_id", "epoch", "text", "kind", "level", "importance", "updated_at"):
        with pytest.raises(KeyError, match=name):
            memory_of(SPACE, {key: value for key, value in item.items() if key != name})


TEXT = st.text(max_size=9)
SOME_TEXT = st.none() | TEXT
COUNTS = st.integers(0, 2**51)
MEMORIES = st.builds(
    Memory,
    space=st.just(SPACE), memory_id=TEXT, account_id=TEXT, epoch=COUNTS, text=TEXT, kind=st.sampled_from(Kind),
    level=st.sampled_from(Level), importance=st.floats(1e-9, 1), created_at=COUNTS, updated_at=COUNTS,
    key=SOME_TEXT, speaker_id=SOME_TEXT, tags=st.lists(TEXT, max_size=3).map(tuple), pinned_by_owner=st.booleans(),
    state=st.sampled_from(State), expires_at=st.none() | COUNTS, version=COUNTS, checkpoint=SOME_TEXT,
    forgotten_at=st.none() | COUNTS, quarantined_for=SOME_TEXT, writer=SOME_TEXT,
    embedding=st.none() | st.builds(Embedding, TEXT, st.binary(max_size=9)), category=SOME_TEXT,
    conversation_id=SOME_TEXT, event_date=SOME_TEXT, turn_split=st.none() | COUNTS, chunks=st.none() | COUNTS,
    revision=COUNTS, replaces=SOME_TEXT, superseded_by=SOME_TEXT, unrated=st.booleans(),
)  # fmt: skip


@given(MEMORIES)
def test_what_is_stored_is_read_as_it_was(memory: Memory) -> None:
    assert memory_of(SPACE, item_of(memory)) == memory


@pytest.mark.both_engines
@pytest.mark.requirement("A2", "A3")
@pytest.mark.parametrize("name", OPTIONAL)
def test_a_keyed_write_clears_what_is_not_kept(name: str, tables: DynamoDBClient) -> None:
    table = stack().environment["MEMORIES_TABLE"]
    field = {one.name: one for one in dataclasses.fields(Memory)}[name]
    assert declared(field).kept is (name in KEPT)
    before: Any = getattr(UNPINNED, name)
    if name != "state":  # the update's condition is a live one
        assert before != field.default
    put(tables, UNPINNED)

    commit(tables, [replace(table, BARE, NOW // SECOND)])

    item = get_item(tables, table, key_of(SPACE, "m-1"))
    assert item is not None
    after = getattr(memory_of(SPACE, item), name)
    if name == "version":
        assert after == before + 1
    else:
        assert after == (before if name in KEPT else field.default)
    assert set(item) == set(item_of(BARE)) | KEPT - {
        "pinned_by_owner"
    }  # neither half a vector nor a key of an index is left


@pytest.mark.requirement("A2")
def test_a_quarantined_write_gives_nothing_back_that_was_forgotten(tables: DynamoDBClient) -> None:
    table = stack().environment["MEMORIES_TABLE"]
    put(tables, UNPINNED)

    commit(tables, [replace(table, dataclasses.replace(BARE, state=State.QUARANTINED), NOW // SECOND)])

    item = get_item(tables, table, key_of(SPACE, "m-1"))
    assert item is not None
    assert memory_of(SPACE, item).forgotten_at == FULL.forgotten_at


@pytest.mark.requirement("A1", "A2")
@pytest.mark.both_engines
def test_a_pinned_record_is_not_replaced_without_a_look(tables: DynamoDBClient) -> None:
    put(tables, FULL)

    with pytest.raises(ConditionFailed) as failed:
        commit(tables, [replace(stack().environment["MEMORIES_TABLE"], BARE, NOW // SECOND)])

    assert memory_of(SPACE, failed.value.item or {}) == FULL


@pytest.mark.requirement("A18")
def test_an_export_has_what_is_declared_and_where_a_memory_is() -> None:
    exported = {name for one in dataclasses.fields(Memory) if (name := declared(one).exported) is not None}
    where = {"scope", "store", "session", "ended", "team", "place", "current", "unrated"}

    assert set(MemoryRecord.model_fields) == exported | where | {"type"}
    hidden = {one.name for one in dataclasses.fields(Memory) if declared(one).exported is None}
    assert hidden == {
        "space",
        "account_id",
        "epoch",
        "version",
        "writer",
        "embedding",
        "unrated",
    }  # the last only where it is true
