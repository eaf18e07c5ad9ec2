"""What the operations of the API work on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .faults import Faults
from .storage import Storage


@dataclass
class Database:
    """The file, the time and the planned faults.

    Attributes
    ----------
    storage : Storage
    clock : Callable[[], float]
        Epoch seconds: of stream records, client tokens and creation dates.
    faults : Faults
        Planned by tests.
    """

    storage: Storage
    clock: Callable[[], float]
    faults: Faults
