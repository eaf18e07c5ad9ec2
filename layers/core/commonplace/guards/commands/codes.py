# ruff: noqa: RUF001
"""Reads what is written in codes: Morse, numbers, bases, and characters that are not shown at all."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache, partial

from .cutting import cut_again
from .patterns import compiled

# Looks that say whether any of the finer patterns is worth its time.
_DIGITS = (
    r"(?:[0-9a-fA-F]{1,3}[\s,;:./|\-]{1,3}(?:0x)?){6}|[01]{40}|(?:=[0-9A-F]{2}){8}|(?:[01]{7,8}\s){5}"
    r"|(?:\\x[0-9a-f]{2}\W?){6}"
)
_DIGIT = "[0-9]"
_LONG_WORD = r"\S{20}"

_MORSE = r"(?:[.\-·−–—_]{1,6}[ /|]{1,3}){8,}[.\-·−–—_]{1,6}"
_BINARY = r"(?:[01]{7,8}[\s,]{0,2}){6,}"
_NUMBERS = r"(?:\b\d{2,3}[\s,;]{1,3}){7,}\d{2,3}\b"
_PLACES = r"(?<!\d)(?:\d{1,2}[ ,.\-/|]{1,3}){11,}\d{1,2}(?!\d)"
_HEX = r"(?:\b(?:0x|\\x)?[0-9a-fA-F]{2}[\s,:;]{1,3}){7,}(?:0x|\\x)?[0-9a-fA-F]{2}\b"
_QUOTED = "(?:=[0-9A-Fa-f]{2}){8,}"
_BASE85 = r"<~([!-uz\s]{10,4000})"
_BASE85_BARE = r"(?<!\S)[!-~]{30,}(?!\S)"
_BASE32 = r"\b[A-Z2-7]{24,}"
_BASE64 = r"[A-Za-z0-9+/_-]{16,}(?:\s[A-Za-z0-9+/_-]{16,}){0,80}"
_TAGS = "[\U000e0020-\U000e007e]{4,}"
_SELECTORS = "[\ufe00-\ufe0f\U000e0100-\U000e01ef]{6,}"
_BRAILLE = "[\u2801-\u283f]{2,}"

_MORSE_SIGNS = (
    ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.. "
    "----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----."
)


def hidden_characters(text: str) -> Iterator[str]:
    """Read text in invisible characters."""
    for run in compiled(_TAGS).findall(text):
        yield "".join(chr(ord(char) - 0xE0000) for char in run)
    for run in compiled(_SELECTORS).findall(text):
        octets = bytes(
            (ord(char) - 0xFE00 if ord(char) < 0xFE10 else ord(char) - 0xE0100 + 16) & 0xFF for char in run
        )
        yield octets.decode("utf-8", "replace")
    if compiled(_BRAILLE).search(text):
        yield text.translate(_braille())


@cache
def _braille() -> dict[int, str]:
    dots = [1, 3, 9, 25, 17, 11, 27, 19, 10, 26]
    cells = [*dots, *(d | 4 for d in dots), *(d | 36 for d in (dots[0], dots[1], dots[2], dots[3], dots[4]))]
    letters = "abcdefghijklmnopqrstuvxyz"
    table = {0x2800 + cell: letter for cell, letter in zip(cells, letters, strict=True)}
    return table | {0x283A: "w", 0x2800: " "}


@cache
def _morse() -> dict[str, str]:
    return dict(zip(_MORSE_SIGNS.split(), "abcdefghijklmnopqrstuvwxyz0123456789", strict=True))


def encodings(text: str) -> Iterator[str]:
    """Read what is written in codes."""
    if "- ." in text or ".-" in text or "-." in text or any(char in text for char in "−–—·_"):
        yield from _from_morse(text)
    if compiled(_DIGIT).search(text) and compiled(_DIGITS).search(text):
        yield from _from_numbers(text)
    if compiled(_LONG_WORD).search(text):
        yield from _from_bases(text)


def _from_morse(text: str) -> Iterator[str]:
    letters = _morse()
    for match in compiled(_MORSE).finditer(text):
        dashes = re.sub("[−–—_]", "-", match.group().replace("·", "."))
        words = re.split(r"\s*[/|]\s*|\s{2,}", dashes)
        yield " ".join("".join(letters.get(sign, "") for sign in word.split()) for word in words)


def _from_numbers(text: str) -> Iterator[str]:
    for match in compiled(_BINARY).finditer(text):
        bits = re.sub(r"[\s,]", "", match.group())
        yield from _octets(int(bits[n : n + 8], 2) for n in range(0, len(bits) - 7, 8))
    for match in compiled(_NUMBERS).finditer(text):
        numbers = [int(number) for number in re.findall(r"\d+", match.group())]
        yield from _octets(number & 0xFF for number in numbers)
        if all(not set(str(number)) & {"8", "9"} for number in numbers):
            yield from _octets(int(str(number), 8) & 0xFF for number in numbers)
    for match in compiled(_PLACES).finditer(text):
        numbers = [int(number) for number in re.findall(r"\d+", match.group())]
        if all(1 <= number <= 26 for number in numbers):
            yield cut_again("".join(chr(96 + number) for number in numbers))
    for match in compiled(_QUOTED).finditer(text):
        yield from _octets(int(pair, 16) for pair in match.group().split("=")[1:])
    for match in compiled(_HEX).finditer(text):
        yield from _octets(int(pair, 16) for pair in re.findall(r"(?:0x|\\x)?([0-9a-fA-F]{2})\b", match.group()))


def _from_bases(text: str) -> Iterator[str]:
    import base64  # seldom needed

    for match in compiled(_BASE85).finditer(text):
        yield from _decoded(partial(base64.a85decode, "".join(match.group(1).split())))
    for match in compiled(_BASE85_BARE).finditer(text):
        if not match.group().isalnum():
            yield from _decoded(partial(base64.a85decode, match.group()))
            yield from _decoded(partial(base64.b85decode, match.group()))
    for match in compiled(_BASE32).finditer(text):
        raw = match.group().rstrip("=")
        yield from _decoded(partial(base64.b32decode, raw + "=" * (-len(raw) % 8)))
    for match in compiled(_BASE64).finditer(text):
        raw = re.sub(r"[\s=]", "", match.group()).replace("-", "+").replace("_", "/")
        if len(raw) >= 16 and not raw.isalpha():
            raw = raw[: len(raw) - (len(raw) % 4 == 1)]
            yield from _decoded(partial(base64.b64decode, raw + "=" * (-len(raw) % 4)))


def _octets(values: Iterator[int]) -> Iterator[str]:
    read = bytes(values).decode("utf-8", "replace")
    if read.isprintable():
        yield read


def _decoded(decode: Callable[[], bytes]) -> Iterator[str]:
    try:
        read = decode().decode("utf-8")
    except ValueError:
        return
    read = "".join(char for char in read if unicodedata.category(char) != "Cf")
    if read and all(char.isprintable() or char.isspace() for char in read):
        yield read
        yield read[::-1]
