"""Export and import of 10,000 memories in their functions, on the embedded engine, and what they hold meanwhile.

Run it as ``python -m tests.benchmarks.export_import``. Each part runs in a process of its own, so that its highest
resident memory is that of the part; what it is without any work is told beside it.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from local.functions import prepare
from tests.support.agents import NO_CONTEXT, function, stack, tool_event

ACCOUNT = "export"


def bind(folder: Path) -> Any:
    """Bind the functions to tables in a folder."""
    prepare(stack())
    from commonplace.storage import connection
    from local.deploy import create_tables
    from local.dynamodb import connect

    client = connect(folder / "tables.db")
    create_tables(client, stack())
    connection.use(client)
    return client


def call(path: str, key: str, arguments: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """Call a function, and return what it answers and how many bytes that are."""
    from commonplace.auth.keys import caller_by_key, directory

    event = tool_event(path, json.dumps(arguments), {"authorization": f"Bearer {key}"})
    caller = caller_by_key(key, directory())
    assert caller is not None
    event["requestContext"]["authorizer"] = {"lambda": caller.context()}
    name = next(route.function for route in stack().routes if route.path == path)
    answer = function(name).handler(event, NO_CONTEXT)
    assert answer["statusCode"] == 200, answer["body"]
    return json.loads(answer["body"]), len(answer["body"].encode())


def fill(folder: Path, count: int) -> str:
    """Write memories as they are stored, with vectors, and return a key."""
    client = bind(folder)
    from commonplace.auth.keys import issue_key
    from tests.benchmarks.store_write import fill as write
    from tests.support.stored import account_of

    key = issue_key(account=ACCOUNT)
    write(client, account_of(key), count)
    return key


def export(folder: Path, key: str) -> dict[str, Any]:
    """Export page by page; only one page is held."""
    bind(folder)
    before, begun, sizes, count, cursor = _highest(), time.perf_counter(), list[int](), 0, None
    with (folder / "export.json").open("w", encoding="utf-8") as file:
        while True:
            page, size = call("/v1/owner/export", key, {} if cursor is None else {"cursor": cursor})
            sizes.append(size)
            for record in page["records"]:
                file.write(json.dumps(record) + "\n")
                count += record["type"] == "memory"
            cursor = page["next_cursor"]
            if cursor is None:
                break
    return _told(before, begun) | {"memories": count, "pages": len(sizes), "largest page": max(sizes)}


def take(folder: Path, key: str) -> dict[str, Any]:
    """Import in parts of 500 into another account of the same tables."""
    bind(folder)
    from commonplace.auth.keys import issue_key

    del key
    other = issue_key(account="import", scopes=frozenset({"manage"}))
    with (folder / "export.json").open(encoding="utf-8") as file:
        before, begun, done, part = _highest(), time.perf_counter(), Counter[str](), list[Any]()
        for line in [*file, ""]:
            part += [json.loads(line)] if line else []
            if part and (len(part) == 500 or not line):
                body = {"format": "commonplace-export", "version": 1, "records": part}
                answer = call("/v1/owner/import", other, body)[0]
                done.update({name: answer[name] for name in ("stored", "quarantined", "ignored")})
                done["refused"] += len(answer["refused"])
                part = []
    return _told(before, begun) | done


def _told(before: float, begun: float) -> dict[str, Any]:
    return {
        "seconds": round(time.perf_counter() - begun, 2),
        "MB before": round(before, 1),
        "MB at most": round(_highest(), 1),
    }


def _highest() -> float:
    """Read the highest resident memory of this process, in MB (what getrusage tells begins with its parent's)."""
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return int(status["VmHWM"].split()[0]) / 1024


def apart(work: Callable[..., Any], *arguments: Any) -> Any:
    """Do work in a process of its own, and return what it returns."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(work, arguments)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    count = parser.parse_args().count
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        key = apart(fill, folder, count)
        print("export", apart(export, folder, key))
        print("import", apart(take, folder, key))


if __name__ == "__main__":
    main()
