"""Which partitions an erasure has to sweep. Pure: what there is, is read before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..domain.erasures import Order, Task
from ..domain.spaces import DEFAULT_STORE, Space, account_space, session_space
from ..storage.activity import (
    account_events_feed,
    audit_feed,
    notes_feed,
    session_events_feed,
    team_events_feed,
    usage_feed,
)
from ..storage.attempts import attempts_feed
from ..storage.heads import account_entity
from ..storage.session_spaces import spaces_partition
from . import registry
from .targets import Account, Session, Speaker, Store


@dataclass(frozen=True, slots=True)
class Holdings:
    """Where an account may have anything.

    Attributes
    ----------
    stores
        Canonical ids of its stores; ``default`` is one in any case.
    sessions
        Its sessions' spaces that may hold anything: session and generation.
    teams
        Teams it is or was a member of.
    """

    stores: Sequence[str] = ()
    sessions: Sequence[tuple[str, int]] = ()
    teams: Sequence[str] = ()


def feeds_of(account_id: str) -> tuple[str, ...]:
    """Return the feeds of an account as a whole; each session and team has one more."""
    return (
        account_events_feed(account_id),
        audit_feed(account_id),
        attempts_feed(account_id),
        notes_feed(account_id),
        usage_feed(account_id),
    )


def plan(order: Order, holdings: Holdings) -> list[Task]:
    """Return the tasks of an erasure, each once.

    Returns
    -------
    list[Task]
        What others are found by comes last: when it is swept, all others are listed.
    """
    match order.what:
        case Account.what:
            tasks = _of_account(order.account_id, holdings)
        case Store.what:
            tasks = _of_store(order)
        case Speaker.what:
            tasks = _of_speaker(order, holdings)
        case Session.what:
            tasks = _of_session(order, holdings)
        case _:
            tasks = iter([])  # one memory went with the request
    return list(dict.fromkeys(tasks))


def _of_account(account_id: str, holdings: Holdings) -> Iterator[Task]:
    for store in (DEFAULT_STORE, *holdings.stores):
        yield Task(registry.MEMORIES.name, account_space(account_id, store).key)
    for session_id, generation in holdings.sessions:
        yield from _of_session_space(session_space(account_id, session_id, generation))
    yield Task(registry.TEAM_MEMORIES.name, account_id, account_id)
    for team in holdings.teams:
        yield Task(registry.TEAM_ACTIVITY.name, team_events_feed(team), account_id)
    for feed in feeds_of(account_id):
        yield Task(registry.ACTIVITY.name, feed)
    yield Task(registry.FORMER_SPEAKERS.name, account_entity(account_id))
    yield Task(registry.STORES.name, account_entity(account_id))
    yield Task(registry.SESSIONS.name, account_id)
    yield Task(registry.SESSION_SPACES.name, spaces_partition(account_id))


def _of_store(order: Order) -> Iterator[Task]:
    space = _store_space(order).key
    yield Task(registry.MEMORIES.name, space)
    yield Task(registry.STORE_ATTEMPTS.name, attempts_feed(order.account_id), space)
    yield Task(registry.STORE_FORMER_SPEAKERS.name, account_entity(order.account_id), order.store or DEFAULT_STORE)


def _of_speaker(order: Order, holdings: Holdings) -> Iterator[Task]:
    spaces = [_store_space(order)]
    if order.speaker is not None:  # agents keep by the registrations of `default`
        spaces += [session_space(order.account_id, *session) for session in holdings.sessions]
        yield Task(registry.TEAM_SPEAKER.name, order.account_id, order.speaker)
    for registration in order.registrations:
        for space in spaces:
            yield Task(registry.SPEAKER.name, space.key, registration)
        yield Task(registry.FORMER_SPEAKER.name, account_entity(order.account_id), registration)


def _of_session(order: Order, holdings: Holdings) -> Iterator[Task]:
    last = order.generation or 0
    yield from _of_session_space(session_space(order.account_id, order.session_id or "", last))
    for session_id, generation in holdings.sessions:
        if session_id == order.session_id and generation <= last:
            yield from _of_session_space(session_space(order.account_id, session_id, generation))


def _of_session_space(space: Space) -> Iterator[Task]:
    yield Task(registry.MEMORIES.name, space.key)
    yield Task(registry.TOOL_RESULTS.name, space.key)
    yield Task(registry.ACTIVITY.name, session_events_feed(space))


def _store_space(order: Order) -> Space:
    return account_space(order.account_id, order.store or DEFAULT_STORE)
