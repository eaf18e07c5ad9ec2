"""All operations of the stores' dialect, grouped as the documentation lists them.

Only the documentation and tests use this. A function imports its own operation alone, and so loads no model that
it does not need.
"""

from __future__ import annotations

from typing import Any

from ..operations.contract import Tool
from .add_speaker import ADD_SPEAKER
from .bulk_store import BULK_STORE
from .by_speaker import BY_SPEAKER
from .create_store import CREATE_STORE
from .delete_store import DELETE_STORE
from .forget import FORGET
from .get_memory import GET_MEMORY
from .history import HISTORY
from .lineage import LINEAGE
from .list_engrams import LIST_ENGRAMS
from .list_memories import LIST_MEMORIES
from .list_models import LIST_MODELS
from .list_speakers import LIST_SPEAKERS
from .list_stores import LIST_STORES
from .recall import RECALL
from .refuse_images import FORGET_IMAGE, GET_IMAGE, LIST_IMAGES
from .remove_speaker import REMOVE_SPEAKER
from .revisions import REVISIONS
from .run_engram import RUN_ENGRAM
from .search import SEARCH
from .stats import STATS
from .store_memory import STORE_MEMORY
from .store_turn import STORE_TURN
from .supersede import SUPERSEDE
from .usage import USAGE

STORES: tuple[Tool[Any, Any], ...] = (CREATE_STORE, LIST_STORES, DELETE_STORE)
SPEAKERS: tuple[Tool[Any, Any], ...] = (ADD_SPEAKER, LIST_SPEAKERS, REMOVE_SPEAKER)
# The writes of texts: only these take an idempotency key.
TEXT_WRITES: tuple[Tool[Any, Any], ...] = (STORE_MEMORY, STORE_TURN, BULK_STORE, SUPERSEDE)
SEARCHES: tuple[Tool[Any, Any], ...] = (SEARCH, RECALL, RUN_ENGRAM, BY_SPEAKER)
MEMORIES: tuple[Tool[Any, Any], ...] = (
    GET_MEMORY,
    LIST_MEMORIES,
    LINEAGE,
    REVISIONS,
    HISTORY,
    STATS,
    FORGET,
)
SERVICE: tuple[Tool[Any, Any], ...] = (USAGE, LIST_MODELS, LIST_ENGRAMS)
REFUSED: tuple[Tool[Any, Any], ...] = (GET_IMAGE, LIST_IMAGES, FORGET_IMAGE)

OPERATIONS: tuple[Tool[Any, Any], ...] = (
    *STORES,
    *SPEAKERS,
    *TEXT_WRITES,
    *SEARCHES,
    *MEMORIES,
    *SERVICE,
    *REFUSED,
)
