"""The checksums that issuers build into what they issue."""

from __future__ import annotations

import zlib

_BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def github_checksum(token: str) -> bool:
    """Return whether a token of GitHub or npm ends with the CRC32 of its middle, in base 62, six digits."""
    middle, digits = token.partition("_")[2][:30], token.partition("_")[2][30:36]
    if len(digits) != 6:
        return False
    return digits == base62(zlib.crc32(middle.encode("utf-8", "replace")), 6)


def base62(number: int, width: int) -> str:
    """Return a number in base 62, padded with zeros."""
    digits = ""
    while number:
        number, rest = divmod(number, 62)
        digits = _BASE62[rest] + digits
    return digits.rjust(width, "0")


def luhn(digits: str) -> bool:
    """Return whether a number's last digit is the Luhn check digit of the others."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0
