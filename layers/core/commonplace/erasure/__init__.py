"""Erasure: immediately hidden from every reader, physically deleted soon after, and proven by a receipt.

:func:`ask` erases; background functions sweep the tables (:mod:`.rounds`, :mod:`.sweeping`), and a receipt
without content says what was deleted and when (:func:`status`). docs/erasure.md says what is promised.
"""

from .receipts import erased_at, receipts, status
from .request import Check, ask
from .targets import Account, Memory, Session, Speaker, Store, Target

__all__ = [
    "Account",
    "Check",
    "Memory",
    "Session",
    "Speaker",
    "Store",
    "Target",
    "ask",
    "erased_at",
    "receipts",
    "status",
]
