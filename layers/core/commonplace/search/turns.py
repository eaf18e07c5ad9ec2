"""The order in which texts came and who said them, as far as it says what a text is about.

An answer seldom repeats its question's words, so what was asked just before says what a text is about. Who said a
text is known by its label, or, where a conversation is kept without labels, by the name at its head ("Ann: …").
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from threading import RLock

from ..domain.clock import SECOND
from ..domain.memory import STATED, Memory

# A text answers a question that was kept at most so long before it, as the last of the same conversation.
_LONGEST_PAUSE = 60 * 60 * SECOND
_LONGEST_HEAD = 40  # characters
_MOST_WORDS = 3  # of a name at the head
_LEAST_EXCHANGES = 2  # that make it a speaker's; "Note: …" may follow a question by chance

_HEAD = re.compile(rf"\s*([^\s:\uff1a][^:\uff1a\n]{{0,{_LONGEST_HEAD - 1}}}?)\s*(?:\uff1a|:\s)\s*\S")
# Latin and most, full width, Arabic, Armenian, Ethiopic; Japanese may do without one. Not the ? inside a link.
_QUESTION = re.compile(r"[?\uff1f\u061f\u055e\u1367](?!\w)|\u304b(?:\u3002|\s|$)")


@dataclass(frozen=True, slots=True)
class _Turn:
    moment: int
    conversation: str | None
    asks: bool
    label: str | None
    head: str | None


class Turns:
    """Texts of one level of one space in the order in which they came, each under an id; they come and go."""

    def __init__(self) -> None:
        self._turns: dict[str, _Turn] = {}
        self._order: dict[str | None, list[tuple[int, str]]] = {}  # by conversation
        self._before: dict[str, str] = {}
        self._exchanges: Counter[str] = Counter()  # by name at the head
        self._by_label: dict[str, set[str]] = {}
        self._by_head: dict[str, set[str]] = {}
        self._lock = RLock()

    def __len__(self) -> int:
        return len(self._turns)

    def add(
        self, document: str, text: str, moment: int, *, label: str | None = None, conversation: str | None = None
    ) -> None:
        """Put a text in, in place of an earlier one under the same id.

        Parameters
        ----------
        document
            The text's id.
        text
            Any text.
        moment
            Microseconds since 1970, when it was first kept.
        label
            Whose words it is; None: not known, but for a name at its head.
        conversation
            Which one it is of; texts that name none are of one.
        """
        turn = _Turn(moment, conversation, _QUESTION.search(text) is not None, label, _head(text))
        with self._lock:
            if self._turns.get(document) == turn:
                return
            self.remove(document)
            self._turns[document] = turn
            for by, name in ((self._by_label, label), (self._by_head, turn.head)):
                if name is not None:
                    by.setdefault(name, set()).add(document)
            order = self._order.setdefault(conversation, [])
            insort(order, (moment, document))
            place = bisect_left(order, (moment, document))
            self._link(order, place)
            self._link(order, place + 1)

    def put(self, memory: Memory) -> None:
        """Add or update a record; only facts are part of a conversation."""
        if memory.kind in STATED:
            self.add(
                memory.memory_id,
                memory.text,
                memory.created_at,
                label=memory.speaker_id,
                conversation=memory.conversation_id,
            )
        else:
            self.remove(memory.memory_id)

    def remove(self, document: str) -> None:
        """Take a text out, if it is there."""
        with self._lock:
            turn = self._turns.get(document)
            if turn is None:
                return
            order = self._order[turn.conversation]
            place = bisect_left(order, (turn.moment, document))
            self._unlink(document)
            del order[place]
            self._link(order, place)
            del self._turns[document]
            for by, name in ((self._by_label, turn.label), (self._by_head, turn.head)):
                if name is not None:
                    by[name].discard(document)
                    if not by[name]:
                        del by[name]
            if not order:
                del self._order[turn.conversation]

    def answers(self) -> list[tuple[str, str]]:
        """Return the ids of the texts that came right after a question, each with the question's."""
        with self._lock:
            return list(self._before.items())

    def heads(self) -> list[str]:
        """Return the names at the heads of texts that are a speaker's: who asked another, or answered."""
        with self._lock:
            return [head for head, times in self._exchanges.items() if times >= _LEAST_EXCHANGES]

    def said_by(self, labels: Iterable[str], heads: Iterable[str]) -> set[str]:
        """Return the ids of what some speakers said.

        Parameters
        ----------
        labels, heads
            The speakers, by labels and by names at the head.
        """
        with self._lock:
            found = [self._by_label.get(label, ()) for label in labels]
            found += [self._by_head.get(head, ()) for head in heads]
            return {document for documents in found for document in documents}

    def _link(self, order: list[tuple[int, str]], place: int) -> None:
        """Check again whether the text at a place follows a question."""
        if place >= len(order):
            return
        document = order[place][1]
        self._unlink(document)
        if place == 0:
            return
        before = order[place - 1][1]
        asked, turn = self._turns[before], self._turns[document]
        if asked.asks and turn.moment - asked.moment <= _LONGEST_PAUSE:
            self._before[document] = before
            self._exchanges.update(_speakers(asked, turn))

    def _unlink(self, document: str) -> None:
        before = self._before.pop(document, None)
        if before is None:
            return
        for head in _speakers(self._turns[before], self._turns[document]):
            self._exchanges[head] -= 1
            if not self._exchanges[head]:
                del self._exchanges[head]


def _speakers(asked: _Turn, answered: _Turn) -> tuple[str, ...]:
    """Return the names at the heads of a question and its answer, if two different ones are there."""
    if asked.head is None or answered.head is None or asked.head == answered.head:
        return ()
    return asked.head, answered.head


def _head(text: str) -> str | None:
    found = _HEAD.match(text)
    if found is None or len(found[1].split()) > _MOST_WORDS:
        return None
    return found[1]


def names_in(turns: Iterable[Turns], registered: Mapping[str, str]) -> set[str]:
    """Return all names by which speakers may be asked for: the registered ones, and those at heads.

    Parameters
    ----------
    turns
        What the reader may see.
    registered
        Names by label.
    """
    return {*registered.values(), *(head for one in turns for head in one.heads())}
