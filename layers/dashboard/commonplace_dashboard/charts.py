"""Charts as numbers for SVG: what is drawn stands in templates/ui.html, beside a table that can be read aloud."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 600, 160  # units of the picture


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar: its left upper corner and its size."""

    x: float
    y: float
    width: float
    height: float


def bars(values: Sequence[float]) -> list[Bar]:
    """Return a bar for each value, none of them negative; the tallest as high as the picture."""
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
    """Return the points of a line through values, none of them negative, from the left edge to the right."""
    if not values:
        return ""
    most, step = max(values) or 1, WIDTH / max(len(values) - 1, 1)
    return " ".join(
        f"{index * step:.1f},{HEIGHT - value / most * HEIGHT:.1f}" for index, value in enumerate(values)
    )
