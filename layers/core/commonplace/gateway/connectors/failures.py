"""The reasons why an upstream gave no usable answer."""

from __future__ import annotations


class UpstreamFailed(Exception):
    """An upstream cannot be used for this call; the message is for the model and the owner.

    Parameters
    ----------
    message
        What happened, in our words.
    told
        What the upstream itself said of it; empty: nothing.
    """

    def __init__(self, message: str, told: str = "") -> None:
        super().__init__(message)
        self.message, self.told = message, told


class NotReached(UpstreamFailed):
    """The connection failed or was interrupted."""


class TooSlow(UpstreamFailed):
    """The deadline has passed."""


class TooMuch(UpstreamFailed):
    """The answer is larger than the limit."""


class NotUnderstood(UpstreamFailed):
    """The answer does not follow the protocol."""


class HttpRefused(UpstreamFailed):
    """The upstream answered with an HTTP error status."""

    def __init__(self, status: int, message: str, told: str = "") -> None:
        super().__init__(message, told)
        self.status = status


class RpcRefused(UpstreamFailed):
    """The upstream answered with a JSON-RPC error.

    Attributes
    ----------
    code, data
        Of the error.
    status
        Of HTTP.
    answered
        Whether the error has the request's id, so that the upstream has read the request.
    """

    def __init__(self, code: int, told: str, data: object, status: int, *, answered: bool) -> None:
        super().__init__(f"it answered with error {code}", told)
        self.code, self.data, self.status, self.answered = code, data, status, answered
