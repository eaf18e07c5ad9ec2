"""The issuer's discovery document and signing keys, cached in the process."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ...domain.clock import SECOND
from .issuer_http import Fetch, IssuerUnreachable, Json, JsonRequest, fetch_json, is_address
from .tokens import KeyUnknown, Token, verify

DISCOVERY = "/.well-known/openid-configuration"
# Keys are refreshed at half their maximum age, so an issuer may be down for half an hour.
REFRESH_AFTER = 30 * 60 * SECOND
KEYS_VALID_FOR = 60 * 60 * SECOND  # older keys are not used: a withdrawn key stops working
RETRY_AFTER = 30 * SECOND  # minimum between two reads, after a failure or for an unknown key
_MOST_KEYS = 100

Keys = Sequence[Mapping[str, Any]]


@dataclass
class Issuer:
    """An issuer."""

    url: str  # exactly as its documents and tokens spell it
    fetch: Fetch = fetch_json
    _about: Json = field(default_factory=dict)
    _keys: Keys = ()
    _read_at: int | None = None  # when the keys were read
    _attempted_at: int | None = None  # when a read was last attempted
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def verify(self, token: Token, now: int) -> None:
        """Check that a token is signed with one of the issuer's keys.

        Raises
        ------
        TokenRefused
            If it is not.
        IssuerUnreachable
            If no valid keys are available.
        """
        keys = self._keys_at(now)
        try:
            verify(token, keys)
        except KeyUnknown:
            # The key may be new, or invented by the sender: read the keys again, but not for every request.
            with self._lock:
                if not self._may_try(now):
                    raise
                self._read(now)
                keys = self._keys
            verify(token, keys)

    def endpoint(self, name: str, now: int) -> str:
        """Return the URL of ``authorization_endpoint`` or ``token_endpoint``.

        Raises
        ------
        IssuerUnreachable
            If the document has none, or one that may not be called.
        """
        self._keys_at(now)
        return self._checked(name, self._about.get(name))

    def methods(self) -> Sequence[str]:
        """Return the client authentication methods of the token endpoint."""
        methods = self._about.get("token_endpoint_auth_methods_supported")
        return methods if isinstance(methods, list) else ("client_secret_basic",)

    def _keys_at(self, now: int) -> Keys:
        with self._lock:
            age = KEYS_VALID_FOR
            if self._read_at is not None and now >= self._read_at:  # else the clock went back: how old is unknown
                age = now - self._read_at
            if age >= REFRESH_AFTER and self._may_try(now):
                try:
                    self._read(now)
                except IssuerUnreachable:
                    if age >= KEYS_VALID_FOR:
                        raise
            elif age >= KEYS_VALID_FOR:
                raise IssuerUnreachable("it did not answer a moment ago")
            return self._keys

    def _may_try(self, now: int) -> bool:
        return self._attempted_at is None or not 0 <= now - self._attempted_at < RETRY_AFTER

    def _read(self, now: int) -> None:
        self._attempted_at = now
        about = self.fetch(JsonRequest(self._checked("issuer", self.url).rstrip("/") + DISCOVERY))
        if about.get("issuer") != self.url:
            raise IssuerUnreachable("its document is of another issuer")
        keys = self.fetch(JsonRequest(self._checked("jwks_uri", about.get("jwks_uri")))).get("keys")
        if not isinstance(keys, list) or len(keys) > _MOST_KEYS or not all(isinstance(key, dict) for key in keys):
            raise IssuerUnreachable("its keys are no list of keys")
        self._about, self._keys, self._read_at = about, keys, now

    def _checked(self, name: str, address: object) -> str:
        """Return an address from the issuer's document; it must be https if the issuer's own URL is."""
        if not is_address(address) or not str(address).startswith(self.url.partition(":")[0]):
            raise IssuerUnreachable(f"{name} is no address that may be asked")
        return str(address)


@cache
def issuer_at(url: str) -> Issuer:
    """Return the process's cached :class:`Issuer`."""
    return Issuer(url)
