"""Which model embeds: the environment variable EMBEDDING_MODEL says it, one for all functions."""

from __future__ import annotations

from functools import cache

from ...operations.settings import embedding_model
from .protocol import Embedder

PACKAGED = "packaged"


@cache
def embedder() -> Embedder:
    """Return the process's embedder, made on the first call; the model itself loads on first use.

    Raises
    ------
    RuntimeError
        If the variable names no model there is; the message lists them.
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
