"""The embedding model of this process, chosen by the environment variable EMBEDDING_MODEL of all functions."""

from __future__ import annotations

from functools import cache

from ...operations.settings import embedding_model
from .protocol import Embedder

PACKAGED = "packaged"


@cache
def embedder() -> Embedder:
    """Return the process's embedder; the model itself is loaded on first use.

    Raises
    ------
    RuntimeError
        If the variable names an unknown model; the message lists those there are.
    """
    name = embedding_model()
    if name == PACKAGED:
        from .packaged import PackagedEmbedder

        return PackagedEmbedder()
    from . import bedrock

    if name in bedrock.MODELS:
        return bedrock.MODELS[name](bedrock.client())
    raise RuntimeError(
        f"environment variable EMBEDDING_MODEL must be one of {', '.join([PACKAGED, *bedrock.MODELS])}"
    )
