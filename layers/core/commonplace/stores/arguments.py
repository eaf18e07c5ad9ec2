"""What the stores' writes take, beside their texts."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..domain.dates import span_of
from ..guards.admission import CONTENT_LIMIT, LABEL_LIMIT
from ..operations.contract import Speaker, quarantined
from ..refusals.errors import InvalidInput, NotAllowed

Content = Annotated[str, Field(json_schema_extra={"maxLength": CONTENT_LIMIT, "minLength": 1})]
Label = Annotated[str, Field(json_schema_extra={"maxLength": LABEL_LIMIT, "minLength": 1})]
Status = Literal["stored", "duplicate", "quarantined"]

FORCE = "Store it even if a stored memory says the same."


class Metadata(BaseModel):
    """What is kept beside a memory; keys it does not know are dropped."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)

    speaker: Speaker | None = Field(
        default=None,
        description="Who said it: `me` for the assistant itself, or a speaker registered in the store.",
    )
    event_date: str | None = Field(default=None, description="When it happened: RFC 3339 or YYYY-MM-DD.")
    category: Label | None = Field(default=None, description="A word to sort it by.")
    conversation_id: Label | None = Field(default=None, description="Which conversation it comes from.")

    def labels(self) -> dict[str, str]:
        """Return the names that are not the speaker's, by the fields they came in."""
        named = {"metadata.category": self.category, "metadata.conversation_id": self.conversation_id}
        return {field: value for field, value in named.items() if value is not None}


def checked_date(field: str, value: str | None) -> str | None:
    """Return a date as it was given.

    Raises
    ------
    InvalidInput
        If it is none.
    """
    if value is not None and span_of(value) is None:
        raise InvalidInput("field.not_a_date.example", field=field)
    return value


def refuse_image(image: Any) -> None:
    """Refuse an image, whatever it holds.

    Raises
    ------
    NotAllowed
        If there is one.
    """
    if image is not None:
        raise NotAllowed("field.unsupported.image", field="image")


def quarantine_note(kind: str | None) -> str:
    """Tell why a text was kept for the owner alone, and what to do."""
    told = quarantined(kind)
    return f"Quarantined: {told['reason']}. {told['advice']}" if told else ""
