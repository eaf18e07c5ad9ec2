"""Long public conversations as memories and questions: how a search is measured (``../shared/corpora``)."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = Path(__file__).resolve().parents[3] / "shared" / "corpora" / "conversations.dev.json.gz"


@dataclass(frozen=True)
class Text:
    """One memory: what it says, whose words it is, and which turns it tells of."""

    text: str
    speaker: str | None
    evidence: frozenset[str]


@dataclass(frozen=True)
class Conversation:
    """Texts in their order, and questions with the turns that answer them."""

    texts: list[Text]
    questions: list[tuple[str, frozenset[str]]]


def read_all() -> list[dict[str, Any]]:
    """Read the conversations; none where the file is absent."""
    if not FILE.exists():
        return []
    with gzip.open(FILE) as file:
        found: list[dict[str, Any]] = json.load(file)
    return found


def conversation(read: dict[str, Any], texts: Iterator[Text]) -> Conversation:
    """Return the questions with the texts they are asked of; of facts, those that some fact answers."""
    kept = list(texts)
    told = frozenset(turn for text in kept for turn in text.evidence)
    questions = [(one["question"], frozenset(one["evidence"])) for one in read["questions"] if one["evidence"]]
    if told < {turn["id"] for turn in read["turns"]}:  # facts tell only of some turns
        questions = [(question, evidence & told) for question, evidence in questions if evidence & told]
    return Conversation(kept, questions)


def as_spoken(read: dict[str, Any]) -> Iterator[Text]:
    """Give each turn with its speaker's name at the head."""
    return (Text(f"{one['speaker']}: {one['text']}", None, frozenset([one["id"]])) for one in read["turns"])


def labelled(read: dict[str, Any]) -> Iterator[Text]:
    """Give each turn with its speaker as a label."""
    return (Text(one["text"], one["speaker"], frozenset([one["id"]])) for one in read["turns"])


def shuffled(read: dict[str, Any]) -> Iterator[Text]:
    """Give each turn as spoken, in an order that means nothing."""
    texts = list(as_spoken(read))
    random.Random(3).shuffle(texts)
    return iter(texts)


def facts(read: dict[str, Any], *, with_labels: bool = False) -> Iterator[Text]:
    """Give the sentences that an agent would keep."""
    for one in read["observations"]:
        evidence = one["evidence"] if isinstance(one["evidence"], list) else [one["evidence"]]
        yield Text(one["text"], one["speaker"] if with_labels else None, frozenset(evidence))
