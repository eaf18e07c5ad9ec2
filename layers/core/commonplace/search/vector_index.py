"""Ranking by meaning: vectors of many texts, compared with a question's in one pass."""

from __future__ import annotations

from collections.abc import Iterator
from threading import RLock

import numpy as np
from numpy.typing import NDArray

from .embedding.protocol import Vector
from .embedding.vectors import integers

_FIRST_ROWS = 64
# How much of what a text has in common with any question is taken off, see VectorIndex.nearness.
OF_TEXT = 0.5
# Rows that are made floats at a time: they stay in the processor's cache, so that bytes, which take a quarter of
# the memory, cost 0.4 ms for 5,000 rows of 384 where floats cost 0.2.
_ROWS_AT_A_TIME = 512


class VectorIndex:
    """Packed vectors of texts, each under an id; texts come and go.

    All are of one model: the first decides how many numbers a vector has, until the index is empty again.
    """

    def __init__(self, typical: Vector | None = None) -> None:
        """Make an empty index.

        Parameters
        ----------
        typical
            Of the model, for :meth:`nearness`.
        """
        self._typical = typical
        self._drawn: Vector = np.empty(0, np.float32)  # cosine of a row and the typical question
        self._ids: list[str] = []  # in the order of the rows
        self._rows: dict[str, int] = {}
        self._without: set[str] = set()  # ids of zeros: texts without a word
        self._matrix: NDArray[np.int8] = np.empty((0, 0), np.int8)
        self._scales: Vector = np.empty(0, np.float32)  # what makes a row's length 1
        # Searched by one thread while another brings it up to date.
        self.lock = RLock()

    def __len__(self) -> int:
        return len(self._ids) + len(self._without)

    def __contains__(self, document: object) -> bool:
        return document in self._rows or document in self._without

    @property
    def dimensions(self) -> int:
        """Numbers in a vector; 0 where there is none but zeros."""
        return self._matrix.shape[1] if self._ids else 0

    def add(self, document: str, packed: bytes) -> None:
        """Put a vector in, in place of an earlier one under the same id.

        Parameters
        ----------
        document
            The text's id.
        packed
            As :func:`commonplace.search.embedding.vectors.packed` returns it.

        Raises
        ------
        ValueError
            If it has another number of dimensions than those that are here: it is of another model.
        """
        row = integers(packed)
        with self.lock:
            if not row.any():
                self.remove(document)
                self._without.add(document)
                return
            self._without.discard(document)
            if not self._ids or (len(self._ids) == 1 and document in self._rows):
                self._begin(len(row))
            elif len(row) != self.dimensions:
                raise ValueError(f"a vector of {len(row)} numbers among vectors of {self.dimensions}")
            place = self._rows.get(document)
            if place is None:
                place = self._rows[document] = len(self._ids)
                self._ids.append(document)
                self._make_room()
            self._matrix[place] = row
            numbers = row.astype(np.float32)
            self._scales[place] = 1.0 / float(np.linalg.norm(numbers))
            if self._typical is not None:
                self._drawn[place] = float(numbers @ self._typical) * self._scales[place]

    def remove(self, document: str) -> None:
        """Take a vector out, if it is there."""
        with self.lock:
            self._without.discard(document)
            place = self._rows.pop(document, None)
            if place is None:
                return
            # The last row moves into the gap.
            last = self._ids.pop()
            if last != document:
                end = len(self._ids)
                self._ids[place] = last
                self._rows[last] = place
                self._matrix[place] = self._matrix[end]
                self._scales[place] = self._scales[end]
                self._drawn[place] = self._drawn[end]

    def similarities(self, question: Vector) -> tuple[list[str], Vector]:
        """Compare all vectors with a question's.

        Parameters
        ----------
        question
            (dimensions,), of length 1 or zeros.

        Returns
        -------
        tuple[list[str], Vector]
            Ids and their cosines, -1 to 1; 0 where the question is zeros. What is zeros itself is left out, and
            everything where the question is of another model's dimensions: nothing can be compared.
        """
        with self.lock:
            if len(question) != self.dimensions:
                return [], np.empty(0, np.float32)
            count = len(self._ids)
            found = np.empty(count, np.float32)
            buffer = np.empty((min(count, _ROWS_AT_A_TIME), self.dimensions), np.float32)
            for start in range(0, count, _ROWS_AT_A_TIME):
                end = min(start + _ROWS_AT_A_TIME, count)
                part = buffer[: end - start]
                np.copyto(part, self._matrix[start:end])
                np.dot(part, question, out=found[start:end])
            found *= self._scales[:count]
            return list(self._ids), np.clip(found, -1.0, 1.0)

    def nearness(self, cosines: Vector) -> Vector:
        """Return how near texts are in meaning, in a measure that is alike for all questions and texts.

        Cosines of this kind of model are all high, and some texts, short ones mostly, are near every question. So
        what the text has in common with any question is taken off.

        Parameters
        ----------
        cosines
            As returned by :meth:`similarities`.

        Returns
        -------
        Vector
            The cosines themselves where what is typical of the model is not known.
        """
        if self._typical is None or not len(cosines):
            return cosines
        with self.lock:
            return cosines - OF_TEXT * self._drawn[: len(cosines)]

    def nearest(self, question: Vector, least: float) -> Iterator[tuple[str, float]]:
        """Yield ids and cosines of the vectors at least so close to a question, nearest first."""
        ids, cosines = self.similarities(question)
        near = np.flatnonzero(cosines >= least)
        for row in near[np.argsort(-cosines[near], kind="stable")]:
            yield ids[row], float(cosines[row])

    def vector(self, document: str) -> Vector | None:
        """Return one vector at length 1; None if it is not there, or is zeros."""
        with self.lock:
            place = self._rows.get(document)
            return None if place is None else self._matrix[place] * self._scales[place]

    def _begin(self, dimensions: int) -> None:
        self._ids.clear()
        self._rows.clear()
        if self._matrix.shape[1] != dimensions:
            self._matrix = np.empty((_FIRST_ROWS, dimensions), np.int8)
            self._scales = np.empty(_FIRST_ROWS, np.float32)
            self._drawn = np.zeros(_FIRST_ROWS, np.float32)

    def _make_room(self) -> None:
        room = len(self._matrix)
        if len(self._ids) > room:
            more = max(_FIRST_ROWS, room // 2)
            self._matrix = np.concatenate([self._matrix, np.empty((more, self._matrix.shape[1]), np.int8)])
            self._scales = np.concatenate([self._scales, np.empty(more, np.float32)])
            self._drawn = np.concatenate([self._drawn, np.zeros(more, np.float32)])
