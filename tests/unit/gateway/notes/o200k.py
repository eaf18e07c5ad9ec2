"""OpenAI's tokenizer itself, o200k_base: what notes are measured with."""

from __future__ import annotations

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # how the package opens its own files
    from bpe_openai._bindings import tokenizer_for_encoding

_TOKENIZER = tokenizer_for_encoding("o200k_base")


def count(text: str) -> int:
    """Return the number of tokens of a text."""
    return int(_TOKENIZER.count(text))


def split_pieces(text: str) -> list[str]:
    """Return the pieces that the tokenizer encodes separately."""
    return list(_TOKENIZER.pretokenize(text))
