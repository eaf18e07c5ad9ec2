"""Where a text names a credential: the word, and where the name that it is part of is over."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from .patterns import any_digit, compiled
from .words import CODE_HINTS, COMPOUNDS, KEYS, OTHER_KEYS, PASSWORDS, QUALIFIERS

_NAME_BEFORE = 40  # characters in which the beginning of the name is looked for
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NAME_SIGNS = _LETTERS + "0123456789_.-"
_NAME_AFTER = r"[A-Za-z0-9_.-]{0,64}"
_LONGEST_NAME = 64
_NAME_OF_SERVICE = 40  # characters before a bare "key" in which a service may be named
_PARTS = r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+"
# Endings by which other languages bend the word; scripts with marks count them as letters.
_ENDING = r"[^\s\x00-\x7f:：=＝，。、]{0,5}|[^\W\d_]{0,4}"  # noqa: RUF001
_SIGN = r"[A-Za-z0-9_]"

# Words that are also the end of other words, and what they may follow without a sign.
_SHORT = {
    "key": ("api", "access", "secret", "private", "auth", "app", "account", "master"),
    "pass": ("db",),
    "pw": (),
}
_ENDS = ("_pat", "-pat")
_QUALIFIED = frozenset({"key", "token", "auth", "creds", "cookie"})


class Noun:
    """A word for a credential at a place in a text.

    Attributes
    ----------
    word
        As in the tables of ``words``.
    start, end
        Its place.
    english
        It is from the English row, so that English words may follow it.
    """

    __slots__ = ("end", "english", "start", "word")

    def __init__(self, word: str, start: int, end: int, *, english: bool) -> None:
        self.word = word
        self.start = start
        self.end = end
        self.english = english


def lowered(text: str) -> str:
    """Return a text in lower case with every character at its place."""
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(small if len(small := char.lower()) == 1 else char for char in text)


def may_name_credential(low: str) -> bool:
    """Return whether a text in lower case holds a word for a credential, be it within another word."""
    if any(map(low.__contains__, _words(low.isascii()))):
        return True
    return any_digit(low) and any(map(low.__contains__, CODE_HINTS))


def passwords(low: str) -> Iterator[Noun]:
    """Yield where a text in lower case names a password."""
    return _occurrences(low, _rows("passwords", low.isascii()))


def keys(low: str) -> Iterator[Noun]:
    """Yield where a text in lower case names a token or a key."""
    return _occurrences(low, _rows("keys", low.isascii()))


@cache
def _words(plain: bool) -> tuple[str, ...]:
    words = [word for name in ("passwords", "keys") for word, _ in _rows(name, plain)]
    return tuple(word for word in words if not any(other in word and other != word for other in words))


@cache
def _rows(name: str, plain: bool) -> tuple[tuple[str, bool], ...]:
    table = PASSWORDS if name == "passwords" else KEYS
    rows = {word: word in table["en"] for row in table.values() for word in row}
    return tuple((word, english) for word, english in rows.items() if word.isascii() or not plain)


def _occurrences(low: str, rows: tuple[tuple[str, bool], ...]) -> Iterator[Noun]:
    for word, english in rows:
        if word not in low:
            continue
        short = word in ("pass", "pw")
        start = low.find(word)
        while start >= 0:
            end = start + len(word)
            if not short or not low[end : end + 1].isalpha():  # "password" is not "pass"
                yield Noun(word, start, end, english=english)
            start = low.find(word, end)


def end_of_name(text: str, noun: Noun) -> int | None:
    """Return where the name that a noun is part of is over.

    None where the word is part of another (``monkey``), or the name is of another thing (``password_policy``,
    ``primary key``) or ends a sentence.
    """
    if noun.word in _SHORT and _is_glued(text, noun):
        return None
    if noun.word in _QUALIFIED and parts_before(text, noun) & OTHER_KEYS:
        return None
    if noun.word == "auth" and text[noun.end : noun.end + 1] == "0":  # Auth0
        return None
    if not noun.english:
        return _end_with_ending(text, noun)
    after = compiled(_NAME_AFTER).match(text, noun.end)
    tail = after.group() if after else ""
    if tail.endswith(".") or len(tail) == _LONGEST_NAME:
        return None
    if tail and tail != "s" and text[noun.end - 1].islower() and tail[0].islower():
        return None
    if noun.word in _ENDS and tail[:1].isalpha():  # a path, a pattern
        return None
    if any(part.lower() in COMPOUNDS for part in compiled(_PARTS).findall(tail)):
        return None
    return noun.end + len(tail)


def parts_before(text: str, noun: Noun) -> set[str]:
    """Return the words, in lower case, before a noun in its name, or right before it."""
    before = text[max(0, noun.start - _NAME_BEFORE) : noun.start]
    name = before[len(before.rstrip(_NAME_SIGNS)) :]
    if not name and before[-1:] in (" ", "\t"):
        before = before[:-1]
        name = before[len(before.rstrip(_LETTERS)) :]
        if name == "s" and before[-2:-1] in ("'", "’"):  # Acme's key  # noqa: RUF001
            return set()
    return {part.lower() for part in compiled(_PARTS).findall(name)} if name else set()


def is_qualified(text: str, noun: Noun) -> bool:
    """Return whether a noun is part of a longer name (``ACME_KEY``, ``apiKey``, ``access key``)."""
    before = text[noun.start - 1 : noun.start]
    if before in ("_", "-") or before.isalpha() or bool(parts_before(text, noun) & QUALIFIERS):
        return True
    from .services import names_service

    return names_service(text[max(0, noun.start - _NAME_OF_SERVICE) : noun.start].lower())


def _is_glued(text: str, noun: Noun) -> bool:
    """Return whether a short noun is the end of another word (monkey), not of a compound (apiKey, DB_KEY)."""
    before = text[max(0, noun.start - 8) : noun.start]
    if not before or not before[-1].isalpha():
        return False
    if text[noun.start].isupper() and before[-1].islower():
        return False
    return not before.lower().endswith(_SHORT[noun.word] or ("\0",))


def _end_with_ending(text: str, noun: Noun) -> int | None:
    if is_cjk(noun.word[0]):
        return noun.end
    ending = compiled(_ENDING).match(text, noun.end)
    end = ending.end() if ending else noun.end
    # A Latin word that goes on is a compound (Passwortrichtlinie).
    return None if noun.word.isascii() and text[end : end + 1].isalnum() else end


def is_cjk(char: str) -> bool:
    """Return whether a character is of a script that writes no spaces between words, or of Korean."""
    return "\u3040" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7af"
