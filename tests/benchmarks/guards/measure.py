"""What the guard of commands finds and keeps, on texts that its judge was not trained on.

``python -m tests.benchmarks.guards.measure`` prints, for each set and kind, the share that is treated right where
plain imperatives are quarantined, and where they are kept, with intervals of 95 %; ``--languages`` and ``--forms``
part the rows; ``--wrong`` prints what is treated wrong.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from math import sqrt

from commonplace.domain.quarantine import IMPERATIVE
from commonplace.guards.admission import TextField, command_in

from .sets import KEPT, Note, corpora, notes


def wilson(part: int, total: int) -> str:
    """Return a rate in percent, with its interval of 95 %."""
    z, rate = 1.96, part / total
    middle = (rate + z * z / (2 * total)) / (1 + z * z / total)
    width = z * sqrt(rate * (1 - rate) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return f"{100 * rate:5.1f} [{100 * (middle - width):.0f}-{100 * (middle + width):.0f}]"


def measure(name: str, texts: list[Note], by: str, *, wrong: bool) -> None:
    """Print a table of a set."""
    rows: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    start, size = time.process_time(), 0
    for note in texts:
        reason = command_in([TextField("text", note.text, max(len(note.text), 1))], [])
        size += len(note.text)
        # Quarantined by default; and where the owner lets plain imperatives be kept.
        held, steers = reason is not None, reason is not None and reason != IMPERATIVE
        is_kept, is_steering = note.kind in KEPT, note.kind in ("steering", "command")
        row = rows[note.kind, getattr(note, by) if by else ""]
        row[0] += held is not is_kept
        row[1] += steers is is_steering
        row[2] += 1
        if wrong and (held is is_kept or steers is not is_steering):
            print(f"  {note.kind} {note.language} {note.form} -> {reason}: {note.text[:140]!r}")
    spent = (time.process_time() - start) * 1e6 / max(size, 1)
    print(f"{name}: {len(texts)} texts, {spent:.1f} ms of CPU for a thousand characters")
    for (kind, of), (by_default, keeping, total) in sorted(rows.items()):
        rates = f"quarantine {wilson(by_default, total):18} keep {wilson(keeping, total):18} of {total}"
        print(f"  {kind:12} {of:22} {rates}")


def main() -> None:
    """Print all tables."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--languages", action="store_true")
    arguments.add_argument("--forms", action="store_true")
    arguments.add_argument("--wrong", action="store_true")
    given = arguments.parse_args()
    by = "language" if given.languages else "form" if given.forms else ""
    for name, texts in (("unseen", notes("unseen")), ("blind", notes("blind")), ("public", corpora())):
        if texts:
            measure(name, texts, by, wrong=given.wrong)


if __name__ == "__main__":
    main()
