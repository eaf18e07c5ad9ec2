"""export: all data of an account as JSON, one page per call."""

from __future__ import annotations

import json
from typing import Any, Literal

from pydantic import Field, PrivateAttr

from ..domain.clock import iso
from ..export.format import FORMAT, VERSION
from ..export.holdings import OWNER, View, view_of_key
from ..export.paging import Page, export_page
from ..operations.audit import audit_owner
from ..operations.call import Call
from ..operations.contract import Arguments, LevelName, Result, Tool, level_name


class ExportArguments(Arguments):
    """Arguments of export."""

    cursor: str | None = Field(default=None, description="Of the page before; left out: the first page.")


class ExportPage(Result):
    """One page of an export: at most 4,000,000 bytes."""

    format: Literal["commonplace-export"] = FORMAT
    version: Literal[1] = VERSION
    exported_at: str = Field(description="When the page was read (RFC 3339).")
    page: int = Field(description="From 1.")
    level: LevelName = Field(description="The highest level that is shown.")
    records: list[dict[str, Any]] = Field(description="As docs/export.schema.json says, a record a line.")
    next_cursor: str | None = Field(description="Send it as `cursor` for the next page; null: this was the last.")

    _lines: list[str] = PrivateAttr(default_factory=list)

    def to_json(self) -> str:
        """Return the page as JSON, each record on its own line, as its size was counted."""
        about = self.model_dump(exclude={"records", "next_cursor"})
        head = json.dumps(about, separators=(",", ":"))[:-1]
        records = ",\n".join(self._lines)
        return f'{head},"records":[\n{records}\n],"next_cursor":{json.dumps(self.next_cursor)}}}'


def export(call: Call, arguments: ExportArguments) -> ExportPage:
    """Read one page of what the key may read of its account."""
    return _export(call, arguments, view_of_key(call.caller))


def export_all(call: Call, arguments: ExportArguments) -> ExportPage:
    """Read one page of everything, for the owner only: all levels, and quarantined and forgotten memories."""
    call.caller.require_owner()
    return _export(call, arguments, OWNER)


def _export(call: Call, arguments: ExportArguments, view: View) -> ExportPage:
    page = export_page(call.runtime, call.caller.account_id, view, arguments.cursor)
    if arguments.cursor is None:
        audit_owner(call, "export")
    return export_result(call.runtime.clock(), view, page)


def export_result(now: int, view: View, page: Page) -> ExportPage:
    """Return a page as the operation's result; ``now`` is in microseconds since 1970."""
    answer = ExportPage(
        exported_at=iso(now),
        page=page.number,
        level=level_name(view.level),
        records=[],
        next_cursor=page.next_cursor,
    )
    answer._lines = page.lines
    return answer


EXPORT = Tool(
    name="export",
    title="Export the account",
    description=(
        "Everything of the account that the key may read, in every table and scope, as JSON in pages of at most "
        "4 MB. Memories above the key's level, quarantined and forgotten ones are for the owner alone. "
        "`python -m local export` joins the pages."
    ),
    arguments=ExportArguments,
    result=ExportPage,
    run=export,
    writes=False,
    scope="write",
    path="/v1/owner/export",
)
EXPORT_ALL = Tool(
    name="export_all",
    title="Export everything",
    description=(
        "As `export`, of all levels, and with what agents are never handed: quarantined and forgotten memories."
    ),
    arguments=ExportArguments,
    result=ExportPage,
    run=export_all,
    in_pages=True,
    writes=False,
    scope="write",
)
