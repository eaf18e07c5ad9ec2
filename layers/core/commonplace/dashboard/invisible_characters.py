"""Characters in stored or foreign text that are invisible, or change the reading direction."""

from __future__ import annotations

import re

# Without those that scripts and emoji need: joiners, marks, variation selectors. The second block of variation
# selectors can hide a text; it is needed only after a Chinese character.
_UNSEEN = re.compile(
    "[\u00ad\u061c\u115f\u1160\u180e\u200b\u202a-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
    "\U000e0000-\U000e007f]|(?<![\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])[\U000e0100-\U000e01ef]"
)


def unseen_in(*texts: str) -> tuple[str, ...]:
    """Return the invisible characters of texts, each once, as ``U+202E``."""
    return tuple(dict.fromkeys(f"U+{ord(one):04X}" for text in texts for one in _UNSEEN.findall(text)))


def without_unseen(text: str) -> str:
    """Remove the invisible characters of a text."""
    return _UNSEEN.sub("", text)
