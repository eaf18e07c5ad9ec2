"""What MCP costs: a warm call of the endpoint beside the same tool's own function, and what a cold start loads.

Run it as ``python -m tests.benchmarks.mcp_endpoint``. Calls are handler calls in this process (no HTTP) on the
embedded engine, interleaved, so that a slow moment meets all alike. ``--built`` measures the cold start with the
layers as ``make build`` made them.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from local.functions import prepare
from tests.benchmarks.tables import new_tables
from tests.support.agents import NO_CONTEXT, ROOT, Agent, function, stack, tool_event
from tests.support.mcp_agents import LEGACY, MODERN, McpAgent

LAYERS = ("CoreLayer", "GatewayLayer")
COLD = {
    "bare interpreter": "",
    "recall's function": (
        "from commonplace.agent.recall import RECALL; from commonplace.operations.http import answer_tool"
    ),
    "the SDK alone": "import mcp",
    "the endpoint": "from commonplace.gateway.mcp.endpoint import answer_mcp",
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--built", action="store_true")
    options = parser.parse_args(arguments)
    prepare(stack())
    _warm(options.calls)
    _cold(options.runs, built=options.built)


def _warm(count: int) -> None:
    from commonplace.auth.keys import issue_key

    with new_tables():
        key = issue_key(account="benchmark")
        for number in range(100):
            Agent(key).remember(f"Fact number {number} of the project.")
        times: dict[str, list[float]] = {}
        calls = _calls(key)
        for _ in range(count):
            for name, call in calls.items():
                begun = time.perf_counter()
                answer = call()
                times.setdefault(name, []).append(1000 * (time.perf_counter() - begun))
                assert answer["statusCode"] == 200, answer
        print(f"{'warm, ' + str(count) + ' calls each':44}{'least':>8}{'median':>8}{'p95':>8}   ms")
        for name, taken in times.items():
            p95 = statistics.quantiles(taken, n=20)[18]
            print(f"{name:44}{min(taken):8.2f}{statistics.median(taken):8.2f}{p95:8.2f}")


def _calls(key: str) -> dict[str, Callable[[], Any]]:
    modern, legacy = (McpAgent(key, version) for version in (MODERN, LEGACY))
    event = tool_event("/v1/tools/recall", "{}", {"authorization": f"Bearer {key}"})
    verdict = function("AuthorizeFunction").handler(event, NO_CONTEXT)
    event["requestContext"]["authorizer"] = {"lambda": verdict["context"]}
    recall, endpoint = function("RecallFunction").handler, function("McpFunction").handler

    def over_mcp(agent: McpAgent, method: str, **params: Any) -> Callable[[], Any]:
        request = agent.request_event(method, params)
        return lambda: endpoint(request, NO_CONTEXT)

    named = {"name": "tulimoa__recall", "arguments": {}}
    return {
        "recall, its own function": lambda: recall(event, NO_CONTEXT),
        f"recall, tools/call {MODERN}": over_mcp(modern, "tools/call", **named),
        f"recall, tools/call {LEGACY}": over_mcp(legacy, "tools/call", **named),
        f"tools/list {MODERN}": over_mcp(modern, "tools/list"),
        f"server/discover {MODERN}": over_mcp(modern, "server/discover"),
    }


def _cold(runs: int, *, built: bool) -> None:
    python = ROOT / ".venv-lambda" / "bin" / "python" if built else Path(sys.executable)
    folders = (
        [ROOT / ".aws-sam" / "build" / layer / "python" for layer in LAYERS]
        if built
        else [ROOT / "layers" / "core"]
    )
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.pathsep.join(map(str, folders)),
        **({"PYTHONDONTWRITEBYTECODE": "1"} if built else {}),
        **stack().environment,
    }
    least = dict.fromkeys(COLD, float("inf"))
    for _ in range(runs):
        for name, program in COLD.items():
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([python, "-c", program], env=environment, check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
            least[name] = min(least[name], 1000 * spent)
    print(f"\n{'imports, least of ' + str(runs):44}{'CPU ms':>8}")
    for name, milliseconds in least.items():
        print(f"{name:44}{milliseconds:8.0f}")


if __name__ == "__main__":
    main()
