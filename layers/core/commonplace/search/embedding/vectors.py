"""Vectors as they are stored: one signed byte a number, of what was a vector of length 1.

>>> integers(packed(np.array([0.5, 1.0], np.float32))).tolist()
[64, 127]
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .protocol import Vector

_MOST = 127


def packed(vector: Vector) -> bytes:
    """Pack a vector, its greatest number as 127 or -127; the length is not kept.

    Parameters
    ----------
    vector
        (dimensions,), finite.

    Returns
    -------
    bytes
        As many as there are dimensions; zeros for a vector of zeros.

    Raises
    ------
    ValueError
        If a number of it is not finite.
    """
    greatest = float(np.abs(vector).max(initial=0.0))
    if not np.isfinite(greatest):
        raise ValueError("a vector holds a number that is not finite")
    if greatest == 0.0:
        return bytes(len(vector))
    return np.rint(np.asarray(vector, np.float64) * (_MOST / greatest)).astype(np.int8).tobytes()


def unpacked(data: bytes) -> Vector:
    """Return a stored vector at length 1; zeros stay zeros.

    Parameters
    ----------
    data
        As :func:`packed` returns it.

    Returns
    -------
    Vector
        (dimensions,).
    """
    return of_length_1(integers(data).astype(np.float32))


def integers(data: bytes) -> NDArray[np.int8]:
    """Return a stored vector's numbers as they are."""
    return np.frombuffer(data, np.int8)


def of_length_1(vectors: Vector) -> Vector:
    """Return vectors at length 1, each along the last axis; zeros, and what is not finite, become zeros."""
    with np.errstate(over="ignore", invalid="ignore"):
        lengths = np.linalg.norm(vectors.astype(np.float64), axis=-1, keepdims=True)
    usable = np.isfinite(lengths) & (lengths > 0)
    scale = np.where(usable, 1.0 / np.where(usable, lengths, 1.0), 0.0)
    return (np.where(usable, vectors, 0.0) * scale).astype(np.float32)
