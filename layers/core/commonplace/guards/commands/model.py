"""The trained judge: how likely a unit is a plain imperative, and how likely it steers.

A linear model over :mod:`.features`. ``data/weights.bin`` has a line of JSON (scales and biases), then one signed
byte a feature for the imperative, then for steering. ``python -m tests.benchmarks.guards.train`` writes it.
"""

from __future__ import annotations

import json
from functools import cache
from math import exp
from pathlib import Path
from typing import NamedTuple

from .features import SIZE, features
from .forms import Unit
from .lexicon import CONCEPTS

WEIGHTS = Path(__file__).parent / "data" / "weights.bin"


class Chances(NamedTuple):
    """Likelihoods, 0 to 1; the rest is that of a record."""

    imperative: float
    steering: float


class Weights(NamedTuple):
    """Weights as read: one byte a feature."""

    imperative: memoryview
    steering: memoryview
    scales: tuple[float, float]
    biases: tuple[float, float]


@cache
def weights() -> Weights:
    """Return the weights, read at the first text that is judged."""
    head, _, packed = WEIGHTS.read_bytes().partition(b"\n")
    said = json.loads(head)
    bytes_ = memoryview(packed).cast("b")
    return Weights(bytes_[:SIZE], bytes_[SIZE:], tuple(said["scales"]), tuple(said["biases"]))


def chances(unit: Unit) -> Chances:
    """Return how likely a unit is what."""
    by_imperative, by_steering, scales, biases = weights()
    imperative = steering = 0.0
    for value, group in features(unit):
        imperative += value * sum([by_imperative[at] for at in group])
        steering += value * sum([by_steering[at] for at in group])
    # Against the third kind, whose score is 0.
    likely = exp(min(imperative * scales[0] + biases[0], 50)), exp(min(steering * scales[1] + biases[1], 50))
    total = 1 + sum(likely)
    return Chances(likely[0] / total, likely[1] / total)


# What a unit does that has these concepts; the one that counts most for steering is the reason.
_REASONS = {
    "override": "override",
    "rules": "override",
    "role": "role",
    "unchecked": "override",
    "hide": "conceal",
    "deceive": "conceal",
    "standing": "trigger",
    "secret": "secret",
    "money": "transfer",
    "delete": "deletion",
    "send": "message",
    "outside": "message",
    "access": "access",
    "run": "run",
    "promote": "promote",
    "ai": "address",
}


def reason_of(unit: Unit) -> str:
    """Return why a unit steers: a code of :data:`commonplace.domain.quarantine.REASONS`."""
    by_steering = weights().steering
    names = {CONCEPTS[at] for _, group in features(unit) for at in group if at < len(CONCEPTS)}
    found = [(by_steering[CONCEPTS.index(name)], name) for name in names & _REASONS.keys()]
    return _REASONS[max(found)[1]] if found else "steering"
