"""How many paraphrases the rule for duplicates finds, and what else it takes for one.

The pairs in ``duplicate_pairs.jsonl`` are the project's own. Those of the part ``tuned`` were looked at while the
rule was made, those of the part ``held-out`` were written before and only counted; ``contrasts`` are facts that a
former rule dropped and their like, and were looked at too. Beside them every text of a
part is judged against every other of its language (``crossed``: other facts, of which some are much alike), and
the long conversations (``../shared/corpora``, where they are) are stored sentence by sentence.

Run it as ``python -m tests.benchmarks.duplicates``; ``--misses`` prints what went wrong in the tuned part.
"""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import numpy as np

from commonplace.search.duplicates import Candidate, nearest_first, rule, same_meaning
from commonplace.search.duplicates.rule import MOST_JUDGED
from commonplace.search.embedding.packaged import PackagedEmbedder
from commonplace.search.embedding.protocol import Vector
from commonplace.search.embedding.vectors import packed, unpacked

HERE = Path(__file__).resolve().parent
PAIRS = HERE / "duplicate_pairs.jsonl"
CONVERSATIONS = HERE.parents[2] / "shared" / "corpora" / "conversations.dev.json.gz"
PARTS = ("tuned", "held-out", "contrasts")
LABELS = ("paraphrase", "near-miss", "unrelated")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts, and what they are to one another.

    Attributes
    ----------
    part
        One of PARTS.
    language
        Code; two of them, where it is a pair of languages.
    label
        One of LABELS.
    kind
        Of a near-miss, what is other; of a paraphrase, how free it is.
    stored, new
        The texts.
    """

    part: str
    language: str
    label: str
    kind: str
    stored: str
    new: str

    @property
    def is_translated(self) -> bool:
        """Whether the texts are of two languages."""
        return "-" in self.language


def pairs() -> list[Pair]:
    """Return all pairs."""
    return [Pair(**json.loads(line)) for line in PAIRS.read_text(encoding="utf-8").splitlines()]


class Candidates:
    """Texts with the vectors that are stored for them: as passages, in one byte a number."""

    def __init__(self) -> None:
        self._embedder = PackagedEmbedder()
        self._vectors: dict[str, Vector] = {}

    def __call__(self, text: str) -> Candidate:
        """Return what is known of a text."""
        if text not in self._vectors:
            self._vectors[text] = unpacked(packed(self._embedder.passages([text])[0]))
        return Candidate(text, self._vectors[text])


def judged(some: Iterable[Pair], known: Candidates) -> Iterator[tuple[Pair, bool]]:
    """Yield pairs, each with whether the rule takes it for a duplicate."""
    for pair in some:
        yield pair, same_meaning(known(pair.new), known(pair.stored))


def _table(title: str, rows: Iterable[tuple[str, bool, str]]) -> None:
    found: defaultdict[str, Counter[tuple[str, bool]]] = defaultdict(Counter)
    for name, is_same, label in rows:
        found[name][label, is_same] += 1
    print(f"{title:24}" + "".join(f"{label:>18}" for label in LABELS))
    for name, counts in sorted(found.items()):
        cells = []
        for label in LABELS:
            same, other = counts[label, True], counts[label, False]
            cells.append(f"{same:6} of {same + other:3}  {same / (same + other):4.2f}" if same + other else "")
        print(f"  {name:22}" + "".join(f"{cell:>18}" for cell in cells))


def _crossed(some: list[Pair], known: Candidates) -> tuple[int, int]:
    """Judge each stored text of a language against the new ones of all other pairs."""
    same = seen = 0
    for language in sorted({pair.language for pair in some}):
        those = [pair for pair in some if pair.language == language]
        for one in those:
            for other in those:
                if {one.stored, one.new}.isdisjoint({other.stored, other.new}):
                    seen += 1
                    same += same_meaning(known(other.new), known(one.stored))
    return same, seen


def _stored(texts: list[str], known: Candidates) -> list[tuple[str, str]]:
    """Store texts one after the other; return those that are dropped, each with what it is dropped for."""
    kept: list[str] = []
    dropped = []
    rows = np.zeros((len(texts), 384), np.float32)
    for text in texts:
        new = known(text)
        assert new.vector is not None
        near = nearest_first(
            (str(place), float(score)) for place, score in enumerate(rows[: len(kept)] @ new.vector)
        )
        before = next((kept[int(place)] for place in near if same_meaning(new, known(kept[int(place)]))), None)
        if before is None:
            rows[len(kept)] = new.vector
            kept.append(text)
        else:
            dropped.append((text, before))
    return dropped


def _times(some: list[Pair], known: Candidates) -> None:
    stored = [known(pair.stored) for pair in some if pair.language == "en"]
    taken = []
    for pair in some:
        if pair.language != "en":
            continue
        new = known(pair.new)
        near = sorted(stored, key=lambda one: -float(one.vector @ new.vector))[:MOST_JUDGED]  # type: ignore[operator]
        start = time.process_time()
        for one in near:
            same_meaning(new, one)
        taken.append((time.process_time() - start) * 1000)
    print(
        f"judging one text against the {MOST_JUDGED} nearest: median {statistics.median(taken):.2f} ms, "
        f"95th percentile {np.quantile(taken, 0.95):.2f} ms"
    )


def main() -> None:
    """Print all tables."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--misses", action="store_true", help="the pairs of the tuned part that went wrong")
    misses = arguments.parse_args().misses
    known, everything = Candidates(), pairs()
    with patch.object(rule, "keeps_details", lambda: False):
        for part in PARTS:
            those = [pair for pair in everything if pair.part == part and not pair.is_translated]
            _table(f"{part}, details: drop", [("all", same, pair.label) for pair, same in judged(those, known)])
    for part in PARTS:
        those = [pair for pair in everything if pair.part == part]
        found = list(judged(those, known))
        single = [(pair, same) for pair, same in found if not pair.is_translated]
        print(f"\n{part}: taken for duplicates")
        _table("", [("all, in one language", same, pair.label) for pair, same in single])
        _table("by kind", [(pair.kind or "-", same, pair.label) for pair, same in single])
        _table("by language", [(pair.language, same, pair.label) for pair, same in single])
        _table("two languages", [("all", same, pair.label) for pair, same in found if pair.is_translated])
        print("crossed: {} of {}".format(*_crossed([pair for pair, _ in single], known)))
        if misses and part == PARTS[0]:
            for pair, same in found:
                if same is not (pair.label == "paraphrase"):
                    print(f"  {pair.label} {pair.kind}: {pair.stored!r} | {pair.new!r}")
    print()
    if CONVERSATIONS.exists():
        with gzip.open(CONVERSATIONS, "rt", encoding="utf-8") as file:
            for number, conversation in enumerate(json.load(file)):
                texts = [one["text"] for one in conversation["observations"]]
                dropped = _stored(texts, known)
                print(f"conversation {number}: {len(dropped)} of {len(texts)} observations dropped")
                for text, before in dropped if misses and number < 2 else ():
                    print(f"    {text!r} | {before!r}")
    else:
        print(f"{CONVERSATIONS.name}: not here, own pairs only")
    _times(everything, known)


if __name__ == "__main__":
    main()
