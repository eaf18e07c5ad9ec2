"""Geometry of SVG charts; templates/ui.html draws them, with a table for screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 600, 160  # SVG units


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar: its upper left corner and its size."""

    x: float
    y: float
    width: float
    height: float


def bars(values: Sequence[float]) -> list[Bar]:
    """Return a bar for each value (none negative), scaled so that the tallest fills the height."""
    if not values:
        return []
    most, step = max(values) or 1, WIDTH / len(values)
    gap = min(step * 0.2, 8)
    return [
        Bar(
            x=round(index * step + gap / 2, 1),
            y=round(HEIGHT - value / most * HEIGHT, 1),
            width=round(step - gap, 1),
            height=round(value / most * HEIGHT, 1),
        )
        for index, value in enumerate(values)
    ]


def line(values: Sequence[float]) -> str:
    """Return the points of a line through values (none negative), over the full width."""
    if not values:
        return ""
    most, step = max(values) or 1, WIDTH / max(len(values) - 1, 1)
    return " ".join(
        f"{index * step:.1f},{HEIGHT - value / most * HEIGHT:.1f}" for index, value in enumerate(values)
    )


def stacked(pairs: Sequence[tuple[float, float]]) -> list[tuple[Bar, Bar]]:
    """Return two bars for each pair, the second on top, scaled so that the tallest pair fills the height."""
    most = max((first + second for first, second in pairs), default=0) or 1
    together = bars([first + second for first, second in pairs])
    made = []
    for whole, (first, _) in zip(together, pairs, strict=True):
        height = round(first / most * HEIGHT, 1)
        lower = Bar(whole.x, round(HEIGHT - height, 1), whole.width, height)
        upper = Bar(whole.x, whole.y, whole.width, round(lower.y - whole.y, 1))
        made.append((lower, upper))
    return made
