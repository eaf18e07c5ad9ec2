"""Receipts: what of an erasure stays, for its account to read."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from ..domain.erasures import Receipt
from ..operations.runtime import Runtime
from ..storage import erasures
from .targets import Account


def status(runtime: Runtime, account_id: str, erasure_id: str) -> Receipt | None:
    """Read how far an erasure is; None: the account asked for none of this id."""
    item = erasures.read_entry(
        runtime.tables.client,
        runtime.tables.names.erasures_table,
        erasures.receipts_ledger(account_id),
        erasure_id,
    )
    return None if item is None else erasures.receipt_of(item)


def receipts(
    runtime: Runtime, account_id: str, limit: int | None = None, before: str | None = None
) -> list[Receipt]:
    """Read an account's receipts, the newest first.

    Parameters
    ----------
    runtime
        Tables.
    account_id
        From the authorizer.
    limit
        Most to read; None: all.
    before
        Only those asked for before this one.
    """
    found = erasures.read_entries(
        runtime.tables.client,
        runtime.tables.names.erasures_table,
        erasures.receipts_ledger(account_id),
        newest_first=True,
        before=before,
    )
    return [erasures.receipt_of(item) for item in islice(found, limit)]


def erased_at(found: Iterable[Receipt]) -> int:
    """Tell when an account was last erased as a whole, in microseconds since 1970; 0: never, by these receipts."""
    return max((one.asked_at for one in found if one.what == Account.what), default=0)
