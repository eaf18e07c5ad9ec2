"""The issuer: what it says of itself, and its keys, kept in the process for a while."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ...domain.clock import SECOND
from .documents import Ask, Json, NotReached, Question, ask, is_address
from .tokens import KeyUnknown, Token, verify

DISCOVERY = "/.well-known/openid-configuration"
# Keys are read anew when they are half as old as they may be: an issuer may then be down for a while.
FRESH = 30 * 60 * SECOND
KEPT = 60 * 60 * SECOND  # what is older does not count: a key that was withdrawn stops
AGAIN_AFTER = 30 * SECOND  # between two readings for a key that is not known, or after one that failed
_MOST_KEYS = 100

Keys = Sequence[Mapping[str, Any]]


@dataclass
class Issuer:
    """An issuer.

    Parameters
    ----------
    url
        Its address, as its documents and tokens must spell it.
    ask
        Asks for a document.
    """

    url: str
    ask: Ask = ask
    _about: Json = field(default_factory=dict)
    _keys: Keys = ()
    _read_at: int | None = None  # when the keys were read
    _tried_at: int | None = None  # when that was tried last
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def verify(self, token: Token, now: int) -> None:
        """Check that a token is signed with one of the issuer's keys.

        Parameters
        ----------
        token
            A parted one.
        now
            Microseconds since 1970.

        Raises
        ------
        TokenRefused
            If it is not.
        NotReached
            If there are no keys to check it with.
        """
        keys = self._keys_at(now)
        try:
            verify(token, keys)
        except KeyUnknown:
            # A key that is new there, or somebody's invention: it is looked for, and not each time.
            with self._lock:
                if not self._may_try(now):
                    raise
                self._read(now)
                keys = self._keys
            verify(token, keys)

    def about(self, name: str, now: int) -> str:
        """Return one of its addresses: ``authorization_endpoint``, ``token_endpoint``.

        Raises
        ------
        NotReached
            If the issuer does not say, or names an address that may not be asked.
        """
        self._keys_at(now)
        return self._checked(name, self._about.get(name))

    def methods(self) -> Sequence[str]:
        """Return how clients may prove who they are at its token endpoint."""
        methods = self._about.get("token_endpoint_auth_methods_supported")
        return methods if isinstance(methods, list) else ("client_secret_basic",)

    def _keys_at(self, now: int) -> Keys:
        with self._lock:
            age = KEPT if self._read_at is None else now - self._read_at
            if age >= FRESH and self._may_try(now):
                try:
                    self._read(now)
                except NotReached:
                    if age >= KEPT:
                        raise
            elif age >= KEPT:
                raise NotReached("it did not answer a moment ago")
            return self._keys

    def _may_try(self, now: int) -> bool:
        return self._tried_at is None or now - self._tried_at >= AGAIN_AFTER

    def _read(self, now: int) -> None:
        self._tried_at = now
        about = self.ask(Question(self._checked("issuer", self.url).rstrip("/") + DISCOVERY))
        if about.get("issuer") != self.url:
            raise NotReached("its document is of another issuer")
        keys = self.ask(Question(self._checked("jwks_uri", about.get("jwks_uri")))).get("keys")
        if not isinstance(keys, list) or len(keys) > _MOST_KEYS or not all(isinstance(key, dict) for key in keys):
            raise NotReached("its keys are no list of keys")
        self._about, self._keys, self._read_at = about, keys, now

    def _checked(self, name: str, address: object) -> str:
        """Return an address of the issuer's: https, if its own is."""
        if not is_address(address) or not str(address).startswith(self.url.partition(":")[0]):
            raise NotReached(f"{name} is no address that may be asked")
        return str(address)


@cache
def issuer_at(url: str) -> Issuer:
    """Return this process's view of an issuer."""
    return Issuer(url)
