"""Types shared by the owner's operations on memories."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ...operations.contract import AS_WHOLE, KindName, LevelName, Result, ScopeName

Ref = Annotated[str, Field(max_length=2_000, description="Of the memory, as listing tells it.")]
SeenVersion = Annotated[
    int,
    Field(ge=1, description="Of the memory when it was looked at; if it was changed since, this is refused."),
    AS_WHOLE,
]
StateName = Literal["active", "quarantined", "forgotten", "superseded"]


class OwnedMemory(Result):
    """One memory, as its owner sees it."""

    ref: str = Field(description="Names it in the other operations; stays the same when it is edited.")
    id: str = Field(description="As agents know it, a UUID.")
    kind: KindName
    text: str
    key: str | None
    importance: float
    scope: ScopeName
    store: str | None = Field(description="account: in which store.")
    session: str | None = Field(description="session: in which one.")
    session_ended: bool = Field(description="The session has begun anew since: no agent is handed this any more.")
    team: str | None = Field(description="team: id of the team that it is shared with.")
    classification: LevelName
    speaker: str | None = Field(description="Who said it; null where that is not known (any more).")
    tags: list[str]
    pinned: bool = Field(description="By the owner, or by its importance (from 0.9 on).")
    pinned_by_owner: bool
    state: StateName = Field(description="Agents are handed active ones alone.")
    quarantined_for: str | None = Field(description="quarantined: which kind of command it reads like.")
    current: bool | None = Field(
        description="goal, plan, question: whether it is the session's latest, which agents see; null for others."
    )
    is_exchange: bool = Field(description="An exchange of user and assistant; a new text makes it a plain memory.")
    created_at: str = Field(description="RFC 3339, as all moments.")
    updated_at: str = Field(description="Last write; a pin is none.")
    forgotten_at: str | None
    expires_at: str | None = Field(description="session: when it is deleted; null: it stays.")
    version: int = Field(description="Send it back with an edit, a pin, a deletion.")
