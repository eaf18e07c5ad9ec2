"""Packs vectors of length 1 for storage: one signed byte a number."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .protocol import Vector

_MOST = 127


def packed(vector: Vector) -> bytes:
    """Pack a vector into one byte a number, the greatest as 127 or -127; its length is lost.

    >>> list(packed(np.array([0.6, 0.0, 0.8], np.float32)))
    [95, 0, 127]

    Raises
    ------
    ValueError
        If a number is not finite.
    """
    greatest = float(np.abs(vector).max(initial=0.0))
    if not np.isfinite(greatest):
        raise ValueError("a vector holds a number that is not finite")
    if greatest == 0.0:
        return bytes(len(vector))
    return np.rint(np.asarray(vector, np.float64) * (_MOST / greatest)).astype(np.int8).tobytes()


def unpacked(data: bytes) -> Vector:
    """Return a packed vector at length 1; zeros stay zeros.

    >>> [round(float(number), 1) for number in unpacked(bytes([95, 0, 127]))]
    [0.6, 0.0, 0.8]
    """
    return of_length_1(integers(data).astype(np.float32))


def integers(data: bytes) -> NDArray[np.int8]:
    """Return the numbers of a packed vector, unscaled."""
    return np.frombuffer(data, np.int8)


def of_length_1(vectors: Vector) -> Vector:
    """Scale vectors to length 1 along the last axis; those of zeros or not finite become zeros."""
    with np.errstate(over="ignore", invalid="ignore"):
        lengths = np.linalg.norm(vectors.astype(np.float64), axis=-1, keepdims=True)
    usable = np.isfinite(lengths) & (lengths > 0)
    scale = np.where(usable, 1.0 / np.where(usable, lengths, 1.0), 0.0)
    return (np.where(usable, vectors, 0.0) * scale).astype(np.float32)
