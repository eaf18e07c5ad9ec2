"""The words of memories: time and memory of the index, cost of its import, and how much it finds.

Memories are sentences such as an agent would remember, from public conversations (`../shared/corpora`, see its
README), repeated with varied words; generated ones where that folder is absent. What it finds is measured on
the turns of the same conversations as evidence recall at 10, beside BM25 over plain English stems.

Run it as ``python -m tests.benchmarks.word_search``.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import Stemmer

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "layers" / "core"))

from commonplace.search.analysis.folding import folded  # noqa: E402
from commonplace.search.analysis.word_index import (  # noqa: E402
    WordIndex,
    search,
)
from commonplace.search.analysis.words import words  # noqa: E402

CONVERSATIONS = ROOT.parent / "shared" / "corpora" / "conversations.dev.json.gz"
# What the plain ranking is measured with.
PLAIN_K1, PLAIN_B = 0.9, 0.4
AT = 10
MOST_SEARCH_MS = 4.0
MOST_IMPORT_MS = 12.0
LEAST_RECALL = 0.569 - 0.01

IMPORT = """
import sys
sys.path.insert(0, "layers/core")
from commonplace.search.analysis.topic import Topic
Topic("a b")
"""
Ranking = Callable[[dict[str, str]], Callable[[str], list[str]]]
CPU = "import resource; print(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures beside what they should be."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--memories", type=int, default=5_000)
    parser.add_argument("--searches", type=int, default=200)
    parser.add_argument("--runs", type=int, default=11, help="processes of which the least import counts")
    options = parser.parse_args(arguments)
    conversations = _conversations()
    texts = list(_memories(conversations, options.memories))
    print(f"{len(texts)} memories of {statistics.mean(len(text.split()) for text in texts):.1f} words")

    began = time.process_time()
    index = _index(enumerate(texts))
    _line("add, per 1,000 memories, CPU", (time.process_time() - began) / len(texts) * 1e6, "ms")
    times = sorted(_timed(query, index) for query in _queries(texts, options.searches))
    _line("search, median, CPU", statistics.median(times), "ms", f"at most {MOST_SEARCH_MS}")
    _line("search, 95 of 100 within", times[len(times) * 95 // 100], "ms")
    _line("memory, per memory", _bytes(texts) / len(texts), "bytes")
    kept, compiled = _import_ms(options.runs)
    _line("import of the topic's words, CPU", kept, "ms", f"at most {MOST_IMPORT_MS} over a bare interpreter")
    _line("the same, compiled anew", compiled, "ms")
    if conversations:
        _line(f"evidence recall at {AT}", _recall(conversations, _ours), "", f"at least {LEAST_RECALL:.3f}")
        _line("the same, plain English stems", _recall(conversations, _plain), "")
    else:
        print(f"evidence recall at {AT}: not measured, {CONVERSATIONS.name} is not there")


def _line(name: str, figure: float, unit: str, target: str = "") -> None:
    print(f"{name:34}{figure:10.3f} {unit:6}{f'({target})' if target else ''}")


def _conversations() -> list[dict[str, Any]]:
    if not CONVERSATIONS.exists():
        return []
    with gzip.open(CONVERSATIONS) as file:
        found: list[dict[str, Any]] = json.load(file)
    return found


def _memories(conversations: list[dict[str, Any]], count: int) -> Iterator[str]:
    """Give sentences; from the second round on with some words exchanged for others of the vocabulary."""
    chance = random.Random(5)
    said = [observation["text"] for one in conversations for observation in one["observations"]]
    said = said or [" ".join(chance.choices(_syllables(), k=20)) for _ in range(1_000)]
    vocabulary = sorted({word for text in said for word in text.split()})
    for number in range(count):
        sentence = said[number % len(said)].split()
        if number >= len(said):
            for place in chance.sample(range(len(sentence)), k=min(len(sentence), 5)):
                sentence[place] = chance.choice(vocabulary)
        yield " ".join([*sentence, f"note {number}"])


def _syllables() -> list[str]:
    chance = random.Random(7)
    parts = ["ka", "lo", "mi", "ren", "tas", "ed", "ing", "pro", "set", "un"]
    return ["the", "a", "of", "and", "to"] * 200 + ["".join(chance.choices(parts, k=3)) for _ in range(4_000)]


def _queries(texts: list[str], count: int) -> list[str]:
    """Questions of a few words out of the memories, the small words among them."""
    chance = random.Random(11)
    return [f"what did the {' '.join(chance.sample(text.split(), k=4))}" for text in chance.sample(texts, k=count)]


def _index(texts: Any) -> WordIndex:
    index = WordIndex()
    for document, text in texts:
        index.add(str(document), text)
    return index


def _timed(query: str, index: WordIndex) -> float:
    began = time.process_time()
    search(query, [index])
    return (time.process_time() - began) * 1e3


def _bytes(texts: list[str]) -> int:
    """Return what an index takes that is made after all words have been seen once."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    index = _index(enumerate(texts))
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert len(index) == len(texts)
    return after - before


def _import_ms(runs: int) -> tuple[float, float]:
    """Return the CPU time of the import and a first topic over a bare interpreter's, with bytecode and without."""
    with tempfile.TemporaryDirectory() as folder:
        kept = {"PYTHONPYCACHEPREFIX": folder}
        subprocess.run([sys.executable, "-c", IMPORT], cwd=ROOT, check=True, env=_environment(kept))
        return tuple(  # type: ignore[return-value]
            (_least_cpu(IMPORT, runs, extra) - _least_cpu("import sys", runs, extra)) * 1e3
            for extra in (kept, {"PYTHONDONTWRITEBYTECODE": "1"})
        )


def _environment(extra: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | extra


def _least_cpu(program: str, runs: int, extra: dict[str, str]) -> float:
    command = [sys.executable, "-c", f"{program}\n{CPU}"]
    return min(
        float(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, env=_environment(extra)).stdout)
        for _ in range(runs)
    )


def _recall(
    conversations: list[dict[str, Any]], ranking: Callable[[dict[str, str]], Callable[[str], list[str]]]
) -> float:
    shares = []
    for conversation in conversations:
        ranked = ranking({turn["id"]: f"{turn['speaker']}: {turn['text']}" for turn in conversation["turns"]})
        for question in conversation["questions"]:
            if evidence := set(question["evidence"]):
                shares.append(len(evidence.intersection(ranked(question["question"])[:AT])) / len(evidence))
    return statistics.mean(shares)


def _ours(texts: dict[str, str]) -> Callable[[str], list[str]]:
    index = _index(texts.items())
    return lambda query: [document for document, _ in search(query, [index])]


def _plain(texts: dict[str, str]) -> Callable[[str], list[str]]:
    stemmer = Stemmer.Stemmer("english")

    def stems(text: str) -> list[str]:
        found: list[str] = stemmer.stemWords(words(folded(text)))
        return found

    counts = {document: Counter(stems(text)) for document, text in texts.items()}
    holders = Counter(stem for count in counts.values() for stem in count)
    average = statistics.mean(count.total() for count in counts.values())

    def ranked(query: str) -> list[str]:
        scores: Counter[str] = Counter()
        for stem in dict.fromkeys(stems(query)):
            rarity = math.log(1 + (len(counts) - holders[stem] + 0.5) / (holders[stem] + 0.5))
            for document, count in counts.items():
                if times := count[stem]:
                    stretch = PLAIN_K1 * (1 - PLAIN_B + PLAIN_B * count.total() / average)
                    scores[document] += rarity * times * (PLAIN_K1 + 1) / (times + stretch)  # type: ignore[assignment]
        return sorted(scores, key=lambda document: (-scores[document], document))

    return ranked


if __name__ == "__main__":
    main()
