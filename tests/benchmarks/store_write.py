"""The stores' writes in their functions, warm: over 5,000 memories of one store, on the embedded engine.

Run it as ``python -m tests.benchmarks.store_write``. It prints the time of a handler call (no HTTP), what the
processor worked meanwhile (it tells more where other work shares the machine), what of it embedding the text
takes, and the round trips. Part of what is stored is near in meaning to the new texts, so that there is something
to judge.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from local.functions import prepare
from tests.benchmarks.memory_search import WORDS
from tests.benchmarks.store_search import Trips
from tests.benchmarks.tables import new_tables
from tests.support.agents import NO_CONTEXT, function, stack

SENTENCES = 300  # of a long text
WRITES = {
    "store, new": "StoreMemoryFunction",
    "store, duplicate": "StoreMemoryFunction",
    "store-turn": "StoreTurnFunction",
    "supersede": "SupersedeFunction",
}


def fill(client: Any, account_id: str, count: int) -> None:
    """Write memories as they are stored, with vectors around that of a sentence."""
    import numpy as np

    from commonplace.domain.clock import SECOND, system_clock
    from commonplace.domain.memory import Embedding
    from commonplace.search.embedding.choose import embedder
    from commonplace.search.embedding.vectors import of_length_1, packed
    from commonplace.storage.memories import item_of
    from tests.support.stored import fact

    random, model = np.random.default_rng(1), embedder()
    middle = of_length_1(model.passages(list(texts(20))).mean(axis=0))
    now = system_clock() - 3600 * SECOND
    for begin in range(0, count, 25):
        items: list[Any] = []
        for number in range(begin, min(begin + 25, count)):
            text = f"memory {number}: {' '.join(WORDS[(number * s + s * s) % len(WORDS)] for s in range(1, 16))}"
            # At a cosine with it of about .99, .9 and .8.
            vector = middle + random.standard_normal(model.dimensions) * (0.007, 0.025, 0.038)[number % 3]
            embedding = Embedding(model.model_id, packed(vector.astype(np.float32)))
            memory = fact(account_id, text, embedding=embedding, created_at=now + number, updated_at=now + number)
            items.append({"PutRequest": {"Item": item_of(memory)}})
        client.batch_write_item(RequestItems={stack().environment["MEMORIES_TABLE"]: items})


def texts(count: int, begin: int = 0) -> Iterator[str]:
    """New sentences of about fifteen words."""
    for number in range(begin, begin + count):
        some = [WORDS[(number * step + 7 * step) % len(WORDS)] for step in range(1, 10)]
        yield f"The {some[0]} of number {number} is with the {' '.join(some[1:])} since May"


class Calls:
    """Calls functions with one key, and times them."""

    def __init__(self, key: str) -> None:
        verdict = function("AuthorizeFunction").handler(
            {"routeKey": "POST /api/v1/", "headers": {"x-api-key": key}}, NO_CONTEXT
        )
        self._context = {"requestId": "r", "authorizer": {"lambda": verdict["context"]}}
        self._sent = 0

    def __call__(self, name: str, **body: Any) -> dict[str, Any]:
        """Call a function under an idempotency key of its own, as the public client does."""
        self._sent += 1
        headers = {"idempotency-key": f"benchmark-{self._sent}"}
        event = {"headers": headers, "requestContext": self._context, "body": json.dumps(body)}
        answer = function(name).handler(event, NO_CONTEXT)
        assert answer["statusCode"] == 200, answer
        told: dict[str, Any] = json.loads(answer["body"])
        return told


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--memories", type=int, default=5000)
    parser.add_argument("--calls", type=int, default=100)
    options = parser.parse_args(arguments)
    prepare(stack())
    from commonplace.auth.keys import issue_key
    from tests.support.stored import account_of

    with new_tables() as client:
        key = issue_key(account="benchmark")
        fill(client, account_of(key), options.memories)
        trips = Trips()
        client.meta.events.register_first("before-call.dynamodb", trips.begin)
        measure(Calls(key), trips, options.memories, options.calls)


def measure(call: Calls, trips: Trips, memories: int, count: int) -> None:
    """Measure each write, and a long text."""
    from commonplace.search.embedding.choose import embedder

    begun = time.perf_counter()
    call("StoreMemoryFunction", content="The first store of a process reads all that is there")
    print(f"{memories:,} memories; the first store, which reads them all: {time.perf_counter() - begun:.2f} s\n")
    print(f"{count} warm calls each{'':24}median     p95   cpu   of it embedding   trips")
    known: list[str] = []
    for name, target in WRITES.items():
        times, worked, embedding, states = [], [], [], set()
        for number, text in enumerate(texts(count)):
            body = body_of(name, text, known[number] if known and name == "supersede" else "")
            began, at = time.process_time(), time.perf_counter()
            told = call(target, **body)
            times.append(1000 * (time.perf_counter() - at))
            worked.append(1000 * (time.process_time() - began))
            states.add(told["status"])
            if name == "store, new":
                known.append(told["id"])
            began = time.process_time()
            embedder().passages([text])
            embedding.append(1000 * (time.process_time() - began))
        assert len(states) == 1, states
        (text,) = texts(1, count if name == "store, new" else 0)
        shown = trips.count(partial(call, target, **body_of(name, text, told.get("new_memory_id", ""))))
        p95 = statistics.quantiles(times, n=20)[-1]
        print(
            f"{name:37}{statistics.median(times):9.1f}{p95:8.1f}{statistics.median(worked):6.1f}"
            f"{statistics.median(embedding):18.1f}{shown:8}"
        )
    content = ". ".join(text.partition(" since ")[0][:64] for text in texts(SENTENCES, 1_000_000))
    at, began = time.perf_counter(), time.process_time()
    told = call("BulkStoreFunction", content=content)
    print(
        f"\n{len(content):,} characters in {told['chunks']} sentences, {told['stored']} of them stored:"
        f" {time.perf_counter() - at:.1f} s, the processor {time.process_time() - began:.1f} s"
    )


def body_of(name: str, text: str, old_id: str) -> dict[str, Any]:
    """A request that stores a text."""
    if name == "store-turn":
        return {"user_msg": text, "assistant_msg": "That is so."}
    if name == "supersede":
        return {"old_memory_id": old_id, "new_content": f"Since June it is otherwise, {text}"}
    return {"content": text}


if __name__ == "__main__":
    main()
