"""Parts of at most so many, in order.

>>> list(chunks("abcde", 2))
['ab', 'cd', 'e']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

S = TypeVar("S", bound=Sequence[Any])


def chunks(items: S, size: int) -> Iterator[S]:
    """Part a sequence into slices of its own kind; of an empty one there are none."""
    return (items[begin : begin + size] for begin in range(0, len(items), size))  # type: ignore[misc]
