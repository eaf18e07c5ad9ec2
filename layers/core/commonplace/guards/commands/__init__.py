"""Tells a text that reads like a command from a statement."""

from __future__ import annotations

from .folding import readings
from .markup import find_markup
from .rules import judge

__all__ = ["find_command"]


def find_command(text: str, *, imperative_allowed: bool = False) -> str | None:
    """Return the kind of command that a text reads like, or None.

    Parameters
    ----------
    text
        One reading of what was sent.
    imperative_allowed
        True for goals, plan steps and open questions, which are imperatives by nature.
    """
    if kind := find_markup(text) or judge(text, imperative_allowed=imperative_allowed):
        return kind
    for reading in readings(text):
        if judge(reading, imperative_allowed=imperative_allowed):
            return "hidden text"
    return None
