"""Restoring a backup: what was erased since it was made is erased anew, before anybody reads.

The ledger lives in a table of its own, which is not restored. Run on a machine with the restored tables' names in
the environment, as the functions have them::

    python -m commonplace.erasure.replay
"""

from __future__ import annotations

import json
import sys
from collections import Counter

from ..clock import SECOND
from ..records.erasures import REPLAYED_SECONDS, Order, Task
from ..records.levels import Level
from ..runtime import Runtime, runtime
from ..tables import erasures, replays
from ..tables.commit import Action
from ..tables.items import Item
from ..tools.session_head import head_expiry
from .asking import Teams, each
from .planning import plan
from .registry import SWEEPS
from .rounds import holdings_of, open_orders
from .sweeping import sweep
from .targets import Account, Memory, Session, Speaker, Store


def replay(runtime: Runtime) -> dict[str, int]:
    """Erase anew what the ledger knows of, the oldest first, in tables that nobody reads yet.

    Done again, after it was killed or in tables that know of all erasures, it changes nothing more.

    Parameters
    ----------
    runtime
        The restored tables, and the ledger as it is.

    Returns
    -------
    dict[str, int]
        How many items were deleted, by table.
    """
    tables = runtime.tables
    kept = erasures.read_entries(tables.client, tables.names.erasures_table, erasures.REPLAY)
    orders = [*(erasures.order_of(item) for item in kept), *open_orders(runtime)]
    deleted: Counter[str] = Counter()
    for order in sorted(orders, key=lambda order: order.erasure_id):
        each(runtime, _heads(runtime, order))
        for task in plan(order, holdings_of(runtime, order)):
            deleted[SWEEPS[task.sweep].counts_as] += _sweep(runtime, order, task)
    return dict(deleted)


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
            until = head_expiry(runtime.clock(), Level.PUBLIC)
            actions.append(replays.session_generation(names.sessions_table, order, until))
        case Memory.what:
            table = names.memories_table
            actions += [replays.memory_gone(table, order, memory_id) for memory_id in order.memory_ids]
    return actions


def _sweep(runtime: Runtime, order: Order, task: Task) -> int:
    """Sweep a partition to its end, here and now; tell how many items were deleted."""
    tables, until = runtime.tables, runtime.clock() // SECOND + REPLAYED_SECONDS
    table, key = tables.names.erasures_table, (erasures.list_ledger(order.erasure_id), task.name)
    listed = erasures.read_entry(tables.client, table, *key)
    each(runtime, [erasures.list_task(table, order, task, until)])
    each(runtime, [erasures.start_task(table, order, task, max(order.round, 1), until)])
    sweep(runtime, erasures.task_ledger(order.erasure_id, task.name), lambda: True)
    swept = erasures.read_entry(tables.client, table, *key)
    if listed is None:  # the erasure's own list is gone since it was complete, and so is this
        each(runtime, [erasures.unlist_task(table, order.erasure_id, task)])
    return _deleted(swept) - _deleted(listed)


def _deleted(listed: Item | None) -> int:
    return 0 if listed is None else erasures.listed_of(listed).deleted


def main() -> None:
    """Replay over the tables that the environment names."""
    sys.stdout.write(json.dumps({"deleted": replay(runtime())}) + "\n")


if __name__ == "__main__":
    main()
