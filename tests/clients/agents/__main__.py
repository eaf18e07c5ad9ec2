"""Play the conversation with the clients: ``python -m tests.clients.agents [--client NAME]``."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from tests.clients.agents.clients import CLIENTS, Client, Place, run
from tests.clients.agents.conversation import CONNECTOR, GOAL, REMEMBERED, STEPS, probe
from tests.clients.agents.model import Model, serving
from tests.clients.agents.packages import Packages
from tests.clients.agents.report import PAGE, Row, page, problems, table
from tests.support import upstreams
from tests.support.agents import ROOT
from tests.support.server import Running, launcher

PATIENCE = 300.0
_INSIDE = "COMMONPLACE_AGENTS_INSIDE"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.clients.agents", description=__doc__)
    names = [client.name for client in CLIENTS]
    parser.add_argument("--client", action="append", choices=names, help="default: all")
    parser.add_argument(
        "--cache", type=Path, default=ROOT / ".cache" / "agents", help="where the clients are installed"
    )
    parser.add_argument("--print", action="store_true", help="print the table, but do not write the page")
    options = parser.parse_args()
    packages = Packages(options.cache.resolve())
    if _INSIDE not in os.environ:
        packages.install()
        _without_network()
    chosen = [client for client in CLIENTS if client.name in (options.client or names)]
    rows = _play(packages, chosen)
    print(table(rows))
    if not (options.print or options.client or problems(rows)):
        PAGE.write_text(page(rows), encoding="utf-8")
        print(f"Written: {PAGE.relative_to(ROOT)}")
    sys.exit("\n".join(problems(rows)) or 0)


def _without_network() -> None:
    """Go on in a network namespace where there is loopback alone, so that no client reaches anything else."""
    inside = ["unshare", "--map-root-user", "--net", "--"]
    if (
        shutil.which("ip") is None
        or subprocess.run([*inside, "true"], capture_output=True, check=False).returncode
    ):
        print("No network namespace can be made here: only the proxy settings keep the clients on loopback.")
        return
    again = ["sh", "-c", 'ip link set lo up && exec "$@"', "sh", sys.executable, "-m", "tests.clients.agents"]
    os.execvpe(inside[0], [*inside, *again, *sys.argv[1:]], {**os.environ, _INSIDE: "1"})


def _play(packages: Packages, clients: Sequence[Client]) -> list[Row]:
    records = packages.folder / "records"
    records.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))  # else the servers would go on
    with (
        tempfile.TemporaryDirectory() as folder,
        upstreams.serving(probe()) as upstream,
        contextlib.ExitStack() as ending,
    ):
        servers = launcher(Path(folder) / "data")
        server = next(servers)("--quiet").wait()
        ending.callback(next, servers, None)  # which ends them
        _manage(server, "/v1/owner/connectors", {"name": CONNECTOR, "url": upstream.url})
        return [_with(client, server, packages, Path(folder) / client.name, records) for client in clients]


def _with(client: Client, server: Running, packages: Packages, folder: Path, records: Path) -> Row:
    """Play the conversation with one client, in a session of its own."""
    print(f"{client.title} {client.version}", file=sys.stderr)
    folder.mkdir()
    session = {"X-Session-Id": client.name}
    _manage(server, "/v1/tools/set_goal", {"goal": GOAL}, session)
    _manage(server, "/v1/tools/remember", {"text": REMEMBERED}, session)
    steps = [step for step in STEPS if step.name not in client.fails]
    with serving(Model(lambda: _manage(server, "/v1/sessions/anchor", {}, session), steps)) as model:
        mcp = f"http://127.0.0.1:{server.port}/mcp?session={client.name}"
        place = Place(folder, packages, model.url, mcp, server.key or "", "-".join(("sk", "stand", "in")))
        code, output = run(client.start(place), folder, _environment(place), PATIENCE)
    results = {name: [asdict(piece) for piece in shown] for name, shown in model.results.items()}
    record = {
        "exit": code,
        "output": output,
        "tools": model.listed,
        "results": results,
        "requests": model.requests,
    }
    (records / f"{client.name}.json").write_text(json.dumps(record, indent=1, ensure_ascii=False))
    missing = [step.name for step in steps if step.name not in model.results]
    problem = f"no result of {', '.join(missing)}; exit {code}: {output[-600:]}" if missing else ""
    return Row(client, model.results, model.listed, model.instructed, problem)


def _environment(place: Place) -> dict[str, str]:
    """Nothing of the user's own; every way out leads to a port of loopback where nobody listens."""
    nowhere = "http://127.0.0.1:9"
    return {
        "PATH": f"{place.packages.node.parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(place.folder),
        "COMMONPLACE_KEY": place.key,
        "LANG": "C.UTF-8",
        "HTTP_PROXY": nowhere,
        "HTTPS_PROXY": nowhere,
        "http_proxy": nowhere,
        "https_proxy": nowhere,
        "NO_PROXY": "127.0.0.1,localhost",
        "no_proxy": "127.0.0.1,localhost",
    }


def _manage(server: Running, path: str, body: object, headers: dict[str, str] | None = None) -> None:
    """Call as the owner's application."""
    sent = {"Authorization": f"Bearer {server.manage_key}", "Content-Type": "application/json", **(headers or {})}
    status, answer = server.call("POST", path, json.dumps(body), sent)
    assert status == 200, answer


if __name__ == "__main__":
    main()
