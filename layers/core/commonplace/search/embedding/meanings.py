"""What texts mean, as it is stored and as it is judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...domain.memory import Embedding
from .choose import embedder
from .protocol import Vector
from .vectors import packed, unpacked


@dataclass(frozen=True, slots=True)
class Meaning:
    """One text's.

    Attributes
    ----------
    embedding
        As it is stored; None: it is left to ``embed_memory``.
    vector
        By which it is told whether another memory says the same, rounded as the stored ones are, so that all
        processes judge alike. None: by its words alone, since it has no word, or its vector represents its
        beginning only.
    """

    embedding: Embedding | None
    vector: Vector | None


UNKNOWN = Meaning(None, None)


def meanings(texts: Sequence[str]) -> list[Meaning]:
    """Embed texts that are to be stored."""
    model = embedder()
    found = []
    for text, vector in zip(texts, model.passages(texts), strict=True):
        stored = packed(vector)
        is_judged = bool(np.any(vector)) and model.is_whole(text)
        found.append(Meaning(Embedding(model.model_id, stored), unpacked(stored) if is_judged else None))
    return found
