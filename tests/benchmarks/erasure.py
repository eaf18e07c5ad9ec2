"""What erasing an account of 10,000 memories takes: calls, capacity, time on the embedded engine.

``python -m tests.benchmarks.erasure [number of memories]``. The clock is turned by hand, so the time is that of
the work alone, one task after the other; on AWS ten are worked on beside one another.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import pytest

from commonplace.erasure import status
from commonplace.operations.http import process
from local.dynamodb import Meter
from tests.conftest import new_key
from tests.support.clock import HandClock
from tests.support.erasures import Owner, everything, serve
from tests.support.seeding import spread
from tests.support.stored import account_of, team_of

SESSIONS, STORES = 40, 3


def main() -> None:
    """Erase, and print what it took."""
    memories = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        service = serve(Path(folder), HandClock(), patch)
        key = new_key("acme", team="crew", may_read=True, may_write=True, clock=service.clock)
        now = service.clock.now
        spread(service.client, key, team_of(key), now, sessions=SESSIONS, stores=STORES, memories=memories)
        owner, account_id = Owner(key), account_of(key)
        print(f"{memories:,} memories in {SESSIONS} sessions, {STORES + 1} stores and a team")

        with Meter(service.client) as meter:
            begun = time.perf_counter()
            receipt = owner.erase()
            _print("the request", meter, time.perf_counter() - begun)
            begun, cpu = time.perf_counter(), time.process_time()
            while any(name == "memories" for name, _ in everything(service.client)):
                service.background.run(2.0, 2.0)
            _print("until the first round was over", meter, time.perf_counter() - begun)
            print(f"  {time.process_time() - cpu:.1f} s of CPU, the search for what is left included")
            begun = time.perf_counter()
            while (done := status(process(), account_id, receipt["id"])) is None or done.completed_at is None:
                service.background.run(2.0, 2.0)
            _print("further rounds and the receipt", meter, time.perf_counter() - begun)
        took = (done.completed_at - done.asked_at) / 1e6
        print(f"complete {took:.0f} s after the request: {dict(done.deleted)}")


def _print(name: str, meter: Meter, seconds: float) -> None:
    calls = [call for call in meter.calls if call.operation != "Scan"]
    meter.calls.clear()
    made = Counter(call.operation for call in calls)
    print(
        f"{name}: {seconds:.2f} s; {sum(call.write for call in calls):,.0f} write units,"
        f" {sum(call.read for call in calls):,.0f} read units; "
        + ", ".join(f"{count} {operation}" for operation, count in made.most_common())
    )


if __name__ == "__main__":
    main()
