"""What turns texts into vectors, whichever model does it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]


class Embedder(Protocol):
    """A model that puts texts and questions into one space, in which near means alike."""

    @property
    def model_id(self) -> str:
        """Model, quantisation and prefix rule: vectors of different ids are never compared."""

    @property
    def dimensions(self) -> int:
        """Numbers in a vector."""

    def passages(self, texts: Sequence[str]) -> Vector:
        """Return the vectors of texts that are kept.

        Parameters
        ----------
        texts
            Any texts; a long one is read as far as the model's cap.

        Returns
        -------
        Vector
            (texts, dimensions); each row of length 1, or all zeros for a text without a word. Never NaN.
        """

    def question(self, text: str) -> Vector:
        """Return the vector of a question, to be compared with those of passages.

        Parameters
        ----------
        text
            Any text.

        Returns
        -------
        Vector
            (dimensions,); of length 1, or zeros for a text without a word. Never NaN.
        """

    def is_whole(self, text: str) -> bool:
        """Whether the vector of a passage represents all of the text, not only its first part."""
