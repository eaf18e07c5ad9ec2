"""Why a call was refused. One class a reason; :mod:`commonplace.operations.http` alone turns them into answers.

Messages are read by models and by people: they name the field and say what to do. They never hold what
was sent, since that may be the very secret that was refused.
"""

from __future__ import annotations

from typing import ClassVar


class Refusal(Exception):
    """A call that is answered with an error.

    Parameters
    ----------
    message
        What is wrong and what to do about it, without any value the caller sent.
    field
        The argument at fault, where there is one.
    **also
        What else callers branch on, as the stores' dialect has it: ``speaker_limit=50``. A value that the caller
        sent may stand here only if the guards let it through.
    """

    status: ClassVar[int] = 500
    type: ClassVar[str] = "api_error"

    def __init__(self, message: str, *, field: str | None = None, **also: str | int) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.also = also

    def details(self) -> dict[str, str | int]:
        """Return what the error says beside its message, for callers that branch on it."""
        return self.also | ({} if self.field is None else {"field": self.field})


class InvalidInput(Refusal):
    """The request is not of the contract's form."""

    status = 400
    type = "invalid_request_error"


class NotSignedIn(Refusal):
    """No key, or none that is known."""

    status = 401
    type = "authentication_error"


class NotAllowed(Refusal):
    """The caller is known and may not do this."""

    status = 403
    type = "permission_error"


class NotFound(Refusal):
    """What is named is not there, or not the caller's: the two answer alike."""

    status = 404
    type = "not_found_error"


class Conflict(Refusal):
    """What is there stands against it; the error names it."""

    status = 409
    type = "conflict_error"


class TooLarge(Refusal):
    """The body is larger than any valid request."""

    status = 413
    type = "request_too_large"


class Unprocessable(Refusal):
    """The call does not go with what was sent before: an idempotency key came with another body."""

    status = 422
    type = "invalid_request_error"


class CredentialRefused(Refusal):
    """A text holds a credential: nothing of the call is stored.

    Parameters
    ----------
    kind
        What kind of credential; never the value.
    field
        Where it was found; None where only the fields together hold it.
    """

    status = 422
    type = "credential_refused_error"

    def __init__(self, kind: str, *, field: str | None) -> None:
        where = field or "the fields together"
        super().__init__(
            f"{where}: holds what looks like a credential ({kind}), so nothing was stored; "
            f"store where it is kept instead, for instance: the {kind} is in the team's vault",
            field=field,
        )
        self.kind = kind

    def details(self) -> dict[str, str | int]:
        """Add why, and which kind."""
        return super().details() | {"reason": "credential", "kind": self.kind}


class Busy(Refusal):
    """Too much at once; the same call may be sent again."""

    status = 503
    type = "overloaded_error"
