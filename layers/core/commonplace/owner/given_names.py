"""Names that an owner chooses: for keys, teams and members."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..auth.keys import NAME_LIMIT
from ..guards.admission import checked_name, command_in, refuse_credentials
from ..guards.speaker_names import refuse_unseen
from ..refusals.errors import InvalidInput

GivenName = Annotated[str, Field(json_schema_extra={"minLength": 1, "maxLength": NAME_LIMIT})]


def checked_given_name(field: str, value: str) -> str:
    """Return a name as it is stored: trimmed and composed.

    Raises
    ------
    InvalidInput
        It is empty, too long, has invisible characters, or reads like a command: others read it, and a name
        cannot be quarantined. The error names ``field``.
    CredentialRefused
        It contains a credential.
    """
    name = checked_name(field, value, NAME_LIMIT)
    refuse_unseen(field, name)
    refuse_credentials((), [(field, name)])
    if (kind := command_in((), [(field, name)])) is not None:
        raise InvalidInput("field.reads_like_command", field=field, kind=kind)
    return name
