"""Receipts of erasures, for the account to read."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from ..domain.erasures import Receipt
from ..operations.runtime import Runtime
from ..storage.erasures import ledger_of, receipt_of, receipts_ledger
from .targets import Account


def status(runtime: Runtime, account_id: str, erasure_id: str) -> Receipt | None:
    """Read the receipt of an erasure; None: the account has none of this id."""
    return ledger_of(runtime.tables).receipt(account_id, erasure_id)


def receipts(
    runtime: Runtime, account_id: str, limit: int | None = None, before: str | None = None
) -> list[Receipt]:
    """Read an account's receipts, the newest first: at most so many, and only those before an erasure's id."""
    ledger = receipts_ledger(account_id)
    found = ledger_of(runtime.tables).entries(ledger, newest_first=True, before=before)
    return [receipt_of(item) for item in islice(found, limit)]


def erased_at(found: Iterable[Receipt]) -> int:
    """Return when the whole account was last erased, in microseconds since 1970; 0: never, by these receipts."""
    return max((one.asked_at for one in found if one.what == Account.what), default=0)
