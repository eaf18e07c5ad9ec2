"""search of the stores' dialect in the function: over 5,000 memories of one store, on the embedded engine.

Run it as ``python -m tests.benchmarks.store_search``. It prints the time of a handler call (no HTTP) where the
process is warm, what the processor worked meanwhile (it tells more where other work shares the machine), what of
it embedding the question takes, and the round trips; before that the first call of a process of its own, and the
memory that process then holds.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from local.functions import prepare
from tests.benchmarks.memory_search import WORDS
from tests.support.agents import NO_CONTEXT, function, stack

PATHS: dict[str, tuple[str, dict[str, Any]]] = {
    "search": ("SearchStoreFunction", {"max_results": 10}),
    "search, narrowed": ("SearchStoreFunction", {"speaker": "me", "filters": {"event_from": "2026-01-01"}}),
    "recall": ("RecallStoreFunction", {}),
    "deep_recall": ("RunEngramFunction", {"name": "deep_recall"}),
    "gather": ("RunEngramFunction", {"name": "gather"}),
}


PAUSE = 0.3  # seconds that every call of the tables takes while round trips are counted: longer than a call works


@dataclass
class Trips:
    """Round trips of a call: calls of the tables that overlap count as one."""

    counting: bool = False
    spans: list[tuple[float, float]] = field(default_factory=list)

    def begin(self, **_: Any) -> None:
        """Note a call, and let it take as long as others need to begin as well."""
        if self.counting:
            begun = time.perf_counter()
            time.sleep(PAUSE)
            self.spans.append((begun, time.perf_counter()))

    def count(self, call: Callable[[], Any]) -> int:
        """Count the round trips of a call."""
        self.spans.clear()
        self.counting = True
        call()
        self.counting = False
        trips, end = 0, 0.0
        for begun, ended in sorted(self.spans):
            trips += begun > end
            end = max(end, ended)
        return trips


def questions(count: int) -> Iterator[str]:
    """Questions of four to eight words."""
    for call in range(count):
        some = [WORDS[(call * step + 7 * step) % len(WORDS)] for step in range(1, 5 + call % 5)]
        yield f"What do we know about {' '.join(some)}?"


def fill(client: Any, account_id: str, count: int, dimensions: int, model_id: str) -> None:
    """Write memories as they are stored; their vectors are drawn at random: speed does not depend on them."""
    import numpy as np

    from commonplace.domain.clock import SECOND, system_clock
    from commonplace.domain.memory import Embedding
    from commonplace.search.embedding.vectors import packed
    from commonplace.storage.memories import item_of
    from tests.support.stored import fact

    random = np.random.default_rng(1)
    now = system_clock() - 3600 * SECOND
    table = stack().environment["MEMORIES_TABLE"]
    made = [
        fact(
            account_id,
            f"memory {number}: {' '.join(WORDS[(number * s + s * s) % len(WORDS)] for s in range(1, 16))}",
            embedding=Embedding(model_id, packed(random.standard_normal(dimensions).astype(np.float32))),
            speaker_id="me" if number % 10 == 0 else None,
            created_at=now + number,
            updated_at=now + number,
        )
        for number in range(count)
    ]
    for begin in range(0, count, 25):
        items: list[Any] = [{"PutRequest": {"Item": item_of(one)}} for one in made[begin : begin + 25]]
        client.batch_write_item(RequestItems={table: items})


def called(key: str, name: str, body: dict[str, Any]) -> Any:
    """Call a function as the API does."""
    verdict = function("AuthorizeFunction").handler(
        {"routeKey": "POST /api/v1/", "headers": {"x-api-key": key}}, NO_CONTEXT
    )
    event = {
        "headers": {},
        "requestContext": {"requestId": "r", "authorizer": {"lambda": verdict["context"]}},
        "body": json.dumps(body),
    }
    return lambda: function(name).handler(event, NO_CONTEXT)


def memory_mb() -> float:
    """What this process holds, in MB."""
    status = Path("/proc/self/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1024


def timed(call: Callable[[], Any]) -> float:
    """Milliseconds of a call."""
    begun = time.perf_counter()
    answer = call()
    spent = 1000 * (time.perf_counter() - begun)
    assert answer["statusCode"] == 200, answer
    return spent


def first_call(file: Path, key: str, sending: Any) -> None:
    """The first search of a process: what it imports and loads, and what it then holds."""
    from commonplace.storage import connection
    from local.dynamodb import connect

    connection.use(connect(file))
    empty = memory_mb()
    begun = time.perf_counter()
    function("SearchStoreFunction")
    imported = 1000 * (time.perf_counter() - begun)
    search = called(key, "SearchStoreFunction", {"query": "warm up"})
    cold = timed(search)
    second = timed(search)
    sending.send((imported, cold, second, empty, memory_mb()))


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--memories", type=int, default=5000)
    parser.add_argument("--calls", type=int, default=200)
    options = parser.parse_args(arguments)
    prepare(stack())
    from commonplace.auth.keys import issue_key
    from commonplace.search.embedding.choose import embedder
    from commonplace.storage import connection
    from local.deploy import create_tables
    from local.dynamodb import connect
    from tests.support.stored import account_of

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        client = connect(file)
        create_tables(client, stack())
        connection.use(client)
        key = issue_key(account="benchmark")
        model = embedder()
        fill(client, account_of(key), options.memories, model.dimensions, model.model_id)

        receiving, sending = multiprocessing.Pipe()
        process = multiprocessing.get_context("spawn").Process(
            target=_first_call, args=(sys.path, file, key, sending)
        )
        process.start()
        imported, cold, second, empty, held = receiving.recv()
        process.join()
        print(f"{options.memories:,} memories: a process of its own{'':24}ms")
        print(f"{'importing the function':51}{imported:9.0f}")
        print(f"{'first search, which reads and indexes everything':51}{cold:9.0f}")
        print(f"{'second search':51}{second:9.1f}")
        print(f"{'memory before, and after both (MB)':51}{empty:9.0f} {held:8.0f}")

        trips = Trips()
        client.meta.events.register_first("before-call.dynamodb", trips.begin)
        print(f"\n{options.calls} warm calls each{'':24}median     p95   cpu   of it embedding   trips")
        for name, (target, body) in PATHS.items():
            timed(called(key, target, {"query": "warm up", **body}))
            times, worked, embedding = [], [], []
            for query in questions(options.calls):
                call = called(key, target, {"query": query, **body})
                begun = time.process_time()
                times.append(timed(call))
                worked.append(1000 * (time.process_time() - begun))
                begun = time.process_time()
                model.question(query)
                embedding.append(1000 * (time.process_time() - begun))
            p95 = statistics.quantiles(times, n=20)[-1]
            print(
                f"{name:37}{statistics.median(times):9.1f}{p95:8.1f}{statistics.median(worked):6.1f}"
                f"{statistics.median(embedding):18.1f}{trips.count(call):8}"
            )
        connection.use(None)
        client.close()


def _first_call(path: list[str], file: Path, key: str, sending: Any) -> None:
    sys.path[:] = path
    prepare(stack())
    first_call(file, key, sending)


if __name__ == "__main__":
    main()
