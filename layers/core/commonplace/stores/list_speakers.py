"""list_speakers: who is registered in a store, and how many memories each has."""

from __future__ import annotations

from collections import Counter

from pydantic import Field

from ..domain.clock import iso
from ..operations.call import Call
from ..operations.contract import Result
from .contract import StoreArguments, operation
from .reading import count_reads, read_store, visible_rows
from .speakers import REGISTRATION_PREFIX, SPEAKER_LIMIT


class SpeakerRow(Result):
    """One registered person."""

    speaker: str
    memories: int = Field(description="Memories under this name that the key may read.")
    created_at: str = Field(description="When the name was registered (RFC 3339).")


class SpeakersListed(Result):
    """What list_speakers answers."""

    user_id: str
    speakers: list[SpeakerRow] = Field(description="In the order in which they were registered.")
    count: int = Field(description="How many are registered; `me` is not counted.")
    limit: int


def list_speakers(call: Call, arguments: StoreArguments) -> SpeakersListed:
    """List the registered people with the number of each one's memories that the caller would be shown."""
    heads, levels = read_store(call, arguments.user_id, *count_reads(call, REGISTRATION_PREFIX))
    memories = Counter(row.speaker_id for row in visible_rows(call, heads, levels))
    store = heads.store
    ordered = sorted(store.speakers, key=lambda one: (store.registered_at.get(one, 0), store.speakers[one]))
    return SpeakersListed(
        user_id=arguments.user_id,
        speakers=[
            SpeakerRow(
                speaker=store.speakers[one],
                memories=memories[one],
                created_at=iso(store.registered_at.get(one, 0)),
            )
            for one in ordered
        ],
        count=len(ordered),
        limit=SPEAKER_LIMIT,
    )


LIST_SPEAKERS = operation(
    list_speakers,
    path="/memory/speakers",
    method="GET",
    title="List the speakers",
    description="Who is registered in a store, in that order, with the number of memories of each.",
    writes=False,
)
