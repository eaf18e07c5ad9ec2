"""Models for tests that are not about meaning: each real vector would cost them some 20 ms."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from commonplace.search.embedding.protocol import Vector


class WordsAlone:
    """A model to which no text means anything, so that words alone decide."""

    model_id = "words alone"
    dimensions = 8
    typical = None

    def passages(self, texts: Sequence[str]) -> Vector:
        return np.zeros((len(texts), self.dimensions), np.float32)

    def question(self, _text: str) -> Vector:
        return np.zeros(self.dimensions, np.float32)

    def is_whole(self, _text: str) -> bool:
        return True


def search_by_words_alone(patch: pytest.MonkeyPatch) -> None:
    """Replace the model in everything that searches."""
    model = WordsAlone()
    for module in ("search.retrieval", "search.warm_vectors", "search.embedding.meaning"):
        patch.setattr(f"commonplace.{module}.embedder", lambda: model)
