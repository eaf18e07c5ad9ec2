"""Pages of the dashboard in their function, warm: over 2,000 memories of one account, on the embedded engine.

Run it as ``python -m tests.benchmarks.dashboard``. It prints for each page the time of a handler call (no HTTP),
what the processor worked meanwhile (it tells more where other work shares the machine), the calls of the tables,
how many of them follow one another, and the bytes that a browser gets which has nothing of it yet.
"""

from __future__ import annotations

import argparse
import base64
import re
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from local.functions import prepare
from tests.benchmarks.store_search import Trips
from tests.benchmarks.tables import new_tables
from tests.support.agents import NO_CONTEXT, function, stack

PAGES = (
    "/memories",
    "/memories?scope=session",
    "/memories?text=tree",
    "/memories?text=nothing",
    "/usage",
    "/team",
    "/connectors",
    "/keys",
    "/connect",
)


class Reader:
    """A browser of the signed-in owner, which reads gzip."""

    def __init__(self, secret: str) -> None:
        self._cookie = f"__Host-commonplace={secret}"

    def event(self, address: str) -> dict[str, Any]:
        """What the API hands over."""
        path, _, query = address.partition("?")
        return {
            "rawPath": path,
            "queryStringParameters": dict(one.split("=") for one in query.split("&") if one),
            "cookies": [self._cookie],
            "headers": {"host": "api.example.com", "x-forwarded-proto": "https", "accept-encoding": "gzip"},
            "requestContext": {
                "domainName": "api.example.com",
                "http": {"method": "GET", "path": path},
                "requestId": "r",
            },
        }

    def get(self, address: str) -> bytes:
        """Return a page's body as it is sent."""
        answer = function("DashboardFunction").handler(self.event(address), NO_CONTEXT)
        assert answer["statusCode"] == 200, answer
        body = answer["body"]
        return base64.b64decode(body) if answer["isBase64Encoded"] else body.encode()

    def weight(self, address: str) -> int:
        """Count the bytes of a page and of all that belongs to it."""
        import gzip

        body = self.get(address)
        text = gzip.decompress(body).decode()
        assets = set(re.findall(r'(?:src|href)="(/assets/[^"]+)"', text))
        return len(body) + sum(len(self.get(one)) for one in assets)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--memories", type=int, default=2000)
    parser.add_argument("--calls", type=int, default=50)
    options = parser.parse_args(arguments)
    prepare(stack())
    from commonplace.auth.keys import issue_key

    with new_tables() as client:
        reader = Reader(fill(client, issue_key(account="benchmark", team="benchmark"), options.memories))
        made: Counter[str] = Counter()
        trips = Trips()
        client.meta.events.register_first("before-call.dynamodb", trips.begin)
        client.meta.events.register_first("before-call.dynamodb", lambda model, **_: made.update([model.name]))
        for address in PAGES:
            measure(reader, address, trips, made, options.calls)


def fill(client: Any, key: str, count: int) -> str:
    """Write memories of all scopes and sign the owner in; return the cookie's secret."""
    from commonplace.auth import sign_ins
    from commonplace.operations import http
    from commonplace.storage.memories import item_of
    from tests.support.apps import App
    from tests.support.browser_seed import STORES, memories
    from tests.support.stored import account_of

    for store in STORES:
        App(key).in_store(store).good("create_store")
    made = list(memories(key, count))
    for begin in range(0, count, 25):
        items: list[Any] = [{"PutRequest": {"Item": item_of(one)}} for one in made[begin : begin + 25]]
        client.batch_write_item(RequestItems={stack().environment["MEMORIES_TABLE"]: items})
    return sign_ins.begin(http.process(), account_of(key), None)[0]


def measure(reader: Reader, address: str, trips: Trips, made: Counter[str], count: int) -> None:
    """Measure one page."""
    reader.get(address)
    made.clear()
    reader.get(address)
    calls = ", ".join(f"{number} {name}" for name, number in sorted(made.items()))
    in_a_row = trips.count(lambda: reader.get(address))
    walls, works = zip(*timed(reader, address, count), strict=True)
    print(
        f"{address}: {statistics.median(walls):.1f} ms (processor {statistics.median(works):.1f} ms, slowest of "
        f"{count} {max(walls):.1f} ms); {calls}; {in_a_row} in a row; {reader.weight(address):,} bytes with assets"
    )


def timed(reader: Reader, address: str, count: int) -> Iterator[tuple[float, float]]:
    """Yield time and processor's time of a call, in milliseconds."""
    for _ in range(count):
        begun, worked = time.perf_counter(), time.process_time()
        reader.get(address)
        yield 1e3 * (time.perf_counter() - begun), 1e3 * (time.process_time() - worked)


if __name__ == "__main__":
    main()
