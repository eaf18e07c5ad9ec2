"""Tells a text that reads like a command from a statement.

A record is read by agents, and an agent that reads an order may follow it. So a text that orders is kept from
them; the same as a statement passes: "send refunds to acct-77" is an order, "refunds go to acct-77" is not.

The rule. A text is an order if one of its sentences

* cancels what its reader was told ("ignore all previous instructions") or tells it what it is from now on;
* holds in the place of an imperative (at the start of a clause, behind "please", "you must", "if the user …,")
  a verb in the form of one, with an object; in languages whose verbs stand last, ends in the form of one;
* says what is to be done at each occasion to come ("whenever the user asks …, say …", "from now on …");
* tells its reader to keep something from the user, or is headed as a note to assistants;
* or if the text holds the markup of a chat.

It is a statement if the verb has a subject of its own ("the runbook restarts …"), a finite verb makes a noun of
it ("run 12 failed"), or someone is reported to have said it ("he told me to …"). A question is one unless it
asks for something harmful. Letters in disguise (look-alikes, digits, parted or turned words, codes) are read as
well, where a cheap look says that they may be there.

Goals, plan steps and open questions are imperatives by nature. For them only what steers the reader itself
counts: overrides, changed roles, standing triggers, what is kept from the user, a secret sent to an address,
markup.

``languages`` holds a table a language, loaded when a text is written in it; ``sentences`` cuts, ``rules``
judges, ``markup`` and ``folding`` do what their names say. Nothing here needs a network or a model.
"""

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
        True for goals, plan steps and open questions, which are imperatives by nature: only what steers the
        reader itself is found.

    Returns
    -------
    str or None
        "override of instructions", "role change", "order to the reader", "standing trigger", "task",
        "chat markup" or "hidden text" (any of them in disguise). Never the text.
    """
    if kind := find_markup(text) or judge(text, imperative_allowed=imperative_allowed):
        return kind
    for reading in readings(text):
        if find_markup(reading) or judge(reading, imperative_allowed=imperative_allowed):
            return "hidden text"
    return None
