"""Seed phrases of wallets (BIP-39): words of one list, the last of which carries a checksum."""

from __future__ import annotations

import re
from functools import cache

from .patterns import compiled

LENGTHS = (12, 15, 18, 21, 24)

# The list's words have three to eight letters; numbers, dashes and commas may part them.
_RUN = re.compile(r"(?<![A-Za-z])[a-zA-Z]{3,8}(?:[^A-Za-z]{1,6}[a-zA-Z]{3,8}){11,}(?![A-Za-z])")
_NAMED = r"seed|mnemonic|recovery|wallet|phrase|助记词|ニーモニック|니모닉|сид-?фраз"


@cache
def _places() -> dict[str, int]:
    from pathlib import Path

    path = Path(__file__).with_name("data") / "bip39_english.txt"
    return {word: place for place, word in enumerate(path.read_text("ascii").split())}


def seed_phrase(text: str) -> str | None:
    """Return ``seed phrase`` if a text holds one; without a valid checksum, only where the text names it."""
    for run in _RUN.finditer(text):
        listed: list[int] = []
        for word in re.findall("[A-Za-z]+", run.group()):
            place = _places().get(word.lower())
            if place is None:
                if _is_phrase(listed, text):
                    return "seed phrase"
                listed = []
            else:
                listed.append(place)
        if _is_phrase(listed, text):
            return "seed phrase"
    return None


def _is_phrase(listed: list[int], text: str) -> bool:
    if len(listed) < LENGTHS[0] or len(set(listed)) < 3:
        return False
    if compiled(_NAMED, re.IGNORECASE).search(text):
        return True
    return any(
        has_checksum(listed[start : start + length])
        for length in LENGTHS
        for start in range(min(len(listed) - length, 24) + 1)
    )


def has_checksum(places: list[int]) -> bool:
    """Return whether words, as places in the list, end with the checksum of what they encode."""
    from hashlib import sha256

    bits = "".join(f"{place:011b}" for place in places)
    check = len(bits) // 33
    entropy = int(bits[:-check], 2).to_bytes((len(bits) - check) // 8, "big")
    return f"{sha256(entropy).digest()[0]:08b}"[:check] == bits[-check:]
