"""How much a search finds among short notes with keys, and long ones, in six languages.

The notes are in ``tests/data/search/notes``. Each memory is asked for by words that it, its key or its tags hold,
and by meaning alone; a hundred questions have no answer. What counts: the right one is first; it is found at all;
nothing is found where there is nothing.

Run it as ``python -m tests.benchmarks.search_notes``; ``--wrong`` lists what went wrong.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass

from commonplace.search.analysis.word_index import WordIndex, search
from commonplace.search.embedding.choose import embedder
from commonplace.search.embedding.meaning import passage
from commonplace.search.embedding.vectors import packed
from commonplace.search.ranking import Ranked, rank
from commonplace.search.vector_index import VectorIndex

from .search_quality import ROOT, Vectors

DATA = ROOT / "tests" / "data" / "search" / "notes"
OTHERS = ROOT / "tests" / "data" / "guards" / "unseen"
CACHE = ROOT / ".cache" / "search_notes.npz"
LONG = 8  # of every so many memories one is made long


@dataclass(frozen=True)
class Note:
    """A memory, and what is asked of it."""

    id: str
    language: str
    key: str
    tags: tuple[str, ...]
    text: str
    words: str
    meaning: str


def notes() -> list[Note]:
    """Read the memories; some with other texts of their language before and behind them."""
    chance = random.Random(18)
    found = []
    with (DATA / "memories.tsv").open(encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)):
            tags = tuple(row["tags"].split(",")) if row["tags"] else ()
            text = row["text"]
            if number % LONG == LONG - 1 and not row["key"]:
                filler = others(row["language"])
                chance.shuffle(filler)
                text = " ".join([*filler[:12], text, *filler[12:30]])
            found.append(Note(row["id"], row["language"], row["key"], tags, text, row["words"], row["meaning"]))
    return found


def unanswered() -> list[tuple[str, str]]:
    """Read the questions that no memory answers, each with its language."""
    with (DATA / "unanswered.tsv").open(encoding="utf-8", newline="") as file:
        return [(row["language"], row["question"]) for row in csv.DictReader(file, delimiter="\t")]


def others(language: str) -> list[str]:
    """Return unrelated records in a language."""
    rows = map(json.loads, (OTHERS / f"{language}.jsonl").read_text("utf-8").splitlines())
    return [one["text"] for one in rows if one["kind"] in ("record", "observation")]


class Store:
    """A store with notes in it."""

    def __init__(self, kept: Sequence[Note], more: Sequence[str], vectors: Vectors) -> None:
        self.words, self.vectors = WordIndex(), VectorIndex(embedder().typical)
        self._embedded = vectors
        texts = [passage(one.text, one.key or None) for one in kept]
        for note, vector in zip(kept, vectors.passages(texts), strict=True):
            self.words.add(note.id, note.text, (note.key, *note.tags) if note.key else note.tags)
            self.vectors.add(note.id, packed(vector))
        for number, (text, vector) in enumerate(zip(more, vectors.passages(more), strict=True)):
            self.words.add(f"other {number}", text)
            self.vectors.add(f"other {number}", packed(vector))

    def found(self, question: str) -> list[Ranked]:
        """Return what the agents' tools would hand out."""
        ranked = rank(question, self._embedded.question(question), [(self.words, self.vectors)])
        return [one for one in ranked if one.fits][:10]

    def by_words(self, question: str) -> list[str]:
        """Rank by BM25 alone."""
        return [one for one, _ in search(question, [self.words])]

    def by_meaning(self, question: str) -> list[str]:
        """Rank by cosine alone."""
        ids, cosines = self.vectors.similarities(self._embedded.question(question))
        return [ids[place] for place in (-cosines).argsort(kind="stable")]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures beside what they should be."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--wrong", action="store_true", help="list what went wrong")
    options = parser.parse_args(arguments)
    vectors = Vectors(CACHE)
    kept, empty = notes(), unanswered()
    more = [text for file in sorted(OTHERS.glob("??.jsonl")) for text in others(file.stem)]
    try:
        for size in (len(kept), 1_000):
            store = Store(kept, more[: size - len(kept)], vectors)
            _measure(f"{size} memories", store, kept, empty, lists=options.wrong and size == len(kept))
        alone = [Store([one], [], vectors) for one in kept[::8]]
        share = sum(not one.found(question) for one in alone for _, question in empty) / (len(alone) * len(empty))
        print(f"1 memory: nothing found for {share:.3f} of the questions without an answer")
        some = [Store(kept[start : start + 10], [], vectors) for start in range(0, len(kept), 10)]
        share = sum(not one.found(question) for one in some for _, question in empty) / (len(some) * len(empty))
        print(f"10 memories: nothing found for {share:.3f}")
    finally:
        vectors.save()


def _measure(
    name: str, store: Store, kept: Sequence[Note], empty: Sequence[tuple[str, str]], *, lists: bool
) -> None:
    by_words = [(one, [hit.id for hit in store.found(one.words)]) for one in kept]
    by_meaning = [(one, [hit.id for hit in store.found(one.meaning)]) for one in kept if one.meaning]
    nothing = [(question, [hit.id for hit in store.found(question)]) for _, question in empty]
    print(f"{name}, {len(by_words)} + {len(by_meaning)} + {len(nothing)} questions")
    first = sum(ids[:1] == [one.id] for one, ids in by_words) / len(by_words)
    alone = sum(store.by_words(one.words)[:1] == [one.id] for one in kept) / len(kept)
    meaning = sum(store.by_meaning(one.words)[0] == one.id for one in kept) / len(kept)
    print(f"  by words: first {first:.3f} (at least 0.95); BM25 alone {alone:.3f}, embedding alone {meaning:.3f}")
    found = sum(one.id in ids for one, ids in by_meaning) / len(by_meaning)
    first = sum(ids[:1] == [one.id] for one, ids in by_meaning) / len(by_meaning)
    print(f"  by meaning: found {found:.3f} (at least 0.90), first {first:.3f}")
    share = sum(not ids for _, ids in nothing) / len(nothing)
    print(f"  without an answer: nothing found {share:.3f} (at least 0.90)")
    if lists:
        for note, ids in by_words:
            if ids[:1] != [note.id]:
                print(f"    words: {note.words} -> {note.id}, not {ids[:3]}")
        for note, ids in by_meaning:
            if note.id not in ids:
                print(f"    meaning: {note.meaning} -> {note.id}, not {ids[:3]}")
        for question, ids in nothing:
            if ids:
                print(f"    nothing: {question} -> {ids[:3]}")


if __name__ == "__main__":
    main()
