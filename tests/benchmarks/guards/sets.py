"""What the guards are trained and measured on: the project's own texts, and the public corpora where they are."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
DATA = ROOT / "tests" / "data" / "guards"
SETS = ROOT / "tests" / "unit" / "guards" / "commands" / "sets"
CORPORA = ROOT.parent / "shared" / "corpora"
KEPT = ("record", "observation", "question", "turn")  # kinds that are to be handed back


@dataclass(frozen=True)
class Note:
    """A text with what it is; ``kind`` "command" is steering or a plain imperative."""

    text: str
    kind: str
    form: str
    source: str
    language: str


def notes(folder: str) -> list[Note]:
    """Return the texts of a folder of the data."""
    found = []
    for path in sorted((DATA / folder).glob("*.jsonl")):
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            found.append(Note(row["text"], row["kind"], row["form"], row["source"], path.stem))
    return found


def old_sets() -> list[Note]:
    """Return the guard's own sets of before, in which commands are of both kinds."""
    found = []
    for path in sorted(SETS.glob("*.txt")):
        kind = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("# "):
                kind = "command" if line[2:].startswith("commands") else "record"
            else:
                found.append(Note(line, kind, "old", "old sets", path.stem))
    return found


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
