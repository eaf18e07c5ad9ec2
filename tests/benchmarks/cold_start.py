"""What a cold start of each function costs beside a bare boto3 DynamoDB client.

CPU time of a new process: import of the handler, the client, and one call that is answered from memory, as
the least of several runs. The target is a ratio of at most 1.7.

Run it as ``python -m tests.benchmarks.cold_start``; ``--importtime`` prints where the time goes as well.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TARGET = 1.7

BARE = """
import boto3
boto3.client("dynamodb")
"""

# The first call's answers come from a hook on the client, so that no server's time is counted.
FIRST_CALL = """
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("handler", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
from botocore.awsrequest import AWSResponse
from commonplace.storage.connection import client
from commonplace.operations.settings import settings
ANSWERS = {
    "GetItem": {},
    "Query": {"Items": [], "Count": 0, "ScannedCount": 0},
    "BatchGetItem": {
        "Responses": {
            settings().directory_table: [json.loads(sys.argv[3])],
            settings().sessions_table: [],
        },
        "UnprocessedKeys": {},
    },
}
class Raw:
    def __init__(self, body): self.body = body
    def stream(self, *_, **__): yield self.body
def answer(request, **_):
    operation = request.headers["X-Amz-Target"].decode().split(".")[1]
    body = json.dumps(ANSWERS.get(operation, {})).encode()
    return AWSResponse(request.url, 200, {"content-type": "application/x-amz-json-1.0"}, Raw(body))
client().meta.events.register("before-send.dynamodb", answer)
result = module.handler(json.loads(sys.argv[2]), None)
assert result.get("statusCode", 200) in (200, 404), result
"""

ARGUMENTS = {
    "recall": {},
    "remember": {"text": "a fact", "key": "k"},
    "set_goal": {"goal": "g"},
    "checkpoint": {"goal": "g", "plan_steps": ["one"]},
    "forget": {"key": "k"},
}
CLASSIFIED = {
    "memory_save": {"key": "k", "content": "a fact"},
    "memory_get": {"key": "k"},
    "memory_search": {"query": "a fact"},
    "memory_list": {},
    "memory_delete": {"key": "k"},
}
HEAD = {"entity": {"S": "account/acc_1"}, "part": {"S": "head"}, "epoch": {"N": "0"}}


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--built", action="store_true", help="the layer as `make build` made it, on Python 3.13")
    parser.add_argument("--importtime", action="store_true", help="print python -X importtime of recall")
    options = parser.parse_args(arguments)
    python = str(ROOT / ".venv-lambda" / "bin" / "python") if options.built else sys.executable
    layer = ROOT / ".aws-sam" / "build" / "CoreLayer" / "python" if options.built else ROOT / "layers" / "core"
    environment = _environment(layer)
    if options.built:
        environment["PYTHONDONTWRITEBYTECODE"] = "1"  # a function's disk is read-only
    programs = {"bare boto3 client": [BARE]} | {
        f"{group}/{tool}": [
            FIRST_CALL,
            str(ROOT / "functions" / group / tool / "handler.py"),
            json.dumps(_event(tool)),
            json.dumps(HEAD),
        ]
        for group, tool in [
            ("gateway", "authorize"),
            *(("agent", tool) for tool in ARGUMENTS),
            *(("classified", tool) for tool in CLASSIFIED),
        ]
    }
    if options.importtime:
        subprocess.run([python, "-X", "importtime", "-c", *programs["agent/recall"]], env=environment, check=True)
        return
    least = dict.fromkeys(programs, float("inf"))
    for run in range(options.runs):  # in turn, so that a slow moment of the machine meets all alike
        print(f"\rrun {run + 1} of {options.runs}", end="", file=sys.stderr, flush=True)
        for name, program in programs.items():
            least[name] = min(least[name], _cpu_milliseconds(python, program, environment))
    print(file=sys.stderr)
    bare = least["bare boto3 client"]
    print(f"{'':24}{'CPU ms':>8}{'ratio':>8}   (least of {options.runs}; target ratio {TARGET})")
    for name, milliseconds in least.items():
        print(f"{name:24}{milliseconds:8.0f}{milliseconds / bare:8.2f}")


def _cpu_milliseconds(python: str, program: list[str], environment: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([python, "-c", *program], env=environment, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def _environment(layer: Path) -> dict[str, str]:
    sys.path.insert(0, str(ROOT))
    from local.template import load

    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(layer),
        "AWS_ACCESS_KEY_ID": "benchmark",
        "AWS_SECRET_ACCESS_KEY": "benchmark",
        "AWS_DEFAULT_REGION": "eu-central-1",
        **load(ROOT / "template.yaml").environment,
    }


def _event(tool: str) -> dict[str, object]:
    return {
        "headers": {"authorization": "Bearer nobody"},
        "requestContext": {
            "requestId": "r",
            "authorizer": {"lambda": {"account": "acc_1", "scopes": "read write", "level": "PUBLIC"}},
        },
        "body": json.dumps((ARGUMENTS | CLASSIFIED).get(tool, {})),
        "isBase64Encoded": False,
    }


if __name__ == "__main__":
    main()
