"""Compares two readings: which words have no counterpart, and whether one is an edit of the other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import chain

from ..analysis.scripts import SPACELESS, is_spaceless, script
from .kin import akin, meeting_places
from .lexicon import EVEN, SMALL_SIGNS
from .reading import Reading, Weight, Word

_LONGEST_EDITED = 200  # words; of longer texts only the words are compared
_LONGEST_ENDING = 2  # in hiragana
_LONGEST_RUN = 5  # signs
_LARGEST_SHARE_OF_RUN = 0.7
_LONGEST_REPLACED = 3  # words

Step = tuple[list[str], list[str]]


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
        self._heads = (stored.heads, new.heads)
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

        What has a small word in it (on Monday) is anywhere.
        """
        for side in (first, last):
            if not any(map(self._has_content, side)) or not all(map(self._tells, side)):
                return False
        return not all(word in EVEN for word in middle)

    def edited(self, *, denied_once: bool = False) -> bool:
        """Whether one is the other with words put in, left out or exchanged, and nothing else about it changed.

        Where one alone denies (dislikes, does not like), the word that denies is no exchanged one.
        """
        if max(len(self.stored), len(self.new)) > _LONGEST_EDITED:
            new, stored = Counter(self.new), Counter(self.stored)
            return any(map(self._tells, chain(new - stored, stored - new)))
        if self._is_other_run():
            return True
        steps = self._steps()
        if self._is_exchanged_at_the_head():
            return True
        out, into = (Counter(chain.from_iterable(step[side] for step in steps)) for side in (0, 1))
        if out & into:  # moved
            return False
        if not out or not into:
            return any(map(self._has_content, chain(out, into)))
        return all(self._is_replaced(*step, denied_once) for step in steps)

    def _is_other_run(self) -> bool:
        """Whether texts without spaces differ in one short run alone: in what comes before an ending, mostly."""
        stored, new = "".join(self.stored), "".join(self.new)
        if (
            not stored
            or not new
            or not all(script(text[0]) == script(text[-1]) == SPACELESS for text in (stored, new))
        ):
            return False
        before = _alike(stored, new)
        after = _alike(stored[before:][::-1], new[before:][::-1])
        out, into = stored[before : len(stored) - after], new[before : len(new) - after]
        if any(_tells_by_a_sign(char) and char in into for char in out):  # moved
            return False
        longest = min(_LONGEST_RUN, _LARGEST_SHARE_OF_RUN * max(len(stored), len(new)))
        return max(len(out), len(into)) <= longest and _tells_by_a_sign(out) and _tells_by_a_sign(into)

    def _steps(self) -> list[Step]:
        """What was put in the place of what, where it says anything."""
        return [
            (self.stored[i:j], self.new[k:m])
            for step, i, j, k, m in SequenceMatcher(None, self.stored, self.new, autojunk=False).get_opcodes()
            if step != "equal" and any(map(self._tells, chain(self.stored[i:j], self.new[k:m])))
        ]

    def _is_exchanged_at_the_head(self) -> bool:
        """Whether both begin with a capital and another word, and the next is the same: another name."""
        stored, new = self.stored[:1], self.new[:1]
        return (
            self.stored[1:2] == self.new[1:2] != []
            and stored[0] in self._heads[0].intersection(self.missing)
            and new[0] in self._heads[1].intersection(self.added)
        )

    def _is_replaced(self, out: list[str], into: list[str], denied_once: bool) -> bool:
        if not out or not into or script(out[0][0]) != script(into[0][0]):
            return False
        if is_spaceless(out[0][0]):
            return all(self._has_content(word) or _is_ending(word) for word in out + into)
        longest = max(len(out), len(into))
        if denied_once:
            return longest == 1 and all(map(self._tells, out + into))
        contents = [sum(map(self._has_content, words)) for words in (out, into)]
        if longest > _LONGEST_REPLACED or (longest == _LONGEST_REPLACED and contents[0] != contents[1]):
            return False
        return any(map(self._tells, out)) and any(map(self._tells, into))


def _turns(one: list[str], two: list[str]) -> Iterator[tuple[list[str], list[str], list[str]]]:
    """Yield the ways in which ``first middle last`` has become ``last middle first``."""
    for size in range(1, len(one) - 1):
        if one[:size] != two[-size:]:
            continue
        for last in range(1, len(one) - size):
            middle = one[size : len(one) - last]
            if one[-last:] == two[:last] and middle == two[last : len(two) - size]:
                yield one[:size], middle, one[-last:]


def _alike(one: str, other: str) -> int:
    """How many signs two texts begin with alike."""
    shorter = min(len(one), len(other))
    return next((place for place in range(shorter) if one[place] != other[place]), shorter)


def _tells_by_a_sign(run: str) -> bool:
    return any(not "\u3041" <= char <= "\u309f" and char not in SMALL_SIGNS for char in run)


def _is_ending(word: str) -> bool:
    return "\u3041" <= word[0] <= "\u309f" and len(word) <= _LONGEST_ENDING
