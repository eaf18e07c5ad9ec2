"""Replaces a large tool result by a pointer if the same call has returned the same result before.

The first time only a digest is stored, so a result that is never repeated costs one small write. The second time
the payload is stored, compressed and in parts, and the agent gets the pointer.
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
from ..domain.lifetime import SESSION_SECONDS, session_expiry
from ..domain.spaces import Space, session_space
from ..refusals.errors import NotFound
from ..storage import tool_results
from ..storage.tool_results import ResultHead
from .call import Call
from .reading import at_position
from .runtime import Position

MIN_BYTES = 2 * 1024  # of a result that is replaced
MAX_BYTES = 2 * 1024 * 1024
_RENEW_BEFORE = SESSION_SECONDS // 2  # seconds to their expiry below which stored parts are written again
_CACHE_KEY = re.compile("res_[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Pointer:
    """Replaces a large result.

    Attributes
    ----------
    cache_key
        The argument of recall_result.
    size
        Bytes of the payload.
    first_at
        When the result was first returned, in microseconds since 1970.
    """

    cache_key: str
    size: int
    first_at: int


def pointer_for(
    call: Call, heads: Heads, connector: str, tool: str, arguments: Any, payload: str
) -> Pointer | None:
    """Record a result; return a pointer if the same call had the same result before.

    Parameters
    ----------
    call, heads
        Of the session.
    connector, tool, arguments
        The tool call.
    payload
        The result's JSON.

    Returns
    -------
    Pointer | None
        None the first time, and for a result that is too small or too large.
    """
    raw = payload.encode("utf-8", "surrogatepass")
    if not MIN_BYTES <= len(raw) <= MAX_BYTES:
        return None
    tables, now = call.runtime.tables, call.runtime.wall()
    space = session_space(call.caller.account_id, call.session_id, heads.session.generation)
    table, expires_at = tables.names.tool_results_table, session_expiry(now)
    cache_key = result_cache_key(space, connector, tool, arguments, raw)
    epoch = heads.account.epoch
    met = ResultHead(len(raw), now, epoch, call.caller.account_id, expires_at)
    before = tool_results.meet(tables.client, table, space, cache_key, met)
    if before is None:
        return None
    if not before.parts or before.kept_until - now // SECOND < _RENEW_BEFORE:
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


def read_payload(call: Call, cache_key: str) -> tuple[ResultHead, str]:
    """Return the payload that a pointer replaced, byte for byte.

    Raises
    ------
    NotFound
        If the session has no such result, or it has expired.
    """
    if not _CACHE_KEY.fullmatch(cache_key):
        raise unknown_result()
    tables, now = call.runtime.tables, call.runtime.wall()
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
        raise unknown_result()
    space = session_space(call.caller.account_id, call.session_id, heads.session.generation)
    packed = tool_results.payload_of(tables.client, table, space, cache_key, head.parts, tables.sleep)
    if packed is None:
        raise unknown_result()
    return head, zlib.decompress(packed).decode("utf-8", "surrogatepass")


def unknown_result() -> NotFound:
    """Return the refusal of a key that names nothing that the session may see."""
    return NotFound("result.not_found", field="cache_key")


def result_cache_key(space: Space, connector: str, tool: str, arguments: Any, raw: bytes) -> str:
    """Return the name of a call together with its result.

    The order of fields in the arguments makes no difference:

    >>> from commonplace.domain.spaces import session_space
    >>> space = session_space("acc_1", "chat", 0)
    >>> key = result_cache_key(space, "crm", "list", {"page": 1, "sort": "name"}, b"[]")
    >>> key == result_cache_key(space, "crm", "list", {"sort": "name", "page": 1}, b"[]")
    True
    >>> key == result_cache_key(space, "crm", "list", {"page": 2, "sort": "name"}, b"[]")
    False
    """
    name = json.dumps([space.key, connector, tool, arguments], sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass"))
    digest.update(hashlib.sha256(raw).digest())
    return f"res_{digest.hexdigest()[:32]}"
