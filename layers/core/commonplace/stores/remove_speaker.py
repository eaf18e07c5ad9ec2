"""remove_speaker: remove a person's registration from a store. The memories stay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from ..domain.heads import StoreHead
from ..operations.call import Call
from ..operations.contract import Result, Speaker
from .contract import StoreArguments, operation
from .speakers import change_speakers, checked_person, require_speaker


class RemoveSpeakerArguments(StoreArguments):
    """Arguments of remove_speaker."""

    speaker: Speaker = Field(description="The name as it was registered.")


class SpeakerRemoved(Result):
    """What remove_speaker answers."""

    user_id: str
    speaker: str
    status: Literal["removed"]
    count: int = Field(description="How many are still registered in the store.")


def remove_speaker(call: Call, arguments: RemoveSpeakerArguments) -> SpeakerRemoved:
    """Remove a registration. All memories lose the name, since they hold only the registration's id."""
    name = checked_person(arguments.speaker)

    def without_name(head: StoreHead) -> Mapping[str, str]:
        gone = require_speaker(head, name)
        return {one: speaker for one, speaker in head.speakers.items() if one != gone}

    head = change_speakers(call, arguments.user_id, without_name, call.runtime.clock())
    return SpeakerRemoved(user_id=arguments.user_id, speaker=name, status="removed", count=len(head.speakers))


REMOVE_SPEAKER = operation(
    remove_speaker,
    path="/memory/speakers",
    method="DELETE",
    title="Remove a speaker",
    description=(
        "Take a person's registration out of a store. The memories stay and lose the name at once; registering "
        "the same name again does not give it back to them."
    ),
    writes=True,
    destructive=True,
)
