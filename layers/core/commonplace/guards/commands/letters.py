# ruff: noqa: RUF001
"""Reads letters as what they mean: look-alikes, digits in words, words whose letters are separated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from .cutting import cut_again, vocabulary
from .patterns import compiled

_SPELT = r"(?<![^\W_])(?:[^\W\d_][ ._\-*|/~+,]{1,3}){3,}[^\W\d_](?![^\W_])"
_PARTED = r"(?<=[^\W\d_])[._\-*|/~+\\^`·•]{1,2}(?=[^\W\d_])"
_LEET = r"(?i)(?<=[a-z])[@$!|0-9]+[a-z]|(?<![\w@$|])[@$0-9|][a-z]{2,}|(?<=[a-z][a-z])[0-9$]\b"
# Words of letters, digits and signs alone: no version, no address.
_MIXED = r"(?<![^\s\"'(])(?=[\d@$!|€£+]*[a-z])[a-z\d@$!|€£+]{2,}(?=[\s.,:;?!)\"']|$)"
_LONGEST_WORD = 14
_RUN_TOGETHER = "[a-z]{22,}"
_SQUARES = "[\U0001f130-\U0001f189\U0001f1e6-\U0001f1ff]"

# Letters of other scripts, and of phonetic and turned alphabets, that are read as Latin ones.
_ALIKE = {
    "а": "a", "ӓ": "a", "α": "a", "ɑ": "a", "ᴀ": "a", "ɐ": "a", "в": "b", "ь": "b", "β": "b", "ʙ": "b", "ƅ": "b",
    "с": "c", "ϲ": "c", "ᴄ": "c", "ɔ": "c", "ԁ": "d", "ɗ": "d", "ᴅ": "d", "ժ": "d", "е": "e", "є": "e", "ҽ": "e",
    "ε": "e", "ᴇ": "e", "ǝ": "e", "ə": "e", "ғ": "f", "ꜰ": "f", "ϝ": "f", "ɟ": "f", "ɡ": "g", "ɢ": "g", "ց": "g",
    "ƃ": "g", "һ": "h", "н": "h", "ʜ": "h", "ɥ": "h", "і": "i", "ї": "i", "ι": "i", "ɪ": "i", "ı": "i", "ӏ": "l",
    "ᴉ": "i", "ј": "j", "ϳ": "j", "ᴊ": "j", "ɾ": "j", "к": "k", "κ": "k", "ᴋ": "k", "ʞ": "k", "ʟ": "l", "ⅼ": "l",
    "ɩ": "l", "м": "m", "ᴍ": "m", "μ": "m", "ɯ": "m", "ɴ": "n", "п": "n", "η": "n", "ո": "n", "о": "o", "ο": "o",
    "σ": "o", "ᴏ": "o", "օ": "o", "ө": "o", "р": "p", "ρ": "p", "ᴘ": "p", "ԛ": "q", "ʠ": "q", "г": "r", "ʀ": "r",
    "ɹ": "r", "ѕ": "s", "ꜱ": "s", "ʂ": "s", "т": "t", "τ": "t", "ᴛ": "t", "ʇ": "t", "υ": "u", "ս": "u", "ᴜ": "u",
    "ʋ": "v", "ν": "v", "ѵ": "v", "ᴠ": "v", "ʌ": "v", "ѡ": "w", "ω": "w", "ԝ": "w", "ᴡ": "w", "ʍ": "w", "х": "x",
    "χ": "x", "у": "y", "ү": "y", "γ": "y", "ʏ": "y", "ʎ": "y", "ᴢ": "z", "ʐ": "z", "ζ": "z", "ł": "l", "ø": "o",
    "đ": "d", "ħ": "h", "ŧ": "t", "ƙ": "k", "ƒ": "f", "ʼ": "'", "Ꭺ": "a", "Ꭼ": "e", "Ꮃ": "w", "Ꮯ": "c",
    "Ꮪ": "s", "Ꭱ": "r", "Ꮲ": "p", "Ꮮ": "l", "Ꭲ": "i", "Ꮖ": "i", "ⲟ": "o", "ꓲ": "i",
}  # fmt: skip
# The other way about: Latin letters in Russian words.
_CYRILLIC = dict(zip("aceopxyikmtbhug", "асеорхуікмтвниг", strict=True))

_LEET_LETTERS = {
    "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g", "6": "g", "2": "z", "@": "a",
    "$": "s", "!": "i", "|": "l", "€": "e", "£": "l", "+": "t",
}  # fmt: skip


def without_squares(text: str) -> str:
    """Read letters in squares and circles, and those that flags are made of."""
    return compiled(_SQUARES).sub(_letter_in_square, text)


def _letter_in_square(match: re.Match[str]) -> str:
    point = ord(match.group())
    for start in (0x1F130, 0x1F150, 0x1F170, 0x1F1E6):
        if start <= point < start + 26:
            return chr(97 + point - start)
    return match.group()


@cache
def _alike() -> dict[int, str]:
    return {ord(char): letter for char, letter in _ALIKE.items()}


@cache
def _cyrillic() -> dict[int, str]:
    return {ord(char): letter for char, letter in _CYRILLIC.items()}


def look_alikes(text: str) -> Iterator[str]:
    """Read letters of other scripts as the Latin ones they look like, and Latin ones among Cyrillic."""
    lower = text.lower()
    latin = lower.translate(_alike())
    if latin != lower:
        yield latin
        # Turned letters are read from the end.
        if any(char in lower for char in "ǝɹʇɥʍʎʞ"):
            yield latin[::-1].translate(str.maketrans("unbdpq", "nuqpdb"))
            yield latin[::-1]
    if any("\u0430" <= char <= "\u044f" for char in lower) and any("a" <= char <= "z" for char in lower):
        yield lower.translate(_cyrillic())


def parted(text: str) -> Iterator[str]:
    """Read words whose letters are parted: "i g n o r e", "i.g.n.o.r.e", "ig-nore"."""
    lower = text.lower()
    if compiled(_SPELT).search(lower):
        # Wider gaps part words; without any the letters are cut into words again.
        joined = compiled(_SPELT).sub(_joined, lower)
        yield joined
        yield cut_again(joined)
    if compiled(_PARTED).search(lower):
        words = lower.split(" ")
        hidden = [_hides_words(word) for word in words]
        if any(hidden):
            for between in ("", " "):
                yield " ".join(
                    compiled(_PARTED).sub(between, word) if hides else word
                    for word, hides in zip(words, hidden, strict=True)
                )
            yield cut_again(" ".join(compiled(_PARTED).sub("", word) for word in words))
    if any(any(part in run for part in _TELLING) for run in compiled(_RUN_TOGETHER).findall(lower)):
        yield cut_again(lower)
    for start in _squeezed_orders(squeezed := "".join(filter(str.isalpha, lower)), lower):
        yield cut_again(squeezed[start : start + 120])


# What makes a file or a field of many words worth a second reading.
_TELLING = (
    "ignor",
    "disregard",
    "forget",
    "instruc",
    "overrid",
    "prompt",
    "bypass",
    "reveal",
    "password",
    "donot",
    "tellthe",
    "sendthe",
    "sendall",
    "deleteall",
    "deletethe",
    "fromnowon",
    "youarenow",
    "youmust",
)


def _hides_words(word: str) -> bool:
    """Return whether the signs in a word part a known word, or join several as an order would."""
    if not compiled(_PARTED).search(word) or "@" in word or "//" in word:
        return False
    whole = compiled(_PARTED).sub("", word).strip(".,:;!?()\"'")
    return whole in vocabulary() or (len(whole) > _LONGEST_WORD and any(part in whole for part in _TELLING))


def _joined(match: re.Match[str]) -> str:
    run = match.group()
    gaps = re.findall(r"[ ._\-*|/~+,]{1,3}", run)
    least = min(len(gap) for gap in gaps)
    letters = re.split(r"[ ._\-*|/~+,]{1,3}", run)
    tight = any(" " not in gap for gap in gaps)
    parts = [letters[0]]
    for gap, letter in zip(gaps, letters[1:], strict=True):
        # "i-g-n-o-r-e a-l-l": a blank among other signs is a gap between words as well.
        apart = len(gap) > least or (tight and " " in gap)
        parts.append((" " if apart else "") + letter)
    return "".join(parts)


_SQUEEZED = (
    "(?:ignore|disregard|forget|override|bypass|ignorier|ignoriere|ignorez|ignora|vergiss|oublie|negeer)"
    "(?:all|any|the|my|your|"
    "of|previous|prior|above|earlier|system|safety|every|alle|vorherigen|toutes|les|todas|las|tutte|le|as)"
    "{1,5}(?:instruc|"
    "rules|prompt|anweisung|istruzion|guideline)"
)
_CANCELLED = ("instruc", "rules", "prompt", "anweisung", "istruzion", "guideline")


def _squeezed_orders(squeezed: str, lower: str) -> Iterator[int]:
    """Yield where an override begins in a text without its blanks that it has not with them."""
    if not any(noun in squeezed for noun in _CANCELLED):
        return
    for match in re.finditer(_SQUEEZED, squeezed):
        if not any(word.startswith(match.group()[:5]) and len(word) < 12 for word in lower.split()) or (
            not any(noun in lower for noun in _CANCELLED)
        ):
            yield match.start()


@cache
def _leet_letters(one: str) -> dict[int, str]:
    return {ord(sign): letter for sign, letter in _LEET_LETTERS.items()} | {ord("1"): one}


def leet(text: str) -> Iterator[str]:
    """Read digits and signs within words as letters."""
    if len(compiled(_LEET).findall(text)) < 2:
        return
    lower = text.lower()
    for one in "il":
        letters = _leet_letters(one)
        yield compiled(_MIXED).sub(lambda match, letters=letters: match.group().translate(letters), lower)  # type: ignore[misc]
