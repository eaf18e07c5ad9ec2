"""What is known of a memory when it is asked whether another says the same."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from .literals import is_literal

_KEPT = 64  # texts: a new one is compared with up to 20


@dataclass(frozen=True, slots=True)
class Candidate:
    """A stored memory, or the new one.

    Attributes
    ----------
    text
        As it was sent.
    vector
        Its embedding as a passage, (dimensions,). None or zeros: its meaning is not known.
    """

    text: str
    vector: NDArray[np.float32] | None


@lru_cache(maxsize=_KEPT)
def identical_form(text: str) -> str:
    """Return the form in which two texts are the same text.

    In NFC, with single spaces, and without capitals except in what is no plain word: ``aB3`` is not ``Ab3``.
    """
    chunks = unicodedata.normalize("NFC", text).split()
    return " ".join(
        chunk if is_literal(chunk) else unicodedata.normalize("NFC", chunk.casefold()) for chunk in chunks
    )
