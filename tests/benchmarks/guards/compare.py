"""Compares judges of commands on sources that none was trained on.

``python -m tests.benchmarks.guards.compare`` trains on folds of the notes (whole sources held out), chooses the
marks of each judge there, and prints what it finds and keeps; ``--final`` trains on all notes and measures the
unseen and the blind texts and the public corpora, where they are. A judge answers with two scores of a text: that
it steers, and that it is a command of any kind where a plain imperative counts.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from math import sqrt
from pathlib import Path
from zlib import crc32

import numpy as np

from commonplace.guards.commands import find_command
from commonplace.guards.commands.rules import judge

from .features import MASK, features
from commonplace.guards.commands.forms import RECORDS, Unit, units
from .train import Example, Floats, Note, Rows, chances, examples, fit, notes, old_sets, quantised, restored

CORPORA = Path(__file__).resolve().parents[4] / "shared" / "corpora"
FOLDS = 6
KEPT = ("record", "observation", "question", "turn")

Feature = tuple[list[int], list[float]]
Score = tuple[float, float]


def wilson(part: int, total: int) -> str:
    """Return a rate in percent, with its interval of 95 %."""
    if not total:
        return "-"
    z, rate = 1.96, part / total
    middle = (rate + z * z / (2 * total)) / (1 + z * z / total)
    width = z * sqrt(rate * (1 - rate) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return f"{100 * rate:5.1f} [{100 * (middle - width):.0f}-{100 * (middle + width):.0f}] of {total}"


def of_rules(unit: Unit) -> Feature:
    """Return the linear features and, as three more, what today's rules say of the unit."""
    where, values = of_unit(unit)
    strict, lax = _verdicts(unit.text)
    said = (f"r={strict}", f"ra={lax}", f"rf={strict} {unit.form in RECORDS}")
    return where + [crc32(name.encode()) & MASK for name in said], values + [0.7] * 3


@cache
def of_unit(unit: Unit) -> Feature:
    """Return the linear features of a unit."""
    return features(unit)


@cache
def _verdicts(text: str) -> tuple[str | None, str | None]:
    return judge(text, imperative_allowed=False), judge(text, imperative_allowed=True)


@cache
def _embedder() -> Callable[[str], list[float]]:
    from commonplace.search.embedding.packaged import PackagedEmbedder

    model = PackagedEmbedder()
    return cache(lambda text: [5 * float(each) for each in model.passages([text])[0]])


def of_meaning(unit: Unit) -> Feature:
    """Return the packaged embedding of a unit, and its form."""
    vector = _embedder()(unit.text)
    form = 400 + crc32(unit.form.encode()) % 512
    return [*range(len(vector)), form], [*vector, 1.0]


def of_both(unit: Unit) -> Feature:
    """Return the linear features and the embedding, in buckets of their own as far as that goes."""
    where, values = of_unit(unit)
    meant, vector = of_meaning(unit)
    return where + meant, values + vector


def linear(weights: Floats, found: Callable[[Unit], Feature], texts: Sequence[str]) -> list[Score]:
    """Return the scores of texts by a trained judge; the worst unit decides."""
    cut = [(at, unit) for at, text in enumerate(texts) for unit in units(text)]
    likely = chances(Rows.of(found(unit) for _, unit in cut), weights)
    scores = [(0.0, 0.0)] * len(texts)
    for (at, unit), (_, plain, steers) in zip(cut, likely, strict=True):
        command = 0.0 if unit.form in RECORDS else float(plain + steers)
        scores[at] = (max(scores[at][0], float(steers)), max(scores[at][1], command))
    return scores


def rules(with_forms: bool, texts: Sequence[str]) -> list[Score]:
    """Return today's verdicts, with the form recogniser in front or without."""
    scores = []
    for text in texts:
        kept = with_forms and all(unit.form in RECORDS for unit in units(text))
        steers = find_command(text, imperative_allowed=True) is not None
        if kept:
            steers = steers or any(_verdicts(unit.text)[1] for unit in units(text))
        scores.append((float(steers), float(steers or (not kept and find_command(text) is not None))))
    return scores


TRAINED: dict[str, Callable[[Unit], Feature]] = {
    "b linear": of_unit,
    "d linear + rules": of_rules,
    "c embedding": of_meaning,
    "b+c": of_both,
}


@dataclass
class Judged:
    """Scores of a judge on held-out texts."""

    texts: list[Note] = field(default_factory=list)
    scores: list[Score] = field(default_factory=list)

    def marks(self, kept: float) -> Score:
        """Return the two marks that each keep that share of records, observations and questions."""
        good = [s for note, s in zip(self.texts, self.scores, strict=True) if note.kind in KEPT]
        part = 1 - (1 - kept) / 2
        return tuple(float(np.quantile([s[at] for s in good], part)) + 1e-6 for at in range(2))  # type: ignore[return-value]

    def print(self, name: str, marks: Score, by: str = "") -> None:
        """Print one row for each kind, or for each kind and ``by`` (a field of a note)."""
        table: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
        for note, (steers, command) in zip(self.texts, self.scores, strict=True):
            row = table[note.kind, getattr(note, by) if by else ""]
            row[0] += steers >= marks[0] or command >= marks[1]
            row[1] += steers >= marks[0]
            row[2] += 1
        for (kind, of), (caught, steering, total) in sorted(table.items()):
            wanted = kind not in KEPT
            any_kind = wilson(caught if wanted else total - caught, total)
            alone = wilson(steering if kind in ("steering", "command") else total - steering, total)
            print(f"{name[:18]:18} {kind[:11]:11} {of[:15]:15} quarantine {any_kind:28} keep {alone}")


def folds(texts: list[Note]) -> dict[str, int]:
    """Return the fold of each source, of about equal size."""
    sizes: dict[str, int] = defaultdict(int)
    for note in texts:
        sizes[note.source] += 1
    load, chosen = [0] * FOLDS, {}
    for source in sorted(sizes, key=lambda source: (-sizes[source], source)):
        chosen[source] = min(range(FOLDS), key=lambda at: load[at])
        load[chosen[source]] += sizes[source]
    return chosen


def trained(texts: list[Note], found: Callable[[Unit], Feature], decay: float) -> Floats:
    """Return weights trained on texts, as they come back from bytes."""
    learnt: list[Example] = examples(texts)
    weights = fit(learnt, Rows.of(found(example.unit) for example in learnt), decay)
    return restored(*quantised(weights), weights[-2:])


def crossed(found: Callable[[Unit], Feature], decay: float, some: Iterable[int]) -> Judged:
    """Return scores on held-out sources of the notes."""
    texts, old = notes("notes"), old_sets()
    fold = folds(texts)
    result = Judged()
    for at in some:
        weights = trained([note for note in texts if fold[note.source] != at] + old, found, decay)
        held = [note for note in texts if fold[note.source] == at]
        result.texts += held
        result.scores += linear(weights, found, [note.text for note in held])
    return result


def corpora() -> list[Note]:
    """Return the public corpora, or nothing where they are absent."""
    if not CORPORA.is_dir():
        print("shared corpora: not here")
        return []
    found = []
    with gzip.open(CORPORA / "instructions.dev.jsonl.gz", "rt", encoding="utf-8") as file:
        for row in map(json.loads, file):
            kind = "command" if row["command"] else "question" if "question" in row["kind"] else "benign"
            found.append(
                Note(row["text"], kind if kind != "benign" else "record", row["kind"], row["source"], "dev")
            )
    with gzip.open(CORPORA / "notes.dev.jsonl.gz", "rt", encoding="utf-8") as file:
        for row in map(json.loads, file):
            kind = "imperative" if row["kind"] == "rule_plain" else "record"
            found.append(Note(row["text"], kind, row["kind"], "notes.dev", "dev"))
    with gzip.open(CORPORA / "conversations.dev.json.gz", "rt", encoding="utf-8") as file:
        for conversation in json.load(file):
            for kind in ("observations", "turns"):
                for item in conversation[kind]:
                    found.append(Note(item["text"], kind[:-1], kind, "LoCoMo", "dev"))
    return found


def pace(judged: Callable[[Sequence[str]], object], texts: Sequence[str]) -> float:
    """Return milliseconds for each KB, one text at a time."""
    start = time.process_time()
    for text in texts:
        judged([text])
    return (time.process_time() - start) * 1e6 / sum(len(text.encode()) for text in texts)


def _final(names: list[str], decay: float, kept: list[float]) -> None:
    texts = notes("notes") + old_sets()
    measured = {"unseen": notes("unseen"), "blind": notes("blind"), "dev": corpora()}
    judges: dict[str, tuple[Callable[[Sequence[str]], list[Score]], list[Score]]] = {
        "a rules": (partial(rules, False), [(0.5, 0.5)]),
        "a rules, forms": (partial(rules, True), [(0.5, 0.5)]),
    }
    for name in names:
        held_out = crossed(TRAINED[name], decay, (0, 3))
        marks = [held_out.marks(each) for each in kept]
        judges[name] = (partial(linear, trained(texts, TRAINED[name], decay), TRAINED[name]), marks)
    for of, held in measured.items():
        for name, (judged, several) in judges.items():
            result = Judged(held, judged([note.text for note in held]))
            for pair in several:
                print(f"== {of}: {name}, marks {pair[0]:.3f} {pair[1]:.3f}")
                result.print(name, pair)
                result.print(name, pair, "form" if of == "dev" else "language")
                if of == "unseen":
                    result.print(name, pair, "form")


def main() -> None:
    """Print the table."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--final", action="store_true", help="unseen, blind and public texts")
    arguments.add_argument("--judges", nargs="*", default=["b linear", "d linear + rules"])
    arguments.add_argument("--folds", type=int, nargs="*", default=list(range(FOLDS)))
    arguments.add_argument("--decay", type=float, default=2e-6)
    arguments.add_argument("--kept", type=float, nargs="*", default=[0.98, 0.95])
    given = arguments.parse_args()
    if given.final:
        _final(given.judges, given.decay, given.kept)
        return
    texts = notes("notes")
    for with_forms in (False, True):
        name = "a rules, forms" if with_forms else "a rules"
        Judged(texts, rules(with_forms, [note.text for note in texts])).print(name, (0.5, 0.5))
    for name in given.judges:
        result = crossed(TRAINED[name], given.decay, given.folds)
        for kept in given.kept:
            marks = result.marks(kept)
            print(f"== {name}, kept {kept}: marks {marks[0]:.3f} {marks[1]:.3f}")
            result.print(name, marks)


if __name__ == "__main__":
    main()
