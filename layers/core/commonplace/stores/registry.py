"""The stores' operations that need no model, in the order in which they are listed.

Functions import their own operation alone, not this. Those with the model are in commonplace/stores.
"""

from __future__ import annotations

from typing import Any

from ..operations.contract import Tool
from .add_speaker import ADD_SPEAKER
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
from .refuse_images import FORGET_IMAGE, GET_IMAGE, LIST_IMAGES
from .remove_speaker import REMOVE_SPEAKER
from .revisions import REVISIONS
from .stats import STATS
from .usage import USAGE

STORES: tuple[Tool[Any, Any], ...] = (CREATE_STORE, LIST_STORES, DELETE_STORE)
SPEAKERS: tuple[Tool[Any, Any], ...] = (ADD_SPEAKER, LIST_SPEAKERS, REMOVE_SPEAKER)
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

# In store `default` they read what an agent keeps in the running session and the team, too.
WIDE: tuple[Tool[Any, Any], ...] = (GET_MEMORY, LINEAGE)
