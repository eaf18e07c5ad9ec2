"""Rounds: an erasure sweeps every partition several times, the last time when no write can be in flight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ..domain.clock import SECOND
from ..domain.erasures import WIPING, Listed, Order, Receipt, Task
from ..domain.times import ERASURE_ROUNDS
from ..operations.runtime import Runtime
from ..storage import epochs
from ..storage.actions import Action
from ..storage.chunks import chunks
from ..storage.commit import ConditionFailed
from ..storage.erasures import kept_until, ledger_of, task_ledger
from ..storage.heads import STORE
from ..storage.session_spaces import sessions_of
from .planning import Holdings, plan
from .registry import SWEEPS
from .request import Teams, each, member_of
from .targets import Account, Session, Speaker

_MOST_ACTIONS = 100  # of one transaction
# For so long each change of an order causes the next; an erasure that takes longer is advanced by the schedule.
_STREAM_DRIVEN = 15 * 60 * SECOND
# The schedule takes up orders that nobody has advanced for so long. It restarts a round's tasks after so long, and
# after twice as long each time again.
_IDLE = 45 * SECOND
_FIRST_RESTART = 60 * SECOND


def begin_round(runtime: Runtime, order: Order) -> None:
    """Begin the next round: list what there is to sweep, then start all of it.

    Called again, or twice in parallel, it completes what is missing: a running task goes on, and one that is done
    finds nothing.
    """
    ledger, until, now = ledger_of(runtime.tables), kept_until(order.asked_at), runtime.clock()
    each(runtime, Teams(runtime, order.account_id).raises(order))
    known = [one.task for one in ledger.listed(order.erasure_id)]
    tasks = list(dict.fromkeys([*known, *plan(order, holdings_of(runtime, order))]))
    # All are listed before the first is swept: what the spaces are found by is swept itself.
    _in_bulk(runtime, [ledger.list_task(order, task, until) for task in tasks if task not in set(known)])
    _in_bulk(runtime, [ledger.start_task(order, task, order.round + 1, until) for task in tasks])
    begun = replace(order, round=order.round + 1, round_at=now, ticked_at=now, kicks=0)
    each(runtime, [ledger.update_order(begun, order)])


def advance(runtime: Runtime, order: Order, *, scheduled: bool) -> None:
    """Advance an erasure: begin its first or next round, complete it, or restart tasks that are stalled.

    Parameters
    ----------
    runtime, order
        As read.
    scheduled
        Whether the schedule calls, which looks for stalled orders. Otherwise the order's last change calls: the
        order is changed again, so that the next call comes after the stream's batching window.
    """
    now, ledger = runtime.clock(), ledger_of(runtime.tables)
    if scheduled and now - order.ticked_at < _IDLE:
        return None
    ticked = replace(order, ticked_at=now)
    if order.round == WIPING:
        if _is_wiped(runtime, order):
            _write_receipt(runtime, order)
            return None
    elif order.round == len(ERASURE_ROUNDS) or now - order.asked_at >= ERASURE_ROUNDS[order.round] * SECOND:
        tasks = ledger.listed(order.erasure_id)
        waiting = [one.task for one in tasks if one.done < order.round]
        if not waiting:
            return (
                begin_round(runtime, order)
                if order.round < len(ERASURE_ROUNDS)
                else _complete(runtime, order, tasks, ticked)
            )
        if scheduled and now - order.round_at >= _FIRST_RESTART * 2**order.kicks:
            _restart_stalled(runtime, order, waiting)
            ticked = replace(ticked, kicks=order.kicks + 1)
    if scheduled or now - order.asked_at < _STREAM_DRIVEN:
        each(runtime, [ledger.update_order(ticked, order)])
    return None


def _restart_stalled(runtime: Runtime, order: Order, tasks: Sequence[Task]) -> None:
    """Restart tasks that should be running: their stream records were given up, or never written."""
    ledger, until = ledger_of(runtime.tables), kept_until(order.asked_at)
    _in_bulk(runtime, [ledger.start_task(order, task, order.round, until) for task in tasks])
    each(runtime, [ledger.touch_task(task_ledger(order.erasure_id, task)) for task in tasks])


def _complete(runtime: Runtime, order: Order, tasks: Sequence[Listed], ticked: Order) -> None:
    """Write the receipt, or where it waits for the tables' files, what it will say."""
    deleted: Counter[str] = Counter()
    for one in tasks:
        deleted[SWEEPS[one.task.sweep].counts_as] += one.deleted
    if runtime.tables.wipe is not None:
        wiping = replace(ticked, round=WIPING, deleted=deleted)
        each(runtime, [ledger_of(runtime.tables).update_order(wiping, order)])
    elif _write_receipt(runtime, replace(order, deleted=deleted)):
        _forget(runtime, order, tasks)


def _is_wiped(runtime: Runtime, order: Order) -> bool:
    """Delete what says what was erased, and ask whether the tables' files hold nothing of it either."""
    tasks = ledger_of(runtime.tables).listed(order.erasure_id)
    if tasks:
        _forget(runtime, order, tasks)
    return runtime.tables.wipe is None or runtime.tables.wipe(order.erasure_id)


def _write_receipt(runtime: Runtime, order: Order) -> bool:
    """Close an order with its receipt; return False if another call did."""
    ledger, deleted = ledger_of(runtime.tables), order.deleted or {}
    receipt = Receipt(order.erasure_id, order.account_id, order.what, order.asked_at, runtime.clock(), deleted)
    kept = replace(order, deleted=None)
    try:
        runtime.tables.commit([*ledger.close_order(order), ledger.put_receipt(receipt), ledger.keep_order(kept)])
    except ConditionFailed:
        return False
    return True


def _forget(runtime: Runtime, order: Order, tasks: Sequence[Listed]) -> None:
    """Delete everything that says what was erased but the order for replays."""
    ledger = ledger_of(runtime.tables)
    _in_bulk(runtime, [ledger.unlist_task(order.erasure_id, one.task) for one in tasks])
    each(runtime, _drops(runtime, order))


def _drops(runtime: Runtime, order: Order) -> list[Action]:
    """Remove the epochs of a speaker's erasure, which hide nothing any more."""
    directory, account_id, member = runtime.tables.names.directory_table, order.account_id, member_of(order)
    if order.what != Speaker.what or order.store is None:
        return []
    dropped = [
        epochs.drop_speaker(directory, account_id, order.store, registration, order.epoch)
        for registration in order.registrations
    ]
    teams = [] if member is None else [team for team, _ in epochs.teams_of(runtime.tables, account_id)]
    return dropped + [epochs.drop_member(directory, team, str(member), order.epoch) for team in teams]


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
    """Write many actions in transactions; one whose condition does not hold is skipped."""
    for chunk in chunks(actions, _MOST_ACTIONS):
        try:
            runtime.tables.commit(chunk)
        except ConditionFailed:
            each(runtime, chunk)
