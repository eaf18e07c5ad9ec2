"""Validates a connector's headers: their names, and the references to secrets that are their values."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...refusals.errors import InvalidInput

HEADERS_LIMIT = 10
OF_SECRETS_MANAGER = "secret:"
OF_ENVIRONMENT = "env:"
ENVIRONMENT_PREFIX = "COMMONPLACE_CONNECTOR_"
_FIELD = "headers"
_HEADER = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_SECRET = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+=@-]{0,127}")  # no slash: it cannot leave the account's folder
_VARIABLE = re.compile(rf"{ENVIRONMENT_PREFIX}[A-Z0-9_]{{1,100}}")
# Set by the HTTP client itself.
_RESERVED = frozenset(
    {
        "accept",
        "accept-encoding",
        "connection",
        "content-encoding",
        "content-length",
        "content-type",
        "expect",
        "host",
        "keep-alive",
        "last-event-id",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
        "user-agent",
    }
)


def checked_headers(headers: Mapping[str, str], *, from_environment: bool) -> dict[str, str]:
    """Return a connector's headers, which map names to references.

    Parameters
    ----------
    headers
        As sent.
    from_environment
        Whether secrets come from the environment, as in the local run, and not from AWS Secrets Manager.

    Raises
    ------
    InvalidInput
        If a name is invalid or reserved, or a value is not a reference; the message never has the value, which may
        be a secret.
    """
    if len(headers) > HEADERS_LIMIT:
        raise InvalidInput("field.too_many.headers", field=_FIELD, most=HEADERS_LIMIT)
    if len({name.lower() for name in headers}) != len(headers):
        raise InvalidInput("header.repeated", field=_FIELD)
    for name, reference in headers.items():
        if not is_header_name(name) or name.lower() in _RESERVED or name.lower().startswith("mcp-"):
            raise InvalidInput("header.forbidden_name", field=_FIELD)
        if not is_reference(reference, from_environment=from_environment):
            form = (
                f"{OF_ENVIRONMENT}{ENVIRONMENT_PREFIX}<NAME>"
                if from_environment
                else f"{OF_SECRETS_MANAGER}<name>"
            )
            raise InvalidInput("header.not_a_reference", field=_FIELD, form=form)
    return dict(headers)


def is_header_name(name: str) -> bool:
    """Check whether a text can be a header's name."""
    return _HEADER.fullmatch(name) is not None


def is_reference(value: str, *, from_environment: bool) -> bool:
    """Check whether a value is a reference of the kind in use."""
    prefix, form = (OF_ENVIRONMENT, _VARIABLE) if from_environment else (OF_SECRETS_MANAGER, _SECRET)
    return value.startswith(prefix) and form.fullmatch(value.removeprefix(prefix)) is not None


def secret_id(account_id: str, reference: str) -> str:
    """Return a secret's id in AWS Secrets Manager, in the account's own folder."""
    return f"commonplace/connectors/{account_id}/{reference.removeprefix(OF_SECRETS_MANAGER)}"
