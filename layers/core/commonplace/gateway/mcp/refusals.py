"""Why a message was refused as a whole, as JSON-RPC says it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...refusals.errors import Refusal

RequestId = str | int

# Of JSON-RPC.
PARSE_ERROR = -32700
INVALID_REQUEST = -32600
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
# Of ours, from the range that MCP leaves to servers: HTTP refused it, no message was looked at.
NOT_SERVED = -32000


class MessageRefused(Exception):
    """A request that is answered with a JSON-RPC error.

    Parameters
    ----------
    code
        JSON-RPC's or MCP's.
    message
        What is wrong and what to do about it, without anything that was sent.
    status
        Of HTTP; None: what the code has in the message's era, 400 before there is one.
    headers
        That the answer carries.
    data
        What the error says beside its message.
    request_id
        Of the message, where it is known.
    """

    def __init__(
        self,
        code: int,
        message: str,
        *,
        status: int | None = None,
        headers: Mapping[str, str] | None = None,
        data: Any = None,
        request_id: RequestId | None = None,
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.status = code, message, status
        self.headers = dict(headers or {})
        self.data = data
        self.request_id = request_id

    @classmethod
    def of(
        cls, refusal: Refusal, code: int, *, status: int | None = None, headers: Mapping[str, str] | None = None
    ) -> MessageRefused:
        """Write a refusal of the core as a JSON-RPC error: its own code is in the data."""
        return cls(code, refusal.message, status=status, headers=headers, data=refusal.data())

    def wire(self) -> dict[str, Any]:
        """Write the error as JSON-RPC does; an id that is not known is null."""
        error: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.data is not None:
            error["data"] = self.data
        return {"jsonrpc": "2.0", "id": self.request_id, "error": error}
