"""Restoring a backup: what was erased since it was made is erased again, before anybody reads.

The ledger lives in a table of its own, which is not restored. Run on a machine with the restored tables' names in
the environment, as the functions have them::

    python -m commonplace.erasure.replay --sessions-before <the sessions' table from before>
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial

from ..domain.erasures import Order, Task
from ..domain.levels import Level
from ..operations.runtime import Runtime, runtime
from ..operations.session_head_lifetime import head_expiry
from ..storage import replays
from ..storage.actions import Action
from ..storage.commit import ConditionFailed
from ..storage.erasures import REPLAY, kept_until, ledger_of, order_ledger, order_of, task_ledger
from ..storage.items import Item
from ..storage.session_spaces import all_items
from .planning import plan
from .registry import SWEEPS
from .request import Teams, each
from .rounds import holdings_of
from .sweeping import sweep
from .targets import Account, Session, Speaker, Store


class Unreadable(Exception):
    """Some of the ledger cannot be read; all the rest was erased again.

    Attributes
    ----------
    entries
        Ids of what could not be read.
    """

    def __init__(self, entries: Sequence[str]) -> None:
        super().__init__(f"erasures that were asked for since cannot be read: {', '.join(entries)}")
        self.entries = entries


def replay(runtime: Runtime, sessions: Iterable[Item] = ()) -> dict[str, int]:
    """Erase again what is in the ledger, the oldest first, in tables that nobody reads yet.

    Done again, after it was killed or in tables that know of all erasures, it changes nothing more.

    Parameters
    ----------
    runtime
        The restored tables, and the ledger as it is.
    sessions
        All items of the sessions' table from before the restoring: no session goes back to an earlier generation,
        nor to a lower level than what its model has read.

    Returns
    -------
    dict[str, int]
        How many items were deleted, by table.

    Raises
    ------
    Unreadable
        If orders cannot be read; nobody may read the tables then.
    """
    tables = runtime.tables
    deleted: Counter[str] = Counter()
    orders, unreadable = _orders(runtime)
    for order in sorted(orders, key=lambda order: order.erasure_id):
        deleted["memories"] += _done(runtime, _memories(runtime, order))
        each(runtime, _heads(runtime, order))
        for task in plan(order, holdings_of(runtime, order)):
            deleted[SWEEPS[task.sweep].counts_as] += _sweep(runtime, order, task)
    for deletion in ledger_of(tables).deletions():
        deleted["memories"] += _done(runtime, replays.deletions(tables.names.memories_table, deletion))
        each(runtime, replays.hidden(tables.names.memories_table, deletion))
    each(runtime, [replays.session_of_later(tables.names.sessions_table, item) for item in sessions])
    if unreadable:
        raise Unreadable(unreadable)
    return {table: count for table, count in deleted.items() if count}


def _orders(runtime: Runtime) -> tuple[list[Order], list[str]]:
    """Read all orders, carried out or open; and the ids of those that cannot be read."""
    ledger = ledger_of(runtime.tables)
    reads: list[tuple[str, Callable[[], Order | None]]] = [
        *((item["entry"]["S"], partial(order_of, item)) for item in ledger.entries(REPLAY)),
        *((opened.partition("/")[2], partial(ledger.order, opened)) for opened in ledger.open_orders()),
    ]
    orders, unreadable = [], []
    for entry, read in reads:
        try:
            order = read()
        except (KeyError, TypeError, ValueError):
            unreadable.append(entry)
            continue
        if order is not None:
            orders.append(order)
    return orders, unreadable


def _done(runtime: Runtime, actions: Sequence[Action]) -> int:
    """Write actions one by one, and count those whose conditions held."""
    count = 0
    for action in actions:
        with suppress(ConditionFailed):
            runtime.tables.commit([action])
            count += 1
    return count


def _heads(runtime: Runtime, order: Order) -> list[Action]:
    names = runtime.tables.names
    directory = names.directory_table
    actions = [replays.account_epoch(directory, order)]
    match order.what:
        case Account.what:
            actions += [
                replays.account_live_from(directory, order),
                *Teams(runtime, order.account_id).raises(order),
            ]
        case Store.what if order.deletes_store:
            actions.append(replays.store_gone(directory, order))
        case Store.what:
            actions.append(replays.store_live_from(directory, order))
        case Speaker.what:
            actions += replays.speaker_epochs(directory, order) + Teams(runtime, order.account_id).raises(order)
        case Session.what:
            until = head_expiry(runtime.wall(), Level.PUBLIC)
            actions.append(replays.session_generation(names.sessions_table, order, until))
    return actions


def _memories(runtime: Runtime, order: Order) -> list[Action]:
    """Delete the one memory that an order names, with its versions."""
    table = runtime.tables.names.memories_table
    return [replays.memory_gone(table, order, memory_id) for memory_id in order.memory_ids]


def _sweep(runtime: Runtime, order: Order, task: Task) -> int:
    """Sweep a partition to its end, and return how many items were deleted."""
    ledger, until = ledger_of(runtime.tables), kept_until(runtime.clock())
    before = ledger.deleted_by(order.erasure_id, task)
    each(runtime, [ledger.list_task(order, task, until)])
    each(runtime, [ledger.start_task(order, task, max(order.round, 1), until)])
    sweep(runtime, task_ledger(order.erasure_id, task), lambda: True)
    after = ledger.deleted_by(order.erasure_id, task)
    if before is None and ledger.order(order_ledger(order.erasure_id)) is None:
        # The list of a completed erasure was deleted, and so is this task of it.
        each(runtime, [ledger.unlist_task(order.erasure_id, task)])
    return (after or 0) - (before or 0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Replay over the tables that the environment names; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m commonplace.erasure.replay", description=__doc__)
    parser.add_argument(
        "--sessions-before", metavar="TABLE", help="the sessions' table of before the restoring, if it is there"
    )
    before, running = parser.parse_args(arguments).sessions_before, runtime()
    sessions = all_items(running.tables.client, before) if before else ()
    try:
        sys.stdout.write(json.dumps({"deleted": replay(running, sessions)}) + "\n")
    except Unreadable as error:
        sys.stderr.write(f"{error}. All others are erased anew; let nobody read these tables yet.\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
