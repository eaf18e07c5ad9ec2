"""import: records of an export into the caller's account."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from ..domain.quarantine import AS_EXPORTED
from ..domain.times import IMPORT_SECONDS
from ..export.format import version_number
from ..export.importing import MOST_REFUSED, MOST_RENAMED, MOST_WITHHELD, Imported, Importer
from ..export.reading import Unusable, read_json, refuse_many_values
from ..operations.audit import audit_owner
from ..operations.call import Call
from ..operations.contract import AS_WHOLE, Arguments, Result, Tool, reason_said
from ..operations.http import Answer, Event, answer_tool, body_bytes
from ..operations.idempotency import Once, attempt_in
from ..refusals.errors import InvalidInput, TooLarge

BODY_LIMIT = 4_200_000  # bytes: a page of an export, and some overhead
RECORDS_LIMIT = 50_000  # per body; a page of an export has at most 41,000


class ImportArguments(Arguments):
    """Arguments of import: a page of an export, as it is, or a part of one."""

    format: Literal["commonplace-export"]
    version: Annotated[Literal[1], BeforeValidator(version_number)]
    records: list[Annotated[Any, Field(json_schema_extra={"type": "object"})]] = Field(
        description="Memories and stores are imported; other kinds are counted and left."
    )
    first_line: Annotated[int, Field(ge=1, le=10**9), AS_WHOLE] = Field(
        default=1, description="Line of the first record, for the answer."
    )
    exported_at: str | None = Field(default=None, description="Of a page; not looked at.")
    page: int | None = Field(default=None, description="Of a page; not looked at.")
    level: str | None = Field(default=None, description="Of a page; not looked at.")
    next_cursor: str | None = Field(default=None, description="Of a page; not looked at.")


class RefusedLine(Result):
    """A record that was not imported."""

    line: int
    field: str | None = Field(description="At fault, where there is one.")
    code: str = Field(description="As an error's.")
    kind: str = Field(description="Why: form, credential, level, limit, conflict, expired, ended, time or busy.")
    message: str = Field(description="What is wrong; never with anything of the record.")


class RenamedLine(Result):
    """A memory that could not keep its id."""

    line: int
    id: str = Field(description="What it has instead.")


class WithheldLine(Result):
    """A memory that was quarantined."""

    line: int
    id: str = Field(description="Of the memory that is kept for the owner alone.")
    reason: str = Field(description="What it reads like.")


class ImportResult(Result):
    """What became of the records."""

    stored: int
    quarantined: int = Field(description="Kept for the owner alone: they read like commands.")
    unchanged: int = Field(description="There already, or something later in their place.")
    ignored: int = Field(description="Records of kinds that are not imported.")
    refused: list[RefusedLine] = Field(
        description=f"A call ends at {MOST_REFUSED}; `next_line` tells where to go on."
    )
    withheld: list[WithheldLine] = Field(
        default=[], description=f"Which were quarantined and why, the first {MOST_WITHHELD} of them."
    )
    renamed: list[RenamedLine] = Field(description=f"A call ends at {MOST_RENAMED:,}, too.")
    stores_created: int
    speakers_registered: int
    next_line: int | None = Field(
        description="Time was short, or too many were refused or renamed: send the records from this line on, "
        "under another idempotency key; null: all done."
    )


def import_records(call: Call, arguments: ImportArguments) -> ImportResult:
    """Import as many records into the caller's account as time allows.

    Under an idempotency key the call holds the key while it runs. What a call has written that died is left as it
    is by the same call, sent again: records keep their ids, so they are there already.
    """
    once = Once(call)
    if once.entry is None:
        return import_result(run_import(call, arguments))
    heads = call.runtime.tables.heads(call.heads_request())
    with once.held(heads, import_result(Imported())):
        result = import_result(run_import(call, arguments, once.check_held))
        once.finish(heads, result)
        return result


def run_import(
    call: Call, arguments: ImportArguments, before_writing: Callable[[], None] | None = None
) -> Imported:
    """Import records, and return the outcome with the refusals themselves."""
    until = time.monotonic() + IMPORT_SECONDS
    importer = Importer(call, arguments.first_line, before_writing)
    done = importer.run(arguments.records, lambda: time.monotonic() < until)
    audit_owner(call, "import")
    return done


def import_result(done: Imported) -> ImportResult:
    """Return the outcome as the operation's result."""
    result = ImportResult(
        stored=done.stored,
        quarantined=done.quarantined,
        unchanged=done.unchanged,
        ignored=done.ignored,
        refused=[
            RefusedLine(
                line=one.line,
                field=one.refusal.field,
                code=one.refusal.code,
                kind=one.kind,
                message=one.refusal.message,
            )
            for one in done.refused
        ],
        renamed=[RenamedLine(line=line, id=memory_id) for line, memory_id in done.renamed],
        stores_created=done.stores_created,
        speakers_registered=done.speakers_registered,
        next_line=done.next_line,
    )
    withheld = [
        WithheldLine(line=line, id=memory_id, reason=reason_said(kind or AS_EXPORTED))
        for line, memory_id, kind in done.withheld
    ]
    return result.model_copy(update={"withheld": withheld}) if withheld else result


def answer_import(event: Event) -> Answer:
    """Answer a call; its body may be larger than a tool's, and a bad record does not affect the others."""
    return answer_tool(IMPORT, event, _run)


def _run(call: Call, event: Event) -> ImportResult:
    body = _body(event)
    attempt = attempt_in(event.get("headers") or {}, IMPORT.name, body, call.caller)
    return IMPORT.call(replace(call, attempt=attempt), body)


def _body(event: Event) -> Mapping[str, Any]:
    data = body_bytes(event, BODY_LIMIT)
    refuse_many_values(data)
    body = read_json(data)
    if isinstance(body, Unusable):
        raise InvalidInput(body.key, field="body")
    if not isinstance(body, Mapping):
        raise InvalidInput("json.not_an_object", field="body")
    records = body.get("records")
    if isinstance(records, list) and len(records) > RECORDS_LIMIT:
        raise TooLarge("body.too_large.records", field="records", most=RECORDS_LIMIT)
    return body


IMPORT = Tool(
    name="import",
    title="Import an export",
    description=(
        "Take a page of an export, or a part of one, into this account: memories and stores, with speakers. Every "
        "text passes the guards. What is refused is told by its line; sent again, what is there is left as it is. "
        "`python -m local import` cuts a file into parts."
    ),
    arguments=ImportArguments,
    result=ImportResult,
    run=import_records,
    writes=True,
    scope="manage",
    idempotent=True,
    path="/v1/owner/import",
)
