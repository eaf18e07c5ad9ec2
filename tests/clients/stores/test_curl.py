"""The documented curl lines, with host and key put in, against the started server."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import uuid
from typing import Any

import pytest

from tests.support.server import Running

pytestmark = pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")

HOST = "https://api.wontopos.com"


def curl(server: Running, line: str) -> Any:
    line = line.replace(HOST, f"http://127.0.0.1:{server.port}").replace("...", f"http://127.0.0.1:{server.port}")
    line = line.replace("$WOS_API_KEY", server.key or "").replace("$WOS_KEY", server.key or "")
    done = subprocess.run(
        [*shlex.split(line.replace("\\\n", " "), comments=True), "-sS"],
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    return json.loads(done.stdout)


@pytest.mark.requirement("S1", "S5", "S7")
def test_the_documented_lines_work(server: Running) -> None:
    alice = f"alice-{uuid.uuid4().hex[:8]}"

    def run(line: str) -> Any:
        return curl(server, line.replace('"alice"', f'"{alice}"').replace("user_id=alice", f"user_id={alice}"))

    headers = '-H "X-API-Key: $WOS_API_KEY" -H "Content-Type: application/json"'
    assert run(f'curl -X POST {HOST}/api/v1/memory/collection {headers} -d \'{{"user_id":"alice"}}\'')[
        "status"
    ] == ("created")
    run(
        f"curl -X POST {HOST}/api/v1/memory/speakers \\\n  {headers} \\\n"
        '  -d \'{"user_id":"alice","speaker":"Bob"}\'   # once per person'
    )
    stored = run(
        f"curl -X POST {HOST}/api/v1/memory/store \\\n  {headers} \\\n"
        '  -d \'{"user_id":"alice","content":"Bob said the deadline moved to Tuesday",'
        '"metadata":{"speaker":"Bob"}}\''
    )
    assert stored["status"] == "stored"
    found = run(
        f"curl -X POST {HOST}/api/v1/memory/search \\\n  {headers} \\\n"
        '  -d \'{"user_id":"alice","query":"what did Bob say about the deadline?","speaker":"Bob"}\''
    )
    assert [(one["content"], one["speaker"]) for one in found["memories"]] == [
        ("Bob said the deadline moved to Tuesday", "Bob")
    ]
    listed = run(f'curl "{HOST}/api/v1/memory/speakers?user_id=alice" -H "X-API-Key: $WOS_API_KEY"')
    assert (listed["speakers"][0]["speaker"], listed["speakers"][0]["memories"], listed["count"]) == ("Bob", 1, 1)
    # Without a content type, and a GET with a body.
    page = run(
        f'curl -X POST {HOST}/api/v1/memory/by-speaker \\\n  -H "X-API-Key: $WOS_KEY" \\\n'
        '  -d \'{"user_id":"alice","speaker":"Bob","limit":50}\''
    )
    assert (len(page["memories"]), page["chunks"]) == (1, 1)
    bare = '-H "X-API-Key: $WOS_KEY"'
    assert run(f'curl -X GET .../api/v1/memory/speakers {bare} -d \'{{"user_id":"alice"}}\'')["count"] == 1
    run(
        f"curl -X DELETE {HOST}/api/v1/memory/speakers \\\n  {headers} \\\n"
        '  -d \'{"user_id":"alice","speaker":"Bob"}\'   # memories stay, the tag goes'
    )
    gone = run(f'curl -X POST .../api/v1/memory/by-speaker {bare} -d \'{{"user_id":"alice","speaker":"Bob"}}\'')
    assert (gone["error"]["type"], gone["error"]["speaker"]) == ("not_found_error", "Bob")


@pytest.mark.requirement("S8", "S11")
def test_what_only_curl_can_send(server: Running) -> None:
    headers = '-H "X-API-Key: $WOS_API_KEY"'
    text = f"Only once {uuid.uuid4().hex[:6]}"

    def store(body: dict[str, Any]) -> Any:
        return curl(server, f"curl -X POST {HOST}/api/v1/memory/store {headers} -d '{json.dumps(body)}'")

    assert store({"content": text})["status"] == "stored"
    assert store({"content": text})["status"] == "duplicate"
    assert store({"content": text, "force": True})["status"] == "stored"
    bad: list[tuple[dict[str, Any], str]] = [
        ({"content": text, "metadta": {}}, "metadta"),
        ({"content": None}, "content"),
        ({"content": "x" * 20_001}, "content"),
    ]
    for wrong, field in bad:
        assert store(wrong)["error"]["field"] == field
    for memory_id in (None, "", "  "):
        line = f"curl -X POST {HOST}/api/v1/memory/forget {headers} -d "
        body = shlex.quote(json.dumps({"user_id": "default", "memory_id": memory_id}))
        answer = curl(server, line + body)
        assert (answer["error"]["type"], answer["error"]["field"]) == ("invalid_request_error", "memory_id")
    still = curl(server, f"curl -X POST {HOST}/api/v1/memory/list {headers} -d '{{\"limit\":500}}'")
    assert sum(memory["content"] == text for memory in still["memories"]) == 2
