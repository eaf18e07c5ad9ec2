"""Why a memory is quarantined: the codes that are stored, what they say, and those of before."""

from __future__ import annotations

IMPERATIVE = "imperative"  # the one reason that the owner's setting may overrule
AS_EXPORTED = "as_exported"

REASONS = {
    "override": "it cancels or replaces instructions",
    "role": "it gives whoever reads it another role",
    "address": "it gives an order to whoever reads it",
    "trigger": "it sets an order for all time to come",
    "markup": "it has the markup of a chat",
    "hidden_text": "it hides a command in a code or in disguised letters",
    "conceal": "it hides something from the user",
    "transfer": "it asks for money to be moved",
    "deletion": "it asks for something to be deleted or switched off",
    "secret": "it asks for a secret",
    "access": "it asks for access",
    "message": "it asks for something to be sent to someone else",
    "run": "it asks for something to be run or installed",
    "promote": "it asks for something to be praised or recommended",
    "steering": "it steers whoever reads it",
    IMPERATIVE: "it is an imperative without a label",
    AS_EXPORTED: "it was quarantined where it was exported",
}

# As the rules name them, and as they were stored before there were codes.
_NAMES = {
    "override of instructions": "override",
    "role change": "role",
    "order to the reader": "address",
    "standing trigger": "trigger",
    "chat markup": "markup",
    "hidden text": "hidden_text",
    "task": IMPERATIVE,
    "as exported": AS_EXPORTED,
}


def reason_code(stored: str) -> str:
    """Return the code of a reason as stored now or before, or as the rules name it; of others "steering"."""
    return stored if stored in REASONS else _NAMES.get(stored, "steering")
