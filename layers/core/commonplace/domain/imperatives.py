"""What an account's owner wants done with plain imperatives about work, such as "Use pnpm in this repo"."""

from __future__ import annotations

from enum import StrEnum


class Imperatives(StrEnum):
    """The owner's setting. What steers a reader is quarantined whatever it says."""

    QUARANTINE = "quarantine"
    KEEP = "keep"  # handed back, with the kind ``rule``
