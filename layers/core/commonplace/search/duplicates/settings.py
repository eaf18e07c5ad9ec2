"""How near two meanings must be."""

from __future__ import annotations

from functools import cache

from ...operations.settings import duplicate_similarity


@cache
def least_similarity() -> float | None:
    """Read ``DUPLICATE_SIMILARITY`` once.

    Returns
    -------
    float or None
        The least cosine of two passages that may say the same; None (``off``): only identical texts do.

    Raises
    ------
    RuntimeError
        If the variable holds neither ``off`` nor a number above 0 and at most 1.
    """
    value = duplicate_similarity()
    if value.lower() == "off":
        return None
    try:
        least = float(value)
    except ValueError:
        least = 0.0
    if not 0 < least <= 1:
        raise RuntimeError("DUPLICATE_SIMILARITY must be a number above 0 and at most 1, or off")
    return least
