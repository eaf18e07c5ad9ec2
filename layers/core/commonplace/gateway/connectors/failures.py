"""Why an upstream gave no answer that can be handed on."""

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
    """No connection, or it broke."""


class TooSlow(UpstreamFailed):
    """The time was over."""


class TooMuch(UpstreamFailed):
    """The answer is larger than what is read."""


class NotUnderstood(UpstreamFailed):
    """The answer is not of the protocol's form."""


class HttpRefused(UpstreamFailed):
    """The upstream answered with a status that is no success.

    Attributes
    ----------
    status
        Of HTTP.
    """

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
        Whether it named the request by its id, and so had read it.
    """

    def __init__(self, code: int, told: str, data: object, status: int, *, answered: bool) -> None:
        super().__init__(f"it answered with error {code}", told)
        self.code, self.data, self.status, self.answered = code, data, status, answered
