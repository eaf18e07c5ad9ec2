"""Errors of the API, as the service words them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

_CORAL = "com.amazon.coral.validate#"
_DYNAMO = "com.amazonaws.dynamodb.v20120810#"
_PREFIX = {"ValidationException": _CORAL, "SerializationException": "com.amazon.coral.service#"}


class ApiError(Exception):
    """An error that a caller of the API sees.

    Parameters
    ----------
    code : str
        As in ``ClientError.response["Error"]["Code"]``.
    message : str
    status : int
        Of HTTP.
    item_level : bool
        Whether the fault lies in the data of one item, so that a transaction reports it as the
        cancellation reason of that item rather than as an error of the whole request.
    **fields : Any
        Further members of the error's body.
    """

    def __init__(
        self, code: str, message: str, status: int = 400, *, item_level: bool = False, **fields: Any
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.item_level = item_level
        self.fields = fields

    def body(self) -> dict[str, Any]:
        """Return the JSON body of the error."""
        # Transactions spell the member with a capital letter, everything else with a small one.
        name = "Message" if self.code == "TransactionCanceledException" else "message"
        return {"__type": _PREFIX.get(self.code, _DYNAMO) + self.code, name: self.message, **self.fields}


def invalid(message: str) -> ApiError:
    """Return a ValidationException about the request."""
    return ApiError("ValidationException", message)


def constraint(name: str, value: object, rule: str) -> ApiError:
    """Return a ValidationException about one parameter against the service's model."""
    return invalid(
        f"1 validation error detected: Value '{value}' at '{name}' failed to satisfy constraint: "
        f"Member must {rule}"
    )


def one_of(name: str, value: object, allowed: Iterable[str]) -> ApiError:
    """Return a ValidationException about a parameter that must be one of a few words."""
    return constraint(name, value, f"satisfy enum value set: [{', '.join(allowed)}]")


def bad_values(message: str) -> ApiError:
    """Return a ValidationException about the data of one item, or of a table's definition."""
    return invalid_item(f"One or more parameter values were invalid: {message}")


def invalid_item(message: str) -> ApiError:
    """Return a ValidationException about the data of one item."""
    return ApiError("ValidationException", message, item_level=True)


def malformed(message: str) -> ApiError:
    """Return a SerializationException: the body does not have the shape of the operation's input."""
    return ApiError("SerializationException", message)


def missing(parameter: str) -> ApiError:
    """Return a ValidationException about an absent parameter."""
    return invalid(f"The parameter '{parameter}' is required but was not present in the request")


def invalid_expression(kind: str, message: str) -> ApiError:
    """Return a ValidationException about an expression, such as the ConditionExpression."""
    return invalid(f"Invalid {kind}: {message}")


def misplaced_function(kind: str, function: str) -> ApiError:
    """Return the error that a function's result has the wrong type for its place in an expression."""
    return invalid_expression(
        kind, f"The function is not allowed to be used this way in an expression; function: {function}"
    )


def cancelled(reasons: Sequence[Mapping[str, Any]]) -> ApiError:
    """Return the TransactionCanceledException with one reason for each action."""
    codes = ", ".join(reason["Code"] for reason in reasons)
    return ApiError(
        "TransactionCanceledException",
        f"Transaction cancelled, please refer cancellation reasons for specific reasons [{codes}]",
        CancellationReasons=reasons,
    )


def not_found(message: str = "Requested resource not found") -> ApiError:
    """Return a ResourceNotFoundException."""
    return ApiError("ResourceNotFoundException", message)


def unsupported(what: str) -> ApiError:
    """Return the refusal of something that DynamoDB supports and this engine does not."""
    return invalid(f"{what} is not supported by the embedded engine")
