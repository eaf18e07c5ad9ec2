"""Rounds: an erasure sweeps every partition several times, the last time after every write that was under way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ..domain.clock import SECOND
from ..domain.erasures import REPLAYED_SECONDS, Listed, Order, Receipt, Task
from ..domain.times import ERASURE_ROUNDS
from ..operations.runtime import Runtime
from ..storage import epochs, erasures
from ..storage.actions import Action
from ..storage.chunks import chunks
from ..storage.commit import ConditionFailed
from ..storage.heads import STORE
from ..storage.session_spaces import sessions_of
from .asking import Teams, each, member_of
from .planning import Holdings, plan
from .registry import SWEEPS
from .targets import Account, Session, Speaker

_AT_ONCE = 100  # actions of one transaction
# An erasure goes on by its own changes for so long; one that takes longer is the schedule's.
_LOOKED_AFTER = 15 * 60 * SECOND
# The schedule takes up what nobody has looked after for so long, and what has not moved for so long, and twice as
# long each time after.
_LEFT_ALONE = 45 * SECOND
_FIRST_KICK = 60 * SECOND


def open_ledgers(runtime: Runtime) -> list[str]:
    """Read the partitions of the orders that are not carried out yet, the oldest first."""
    tables = runtime.tables
    listed = erasures.read_entries(tables.client, tables.names.erasures_table, erasures.OPEN)
    return [erasures.order_ledger(item["entry"]["S"]) for item in listed]


def read_order(runtime: Runtime, ledger: str) -> Order | None:
    """Read an order by its partition; None: it was carried out.

    Raises
    ------
    KeyError, TypeError, ValueError
        If what stands there is no order of ours.
    """
    tables = runtime.tables
    item = erasures.read_entry(tables.client, tables.names.erasures_table, ledger, erasures.ORDER)
    return None if item is None else erasures.order_of(item)


def begin(runtime: Runtime, order: Order) -> None:
    """Begin the next round: list what there is to sweep, then start it all.

    Done again, whether it was killed in between or called twice, it completes what is missing: a task that is
    under way is left to go on, and one that is done finds nothing.
    """
    tables, now = runtime.tables, runtime.clock()
    table, until = tables.names.erasures_table, order.asked_at // SECOND + REPLAYED_SECONDS
    each(runtime, Teams(runtime, order.account_id).raises(order))
    known = [one.task for one in _listed(runtime, order)]
    tasks = list(dict.fromkeys([*known, *plan(order, holdings_of(runtime, order))]))
    # All are listed before the first is swept: what tells of spaces is swept itself.
    _in_bulk(runtime, [erasures.list_task(table, order, task, until) for task in tasks if task not in set(known)])
    _in_bulk(runtime, [erasures.start_task(table, order, task, order.round + 1, until) for task in tasks])
    _write(runtime, replace(order, round=order.round + 1, round_at=now, ticked_at=now, kicks=0), order)


def look_after(runtime: Runtime, order: Order, *, scheduled: bool) -> None:
    """Bring an erasure on: to its first round and the next, to its end, or to life where it stands still.

    Parameters
    ----------
    runtime
        Tables and clock.
    order
        As read.
    scheduled
        Whether the schedule calls, which looks for what others have left. Else the order's last change does: it
        is changed again, so that the next call comes after the time for which the stream's records are gathered.
    """
    now = runtime.clock()
    if scheduled and now - order.ticked_at < _LEFT_ALONE:
        return None
    ticked = replace(order, ticked_at=now)
    if order.round == len(ERASURE_ROUNDS) or now - order.asked_at >= ERASURE_ROUNDS[order.round] * SECOND:
        tasks = _listed(runtime, order)
        waiting = [one.task for one in tasks if one.done < order.round]
        if not waiting:
            return begin(runtime, order) if order.round < len(ERASURE_ROUNDS) else _complete(runtime, order, tasks)
        if scheduled and now - order.round_at >= _FIRST_KICK * 2**order.kicks:
            _kick(runtime, order, waiting)
            ticked = replace(ticked, kicks=order.kicks + 1)
    if scheduled or now - order.asked_at < _LOOKED_AFTER:
        _write(runtime, ticked, order)
    return None


def _write(runtime: Runtime, order: Order, seen: Order) -> None:
    """Write where an order is; if another call did meanwhile, that is as well."""
    each(runtime, [erasures.update_order(runtime.tables.names.erasures_table, order, seen)])


def _kick(runtime: Runtime, order: Order, tasks: Sequence[Task]) -> None:
    """Let tasks that should be under way be gone on with: their stream records were given up, or never written."""
    table, until = runtime.tables.names.erasures_table, order.asked_at // SECOND + REPLAYED_SECONDS
    _in_bulk(runtime, [erasures.start_task(table, order, task, order.round, until) for task in tasks])
    each(runtime, [erasures.touch(table, erasures.task_ledger(order.erasure_id, task.name)) for task in tasks])


def _complete(runtime: Runtime, order: Order, tasks: Sequence[Listed]) -> None:
    """Write the receipt, and let go of everything that tells what was erased but the order for replay."""
    tables, now = runtime.tables, runtime.clock()
    table, until = tables.names.erasures_table, order.asked_at // SECOND + REPLAYED_SECONDS
    deleted: Counter[str] = Counter()
    for one in tasks:
        deleted[SWEEPS[one.task.sweep].counts_as] += one.deleted
    receipt = Receipt(order.erasure_id, order.account_id, order.what, order.asked_at, now, deleted)
    try:
        tables.commit(
            [
                *erasures.close_order(table, order),
                erasures.put_receipt(table, receipt),
                erasures.keep_order(table, order, until),
            ]
        )
    except ConditionFailed:  # another call did
        return
    _in_bulk(runtime, [erasures.unlist_task(table, order.erasure_id, one.task) for one in tasks])
    each(runtime, _drops(runtime, order))


def _drops(runtime: Runtime, order: Order) -> list[Action]:
    """Let go of the epochs of a speaker's erasure: nothing older is left that they would keep from being read."""
    directory, account_id, member = runtime.tables.names.directory_table, order.account_id, member_of(order)
    if order.what != Speaker.what or order.store is None:
        return []
    dropped = [
        epochs.drop_speaker(directory, account_id, order.store, registration, order.epoch)
        for registration in order.registrations
    ]
    teams = [] if member is None else [team for team, _ in epochs.teams_of(runtime.tables, account_id)]
    return dropped + [epochs.drop_member(directory, team, str(member), order.epoch) for team in teams]


def _listed(runtime: Runtime, order: Order) -> list[Listed]:
    tables = runtime.tables
    ledger = erasures.list_ledger(order.erasure_id)
    found = erasures.read_entries(tables.client, tables.names.erasures_table, ledger)
    return [erasures.listed_of(item) for item in found]


def holdings_of(runtime: Runtime, order: Order) -> Holdings:
    """Read where an order's account may have what it erases."""
    tables, account_id, names = runtime.tables, order.account_id, runtime.tables.names
    if order.what not in (Account.what, Session.what) and order.speaker is None:
        return Holdings()
    sessions = sessions_of(tables.client, names.sessions_table, account_id)
    if order.what != Account.what:
        return Holdings(sessions=sessions)
    stores = epochs.parts_of(tables.client, names.directory_table, account_id, STORE)
    return Holdings(
        stores=[part.removeprefix(STORE) for part in stores],
        sessions=sessions,
        teams=[team for team, _ in epochs.teams_of(tables, account_id)],
    )


def _in_bulk(runtime: Runtime, actions: Sequence[Action]) -> None:
    """Write many actions, as many as go at once; where a condition does not hold, that is as well."""
    for chunk in chunks(actions, _AT_ONCE):
        try:
            runtime.tables.commit(chunk)
        except ConditionFailed:
            each(runtime, chunk)
