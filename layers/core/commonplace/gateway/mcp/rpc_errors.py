"""JSON-RPC errors for messages that are refused as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...refusals.errors import Refusal

RequestId = str | int

# Codes of JSON-RPC.
PARSE_ERROR = -32700
INVALID_REQUEST = -32600
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
# Our code, from the range that MCP leaves to servers: refused by HTTP, the message was not read.
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
        Of HTTP; None for the status of the code in the message's era, 400 before that is known.
    headers
        Of the answer.
    data
        The error's data.
    request_id
        Of the message, if it is known.
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
        """Return the error as a JSON-RPC message; an unknown id is null."""
        error: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.data is not None:
            error["data"] = self.data
        return {"jsonrpc": "2.0", "id": self.request_id, "error": error}
