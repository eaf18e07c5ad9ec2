"""Two readings beside one another: which words have no counterpart, and whether one is an edit of the other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import chain

from commonplace.analysis.scripts import script

from .kin import akin, meeting_places
from .lexicon import EVEN
from .reading import Reading, Weight, Word

_LONGEST_EDITED = 200  # words; of longer texts only the words are compared
_LONGEST_ENDING = 2  # in hiragana


class Comparison:
    """What is found of a new text's words in a stored one.

    Attributes
    ----------
    new, stored
        The words; those of the new text in the stored text's forms where one is a form of the other.
    added, missing
        Content words of the new text without a counterpart, and of the stored one.
    shared
        How many content words of the new text have a counterpart.
    """

    def __init__(self, new: Reading, stored: Reading, languages: int) -> None:
        self.stored = [word.base for word in stored.words]
        self.new = [word.base for word in new.words]
        self._weights = {word.base: word.weight for word in chain(stored.words, new.words)}
        for name in self._weights.keys() & (new.names | stored.names):
            self._weights[name] = Weight.CONTENT
        self._changed: set[str] = set()
        self._relate(new.words, stored.words, languages)
        ours, theirs = Counter(self.new), Counter(self.stored)
        self.added = [word for word in (ours - theirs).elements() if self._has_content(word)]
        self.missing = [word for word in (theirs - ours).elements() if self._has_content(word)]
        self.shared = [word for word in (ours & theirs).elements() if self._has_content(word)]

    def _has_content(self, word: str) -> bool:
        return self._weights[word] is Weight.CONTENT

    def _tells(self, word: str) -> bool:
        return self._weights[word] is not Weight.SMALL

    def _relate(self, new: tuple[Word, ...], stored: tuple[Word, ...], languages: int) -> None:
        """Put forms of one word into one spelling; note which changed their form."""
        free = Counter(self.stored) - Counter(self.new)
        own = Counter(self.new) - Counter(self.stored)
        meeting: defaultdict[str, list[str]] = defaultdict(list)
        for other in filter(self._has_content, free):
            for place in meeting_places(other):
                meeting[place].append(other)
        for index, word in enumerate(self.new):
            if own[word] <= 0 or not self._has_content(word):
                continue
            met = dict.fromkeys(other for place in meeting_places(word) for other in meeting.get(place, ()))
            kin = next((other for other in met if free[other] > 0 and akin(word, other, languages)), None)
            if kin is not None:
                own[word] -= 1
                free[kin] -= 1
                self.new[index] = kin
                self._changed.add(kin)
        forms = {word.base: word.form for word in stored}
        self._changed |= {word.base for word in new if forms.get(word.base, word.form) != word.form}

    def swapped(self) -> bool:
        """Whether both have the same words, and two have changed places or endings with one another."""
        new, stored = self.new, self.stored
        if new == stored or Counter(new) != Counter(stored):
            return False
        if len(self._changed) > 1:
            before, after = ([word for word in words if word in self._changed] for words in (stored, new))
            if before != after:
                return True
        start = next(place for place in range(len(new)) if new[place] != stored[place])
        end = next(place for place in range(1, len(new) + 1) if new[-place] != stored[-place])
        one, two = stored[start : len(stored) - end + 1], new[start : len(new) - end + 1]
        return len(one) > _LONGEST_EDITED or any(self._exchange(*turn) for turn in _turns(one, two))

    def _exchange(self, first: list[str], middle: list[str], last: list[str]) -> bool:
        """Whether two parts that changed places are such as may do something to one another: Anna, the server.

        What has a small word in it (on Monday) stands anywhere.
        """
        for side in (first, last):
            if not any(map(self._has_content, side)) or not all(map(self._tells, side)):
                return False
        return not all(word in EVEN for word in middle)

    def edited(self) -> bool:
        """Whether one is the other with words put in, left out or exchanged, and nothing else about it changed."""
        if max(len(self.stored), len(self.new)) > _LONGEST_EDITED:
            new, stored = Counter(self.new), Counter(self.stored)
            return any(map(self._tells, chain(new - stored, stored - new)))
        steps = [
            (self.stored[i:j], self.new[k:m])
            for step, i, j, k, m in SequenceMatcher(None, self.stored, self.new, autojunk=False).get_opcodes()
            if step != "equal" and any(map(self._tells, chain(self.stored[i:j], self.new[k:m])))
        ]
        out, into = (Counter(chain.from_iterable(step[side] for step in steps)) for side in (0, 1))
        if out & into:  # moved
            return False
        if not out or not into:
            return any(map(self._has_content, chain(out, into)))
        return all(self._is_replaced(*step) for step in steps)

    def _is_replaced(self, out: list[str], into: list[str]) -> bool:
        if not out or not into or script(out[0][0]) != script(into[0][0]):
            return False
        if len(out) == len(into) == 1:
            return all(map(self._tells, out + into))
        return all(self._has_content(word) or _is_ending(word) for word in out + into)


def _turns(one: list[str], two: list[str]) -> Iterator[tuple[list[str], list[str], list[str]]]:
    """Yield the ways in which ``first middle last`` has become ``last middle first``."""
    for size in range(1, len(one) - 1):
        if one[:size] != two[-size:]:
            continue
        for last in range(1, len(one) - size):
            middle = one[size : len(one) - last]
            if one[-last:] == two[:last] and middle == two[last : len(two) - size]:
                yield one[:size], middle, one[-last:]


def _is_ending(word: str) -> bool:
    return "\u3041" <= word[0] <= "\u309f" and len(word) <= _LONGEST_ENDING
