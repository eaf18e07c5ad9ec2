"""Base 58 with a checksum, in which wallets write addresses and private keys."""

from __future__ import annotations

_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_CHECK = 4  # bytes


def base58check(token: str) -> bytes:
    """Return the bytes of a token if its checksum is valid, else none.

    >>> base58check("1BoatSLRHtKNngkdXEeobR76b53LETtpyT").hex()[:8]
    '007680ad'
    """
    number = 0
    for char in token:
        place = _ALPHABET.find(char)
        if place < 0:
            return b""
        number = number * 58 + place
    raw = bytes(len(token) - len(token.lstrip("1"))) + number.to_bytes((number.bit_length() + 7) // 8, "big")
    body, check = raw[:-_CHECK], raw[-_CHECK:]
    from hashlib import sha256  # loads OpenSSL: only for what reads as base 58

    return body if sha256(sha256(body).digest()).digest()[:_CHECK] == check else b""
