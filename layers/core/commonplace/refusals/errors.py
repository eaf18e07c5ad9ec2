"""Why a call was refused: a code with parameters, and one class a status. :mod:`.operations.http` answers them.

What a code says is in the catalogues of :mod:`.catalogue`. Messages are read by models and by people:
they name the field and say what to do. They never hold what was sent, since that may be the very secret that was
refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar


class CodedError(Exception):
    """An error whose words are in the catalogues.

    Parameters
    ----------
    key
        Key of the message: a code, and if it has several messages, the name of one.
    field
        The invalid argument, if there is one.
    **parameters
        For the message. An int is an amount and is written with marks between thousands; any other number is
        passed as text.
    """

    def __init__(self, key: str, *, field: str | None = None, **parameters: str | int) -> None:
        super().__init__(key)
        self.key, self.field, self.parameters = key, field, parameters

    @property
    def code(self) -> str:
        """Subject and problem, for callers that branch on it: ``memory.not_found``."""
        return ".".join(self.key.split(".")[:2])

    @property
    def message(self) -> str:
        """What is wrong and what to do about it, in English."""
        return self.in_language("en")

    def in_language(self, language: str, template: str | None = None) -> str:
        """Write the message in a language; ``template`` is used in place of the catalogue's."""
        from .catalogue import filled, message

        values = self.parameters | ({} if self.field is None else {"field": self.field})
        return filled(template or message(language, self.key), values, language)

    def __str__(self) -> str:
        return self.message


class Refusal(CodedError):
    """A call that is answered with an error.

    Parameters
    ----------
    key, field, **parameters
        As in :class:`CodedError`; without values that the caller sent.
    details
        Further fields of the error, such as ``speaker_limit``, which are also parameters of the message. Values
        that the caller sent only if the guards let them through.
    """

    status: ClassVar[int] = 500
    type: ClassVar[str] = "api_error"

    def __init__(
        self,
        key: str,
        *,
        field: str | None = None,
        details: Mapping[str, str | int] | None = None,
        **parameters: str | int,
    ) -> None:
        self.details = dict(details or {})
        super().__init__(key, field=field, **self.details, **parameters)

    def data(self) -> dict[str, str | int]:
        """Return the error's fields for programs: type, code, details and field."""
        field = {} if self.field is None else {"field": self.field}
        return {"type": self.type, "code": self.code, **self.details, **field}


# The first lines of these classes are in openapi.yaml.
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


class InProgress(Conflict):
    """The same call is under way; the detail ``retry_after_ms`` says when to send it again."""


class TooLarge(Refusal):
    """The body is larger than any valid request."""

    status = 413
    type = "request_too_large"


class Unprocessable(Refusal):
    """The call does not go with what was sent before: an idempotency key came with another body."""

    status = 422
    type = "invalid_request_error"


class CredentialRefused(Refusal):
    """A text holds a credential: nothing of the call is stored."""

    status = 422
    type = "credential_refused_error"

    def __init__(self, kind: str, *, field: str | None) -> None:
        key = "credential.found" if field else "credential.found.together"
        super().__init__(key, field=field, details={"reason": "credential", "kind": kind})


class NotStorable(Refusal):
    """The disk takes nothing more (where the service runs on one's own machine); nothing was stored."""

    status = 507
    type = "storage_error"


class Busy(Refusal):
    """Too much at once; the same call may be sent again."""

    status = 503
    type = "overloaded_error"
