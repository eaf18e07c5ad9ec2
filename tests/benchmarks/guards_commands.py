"""What the command guard finds, misses and falsely catches, and the time it takes.

The public corpora lie beside the repository (``../shared/corpora``) and are left out where they are absent;
the project's own sets are always measured. Where an environment ``.venv-peers`` has agent-memory-guard, its
figures on the same lines stand beside.

Run it as ``python -m tests.benchmarks.guards_commands``; ``--quiet`` leaves the misses out.
"""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from commonplace.guards.views import views
from tests.benchmarks.guards.sets import CORPORA, ROOT, old_sets
from tests.support.commands import command_in

PEERS = ROOT / ".venv-peers" / "bin" / "python"

# Reads one JSON list of texts, writes one of booleans: whether the peer lets a text be stored as it is.
PEER = """
import json, sys
from agent_memory_guard import MemoryGuard, Policy
texts = json.load(sys.stdin)
found = []
for n, text in enumerate(texts):
    guard = MemoryGuard(policy=Policy.strict())
    try:
        guard.write(f"m{n}", text)
        found.append(guard.read(f"m{n}") != text)
    except Exception:
        found.append(True)
json.dump(found, sys.stdout)
"""


@dataclass
class Corpus:
    """Lines of one corpus and language.

    Attributes
    ----------
    name
        Of the corpus.
    language
        Code, or "" where it is not told.
    lines
        Text, and whether it is a command.
    """

    name: str
    language: str
    lines: list[tuple[str, bool]] = field(default_factory=list)


def corpora() -> Iterator[Corpus]:
    """Yield what can be measured here."""
    if CORPORA.is_dir():
        yield from _instructions()
        with gzip.open(CORPORA / "conversations.dev.json.gz", "rt", encoding="utf-8") as file:
            conversations = json.load(file)
        for kind in ("observations", "turns"):
            texts = [item["text"] for conversation in conversations for item in conversation[kind]]
            yield Corpus(kind, "en", [(text, False) for text in texts])
    else:
        print(f"{CORPORA.name}: not here, own sets only")
    for language, lines in groupby(old_sets(), key=lambda note: note.language):
        yield Corpus("own set", language, [(note.text, note.kind == "command") for note in lines])


def _instructions() -> Iterator[Corpus]:
    found: dict[tuple[str, str], Corpus] = {}
    with gzip.open(CORPORA / "instructions.dev.jsonl.gz", "rt", encoding="utf-8") as file:
        for row in map(json.loads, file):
            key = (row["source"], row["lang"])
            found.setdefault(key, Corpus(*key)).lines.append((row["text"], row["command"]))
    yield from found.values()


def ours(text: str) -> str | None:
    """Return the kind that the guard finds in any view of a text."""
    return next((kind for view in views(text) if (kind := command_in(view))), None)


def peer(texts: list[str]) -> list[bool] | None:
    """Return what agent-memory-guard finds, or None where it is not installed."""
    if not PEERS.exists():
        return None
    run = subprocess.run([PEERS, "-c", PEER], input=json.dumps(texts), capture_output=True, text=True, check=False)
    if run.returncode:
        return None
    result: list[bool] = json.loads(run.stdout)
    return result


def measure(corpus: Corpus, quiet: bool) -> tuple[int, int, int, int]:
    """Print one row and its misses; return found, commands, falsely caught, others."""
    times, found = [], []
    for text, _ in corpus.lines:
        start = time.process_time()
        found.append(ours(text))
        times.append((time.process_time() - start) / max(len(text.encode("utf-8", "replace")), 1) * 1_000_000)
    commands = [bool(kind) for kind, (_, command) in zip(found, corpus.lines, strict=True) if command]
    others = [bool(kind) for kind, (_, command) in zip(found, corpus.lines, strict=True) if not command]
    theirs = peer([text for text, _ in corpus.lines])
    beside = ""
    if theirs is not None:
        hits = sum(hit for hit, (_, command) in zip(theirs, corpus.lines, strict=True) if command)
        false = sum(hit for hit, (_, command) in zip(theirs, corpus.lines, strict=True) if not command)
        beside = f"{hits:5} {false:5}"
    print(
        f"{corpus.name[:26]:26} {corpus.language:3} {sum(commands):5} {len(commands) - sum(commands):6} "
        f"{sum(others):6} of {len(others):4}  {statistics.median(times):7.3f} {beside}"
    )
    if not quiet:
        for kind, (text, command) in zip(found, corpus.lines, strict=True):
            if bool(kind) != command:
                print(f"    {'missed' if command else f'falsely caught ({kind})'}: {text[:150]!r}")
    return sum(commands), len(commands), sum(others), len(others)


def main() -> None:
    """Print all rows."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--quiet", action="store_true", help="no misses")
    quiet = arguments.parse_args().quiet
    command_in("warm up, s'il vous plaît")
    print(f"{'corpus':26} {'':3} found missed  false           ms/KB   peer: found false")
    total = [measure(corpus, quiet) for corpus in corpora()]
    found, commands, false, others = (sum(row[n] for row in total) for n in range(4))
    print(f"all: {found} of {commands} commands found, {false} of {others} others falsely caught")
    if not PEERS.exists():
        print("agent-memory-guard: not installed here (.venv-peers)")


if __name__ == "__main__":
    main()
