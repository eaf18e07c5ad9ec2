"""memory_search in the function, warm: median over 5,000 memories of one level, on the embedded engine.

Run it as ``python -m tests.benchmarks.memory_search``. It prints the time of a handler call (no HTTP), what of
it the engine took, and the cold first call.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from local.functions import prepare
from tests.support.agents import NO_CONTEXT, Agent, function, stack

WORDS = """
deploy bucket region owner release branch review budget customer invoice meeting runbook alert queue worker schema
index latency cache token session report quarter design color font tabs coffee train flight hotel birthday garden
recipe music violin chess football weekend holiday doctor school project deadline
""".split()  # noqa: SIM905 - read more easily than a list


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--memories", type=int, default=5000)
    parser.add_argument("--calls", type=int, default=200)
    options = parser.parse_args(arguments)
    prepare(stack())
    from commonplace.accounts import issue_key
    from commonplace.tables import connection
    from local.deploy import create_tables
    from local.dynamodb import connect

    with tempfile.TemporaryDirectory() as folder:
        client = connect(Path(folder) / "tables.db")
        create_tables(client, stack())
        connection.use(client)
        agent = Agent(issue_key(account="benchmark"))
        for number in range(options.memories):
            words = [WORDS[(number * step + step * step) % len(WORDS)] for step in range(1, 16)]
            answer = agent.call("memory_save", key=f"k{number}", content=f"memory {number}: {' '.join(words)}")
            assert answer.status == 200, answer.body
        engine = [0.0]
        begun: dict[str, float] = {}
        client.meta.events.register_first(
            "before-call.dynamodb", lambda **_: begun.__setitem__("at", time.perf_counter())
        )
        client.meta.events.register_last(
            "after-call.dynamodb",
            lambda **_: engine.__setitem__(0, engine[0] + time.perf_counter() - begun["at"]),
        )
        verdict = function("AuthorizeFunction").handler(
            {"headers": {"authorization": f"Bearer {agent.key}"}}, NO_CONTEXT
        )
        handler = function("MemorySearchFunction").handler
        times, inside = [], []
        for call in range(options.calls + 1):
            query = f"{WORDS[call % len(WORDS)]} {WORDS[(call * 7) % len(WORDS)]}"
            event: dict[str, Any] = {
                "headers": {},
                "requestContext": {"requestId": "r", "authorizer": {"lambda": verdict["context"]}},
                "body": f'{{"query": "{query}"}}',
            }
            engine[0], start = 0.0, time.perf_counter()
            answer = handler(event, NO_CONTEXT)
            times.append(1000 * (time.perf_counter() - start))
            inside.append(1000 * engine[0])
            assert answer["statusCode"] == 200, answer
        connection.use(None)
        client.close()
    print(f"memories {options.memories}, warm calls {options.calls}")
    print(f"first call (cold words)  {times[0]:8.1f} ms")
    print(f"median                   {statistics.median(times[1:]):8.2f} ms")
    print(f"p95                      {statistics.quantiles(times[1:], n=20)[-1]:8.2f} ms")
    print(f"of it in the engine      {statistics.median(inside[1:]):8.2f} ms (calls overlap; a sum)")


if __name__ == "__main__":
    main()
