"""Writes what is typical of the packaged model's questions: the mean vector of many unrelated ones.

They are taken from the texts that the guards are trained on (``tests/data/guards/notes``): questions of many
people in thirteen languages, which have nothing to do with what searches are measured on.

Run it as ``python -m tests.benchmarks.search_typical`` after a change of the model.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np

from commonplace.search.embedding import packaged

NOTES = Path(__file__).resolve().parents[1] / "data" / "guards" / "notes"
MOST = 40  # of a language


def main() -> None:
    """Embed the questions and write their mean."""
    chance = random.Random(5)
    questions: list[str] = []
    for file in sorted(NOTES.glob("??.jsonl")):
        rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        asked = [one["text"] for one in rows if one["kind"] == "question"]
        chance.shuffle(asked)
        questions += asked[:MOST]
    model = packaged.PackagedEmbedder()
    mean = np.array([model.question(one) for one in questions]).mean(0)
    packaged.TYPICAL.parent.mkdir(exist_ok=True)
    np.save(packaged.TYPICAL, mean.astype(np.float16))
    print(f"{len(questions)} questions")


if __name__ == "__main__":
    main()
