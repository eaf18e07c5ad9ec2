"""An upper bound of a text's tokens (o200k), without a tokenizer."""

from __future__ import annotations


def token_bound(text: str) -> int:
    """Return a number of tokens (o200k) that a text does not exceed.

    Parameters
    ----------
    text
        Any text.
    """
    return len(text.encode("utf-8", "replace"))  # every token stands for one byte or more
