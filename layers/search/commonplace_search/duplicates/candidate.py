"""What is known of a memory when it is asked whether another says the same."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Candidate:
    """A stored memory, or the new one.

    Attributes
    ----------
    text
        As it was sent.
    vector
        Its embedding as a passage, (384,), length about 1. None or zeros: its meaning is not known.
    """

    text: str
    vector: NDArray[np.float32] | None


def identical_form(text: str) -> str:
    """Return the form in which two texts are the same text: NFC, without case and with single spaces.

    Parameters
    ----------
    text
        Any text.
    """
    plain = unicodedata.normalize("NFC", text).casefold()
    return " ".join(unicodedata.normalize("NFC", plain).split())
