"""The dispatcher's threads: one process leads, another takes over, a fault ends nothing."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

from local.dispatcher import Dispatcher
from local.stack import Stack


class Engine:
    """Counts sweeps; the first one fails."""

    disk_faults = 0

    def __init__(self) -> None:
        self.swept = threading.Event()
        self.count = 0

    def handle(self, target: str, body: dict[str, Any] | bytes) -> tuple[int, dict[str, Any]]:
        raise NotImplementedError

    def expire(self, now: float) -> int:
        self.count += 1
        self.swept.set()
        if self.count == 1:
            raise ValueError("mary")
        return 0


def test_one_leads_and_the_other_takes_over(tmp_path: Path) -> None:
    log: list[str] = []
    engines = Engine(), Engine()
    first, second = (
        Dispatcher(Stack("s", tmp_path, {}, {}), {}, one, tmp_path, log=log.append) for one in engines
    )
    first.start()
    assert engines[0].swept.wait(5)
    second.start()
    time.sleep(0.2)
    assert not engines[1].swept.is_set()

    first.stop()
    assert engines[1].swept.wait(5)
    second.stop()

    assert len(log) == 2
    assert all(line.startswith("expiry: ValueError at ") for line in log)
