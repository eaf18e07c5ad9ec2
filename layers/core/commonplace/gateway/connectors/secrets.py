"""A connector's secrets: looked up by reference when they are sent, never kept elsewhere, told to nobody."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .failures import NotReached, NotUnderstood
from .headers import OF_ENVIRONMENT, is_reference, secret_id

Json = dict[str, Any]
Lookup = Callable[[str], str | None]
_KEPT = 300.0  # seconds: a secret that was rotated is read anew after that
_SHORTEST = 6  # characters of a value that is taken out of answers; shorter ones stand in any text
_IN_ITS_PLACE = "[removed: a secret of this connector]"


@dataclass
class Secrets:
    """Headers with the secrets that they refer to.

    Attributes
    ----------
    references
        By header name.
    lookup
        From a reference to the secret; None: there is none.
    """

    references: Mapping[str, str]
    lookup: Lookup = field(repr=False)
    _values: dict[str, str] = field(default_factory=dict, repr=False)
    _read_at: float = float("-inf")

    def headers(self) -> Mapping[str, str]:
        """Return the headers to send.

        Raises
        ------
        NotReached
            If a secret is missing.
        """
        if self.references and time.monotonic() - self._read_at > _KEPT:
            self._values = {name: self._value(reference) for name, reference in self.references.items()}
            self._read_at = time.monotonic()
        return self._values

    def are_in(self, message: Any) -> bool:
        """Tell whether the upstream repeats what it was sent: in any text of a message, however it is escaped."""
        parts, left = self._parts(), [message]
        while left and parts:
            value = left.pop()
            if isinstance(value, str) and any(part in value for part in parts):
                return True
            if isinstance(value, dict):
                left += [*value, *value.values()]
            elif isinstance(value, list):
                left += value
        return False

    def removed(self, message: Json) -> Json:
        """Take the secrets out of a message's texts and names.

        Raises
        ------
        NotUnderstood
            If the message is nested too deep for that.
        """
        try:
            cleaned: Json = _without(message, self._parts())
        except RecursionError:
            raise NotUnderstood("upstream.not_json") from None
        return cleaned

    def _parts(self) -> list[str]:
        """Return what is a secret by itself, the longest first: values, and what stands behind a scheme."""
        parts = {part for value in self._values.values() for part in (value, value.rpartition(" ")[2])}
        return sorted((part for part in parts if len(part) >= _SHORTEST), key=len, reverse=True)

    def _value(self, reference: str) -> str:
        value = self.lookup(reference)
        if value is None:
            raise NotReached("upstream.secret_missing")
        return value.strip()


def _without(value: Any, parts: Sequence[str]) -> Any:
    if isinstance(value, str):
        for part in parts:
            value = value.replace(part, _IN_ITS_PLACE)
        return value
    if isinstance(value, dict):
        return {_without(name, parts): _without(one, parts) for name, one in value.items()}
    return [_without(one, parts) for one in value] if isinstance(value, list) else value


def lookup_for(account_id: str, kept_in: str) -> Lookup:
    """Return what looks up an account's secrets.

    Parameters
    ----------
    account_id
        Whose.
    kept_in
        ``environment`` or ``secrets-manager``.
    """
    if kept_in == "environment":
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
