"""How much text an answer of a tool holds, and where longer texts are cut: results go into a model's context.

An answer holds at most :data:`ANSWER` characters of text. A text over :data:`LONGEST` is cut; once
:data:`NEARLY_FULL` are reached, the rest are cut at :data:`SHORT`, so that an item late in the order still shows.
Where texts are cut, a character that JSON escapes counts as three: an answer over MCP holds each text twice, and
in one of the two forms it is escaped twice.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ..domain.graphemes import cut_at_grapheme

# All in characters (code points).
ANSWER = 32_000
LONGEST = 2_000
NEARLY_FULL = 28_000
SHORT = 150
_ESCAPED = re.compile(r'["\\\x00-\x1f]')
_ESCAPES = 2  # characters more of each, on average of the two forms


@dataclass(frozen=True, slots=True)
class ShownText:
    """A text as an answer holds it.

    Attributes
    ----------
    text
        The text, or its beginning.
    length
        Characters of the whole, if it was cut.
    """

    text: str
    length: int | None = None

    def marks(self) -> dict[str, Any]:
        """Return the fields of a result that say that it was cut; none if it was not."""
        return {} if self.length is None else {"truncated": True, "length": self.length}


class TextBudget:
    """Shares an answer's text among its items, in their order.

    Parameters
    ----------
    items
        How many will be shown.
    """

    def __init__(self, items: int) -> None:
        self._used, self._left = 0, items

    def shown(self, text: str) -> ShownText:
        """Return the next item's text as it is shown."""
        most = LONGEST
        if self._used >= NEARLY_FULL:
            most = max(1, min(SHORT, (ANSWER - self._used) // max(1, self._left)))
        found = shortened(text, most)
        self._used += _written(found.text)
        self._left -= 1
        return found


def shortened(text: str, most: int = LONGEST) -> ShownText:
    """Return a text of at most ``most`` characters, cut if it is longer."""
    if len(text) <= most:
        return ShownText(text)
    return ShownText(cut_at_word(text, _fitting(text, most)), len(text))


def _written(text: str) -> int:
    return len(text) + _ESCAPES * len(_ESCAPED.findall(text))


def _fitting(text: str, most: int) -> int:
    """Return how many characters of a text fit, with their escapes; at least one."""
    for number, found in enumerate(_ESCAPED.finditer(text, 0, most), 1):
        if found.end() + _ESCAPES * number > most:
            return max(1, min(found.start(), most - _ESCAPES * (number - 1)))
    return max(1, most - _ESCAPES * len(_ESCAPED.findall(text, 0, most)))


def cut_at_word(text: str, most: int) -> str:
    """Return the beginning of a text, cut at the end of a word.

    Where no word ends in the second half of what fits (a long address, a script without spaces), it is cut at the
    end of a grapheme cluster.

    >>> cut_at_word("The deadline is in March.", 14)
    'The deadline'
    >>> cut_at_word("https://docs.example/one", 14)
    'https://docs.e'
    """
    if len(text) <= most:
        return text
    for end in range(most, most // 2, -1):
        if text[end].isspace() and (words := text[:end].rstrip()):
            return words
    return cut_at_grapheme(text, most)
