"""usage: numbers of calls, of this key, of the account and of each store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import Field

from ..domain.clock import SECOND
from ..operations.call import Call
from ..operations.contract import AS_WHOLE, Arguments, Result
from ..operations.usage import day_of
from ..storage.usage import Count, counts, summed
from .contract import operation

DAYS = 365
STORES = 50
OTHER = "other"
_DAY = 24 * 60 * 60 * SECOND


class UsageArguments(Arguments):
    """Arguments of usage."""

    days: Annotated[int, Field(ge=1, le=DAYS), AS_WHOLE] = Field(
        default=7, description="How many days, in UTC, today included."
    )


class Calls(Result):
    """Numbers of calls."""

    reads: int
    writes: int


class StoreCalls(Calls):
    """Numbers of calls on one store."""

    user_id: str = Field(description="The store's canonical id; `other` sums up the rest.")


class Usage(Result):
    """What usage answers."""

    days: int
    key: Calls = Field(description="Of the key that asks.")
    workspace: Calls = Field(description="Of all keys of the account.")
    stores: list[StoreCalls] = Field(description=f"The busiest {STORES} first, then `{OTHER}` if there are more.")
    balance_cents: None = Field(description="Always null.")


def usage(call: Call, arguments: UsageArguments) -> Usage:
    """Sum up the counts of some days. Every call under /api/v1 counts, also refused ones that named a store."""
    tables, now = call.runtime.tables, call.runtime.wall()
    first, last = day_of(now - (arguments.days - 1) * _DAY), day_of(now)
    reads: list[Callable[[], Any]] = [
        lambda: tables.heads(call.heads_request()),  # refuses a deleted account
        lambda: list(counts(tables.client, tables.names.activity_table, call.caller.account_id, first, last)),
    ]
    read: list[Count] = tables.gather(reads)[1]
    by_store: dict[str, list[Count]] = defaultdict(list)
    for one in read:
        if one.store is not None:  # else it counts an agent's calls
            by_store[one.store].append(one)
    found = [one for counts_of_store in by_store.values() for one in counts_of_store]
    return Usage(
        days=arguments.days,
        key=Calls(**summed(one for one in found if one.key_id == call.caller.key_id)),
        workspace=Calls(**summed(found)),
        stores=_busiest(by_store),
        balance_cents=None,
    )


def _busiest(by_store: dict[str, list[Count]]) -> list[StoreCalls]:
    rows = [StoreCalls(user_id=store, **summed(found)) for store, found in by_store.items()]
    rows.sort(key=lambda row: (-row.reads - row.writes, row.user_id))
    if len(rows) <= STORES:
        return rows
    shown, rest = rows[: STORES - 1], rows[STORES - 1 :]
    other = Calls(reads=sum(row.reads for row in rest), writes=sum(row.writes for row in rest))
    return [*shown, StoreCalls(user_id=OTHER, reads=other.reads, writes=other.writes)]


USAGE = operation(
    usage,
    path="/won/usage",
    method="GET",
    title="Count the calls",
    description=(
        "How many calls there were in the last days: of the key that asks, of all keys, and by store, the busiest "
        "first. Nothing is charged for."
    ),
    writes=False,
)
