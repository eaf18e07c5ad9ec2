"""What it costs to capture ids and to write notes, and how far the bound of tokens is above the real number.

Run it as ``python -m tests.benchmarks.capture``. Times are CPU milliseconds, the least of five runs.
"""

from __future__ import annotations

import gzip
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from commonplace.gateway.notes.reasons import BUDGETS, Reason
from commonplace.gateway.notes.rendering import render
from commonplace.gateway.notes.tokens import token_bound
from commonplace.identifiers.capture import capture
from commonplace.identifiers.meeting import MOST_TEXT, met_ids
from tests.unit.core.identifiers.recordings import recordings
from tests.unit.gateway.notes.o200k import count

ROOT = Path(__file__).resolve().parents[2]
CONVERSATIONS = ROOT.parent / "shared" / "corpora" / "conversations.dev.json.gz"
RUNS = 5

SENTENCES = {
    "German": "Die Umstellung der Abrechnung ist fast fertig, zwei Monate weichen noch voneinander ab.",
    "Spanish": "La migración de la facturación está casi terminada, dos meses todavía no coinciden.",
    "Russian": "Миграция биллинга почти завершена, два месяца пока расходятся.",
    "Kannada": "ಬಿಲ್ಲಿಂಗ್ ಸೇವೆಯ ವರ್ಗಾವಣೆ ಬಹುತೇಕ ಮುಗಿದಿದೆ, ಎರಡು ತಿಂಗಳ ಮೊತ್ತ ಇನ್ನೂ ಹೊಂದುತ್ತಿಲ್ಲ.",
    "Hindi": "बिलिंग सेवा का स्थानांतरण लगभग पूरा हो गया है, दो महीनों की राशि अभी मेल नहीं खाती।",
    "Chinese": "计费服务的迁移几乎完成了，只有两个月的金额还不一致。",
    "Japanese": "請求サービスの移行はほぼ完了しました。二か月分の合計がまだ一致しません。",
    "Thai": "การย้ายระบบเรียกเก็บเงินเกือบเสร็จแล้ว ยอดของสองเดือนยังไม่ตรงกัน",
}


def milliseconds(run: Callable[[], Any]) -> float:
    """Return the least CPU time of some runs."""
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times) * 1_000


def texts() -> dict[str, str]:
    """Return results of about 2 MB as text blocks: a usual one, and ones that are made to be slow."""
    chance = random.Random(1)
    issues = [
        {
            "node_id": f"I_kwDOJ3k9Qs5{chance.getrandbits(40):x}",
            "number": number,
            "title": "Invoices are sent twice",
            "user": {"login": "octocat", "node_id": "MDQ6VXNlcjU4MzIzMQ=="},
            "labels": ["bug", "billing"],
            "created_at": "2026-04-22T13:33:48Z",
            "body": "Since the last deploy the job runs twice. " * 8,
        }
        for number in range(3_500)
    ]
    return {
        "issues with ids": json.dumps(issues),
        "no ids, many fields": json.dumps(
            [{"title": f"row {n}", "n": n, "x": {"a": f"b{n}"}} for n in range(40_000)]
        ),
        "short strings": json.dumps([f"s{n}" for n in range(200_000)]),
        "nearly ids": json.dumps([f"abc_defghijk{n}" for n in range(90_000)]),
        "one long text": json.dumps({"text": "word " * 400_000}),
        "no JSON": "word " * 400_000,
    }


def captures() -> None:
    """Print what capturing costs."""
    print("capture: a text block of about 2 MB")
    for name, text in texts().items():
        result = {"content": [{"type": "text", "text": text}]}
        parsing = milliseconds(lambda text=text: json.loads(text)) if name != "no JSON" else 0.0  # type: ignore[misc]
        spent = milliseconds(lambda result=result: capture("github", "list", {}, result))  # type: ignore[misc]
        print(
            f"  {name:<22}{len(text) / 1e6:4.1f} MB  {spent:6.1f} ms ({spent / len(text) * 1e5:.2f} per 100 KB), "
            f"of it parsing {parsing:.1f}"
        )
    every = recordings()
    spent = milliseconds(lambda: [capture(one.connector, one.tool, one.arguments, one.result) for one in every])
    print(f"  a recorded call: {spent / len(every):.2f} ms (mean of {len(every)})")
    shown = texts()["issues with ids"][: MOST_TEXT - 1_000]
    spent = milliseconds(lambda: met_ids("github", "list", shown))
    print(f"met_ids: {len(shown) / 1e3:.0f} KB  {spent:.1f} ms")


def bounds() -> None:
    """Print how far the bound is above the tokens."""
    print("bound of tokens / tokens")
    if CONVERSATIONS.exists():
        with gzip.open(CONVERSATIONS, "rt", encoding="utf-8") as file:
            talks = json.load(file)
        lines = [item["text"] for talk in talks for item in (*talk["observations"], *talk["turns"])]
        bound, real = sum(map(token_bound, lines)), sum(map(count, lines))
        print(f"  {'English, conversations':<24}{bound / real:.2f} ({real:,} tokens)")
    for language, sentence in SENTENCES.items():
        print(f"  {language:<24}{token_bound(sentence) / count(sentence):.2f}")


def notes() -> None:
    """Print what writing a note costs, and how much of its budget it uses."""
    print("render: tokens of the budget, ms")
    english = "Move the billing of every customer to the new ledger without losing an invoice. "
    for language, sentence in {"English": english, **SENTENCES}.items():
        parts = []
        for reason in Reason:
            arguments = (
                sentence * 5,
                f"plan\n1. {sentence}\n2. {sentence}",
                [sentence] * 20,
                ["issue ENG-142"] * 5,
            )
            note = render(reason, *arguments)
            spent = milliseconds(lambda reason=reason, arguments=arguments: render(reason, *arguments))  # type: ignore[misc]
            parts.append(f"{count(note.text) if note else 0}/{BUDGETS[reason]} {spent:.1f}")
        print(f"  {language:<24}{', '.join(parts)}")
    run = SENTENCES["Chinese"].replace("，", "").replace("。", "") * 50
    spent = milliseconds(lambda: render(Reason.COMPACTION_ANCHOR, run, None, [run[:1_400]] * 20, []))
    print(f"  20 texts of 1,400 characters without a space or a stop: {spent:.0f} ms")


if __name__ == "__main__":
    captures()
    bounds()
    notes()
