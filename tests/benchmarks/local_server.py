"""recall and remember on the local server, single client over HTTP, at 100, 1,000 and 5,000 memories.

Run it as ``python -m tests.benchmarks.local_server``. Beside the times over HTTP it prints the time of the same
handler called in this process, and what of that the embedded engine took; and of the server its start and memory.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from local.functions import prepare
from tests.benchmarks.tables import new_tables
from tests.support.agents import ROOT, Agent, InProcess, stack
from tests.support.http_agents import Http
from tests.support.server import launcher

SIZES = (100, 1_000, 5_000)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--calls", type=int, default=300)
    options = parser.parse_args(arguments)
    print(f"{'memories':>9} {'call':10}{'HTTP p50':>10}{'p95':>8}{'function':>10}{'engine':>8}   ms")
    with tempfile.TemporaryDirectory() as folder:
        for start in launcher(Path(folder) / "data"):
            begun = time.perf_counter()
            server = start("--quiet").wait()
            started = time.perf_counter() - begun
            assert server.key is not None
            agent, kept = Agent(server.key, transport=Http(server.port)), 0
            for size in SIZES:
                while kept < size:
                    agent.remember(_text(kept), durable=True)
                    kept += 1
                over_http = {name: _times(options.calls, call) for name, call in _calls(agent).items()}
                inside = _in_process(size, options.calls)
                for call, times in over_http.items():
                    function, engine = inside[call]
                    p50, p95 = statistics.median(times), statistics.quantiles(times, n=20)[-1]
                    print(
                        f"{size:9,} {call:10}{p50:10.2f}{p95:8.2f}{function:10.2f}{engine:8.2f}",
                        flush=True,
                    )
            print(f"start to first answer {started:.2f} s, memory {_memory(server.process.pid):.0f} MB")
            agent.transport.close()  # type: ignore[attr-defined]


def _calls(agent: Agent) -> dict[str, Callable[[int], Any]]:
    return {
        "recall": lambda _: agent.recall(),
        "remember": lambda number: agent.remember(_text(number), key="k"),
    }


def _text(number: int) -> str:
    return f"The fact with the number {number} is kept in one short sentence that stands on its own."


def _times(calls: int, call: Callable[[int], Any]) -> list[float]:
    times = []
    for number in range(calls + 20):
        begun = time.perf_counter()
        call(number)
        times.append(1000 * (time.perf_counter() - begun))
    return times[20:]  # the first ones warm up


def _in_process(size: int, calls: int) -> dict[str, tuple[float, float]]:
    """Median milliseconds of each call in the function, and of it in the engine."""
    prepare(stack())
    from commonplace.auth.keys import issue_key

    with new_tables() as client:
        agent = Agent(issue_key(account="benchmark"), transport=Verified())
        for number in range(size):
            agent.remember(_text(number), durable=True)
        spent = _EngineTime(client)
        result = {}
        for name, call in _calls(agent).items():
            spent.calls.clear()
            times = _times(calls, call)
            result[name] = (statistics.median(times), 1000 * sum(spent.calls) / (calls + 20))
    return result


class Verified(InProcess):
    """Asks the authorizer once, as API Gateway's cache does."""

    def __init__(self) -> None:
        self._verdicts: dict[str, Any] = {}

    def verdict(self, event: dict[str, Any]) -> Any:
        key = event["headers"]["authorization"]
        if key not in self._verdicts:
            self._verdicts[key] = super().verdict(event)
        return self._verdicts[key]


class _EngineTime:
    """Wall time of each call of a client; calls of several threads overlap, so a sum may exceed the whole."""

    def __init__(self, client: Any) -> None:
        self.calls: list[float] = []
        api = client._make_api_call

        def timed(*arguments: Any) -> Any:
            begun = time.perf_counter()
            try:
                return api(*arguments)
            finally:
                self.calls.append(time.perf_counter() - begun)

        client._make_api_call = timed


def _memory(pid: int) -> float:
    status = Path(f"/proc/{pid}/status")
    if status.is_file():
        found = re.search(r"VmRSS:\s+(\d+)", status.read_text())
        return int(found[1]) / 1024 if found else float("nan")
    shown = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=True)
    return int(shown.stdout) / 1024


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
