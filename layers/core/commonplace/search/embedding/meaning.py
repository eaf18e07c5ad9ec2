"""The meaning of texts: the vectors that are stored, and those by which duplicates are recognized."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...domain.memory import Embedding
from ..analysis.word_index import label_words
from .choose import embedder
from .protocol import Vector
from .vectors import packed, unpacked


@dataclass(frozen=True, slots=True)
class Meaning:
    """What is known of one text's meaning.

    Attributes
    ----------
    embedding
        As it is stored; None: ``embed_memory`` adds it later.
    vector
        For comparison with other memories, rounded like the stored ones so that all processes decide alike. None:
        only its words are compared, because it has none or its vector covers only its beginning.
    """

    embedding: Embedding | None
    vector: Vector | None


UNKNOWN = Meaning(None, None)


def passage(text: str, key: str | None) -> str:
    """Return what of a memory is embedded: its text, behind its key if it has one.

    >>> passage("Asha", "user-name")
    'user name: Asha'
    """
    named = " ".join(label_words(key, is_joined=False)) if key else ""
    return f"{named}: {text}" if named else text


def embed(texts: Sequence[str]) -> list[Embedding]:
    """Embed texts with the process's model."""
    if not texts:
        return []
    model = embedder()
    return [Embedding(model.model_id, packed(vector)) for vector in model.passages(texts)]


def meanings(texts: Sequence[str]) -> list[Meaning]:
    """Embed texts that are to be stored."""
    model, found = embedder(), []
    for text, embedding in zip(texts, embed(texts), strict=True):
        vector = unpacked(embedding.vector)
        found.append(Meaning(embedding, vector if vector.any() and model.is_whole(text) else None))
    return found


def is_made_by(embedding: Embedding, model_id: str, dimensions: int) -> bool:
    """Tell whether a stored vector can be compared with those of a model."""
    return embedding.model_id == model_id and len(embedding.vector) == dimensions
