"""What a text reads like to the guard, in one word."""

from __future__ import annotations

from commonplace.guards.commands import Kind, classify


def command_in(text: str, *, imperative_allowed: bool = False) -> str | None:
    """Return the reason why a text would be quarantined; with ``imperative_allowed`` only if it steers."""
    verdict = classify(text)
    if imperative_allowed and verdict.kind is not Kind.STEERING:
        return None
    return verdict.reason
