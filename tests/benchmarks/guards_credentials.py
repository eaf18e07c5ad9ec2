"""What the credential guard finds, misses and wrongly refuses, what it costs, and how other tools do.

Per corpus: credentials found, harmless texts refused, time per kilobyte; then the missed and the wrongly refused
ones. The rows "without issuers" leave out the table of known issuers, and of services' names too: what is left
is what an issuer that nobody knows is judged by. Other tools stand beside when they are installed in an
environment of their own::

    python -m venv .venv-peers && .venv-peers/bin/pip install agent-memory-guard==0.3.3 detect-secrets==1.5.0

Run it as ``python -m tests.benchmarks.guards_credentials``; ``--worst`` adds texts of 100 KB made to be slow.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from commonplace.guards.credentials import find_credential, issuers, services
from commonplace.guards.views import views

ROOT = Path(__file__).resolve().parents[2]
CORPORA = ROOT.parent / "shared" / "corpora"
HARMLESS = ROOT / "tests" / "unit" / "guards" / "credentials" / "harmless_lines.txt"
SEED = 20251
PEERS = ROOT / ".venv-peers" / "bin" / "python"

Judge = Callable[[str], bool]


@dataclass(frozen=True)
class Corpus:
    """Texts of one source: those that hold a credential, under their issuer's name, and those that do not."""

    name: str
    secret: list[tuple[str, str]]
    harmless: list[str]


def corpora() -> Iterator[Corpus]:
    """Yield the corpora that are at hand."""
    if CORPORA.is_dir():
        samples = [(line["rule"], line["text"]) for line in read("credentials.dev.jsonl.gz") if line["credential"]]
        yield Corpus("strings drawn from issuers' rules", samples, [])
        with gzip.open(CORPORA / "conversations.dev.json.gz", "rt", encoding="utf-8") as file:
            talks = json.load(file)
        texts = [item["text"] for talk in talks for item in (*talk["observations"], *talk["turns"])]
        yield Corpus("conversations and observations", [], texts)
        lines = [line["text"] for line in read("instructions.dev.jsonl.gz")]
        yield Corpus("texts for the command guard", [], lines)
    else:
        print("the corpora are not beside the repository (../shared/corpora)")
    yield Corpus("a catalogue of issuers, three lines each", catalogue(), [])
    lines = [line for line in HARMLESS.read_text("utf-8").splitlines() if line and not line.startswith("# ")]
    yield Corpus("harmless lines, made to look like secrets", [], lines)


def catalogue() -> list[tuple[str, str]]:
    """Return three lines for each issuer of the tests' catalogue, each in another context, freshly drawn."""
    from tests.unit.guards.credentials.catalogue import CONTEXTS, ISSUERS, line
    from tests.unit.guards.credentials.samples import Draw

    draw, chance = Draw(SEED), random.Random(SEED)
    samples = []
    for issuer in ISSUERS:
        contexts = sorted(CONTEXTS if issuer.stands_alone else set(CONTEXTS) - {"alone"})
        samples += [(issuer.service, line(issuer, context, draw)) for context in chance.sample(contexts, 3)]
    return samples


def read(name: str) -> list[dict[str, Any]]:
    with gzip.open(CORPORA / name, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def ours(text: str) -> bool:
    return find_credential(text) is not None


def ours_in_all_readings(text: str) -> bool:
    return any(find_credential(view) for view in views(text))


@contextmanager
def without_issuers(*, and_services: bool) -> Iterator[None]:
    """Take the tables away, for as long as the context lasts."""
    kept = issuers._by_start(), services._by_start()
    starts = dict(kept[0]), dict(kept[1])
    kept[0].clear()
    if and_services:
        kept[1].clear()
    try:
        yield
    finally:
        kept[0].update(starts[0])
        kept[1].update(starts[1])


def report(tool: str, corpus: Corpus, judge: Judge) -> tuple[list[str], list[str]]:
    """Print one line and return what was missed and what was wrongly refused."""
    missed = [f"{rule}: {text}" for rule, text in corpus.secret if not judge(text)]
    refused = [text for text in corpus.harmless if judge(text)]
    texts = [text for _, text in corpus.secret] + corpus.harmless
    print(f"  {tool:<44}{rates(corpus, len(missed), len(refused))}  {cost(judge, texts)}")
    return missed, refused


def rates(corpus: Corpus, missed: int, refused: int) -> str:
    parts = []
    if corpus.secret:
        total = len(corpus.secret)
        parts.append(f"found {total - missed}/{total} ({1 - missed / total:.1%}), missed {missed}")
    if corpus.harmless:
        parts.append(f"falsely caught {refused}/{len(corpus.harmless)} ({refused / len(corpus.harmless):.2%})")
    return ", ".join(parts)


def cost(judge: Judge, texts: list[str]) -> str:
    """Return CPU milliseconds per kilobyte: over all the texts, and the median of texts of a kilobyte."""
    joined = "\n".join(texts)
    pages = [joined[start : start + 1_000] for start in range(0, min(len(joined), 200_000) - 999, 1_000)]
    per_page = []
    for page in pages:
        start = time.process_time()
        judge(page)
        per_page.append((time.process_time() - start) * 1_000)
    start = time.process_time()
    for text in texts:
        judge(text)
    whole = (time.process_time() - start) * 1_000 / (sum(map(len, texts)) / 1_000)
    return f"{whole:.2f} ms/KB, pages of 1 KB: median {statistics.median(per_page):.2f}, most {max(per_page):.2f}"


# Runs in the other tools' environment: texts in, one list of verdicts a tool out, and its milliseconds.
PEER = """
import json, sys, time
texts = json.load(sys.stdin)
result = {}
def run(name, judge):
    start = time.process_time()
    verdicts = [bool(judge(text)) for text in texts]
    result[name] = (verdicts, (time.process_time() - start) * 1000)
try:
    from agent_memory_guard.detectors.leakage import SensitiveDataDetector
    detector = SensitiveDataDetector()
    run("agent-memory-guard 0.3.3", lambda text: detector.inspect("memory", text, operation="write").matched)
except ImportError:
    pass
try:
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
    from detect_secrets.core.scan import scan_line
    from detect_secrets.settings import transient_settings
    plugins = [{"name": cls.__name__} for cls in get_mapping_from_secret_type_to_class().values()]
    plain = [plugin for plugin in plugins if "Entropy" not in plugin["name"]]
    for name, used in (("without entropy", plain), ("with entropy", plugins)):
        with transient_settings({"plugins_used": used}):
            scan = lambda text: any(any(True for _ in scan_line(line)) for line in text.splitlines())
            run("detect-secrets 1.5.0 " + name, scan)
except ImportError:
    pass
json.dump(result, sys.stdout)
"""


def peers(corpus: Corpus) -> None:
    """Print the other tools' lines, if they are installed."""
    if not PEERS.exists():
        return
    texts = [text for _, text in corpus.secret] + corpus.harmless
    run = subprocess.run([PEERS, "-c", PEER], input=json.dumps(texts), capture_output=True, text=True, check=False)
    if run.returncode:
        print("  the other tools failed:", run.stderr.strip().splitlines()[-1:])
        return
    for tool, (verdicts, milliseconds) in json.loads(run.stdout).items():
        missed = verdicts[: len(corpus.secret)].count(False)
        refused = verdicts[len(corpus.secret) :].count(True)
        per_kilobyte = milliseconds / (sum(map(len, texts)) / 1_000)
        print(f"  {tool:<44}{rates(corpus, missed, refused)}  {per_kilobyte:.2f} ms/KB")


def worst() -> None:
    """Print the slowest of the texts that are made to be slow."""
    from tests.unit.guards.credentials.test_worst_cases import REPEATED, SIZE, VARIED, filled, seconds

    cases = {repr(part): (part * (SIZE // len(part) + 1))[:SIZE] for part in REPEATED}
    cases |= {name: filled(make) for name, make in VARIED.items()}
    times = sorted(((seconds(text) * 1_000, name) for name, text in cases.items()), reverse=True)
    print(f"\n100 KB made to be slow, CPU ms (median {statistics.median(ms for ms, _ in times):.0f})")
    for milliseconds, name in times[:12]:
        print(f"  {milliseconds:6.0f}  {name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--worst", action="store_true", help="time texts of 100 KB made to be slow as well")
    arguments = parser.parse_args()
    for corpus in corpora():
        print(f"\n{corpus.name}")
        missed, refused = report("commonplace", corpus, ours)
        report("commonplace, in all readings", corpus, ours_in_all_readings)
        if corpus.secret:
            with without_issuers(and_services=False):
                report("commonplace without issuers", corpus, ours)
            with without_issuers(and_services=True):
                report("commonplace without issuers and services", corpus, ours)
        peers(corpus)
        for text in missed:
            print("    missed", text[:140])
        for text in refused:
            print("    falsely caught", text[:140])
    if arguments.worst:
        worst()


if __name__ == "__main__":
    main()
