"""list_audit: access to classified memory, and the owner's actions. Without content."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ..auth.sign_ins import OWNER_KEY_ID
from ..domain.clock import iso
from ..operations.audit import Action, OwnerAction
from ..operations.call import Call
from ..operations.contract import LevelName, Result, Tool
from ..storage.activity import audit_feed
from .changes import directory_of
from .feed_pages import PageArguments, read_page
from .keys import names_of_keys

ActionName = Literal[Action, OwnerAction]


class ListAuditArguments(PageArguments):
    """Arguments of list_audit."""

    action: ActionName | None = Field(default=None, description="Only these.")


class AuditLine(Result):
    """One line. It has no content: keys of memories are hashed."""

    id: str
    action: str
    at: str = Field(description="RFC 3339.")
    by_owner: bool = Field(description="Whether it was the owner, signed in.")
    key_id: str = Field(description="By which key; `owner`: by none.")
    key_name: str | None = Field(description="null: no key, or one that is listed no more.")
    session: str
    level: LevelName
    about: str | None = Field(description="What the owner did it to: an id, or a connector's name.")
    memory_key_hash: str | None


class Audit(Result):
    """A page of the audit."""

    lines: list[AuditLine] = Field(
        description="Newest first. A page may hold fewer than were asked for, and not be the last."
    )
    next_cursor: str | None = Field(description="Send it as `cursor` for the next page; null: this was the last.")


def list_audit(call: Call, arguments: ListAuditArguments) -> Audit:
    """List the audit, newest first; lines are stored for 90 days."""
    call.caller.require_owner()
    account_id = call.caller.account_id
    only = None if arguments.action is None else ("action", arguments.action)
    found, cursor = read_page(call, audit_feed(account_id), arguments, only)
    names = names_of_keys(directory_of(call.runtime), account_id)
    return Audit(
        lines=[
            AuditLine(
                id=values["entry_id"],
                action=values["action"],
                at=iso(int(values["at"])),
                by_owner=values["key_id"] == OWNER_KEY_ID,
                key_id=values["key_id"],
                key_name=names.get(values["key_id"]),
                session=values["session_id"],
                level=values["level"],
                about=values.get("about"),
                memory_key_hash=values.get("memory_key_hash"),
            )
            for values in found
        ],
        next_cursor=cursor,
    )


LIST_AUDIT = Tool(
    name="list_audit",
    title="List the audit",
    description="Who saved, read, searched and deleted classified memory, and what the owner did, for 90 days.",
    arguments=ListAuditArguments,
    result=Audit,
    run=list_audit,
    in_pages=True,
    writes=False,
)
