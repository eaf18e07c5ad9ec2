"""download_memories: the memories that pass a filter, as JSON in the form of an export."""

from __future__ import annotations

import json
from typing import Annotated

from pydantic import Field

from ...export.holdings import OWNER
from ...export.paging import ANSWER_BYTES, AROUND, PAGE_BYTES, Page, line_of
from ...operations.audit import audit_owner
from ...operations.call import Call
from ...operations.contract import Tool
from ..export import ExportPage, export_result
from .filtering import Filter, Scan, compile_filter, read_position, write_position

_FIRST_BATCH = 200  # memories


class DownloadMemoriesArguments(Filter):
    """Arguments of download_memories: a filter, and where a page begins."""

    cursor: Annotated[str, Field(max_length=2_000)] | None = Field(
        default=None, description="next_cursor of the page before, with the same filter."
    )


def download_memories(call: Call, arguments: DownloadMemoriesArguments) -> ExportPage:
    """Read one page of memories as records of an export."""
    call.caller.require_owner()
    compiled = compile_filter(call, arguments)
    begin, number = read_position(arguments.cursor, call, compiled, "download_memories")
    scan = Scan(call, compiled, begin, _FIRST_BATCH)
    lines: list[str] = []
    size = answer = AROUND
    last = None
    for entry, memory in scan.matches():
        line = line_of(scan.memories.record(memory))
        size, answer = size + len(line.encode()) + 2, answer + len(json.dumps(line)) + 2
        if lines and (size > PAGE_BYTES or answer > ANSWER_BYTES):
            break
        lines.append(line)
        last = entry
    else:
        last = scan.stopped_at
    if number == 1:
        audit_owner(call, "memories_downloaded")
    cursor = None if last is None else write_position(last, number + 1, call, compiled, "download_memories")
    return export_result(call.runtime.clock(), OWNER, Page(number, lines, cursor))


DOWNLOAD_MEMORIES = Tool(
    name="download_memories",
    title="Download memories",
    description=(
        "Memories as JSON, by the same filter as the list, in pages of at most 4 MB in the form of an export "
        "(docs/export.md), which an import takes."
    ),
    arguments=DownloadMemoriesArguments,
    result=ExportPage,
    run=download_memories,
    in_pages=True,
    writes=False,
    idempotent=True,
)
