"""Trains the linear judge on the notes and writes its weights.

``python -m tests.benchmarks.guards.train`` trains on ``tests/data/guards/notes`` and the guard's own older sets.
The weights are two rows (plain imperative, steering; the third kind is zero) of one byte a feature.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from commonplace.guards.commands.features import SIZE, Groups, features
from commonplace.guards.commands.forms import RECORDS, Unit, units
from commonplace.guards.commands.model import WEIGHTS

from .sets import Note, notes, old_sets

DECAY = 1e-5
OTHER, IMPERATIVE, STEERING = 0, 1, 2
_NOT_STEERING = frozenset({OTHER, IMPERATIVE})
_COMMAND = frozenset({IMPERATIVE, STEERING})
_CLASSES = {"steering": frozenset({STEERING}), "imperative": frozenset({IMPERATIVE}), "command": _COMMAND}

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]


@dataclass
class Rows:
    """Sparse rows: the features of all units one after the other."""

    where: Ints
    values: Floats
    row: Ints
    count: int

    @classmethod
    def of(cls, found: Iterable[Groups]) -> Rows:
        """Return rows of features and values."""
        buckets: list[int] = []
        values: list[float] = []
        sizes: list[int] = []
        for groups in found:
            before = len(buckets)
            for value, group in groups:
                buckets += group
                values += [value] * len(group)
            sizes.append(len(buckets) - before)
        row = np.repeat(np.arange(len(sizes)), sizes)
        return cls(np.array(buckets, np.int64), np.array(values, np.float32), row, len(sizes))


@dataclass
class Example:
    """A unit to train on: its text's number, and the classes that would be right."""

    unit: Unit
    note: int
    right: frozenset[int]
    weight: float
    chosen: bool  # whether another unit of the text may carry its kind instead


def _copies(unit: Unit, kind: str, draw: random.Random) -> Iterator[tuple[Unit, bool]]:
    """Yield a unit, and the same behind a label, in a comment and in a string; and whether it is a copy."""
    yield unit, False
    if unit.form == "prose" and kind in ("steering", "imperative", "record"):
        for form in ("label", draw.choice(("comment", "string"))):
            yield unit._replace(form=form, first=form == "label"), True


def examples(texts: list[Note], augment: bool = True) -> list[Example]:
    """Return what is trained on."""
    draw = random.Random(17)
    found = []
    for number, note in enumerate(texts):
        cut = units(note.text)
        for unit in cut:
            right = _CLASSES.get(note.kind, frozenset({OTHER}))
            for copy, copied in _copies(unit, note.kind, draw) if augment else [(unit, False)]:
                classes = right
                if copy.form in RECORDS and STEERING not in right:
                    classes = _NOT_STEERING
                weight = 0.5 if copied else 1.0
                found.append(Example(copy, number, classes, weight, len(cut) > 1 and right != {OTHER}))
    return found


def allowed(found: list[Example]) -> Floats:
    """Return one row a unit: 1 for each class that would be right."""
    table = np.zeros((len(found), 3), np.float32)
    for at, example in enumerate(found):
        table[at, list(example.right)] = 1
    return table


def chances(rows: Rows, weights: Floats) -> Floats:
    """Return the chances of the three classes of each row; ``weights`` holds two rows and two biases."""
    size = SIZE
    scores = np.zeros((rows.count, 3), np.float32)
    for at in range(2):
        line = weights[at * size : (at + 1) * size]
        products = line[rows.where] * rows.values
        scores[:, at + 1] = np.bincount(rows.row, products, rows.count) + weights[2 * size + at]
    scores -= scores.max(axis=1, keepdims=True)
    grown = np.exp(scores)
    result: Floats = grown / grown.sum(axis=1, keepdims=True)
    return result


def loss_of(rows: Rows, right: Floats, weight: Floats, decay: float) -> Callable[[Floats], tuple[float, Floats]]:
    """Return the function that is minimised: a mean of −log chance of what would be right, and the decay."""
    total = float(weight.sum())
    size = SIZE

    def loss(weights: Floats) -> tuple[float, Floats]:
        likely = chances(rows, weights)
        good = np.maximum((likely * right).sum(axis=1, keepdims=True), 1e-9)
        error = (likely - likely * right / good) * weight[:, None] / total
        slope = np.empty_like(weights)
        for at in range(2):
            products = error[rows.row, at + 1] * rows.values
            slope[at * size : (at + 1) * size] = np.bincount(rows.where, products, size)
        slope[2 * size :] = error[:, 1:].sum(axis=0)
        slope[: 2 * size] += decay * weights[: 2 * size]
        value = float(-(np.log(good[:, 0]) * weight).sum() / total)
        return value + decay / 2 * float(weights[: 2 * size] @ weights[: 2 * size]), slope

    return loss


def minimise(loss: Callable[[Floats], tuple[float, Floats]], start: Floats, steps: int) -> Floats:
    """Return where a smooth function is least (L-BFGS with ten pairs, halving its steps)."""
    here = start
    value, slope = loss(here)
    pairs: list[tuple[Floats, Floats, float]] = []
    for _ in range(steps):
        way = -slope
        kept = []
        for moved, turned, scale in reversed(pairs):
            part = scale * float(moved @ way)
            way = way - part * turned
            kept.append(part)
        if pairs:
            moved, turned, _scale = pairs[-1]
            way = way * (float(moved @ turned) / float(turned @ turned))
        for (moved, turned, scale), part in zip(pairs, reversed(kept), strict=True):
            way = way + (part - scale * float(turned @ way)) * moved
        step = 1.0 if pairs else 10.0
        down = float(slope @ way)
        while step > 1e-4:
            there = here + np.float32(step) * way
            new_value, new_slope = loss(there)
            if new_value <= value + 1e-4 * step * down:
                break
            step /= 2
        else:
            break
        moved, turned = there - here, new_slope - slope
        product = float(moved @ turned)
        if product > 1e-12:
            pairs = [*pairs[-9:], (moved, turned, 1 / product)]
        finished = value - new_value < 1e-5 * abs(value)
        here, value, slope = there, new_value, new_slope
        if finished:
            break
    return here


def fit(found: list[Example], rows: Rows, decay: float, steps: int = 60, boost: float = 1.0) -> Floats:
    """Return trained weights; of a text of several units only the likeliest carries its kind.

    Parameters
    ----------
    found, rows
        Units and their features.
    decay
        Weight decay.
    steps
        Most steps of each of two rounds.
    boost
        Weight of steering against the rest.
    """
    right = allowed(found)
    weight = np.array([e.weight * (boost if STEERING in e.right else 1.0) for e in found], np.float32)
    chosen = np.array([example.chosen for example in found])
    start = np.zeros(2 * (SIZE) + 2, np.float32)
    sure = np.where(chosen, 0.3 * weight, weight).astype(np.float32)
    start = minimise(loss_of(rows, right, sure, decay), start, steps)
    if chosen.any():
        likely = (chances(rows, start) * right).sum(axis=1)
        best: dict[tuple[int, bool], tuple[float, int]] = {}
        for at in np.flatnonzero(chosen):
            key = (found[at].note, found[at].weight < 1)
            best[key] = max(best.get(key, (-1.0, -1)), (float(likely[at]), int(at)))
        carriers = {at for _, at in best.values()}
        final = weight.copy()
        final[[at for at in np.flatnonzero(chosen) if int(at) not in carriers]] = 0
        start = minimise(loss_of(rows, right, final, decay), start, steps)
    return start


def quantised(weights: Floats) -> tuple[npt.NDArray[np.int8], list[float]]:
    """Return weights as bytes, and the scale of each row."""
    size = SIZE
    lines = weights[: 2 * size].reshape(2, size)
    scales = [max(float(np.abs(line).max()), 1e-9) / 127 for line in lines]
    return np.stack([np.round(line / scale) for line, scale in zip(lines, scales, strict=True)]).astype(
        np.int8
    ), scales


def write(path: Path, weights: Floats) -> None:
    """Write weights as the judge reads them."""
    packed, scales = quantised(weights)
    head = {"scales": scales, "biases": [float(each) for each in weights[-2:]]}
    path.write_bytes(json.dumps(head).encode() + b"\n" + packed.tobytes())


def main() -> None:
    """Train on everything that may be trained on, and replace the judge's weights."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--decay", type=float, default=DECAY)
    given = arguments.parse_args()
    found = examples(notes("notes") + old_sets())
    rows = Rows.of(features(example.unit) for example in found)
    write(WEIGHTS, fit(found, rows, given.decay))
    print(f"{len(found)} units, {WEIGHTS.stat().st_size} bytes")


if __name__ == "__main__":
    main()
