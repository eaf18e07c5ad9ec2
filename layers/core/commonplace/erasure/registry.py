"""What an erasure reaches: every table, and how its partitions are found and swept.

A test compares this with the tables of template.yaml, and fails for a table that is not listed here.
"""

from __future__ import annotations

from dataclasses import replace

from ..domain.erasures import Age, Sweep
from ..storage.former_speakers import FORMER
from ..storage.heads import STORE

MEMORIES = Sweep("memories", "memories_table", "space", "memory_id")
# What the account wrote in its teams. The index has only keys; the records are read before they are deleted.
TEAM_MEMORIES = Sweep(
    "team_memories",
    "memories_table",
    "space",
    "memory_id",
    prefix="team/",
    where="account_id",
    index="by_owner",
    index_key="account_id",
    index_sort_key="owner_key",
)
TEAM_SPEAKER = replace(TEAM_MEMORIES, name="team_speaker", where="speaker_id")
SPEAKER = Sweep("speaker", "memories_table", "space", "memory_id", where="speaker_id")
TOOL_RESULTS = Sweep("tool_results", "tool_results_table", "space", "result_part")
SESSIONS = Sweep("sessions", "sessions_table", "account_id", "session_id", keeps_level=True)
SESSION_SPACES = Sweep("session_spaces", "sessions_table", "account_id", "session_id")
ACTIVITY = Sweep("activity", "activity_table", "feed", "entry_id", Age.EPOCH_OR_MOMENT)
TEAM_ACTIVITY = Sweep("team_activity", "activity_table", "feed", "entry_id", where="author")
STORE_ATTEMPTS = Sweep("store_attempts", "activity_table", "feed", "entry_id", where="space")
STORES = Sweep("stores", "directory_table", "entity", "part", Age.LIVE_FROM, prefix=STORE)
# Registrations that were removed: of an account, of one of its stores, or one of them.
FORMER_SPEAKERS = replace(STORES, name="former_speakers", prefix=FORMER)
STORE_FORMER_SPEAKERS = replace(FORMER_SPEAKERS, name="store_former_speakers", where="store")
FORMER_SPEAKER = replace(FORMER_SPEAKERS, name="former_speaker", where="registration")

SWEEPS = {
    sweep.name: sweep
    for sweep in (
        MEMORIES,
        TEAM_MEMORIES,
        SPEAKER,
        TOOL_RESULTS,
        SESSIONS,
        SESSION_SPACES,
        ACTIVITY,
        TEAM_ACTIVITY,
        STORE_ATTEMPTS,
        STORES,
        TEAM_SPEAKER,
        FORMER_SPEAKERS,
        STORE_FORMER_SPEAKERS,
        FORMER_SPEAKER,
    )
}

# By field of the settings, why nothing is swept there.
KEPT = {"erasures_table": "receipts without content, and orders that end by TTL"}
