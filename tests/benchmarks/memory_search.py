"""memory_search in the function, warm: median over 5,000 memories of one level, on the embedded engine.

Run it as ``python -m tests.benchmarks.memory_search``. It prints the time of a handler call (no HTTP), what of
it the engine took (its calls overlap: a sum), and the cold first call.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from typing import Any

from local.functions import prepare
from tests.benchmarks.tables import new_tables
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
    from commonplace.auth.keys import issue_key
    from commonplace.domain.clock import SECOND
    from commonplace.domain.times import REREAD_WINDOW

    with new_tables() as client:
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
        print(f"{options.memories:,} memories, {options.calls} calls{'':14}median     p95  of it engine   ms")
        for name, wait in (("while the writes settle", 0.0), ("settled", REREAD_WINDOW / SECOND + 1)):
            time.sleep(wait)
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
            if not wait:
                print(f"{'the first call, which reads all words':45}{times[0]:8.1f}")
            p95 = statistics.quantiles(times[1:], n=20)[-1]
            print(f"{name:45}{statistics.median(times[1:]):8.2f}{p95:8.2f}{statistics.median(inside[1:]):10.2f}")


if __name__ == "__main__":
    main()
