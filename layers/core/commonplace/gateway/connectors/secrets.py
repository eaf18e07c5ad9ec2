"""A connector's secrets: looked up by reference when they are sent, never stored, and removed from answers."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .failures import InvalidAnswer, Unreachable
from .headers import OF_ENVIRONMENT, is_reference, secret_id

Json = dict[str, Any]
Lookup = Callable[[str], str | None]
_CACHE_SECONDS = 300.0  # a rotated secret is read again after it
_MIN_LENGTH = 6  # characters of a value that is removed from answers; shorter ones occur in any text
_REPLACEMENT = "[removed: a secret of this connector]"


@dataclass
class Secrets:
    """Headers and the secrets that they refer to.

    Attributes
    ----------
    references
        By header name.
    lookup
        Returns the secret of a reference, or None.
    """

    references: Mapping[str, str]
    lookup: Lookup = field(repr=False)
    _values: dict[str, str] = field(default_factory=dict, repr=False)
    _read_at: float = float("-inf")

    def headers(self) -> Mapping[str, str]:
        """Return the headers to send.

        Raises
        ------
        Unreachable
            If a secret is missing.
        """
        if self.references and time.monotonic() - self._read_at > _CACHE_SECONDS:
            self._values = {name: self._value(reference) for name, reference in self.references.items()}
            self._read_at = time.monotonic()
        return self._values

    def are_in(self, message: Any) -> bool:
        """Check whether an upstream's message repeats a secret in any of its texts, however it is escaped."""
        parts, stack = self._parts(), [message]
        while stack and parts:
            value = stack.pop()
            if isinstance(value, str) and any(part in value for part in parts):
                return True
            if isinstance(value, dict):
                stack += [*value, *value.values()]
            elif isinstance(value, list):
                stack += value
        return False

    def remove_from(self, message: Json) -> Json:
        """Return a message without the secrets in its texts and names.

        Raises
        ------
        InvalidAnswer
            If the message is nested too deep.
        """
        try:
            cleaned: Json = _without(message, self._parts())
        except RecursionError:
            raise InvalidAnswer("upstream.not_json") from None
        return cleaned

    def _parts(self) -> list[str]:
        """Return the texts to remove, longest first: values, and values without a scheme such as ``Bearer``."""
        parts = {part for value in self._values.values() for part in (value, value.rpartition(" ")[2])}
        return sorted((part for part in parts if len(part) >= _MIN_LENGTH), key=len, reverse=True)

    def _value(self, reference: str) -> str:
        value = self.lookup(reference)
        if value is None:
            raise Unreachable("upstream.secret_missing")
        return value.strip()


def _without(value: Any, parts: Sequence[str]) -> Any:
    if isinstance(value, str):
        for part in parts:
            value = value.replace(part, _REPLACEMENT)
        return value
    if isinstance(value, dict):
        return {_without(name, parts): _without(one, parts) for name, one in value.items()}
    return [_without(one, parts) for one in value] if isinstance(value, list) else value


def lookup_for(account_id: str, source: str) -> Lookup:
    """Return the lookup of an account's secrets; the source is ``environment`` or ``secrets-manager``."""
    if source == "environment":
        return _from_environment

    def lookup(reference: str) -> str | None:
        from .secrets_manager import read_secret

        if not is_reference(reference, from_environment=False):
            return None
        return read_secret(secret_id(account_id, reference))

    return lookup


def _from_environment(reference: str) -> str | None:
    if not is_reference(reference, from_environment=True):
        return None
    return os.environ.get(reference.removeprefix(OF_ENVIRONMENT))
