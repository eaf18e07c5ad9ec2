"""Signed tokens (JWT): parsing, and verifying signatures."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jwt import PyJWK
from jwt.api_jws import PyJWS
from jwt.exceptions import PyJWTError

Json = dict[str, Any]
LENGTH_LIMIT = 8_192  # characters; an HTTP API takes 10,240 bytes of headers in all
# Type and curve of the key, by algorithm. Neither `none` nor algorithms with a shared secret are accepted.
_KEYS = {"RS256": ("RSA", None), "PS256": ("RSA", None), "ES256": ("EC", "P-256"), "EdDSA": ("OKP", "Ed25519")}
_LEAST_RSA = 2_048  # bits
_FORM = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+")


class TokenRefused(Exception):
    """A token is invalid; ``reason`` is one word, never a part of the token."""

    def __init__(self, reason: str = "token") -> None:
        super().__init__(reason)
        self.reason = reason


class KeyUnknown(TokenRefused):
    """None of the issuer's known keys is the one that the token names."""


@dataclass(frozen=True, slots=True)
class Token:
    """A parsed token, not yet verified.

    Attributes
    ----------
    algorithm, key_id, kind
        From its header: ``alg``, ``kid`` and ``typ`` (in lower case, without ``application/``).
    """

    text: str
    algorithm: str
    key_id: str | None
    kind: str
    claims: Mapping[str, Any]


def parse(text: str) -> Token:
    """Parse a token.

    Headers that refer to keys (``jku``, ``jwk``, ``x5u``, ``x5c``) are ignored: only the issuer's keys are used.

    Raises
    ------
    TokenRefused
        If it is malformed, or has an algorithm or a critical header that is not supported.
    """
    if len(text) > LENGTH_LIMIT or not _FORM.fullmatch(text):
        raise TokenRefused
    header, claims = (_object(part) for part in text.split(".")[:2])
    algorithm, key_id, kind = header.get("alg"), header.get("kid"), header.get("typ", "")
    if not isinstance(algorithm, str) or algorithm not in _KEYS or "crit" in header or "b64" in header:
        raise TokenRefused("algorithm")
    if not isinstance(kind, str) or not isinstance(key_id, str | None):
        raise TokenRefused
    return Token(text, algorithm, key_id, kind.lower().removeprefix("application/"), claims)


def verify(token: Token, keys: Sequence[Mapping[str, Any]]) -> None:
    """Verify a token's signature with the issuer's keys (RFC 7517).

    Raises
    ------
    KeyUnknown
        If no key matches the token, or more than one does.
    TokenRefused
        If the signature is invalid.
    """
    fitting = [key for key in keys if _fits(key, token)]
    if len(fitting) != 1:
        raise KeyUnknown("key")
    try:
        key = PyJWK(dict(fitting[0]), token.algorithm)
        if getattr(key.key, "key_size", _LEAST_RSA) < _LEAST_RSA and fitting[0]["kty"] == "RSA":
            raise TokenRefused("key")
        PyJWS([token.algorithm]).decode_complete(token.text, key, [token.algorithm])
    except (PyJWTError, ValueError, TypeError):
        raise TokenRefused("signature") from None


def _fits(key: Mapping[str, Any], token: Token) -> bool:
    kind, curve = _KEYS[token.algorithm]
    uses = key.get("key_ops")
    return (
        key.get("kty") == kind
        and (curve is None or key.get("crv") == curve)
        and (token.key_id is None or key.get("kid") == token.key_id)
        and key.get("use", "sig") == "sig"
        and key.get("alg", token.algorithm) == token.algorithm
        and (uses is None or (isinstance(uses, list) and "verify" in uses))
    )


def _object(part: str) -> Json:
    try:
        value = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    except (ValueError, RecursionError):
        raise TokenRefused from None
    if not isinstance(value, dict):
        raise TokenRefused
    return value
