"""add_speaker: register a person in a store, so that memories can be stored under the name."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from ..domain.heads import StoreHead
from ..guards.admission import command_in
from ..guards.characters import refuse_replaced
from ..operations.call import Call
from ..operations.contract import Result, Speaker
from ..refusals.errors import InvalidInput
from .contract import StoreArguments, operation
from .speakers import FIELD, REGISTRATION_PREFIX, SPEAKER_LIMIT, change_speakers, checked_person, registration_of


class AddSpeakerArguments(StoreArguments):
    """Arguments of add_speaker."""

    speaker: Speaker = Field(
        description="The person's name, in any script. Compared exactly, after trimming and Unicode's NFC."
    )


class SpeakerAdded(Result):
    """What add_speaker answers."""

    user_id: str
    speaker: str = Field(description="The name as it is kept.")
    status: Literal["created", "exists"]
    count: int = Field(description="How many are registered in the store.")
    limit: int


def add_speaker(call: Call, arguments: AddSpeakerArguments) -> SpeakerAdded:
    """Register a person; a name that is registered already is no error and changes nothing."""
    refuse_replaced(FIELD, arguments.speaker)
    name, now = checked_person(arguments.speaker), call.runtime.clock()
    if (kind := command_in((), [(FIELD, name)])) is not None:  # agents read the name with each memory
        raise InvalidInput("field.reads_like_command", field=FIELD, kind=kind)
    new = f"{REGISTRATION_PREFIX}{uuid.uuid4().hex}"

    def with_name(head: StoreHead) -> Mapping[str, str] | None:
        if registration_of(head, name) is not None:
            return None
        if len(head.speakers) >= SPEAKER_LIMIT:
            raise InvalidInput("speaker.limit", field=FIELD, details={"speaker_limit": SPEAKER_LIMIT})
        return {**head.speakers, new: name}

    head = change_speakers(call, arguments.user_id, with_name, now)
    return SpeakerAdded(
        user_id=arguments.user_id,
        speaker=name,
        status="created" if new in head.speakers else "exists",
        count=len(head.speakers),
        limit=SPEAKER_LIMIT,
    )


ADD_SPEAKER = operation(
    add_speaker,
    path="/memory/speakers",
    title="Register a speaker",
    description=(
        f"Register a person in a store, once, before memories are stored under the name; {SPEAKER_LIMIT} at most. "
        "`me`, the assistant itself, is never registered and never counted."
    ),
    writes=True,
    idempotent=True,
)
