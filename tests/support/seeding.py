"""Many memories at once, put into the tables as the functions would have written them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from commonplace.domain.ids import time_ordered_id
from commonplace.domain.levels import Level
from commonplace.domain.lifetime import session_expiry
from commonplace.domain.memory import Kind, Memory
from commonplace.domain.spaces import Scope, Space, account_space, session_space, team_space
from commonplace.storage.memories import item_of
from tests.support.agents import Agent, stack
from tests.support.apps import App
from tests.support.stored import account_of

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

_BATCH = 25


def spread(
    client: DynamoDBClient, key: str, team_id: str, now: int, *, sessions: int, stores: int, memories: int
) -> int:
    """Spread memories over sessions, stores and a team, after one call of the tools in each of them.

    Parameters
    ----------
    client
        Where.
    key
        Of the account, a member of the team.
    team_id, now
        The team, and microseconds since 1970.
    sessions, stores, memories
        How many of each, ``default`` and the team beside them; the memories are those of all together.

    Returns
    -------
    int
        How many memories there are.
    """
    account_id, agent = account_of(key), Agent(key)
    spaces: list[Space] = [account_space(account_id), team_space(team_id)]
    for number in range(stores):
        App(key).in_store(f"store{number}")
        spaces.append(account_space(account_id, f"store{number}"))
    for number in range(sessions):
        agent.in_session(f"s{number}").remember("before the others")
        spaces.append(session_space(account_id, f"s{number}", 0))
    made = (_fact(spaces[number % len(spaces)], account_id, now, number) for number in range(memories - sessions))
    put_all(client, made)
    return memories


def put_all(client: DynamoDBClient, memories: Iterable[Memory]) -> None:
    """Put records into the table as they are, a batch at a time."""
    items: Iterator[Memory] = iter(memories)
    while batch := list(islice(items, _BATCH)):
        requests = [{"PutRequest": {"Item": item_of(memory)}} for memory in batch]
        answer = client.batch_write_item(RequestItems={stack().environment["MEMORIES_TABLE"]: requests})  # type: ignore[dict-item]
        assert not answer["UnprocessedItems"]


def _fact(space: Space, account_id: str, now: int, number: int) -> Memory:
    moment = now + number
    return Memory(
        space=space,
        memory_id=time_ordered_id(moment),
        account_id=account_id,
        epoch=0,
        text=f"fact {number}: " + "something that somebody said, at some length. " * 4,
        kind=Kind.FACT,
        level=Level.PUBLIC,
        importance=0.6,
        created_at=moment,
        updated_at=moment,
        expires_at=session_expiry(now) if space.scope is Scope.SESSION else None,
    )
