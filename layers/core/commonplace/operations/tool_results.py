"""Pointers: an identical call that returned the identical large result is answered with where the first one is.

The first time only a digest is kept, so a result that never comes again costs one small write. The second time
the payload is at hand once more: it is kept, compressed and in parts, and the pointer takes its place.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..domain.clock import SECOND
from ..domain.heads import Heads
from ..domain.memory import SESSION_SECONDS, session_expiry
from ..domain.spaces import Space, session_space
from ..refusals.errors import NotFound
from ..storage import tool_results
from ..storage.tool_results import ResultHead
from .call import Call
from .reading import at_position
from .runtime import Position

SMALLEST = 2 * 1024  # bytes of a result that is replaced
LARGEST = 2 * 1024 * 1024
_RENEWED = SESSION_SECONDS // 2  # parts that are nearer to their end than this are kept anew
_CACHE_KEY = re.compile("res_[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Pointer:
    """What takes a large result's place.

    Attributes
    ----------
    cache_key
        What recall_result takes.
    size
        Bytes of the payload.
    first_at
        When it was first met, in microseconds since 1970.
    """

    cache_key: str
    size: int
    first_at: int


def pointer_for(
    call: Call, heads: Heads, connector: str, tool: str, arguments: Any, payload: str
) -> Pointer | None:
    """Note that a result was met; return a pointer if the same call had the same result before.

    Parameters
    ----------
    call, heads
        In which session.
    connector, tool, arguments
        The call; the order of the arguments' fields makes no difference.
    payload
        The result's JSON.

    Returns
    -------
    Pointer | None
        None for the first time, and for a result that is too small or too large.
    """
    raw = payload.encode("utf-8", "surrogatepass")
    if not SMALLEST <= len(raw) <= LARGEST:
        return None
    tables, now = call.runtime.tables, call.runtime.clock()
    space = session_space(call.caller.account_id, call.session_id, heads.session.generation)
    table, expires_at = tables.names.tool_results_table, session_expiry(now)
    cache_key = _cache_key(space, connector, tool, arguments, raw)
    epoch = heads.account.epoch
    met = ResultHead(len(raw), now, epoch, call.caller.account_id, expires_at)
    before = tool_results.meet(tables.client, table, space, cache_key, met)
    if before is None:
        return None
    if not before.parts or before.kept_until - now // SECOND < _RENEWED:
        tool_results.keep(
            tables.client,
            table,
            space,
            cache_key,
            zlib.compress(raw, 6),
            epoch=epoch,
            account_id=call.caller.account_id,
            expires_at=expires_at,
        )
    return Pointer(cache_key, before.size, before.first_at)


def payload_behind(call: Call, cache_key: str) -> tuple[ResultHead, str]:
    """Return the payload that a pointer replaced, byte for byte.

    Raises
    ------
    NotFound
        If the session has no such result, or no more.
    """
    unknown = NotFound("cache_key: this session has no such result (any more)", field="cache_key")
    if not _CACHE_KEY.fullmatch(cache_key):
        raise unknown
    tables, now = call.runtime.tables, call.runtime.clock()
    table = tables.names.tool_results_table

    def read(position: Position) -> tuple[Heads, ResultHead | None]:
        space = session_space(call.caller.account_id, call.session_id, position.generation)
        reads: list[Callable[[], Any]] = [
            lambda: tables.heads(call.heads_request()),
            lambda: tool_results.head_of(tables.client, table, space, cache_key),
        ]
        heads, head = tables.gather(reads)
        return heads, head

    heads, head = at_position(call, read)
    if (
        head is None
        or not head.parts
        or head.expires_at * SECOND <= now
        or head.kept_until * SECOND <= now
        or head.epoch < heads.epochs().get(head.account_id, 0)
    ):
        raise unknown
    space = session_space(call.caller.account_id, call.session_id, heads.session.generation)
    packed = tool_results.payload_of(tables.client, table, space, cache_key, head.parts, tables.sleep)
    if packed is None:
        raise unknown
    return head, zlib.decompress(packed).decode("utf-8", "surrogatepass")


def _cache_key(space: Space, connector: str, tool: str, arguments: Any, raw: bytes) -> str:
    asked = json.dumps([space.key, connector, tool, arguments], sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(asked.encode("utf-8", "surrogatepass"))
    digest.update(hashlib.sha256(raw).digest())
    return f"res_{digest.hexdigest()[:32]}"
