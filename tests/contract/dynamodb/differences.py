"""What the emulators do otherwise than AWS documents it, by backend and case.

A listed case must fail on its backend: one that begins to pass fails the run, so the list stays true.
A case that ends in ``*`` stands for all that begin so.
"""

from __future__ import annotations

DIFFERENCES: dict[str, dict[str, str]] = {"engine": {}, "moto": {}, "ministack": {}, "dynalite": {}}
