"""A cache of limited size, which drops the least recently used entries.

>>> seen = BoundedCache[str, int](most=2)
>>> seen.put("a", 1), seen.put("b", 2), seen.get("a"), seen.put("c", 3)
(None, None, 1, None)
>>> seen.get("b"), seen.get("a")
(None, 1)
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class BoundedCache(Generic[K, V]):
    """A cache for several threads; two that miss at the same time both compute.

    It holds at most ``most`` entries, and calls ``let_go`` with each value that it drops.
    """

    def __init__(self, most: int, let_go: Callable[[V], object] | None = None) -> None:
        self._most, self._let_go = most, let_go
        self._held: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """Return the value of a key, or None."""
        found = self._held.get(key)
        if found is not None:
            with suppress(KeyError):  # another thread has dropped it
                self._held.move_to_end(key)
        return found

    def put(self, key: K, value: V) -> None:
        """Store a value, and drop the least recently used one if there are too many."""
        self._held.pop(key, None)
        self._held[key] = value
        while len(self._held) > self._most:
            try:
                _, dropped = self._held.popitem(last=False)
            except KeyError:  # another thread has dropped it
                return
            if self._let_go is not None:
                self._let_go(dropped)

    def clear(self) -> None:
        """Drop everything."""
        held, self._held = self._held, OrderedDict()
        if self._let_go is not None:
            for one in held.values():
                self._let_go(one)
