"""How near two meanings must be, and whether a detail makes a difference."""

from __future__ import annotations

from functools import cache

from ...operations.settings import duplicate_details, duplicate_similarity


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


@cache
def keeps_details() -> bool:
    """Read ``DUPLICATE_DETAILS`` once: whether a text that is another with a detail exchanged is kept.

    Raises
    ------
    RuntimeError
        If the variable holds neither ``keep`` nor ``drop``.
    """
    value = duplicate_details()
    if value not in ("keep", "drop"):
        raise RuntimeError("DUPLICATE_DETAILS must be keep or drop")
    return value == "keep"
