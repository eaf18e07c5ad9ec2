"""How much a search finds, and how long it takes.

Every turn of three long public conversations is a memory; every question is searched; what counts is the share
of a question's evidence among the first 10 (``../shared/corpora``, see its README). Vectors are kept under
``.cache``.

Run it as ``python -m tests.benchmarks.search_quality``; ``--parts`` leaves out each part of the rule in turn,
``--tune`` chooses the weights on two conversations and measures the third, ``--speed`` measures time.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
import tracemalloc
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from commonplace.domain.clock import SECOND
from commonplace.search import ranking
from commonplace.search.analysis.word_index import WordIndex, search
from commonplace.search.embedding.choose import embedder
from commonplace.search.embedding.protocol import Vector
from commonplace.search.embedding.vectors import packed
from commonplace.search.names import Named
from commonplace.search.ranking import Ranked, meant, rank
from commonplace.search.turns import Turns
from commonplace.search.vector_index import VectorIndex

from .conversations import FILE, Conversation, Text, as_spoken, conversation, facts, labelled, read_all, shuffled

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache" / "search_quality.npz"
AT = 10
LEAST_RECALL, LEAST_SHUFFLED, LEAST_FITTING = 0.75, 0.70, 0.68
MOST_MS = 35.0
MOST_REST_MS = 10.0
GRID = {
    "WORDS": (3.0, 3.5, 4.0),
    "RARE": (3.0, 6.0, 9.0),
    "SPEAKER": (1.0, 1.5, 2.0),
    "ANSWER": (0.3, 0.4, 0.5),
}
SESSION_AMONG = 5

Search = Callable[[str], list[str]]


class Vectors:
    """Vectors by text, kept from run to run."""

    def __init__(self, cache: Path = CACHE) -> None:
        self._model = embedder()
        self._cache = cache
        kept = np.load(cache) if cache.exists() else {}
        self._kept: dict[str, Vector] = {name: kept[name] for name in kept}

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """Return the vectors of texts."""
        missing = [text for text in dict.fromkeys(texts) if self._name("p", text) not in self._kept]
        for text, vector in zip(missing, self._model.passages(missing), strict=True):
            self._kept[self._name("p", text)] = vector
        return [self._kept[self._name("p", text)] for text in texts]

    def question(self, text: str) -> Vector:
        """Return the vector of a question."""
        name = self._name("q", text)
        if name not in self._kept:
            self._kept[name] = self._model.question(text)
        return self._kept[name]

    def save(self) -> None:
        """Keep them for the next run."""
        self._cache.parent.mkdir(exist_ok=True)
        np.savez(self._cache, **self._kept)  # type: ignore[arg-type]

    def _name(self, kind: str, text: str) -> str:
        return f"{kind} {self._model.model_id} {text}".replace("/", "\u2215")


class Store:
    """A store with a conversation in it."""

    def __init__(self, texts: Sequence[Text], vectors: Vectors) -> None:
        self.words, self.vectors, self.turns = WordIndex(), VectorIndex(embedder().typical), Turns()
        self.registered = {f"id of {text.speaker}": text.speaker for text in texts if text.speaker is not None}
        self._embedded = vectors
        found = vectors.passages([text.text for text in texts])
        for number, (text, vector) in enumerate(zip(texts, found, strict=True)):
            name = str(number)
            self.words.add(name, text.text)
            self.vectors.add(name, packed(vector))
            label = None if text.speaker is None else f"id of {text.speaker}"
            self.turns.add(name, text.text, number * SECOND, label=label)

    def by_words(self, query: str) -> list[str]:
        """Rank by BM25 alone."""
        return [one for one, _ in search(query, [self.words])]

    def by_meaning(self, query: str) -> list[str]:
        """Rank by cosine alone."""
        ids, found = self.vectors.similarities(self._embedded.question(query))
        return [ids[place] for place in np.argsort(-found, kind="stable")]

    def by_plain_sum(self, query: str) -> list[str]:
        """Rank by the sum of standard scores, each with half the weight."""
        ids, found = self.vectors.similarities(self._embedded.question(query))
        scores = dict(search(query, [self.words]))
        of_words = np.array([scores.get(one, 0.0) for one in ids])
        total = sum((some - some.mean()) / (some.std() or 1.0) for some in (of_words, found.astype(float)))
        return [ids[place] for place in np.argsort(-np.asarray(total), kind="stable")]

    def hybrid(self, query: str) -> list[str]:
        """Rank as the stores' search does."""
        return [one.id for one in self._ranked(query)[:AT]]

    def fitting(self, query: str) -> list[str]:
        """Return what recall(topic) hands out where no memory holds all words."""
        return [one.id for one in self._ranked(query) if one.fits][:AT]

    def _ranked(self, query: str) -> list[Ranked]:
        vector = self._embedded.question(meant(query, [self.turns], self.registered))
        return rank(query, vector, [(self.words, self.vectors)], turns=[self.turns], registered=self.registered)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures beside what they should be."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--parts", action="store_true", help="leave out each part of the rule")
    parser.add_argument("--tune", action="store_true", help="choose on two conversations, measure the third")
    parser.add_argument("--speed", action="store_true", help="time instead of quality")
    parser.add_argument("--memories", type=int, default=5_000)
    options = parser.parse_args(arguments)
    if options.speed:
        _speed(options.memories)
        return
    read = read_all()
    if not read:
        print(f"not measured: {FILE.name} is not there")
        return
    vectors = Vectors()
    try:
        if options.tune:
            _tune(read, vectors)
        elif options.parts:
            _parts(read, vectors)
        else:
            _quality(read, vectors)
    finally:
        vectors.save()


def _quality(read: list[dict[str, Any]], vectors: Vectors) -> None:
    spoken = [conversation(one, as_spoken(one)) for one in read]
    stores = [Store(one.texts, vectors) for one in spoken]
    count = sum(len(one.questions) for one in spoken)
    print(f"{count} questions; evidence recall at {AT}, then of each conversation")
    _line("words alone (BM25)", spoken, [store.by_words for store in stores])
    _line("meaning alone", spoken, [store.by_meaning for store in stores])
    _line("sum of standard scores", spoken, [store.by_plain_sum for store in stores])
    _line("hybrid", spoken, [store.hybrid for store in stores], f"at least {LEAST_RECALL}")
    _line("what fits, as recall(topic)", spoken, [store.fitting for store in stores], f"at least {LEAST_FITTING}")
    _sessions(spoken, [store.hybrid for store in stores])
    for name, texts, target in (
        ("the same, labelled instead", labelled, ""),
        ("the same, in any order", shuffled, f"at least {LEAST_SHUFFLED}"),
    ):
        others = [conversation(one, texts(one)) for one in read]
        _line(name, others, [Store(one.texts, vectors).hybrid for one in others], target)
    kept = [conversation(one, facts(one)) for one in read]
    stores = [Store(one.texts, vectors) for one in kept]
    _line("facts: sum of standard scores", kept, [store.by_plain_sum for store in stores])
    _line("facts: hybrid", kept, [store.hybrid for store in stores])
    kept = [conversation(one, facts(one, with_labels=True)) for one in read]
    _line("facts: hybrid, labelled", kept, [Store(one.texts, vectors).hybrid for one in kept])


def _parts(read: list[dict[str, Any]], vectors: Vectors) -> None:
    for kind in (as_spoken, labelled):
        found = [conversation(one, kind(one)) for one in read]
        searches = [Store(one.texts, vectors).hybrid for one in found]
        _line(f"hybrid, {kind.__name__}", found, searches)
        for name in GRID:
            with patch.object(ranking, name, 0.0):
                _line(f"without {name}", found, searches)
        with patch.object(ranking, "named", lambda query, _: Named(frozenset(), query)):
            _line("without names", found, searches)


def _tune(read: list[dict[str, Any]], vectors: Vectors) -> None:
    found = [conversation(one, as_spoken(one)) for one in read]
    stores = [Store(one.texts, vectors) for one in found]
    results: dict[tuple[float, ...], list[list[float]]] = {}
    for weights in itertools.product(*GRID.values()):
        with ExitStack() as patches:
            for name, weight in zip(GRID, weights, strict=True):
                patches.enter_context(patch.object(ranking, name, weight))
            results[weights] = [_shares(one, store.hybrid) for one, store in zip(found, stores, strict=True)]
    overall = sorted(statistics.mean(itertools.chain(*shares)) for shares in results.values())
    print(f"{len(results)} choices of {', '.join(GRID)}: {overall[0]:.3f} to {overall[-1]:.3f} on all")
    held_out = []
    for number in range(len(found)):
        best = max(results, key=lambda one, out=number: _mean_without(results[one], out))  # type: ignore[misc]
        held_out += results[best][number]
        print(f"chosen without conversation {number}: {best}, on it {statistics.mean(results[best][number]):.3f}")
    print(f"held out, all three: {statistics.mean(held_out):.3f}")


def _mean_without(shares: list[list[float]], out: int) -> float:
    return statistics.mean(itertools.chain(*(some for number, some in enumerate(shares) if number != out)))


def _shares(conversation: Conversation, ranked: Search) -> list[float]:
    """Return for each question which share of its evidence is among the first."""
    shares = []
    for question, evidence in conversation.questions:
        first = [conversation.texts[int(one)].evidence for one in ranked(question)[:AT]]
        shares.append(len(evidence.intersection(*[frozenset(itertools.chain(*first))])) / len(evidence))
    return shares


def _sessions(conversations: list[Conversation], searches: Sequence[Search]) -> None:
    """Print for how many questions a turn of a session with evidence is among the first."""
    found = []
    for one, ranked in zip(conversations, searches, strict=True):
        for question, evidence in one.questions:
            first = [one.texts[int(hit)].evidence for hit in ranked(question)[:SESSION_AMONG]]
            wanted = {turn.split(":")[0] for turn in evidence}
            found.append(any(turn.split(":")[0] in wanted for turns in first for turn in turns))
    print(f"a turn of the right session among the first {SESSION_AMONG}: {statistics.mean(found):.3f}")


def _line(name: str, conversations: list[Conversation], searches: Sequence[Search], target: str = "") -> None:
    shares = [_shares(one, search) for one, search in zip(conversations, searches, strict=True)]
    apart = "  ".join(f"{statistics.mean(some):.3f}" for some in shares)
    print(f"{name:32}{statistics.mean(itertools.chain(*shares)):8.3f}   {apart}   {target}")


def _speed(count: int) -> None:
    """Time searches in a store of so many memories; their vectors are random, which costs the same."""
    from tests.benchmarks.word_search import _conversations, _memories, _queries

    chance = np.random.default_rng(1)
    read = _conversations()
    texts = list(_memories(read, count))
    words, vectors, turns = WordIndex(), VectorIndex(embedder().typical), Turns()
    for number, text in enumerate(texts):
        words.add(str(number), text)
        vectors.add(str(number), packed(chance.standard_normal(embedder().dimensions).astype(np.float32)))
        turns.add(str(number), text + ("?" if number % 3 == 0 else ""), number, label=f"id {number % 7}")
    registered = {f"id {number}": name for number, name in enumerate(_names(read))}
    queries = [one["question"] for part in read for one in part["questions"]][:200] or _queries(texts, 200)
    embedded, ranked = [], []
    embedder().question("the first loads the model")
    for query in queries:
        began = time.process_time()
        vector = embedder().question(meant(query, [turns], registered))
        between = time.process_time()
        rank(query, vector, [(words, vectors)], turns=[turns], registered=registered, limit=AT)
        embedded.append((between - began) * 1e3)
        ranked.append((time.process_time() - between) * 1e3)
    totals = [sum(both) for both in zip(embedded, ranked, strict=True)]
    print(f"{count} memories, {len(queries)} questions, ms of CPU: median, 95 of 100 within")
    for name, times, target in (
        ("embedding", embedded, ""),
        ("ranking", ranked, f"at most {MOST_REST_MS}"),
        ("both", totals, f"at most {MOST_MS}"),
    ):
        print(f"{name:12}{statistics.median(times):8.1f}{np.percentile(times, 95):8.1f}   {target}")
    for kept in (count, 4 * count):
        print(f"vectors of {kept}: {_megabytes(kept):.1f} MB")


def _megabytes(count: int) -> float:
    """Return what an index of so many vectors takes, with their ids."""
    row = packed(np.ones(embedder().dimensions, np.float32))
    tracemalloc.start()
    vectors = VectorIndex(embedder().typical)
    for number in range(count):
        vectors.add(str(number), row)
    taken = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return taken / 1e6


def _names(read: list[dict[str, Any]]) -> list[str]:
    return [*dict.fromkeys(turn["speaker"] for one in read for turn in one["turns"]), "Ann"][:7]


if __name__ == "__main__":
    main()
