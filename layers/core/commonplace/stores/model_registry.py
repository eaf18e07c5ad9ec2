"""The stores' operations that need meaning, in the order in which they are listed.

Those that do not are in :mod:`commonplace.stores.registry`. Functions import their own operation alone, not this.
"""

from __future__ import annotations

from typing import Any

from ..operations.contract import Tool
from .bulk_store import BULK_STORE
from .by_speaker import BY_SPEAKER
from .recall import RECALL
from .run_engram import RUN_ENGRAM
from .search import SEARCH
from .store_memory import STORE_MEMORY
from .store_turn import STORE_TURN
from .supersede import SUPERSEDE

WRITES: tuple[Tool[Any, Any], ...] = (STORE_MEMORY, STORE_TURN, BULK_STORE, SUPERSEDE)
READS: tuple[Tool[Any, Any], ...] = (SEARCH, RECALL, RUN_ENGRAM, BY_SPEAKER)

# In store `default` they read what an agent keeps in the running session and the team, too.
WIDE: tuple[Tool[Any, Any], ...] = (SEARCH, RECALL, RUN_ENGRAM)
