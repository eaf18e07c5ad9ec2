"""The reasons why an upstream gave no usable answer."""

from __future__ import annotations

from ...refusals.errors import CodedError


class UpstreamFailed(CodedError):
    """An upstream cannot be used for this call; the message is for the model and the owner.

    Parameters
    ----------
    key, **parameters
        What happened, in our words.
    upstream_text
        What the upstream itself said of it; empty: nothing.
    """

    def __init__(self, key: str, upstream_text: str = "", **parameters: str | int) -> None:
        super().__init__(key, field=None, **parameters)
        self.upstream_text = upstream_text


class Unreachable(UpstreamFailed):
    """The connection failed or was interrupted."""


class TimedOut(UpstreamFailed):
    """The deadline has passed."""


class AnswerTooLarge(UpstreamFailed):
    """The answer is larger than the limit."""


class InvalidAnswer(UpstreamFailed):
    """The answer does not follow the protocol."""


class HttpRefused(UpstreamFailed):
    """The upstream answered with an HTTP error status."""

    def __init__(self, key: str, status: int) -> None:
        super().__init__(key, status=status)
        self.status = status


class RpcRefused(UpstreamFailed):
    """The upstream answered with a JSON-RPC error.

    Attributes
    ----------
    rpc_code, data
        Of the error.
    status
        Of HTTP.
    answered
        Whether the error has the request's id, so that the upstream has read the request.
    """

    def __init__(
        self, key: str, rpc_code: int, upstream_text: str, data: object, status: int, *, answered: bool
    ) -> None:
        super().__init__(key, upstream_text, error=str(rpc_code))
        self.rpc_code, self.data, self.status, self.answered = rpc_code, data, status, answered
