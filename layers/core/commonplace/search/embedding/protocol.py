"""The interface of all embedding models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]


class Embedder(Protocol):
    """A model that maps texts and questions to vectors, which are close where the meanings are."""

    @property
    def model_id(self) -> str:
        """Names model, quantisation and prefix; vectors of different ids are never compared."""

    @property
    def dimensions(self) -> int:
        """Numbers in a vector."""

    @property
    def typical(self) -> Vector | None:
        """The mean of the vectors of many unrelated questions, (dimensions,), not of length 1.

        None: not measured, so no mark says what is near enough.
        """

    def passages(self, texts: Sequence[str]) -> Vector:
        """Return the vectors of stored texts; of a long text the model reads the beginning only.

        Returns
        -------
        Vector
            (texts, dimensions); each row of length 1, or all zeros for a text without a word. Never NaN.
        """

    def question(self, text: str) -> Vector:
        """Return the vector of a question, to be compared with those of passages.

        Returns
        -------
        Vector
            (dimensions,); of length 1, or zeros for a text without a word. Never NaN.
        """

    def is_whole(self, text: str) -> bool:
        """Whether the vector of a passage represents all of the text, not only its first part."""
