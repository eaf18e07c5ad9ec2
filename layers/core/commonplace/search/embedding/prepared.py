"""Cleans a text for any embedding model."""

from __future__ import annotations


def prepared(text: str) -> str:
    """Return a text without lone surrogates, with NUL as a space, and stripped."""
    return text.encode("utf-8", "ignore").decode("utf-8").replace("\0", " ").strip()


def has_word(text: str) -> bool:
    """Whether a text has a letter or a digit: one of signs alone gets no vector."""
    return any(map(str.isalnum, text))
