"""Trying again after a wait that grows and is drawn at random, so that two that met do not meet again."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TypeVar

from ..refusals.errors import Busy

T = TypeVar("T")
Sleep = Callable[[float], None]

ATTEMPTS = 20


def tries(sleep: Sleep, most: int = ATTEMPTS, *, first: float = 0.005, longest: float = 0.2) -> Iterator[int]:
    """Count tries, with a wait before each but the first.

    Parameters
    ----------
    sleep
        Waits so many seconds.
    most
        How many tries.
    first, longest
        What the waits grow from, and to.
    """
    for number in range(most):
        if number:
            sleep(random.uniform(0, min(longest, first * 2**number)))  # noqa: S311
        yield number


def retry(attempt: Callable[[], T], busy: str, sleep: Sleep, again: type[Exception], most: int = ATTEMPTS) -> T:
    """Try until an attempt does not raise a certain error, which says that another write came between.

    Raises
    ------
    Busy
        With the message given, if all attempts raised it.
    """
    for _ in tries(sleep, most):
        try:
            return attempt()
        except again:
            continue
    raise Busy(busy)
