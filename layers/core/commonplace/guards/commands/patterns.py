"""Compiles patterns at their first use: a cold start pays only for what a text asks for."""

from __future__ import annotations

import re
from functools import cache


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Return a pattern, compiled once."""
    return re.compile(pattern)
