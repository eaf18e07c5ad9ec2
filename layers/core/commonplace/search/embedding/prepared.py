"""What every model is given of a text."""

from __future__ import annotations


def prepared(text: str) -> str:
    """Return a text as a model can read it: without lone surrogates, NUL as a space, no space at the ends.

    Parameters
    ----------
    text
        Any text.
    """
    return text.encode("utf-8", "ignore").decode("utf-8").replace("\0", " ").strip()


def has_word(text: str) -> bool:
    """Whether there is a letter or a digit in a text: signs alone have no meaning to compare."""
    return any(map(str.isalnum, text))
