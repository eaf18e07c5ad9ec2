"""The server as a process: the main job over HTTP, its commands, and how it starts and ends."""

from __future__ import annotations

import http.client
import json
import os
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import boto3
import pytest
from botocore.config import Config

from local import template
from local.deploy import create_tables
from local.dynamodb import Engine, connect

if TYPE_CHECKING:
    from tests.support.server import Launch, Running

    Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.requirement("A1", "A2", "B5")
def test_the_main_job(launch: Launch, command: Command) -> None:
    server = launch().wait()
    key = server.key
    assert key is not None

    status, stored = server.tool("remember", {"text": "The user likes short answers."}, key)
    assert (status, stored["status"]) == (200, "stored")
    status, recalled = server.tool("recall", {}, key)
    assert (status, [item["text"] for item in recalled["items"]]) == (200, ["The user likes short answers."])

    # A second key, made beside the running server, is known at once and sees its own account alone.
    made = command("key", "--data", str(server.data), "--account", "other")
    assert (made.returncode, made.stderr) == (0, "")
    other = made.stdout.strip()
    assert made.stdout == f"{other}\n"
    assert server.tool("recall", {}, other) == (200, {"items": []})


@pytest.mark.requirement("B1")
def test_a_key_of_a_level_reads_up_to_it(command: Command, shared: Running) -> None:
    def made(*options: str) -> str:
        return command("key", "--data", str(shared.data), "--account", "levels", *options).stdout.strip()

    def send(path: str, key: str, **body: object) -> dict[str, Any]:
        status, answer = shared.call("POST", f"/api/v1/memory/{path}", json.dumps(body), {"X-API-Key": key})
        assert status == 200, answer
        return dict(json.loads(answer))

    public, secret = made(), made("--level", "CONFIDENTIAL")
    send("store", secret, content="The merger is called off")

    assert [row["content"] for row in send("list", secret)["memories"]] == ["The merger is called off"]
    assert send("list", public)["memories"] == []


def test_the_printed_lines_work(launch: Launch) -> None:
    server = launch().wait()
    answers = []
    for line in (line for line in server.output if line.startswith("curl")):
        done = subprocess.run(shlex.split(line), capture_output=True, timeout=20, check=True)
        answers.append(json.loads(done.stdout))

    assert answers[0]["status"] == "stored"
    assert answers[1]["items"][0]["text"] == "The user likes short answers."


@pytest.mark.requirement("B5")
def test_case_45_base64_and_plain_get_the_same_answers(shared: Running) -> None:
    """http.client sends no content type of its own, so that body reaches the function in base64."""
    plain = {"Authorization": f"Bearer {shared.key}", "Content-Type": "application/json"}
    bare = {"Authorization": f"Bearer {shared.key}"}
    stored = b'{"text":"caf\xc3\xa9","key":"k"}'

    def outcome(headers: dict[str, str], session: str) -> list[tuple[int, Any]]:
        headers = {**headers, "X-Session-Id": session}
        found = []
        for tool, body in (("remember", stored), ("recall", b"{}"), ("remember", b'{"text":1}')):
            status, answer = shared.call("POST", f"/v1/tools/{tool}", body, headers)
            found.append((status, json.loads(answer)))
        texts = [item["text"] for item in found[1][1]["items"]]
        found[2][1]["error"].pop("request_id")
        return [(found[0][0], texts), found[2]]

    assert outcome(bare, "s1") == outcome(plain, "s2")
    assert outcome(plain, "s3")[0] == (200, ["café"])


def test_keep_alive_on_one_connection(shared: Running) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", shared.port, timeout=20)
    connection.connect()
    local = connection.sock.getsockname()
    for path, status in (("/healthz", 200), ("/none", 404), ("/v1/tools/recall", 404)):
        connection.request("GET", path)
        response = connection.getresponse()
        assert (response.status, bool(response.read())) == (status, True)
    assert connection.sock.getsockname() == local
    connection.close()


def test_without_a_key_and_with_a_wrong_one(shared: Running) -> None:

    for path, header in (("/v1/tools/recall", "Authorization"), ("/api/v1/memory/list", "X-API-Key")):
        status, body = shared.call("POST", path, "{}", {"Content-Type": "application/json"})
        error = json.loads(body)["error"]
        assert (status, error["type"], header in error["message"]) == (401, "authentication_error", True)
    status, answer = shared.tool("recall", {}, "cpk_wrong")
    assert (status, answer["type"]) == (401, "error")


@pytest.mark.requirement("E5")
def test_behind_a_proxy_addresses_and_cookies_are_https(shared: Running) -> None:
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "memory.example.com"}
    link = next(line.split()[1] for line in shared.output if line.startswith("Dashboard:"))
    connection = http.client.HTTPConnection("127.0.0.1", shared.port, timeout=20)

    connection.request("GET", "/.well-known/oauth-protected-resource/mcp", headers=forwarded)
    assert json.loads(connection.getresponse().read())["resource"] == "https://memory.example.com/mcp"
    connection.request("POST", "/mcp/", "{}", forwarded)
    response = connection.getresponse()
    assert (response.status, response.read() != b"") == (401, True)
    assert 'resource_metadata="https://memory.example.com/' in (response.getheader("www-authenticate") or "")
    connection.request("GET", link.removeprefix(f"http://127.0.0.1:{shared.port}"), headers=forwarded)
    response = connection.getresponse()
    response.read()
    cookie = response.getheader("set-cookie") or ""
    assert (response.status, cookie.startswith("__Host-commonplace="), "; Secure" in cookie) == (303, True, True)
    connection.close()


@pytest.mark.requirement("E5")
@pytest.mark.parametrize(
    "path", ["/healthz", "/sign-in", "/keys", "/none", "/", "/.well-known/oauth-protected-resource", "/assets/x"]
)
def test_head_has_what_get_has_but_the_body(shared: Running, path: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", shared.port, timeout=20)
    found = []
    for method in ("GET", "HEAD"):
        connection.request(method, path, headers={"accept": "text/html"})
        response = connection.getresponse()
        body = response.read()
        assert (method == "GET") or body == b""
        found.append((response.status, sorted(name.lower() for name, _ in response.getheaders())))
    connection.close()

    assert found[0] == found[1]
    assert (found[0][0] == 404) is (path in ("/none", "/assets/x"))


def test_an_upload_beyond_the_limit(shared: Running) -> None:

    status, body = shared.call("POST", "/v1/tools/remember", b"x" * 10_000_001)

    assert (status, json.loads(body)) == (413, {"message": "Request Entity Too Large"})


@pytest.mark.requirement("B1")
def test_the_tables_are_out_of_reach_unless_asked_for(shared: Running) -> None:
    headers = {"X-Amz-Target": "DynamoDB_20120810.ListTables", "Content-Type": "application/x-amz-json-1.0"}

    for path in ("/_dynamodb", "/_dynamodb/"):
        assert shared.call("POST", path, "{}", headers)[0] == 404
    assert not any("/_dynamodb" in line for line in shared.output)


def test_other_processes_reach_the_tables_where_asked_for(launch: Launch) -> None:
    running = launch("--dynamodb").wait()
    assert running.key is not None
    running.tool("remember", {"text": "x"}, running.key)
    address = f"http://127.0.0.1:{running.port}/_dynamodb"
    assert any(address in line for line in running.output)
    client = boto3.client(
        "dynamodb",
        endpoint_url=address,
        region_name="us-east-1",
        aws_access_key_id="local",
        aws_secret_access_key="local",
        config=Config(account_id_endpoint_mode="disabled"),
    )

    assert client.describe_table(TableName="commonplace-memories")["Table"]["TableStatus"] == "ACTIVE"
    assert client.scan(TableName="commonplace-memories")["Count"] >= 1
    with pytest.raises(client.exceptions.ResourceNotFoundException):
        client.describe_table(TableName="none")
    client.close()


def test_the_second_start_keeps_the_data_and_shows_no_key(launch: Launch) -> None:
    first = launch().wait()
    key = first.key
    assert key is not None
    first.tool("remember", {"text": "kept"}, key)
    assert first.end(signal.SIGTERM) == 0

    second = launch().wait()

    assert second.key is None
    assert any("-m local key --data" in line for line in second.output)
    assert second.tool("recall", {}, key)[1]["items"][0]["text"] == "kept"


def test_a_taken_port_is_told(shared: Running, command: Command) -> None:

    done = command("serve", "--port", str(shared.port), "--data", str(shared.data / "other"))

    assert done.returncode == 1
    assert f"Port {shared.port} is in use" in done.stderr
    assert f"--port {shared.port + 1}" in done.stderr
    assert not (shared.data / "other").exists()


def test_a_data_folder_that_is_a_file_is_told(shared: Running, command: Command) -> None:

    done = command("key", "--data", str(shared.data / "commonplace.db"), "--account", "a")

    assert done.returncode == 1
    assert "cannot be used" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["commonplace.db", "dispatcher.db"])
def test_a_damaged_file_is_told(command: Command, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"no database" * 1000)

    done = command("serve", "--port", "0", "--data", str(tmp_path))

    assert done.returncode == 1
    assert "cannot be used" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_name_that_cannot_be_one_is_told(command: Command, shared: Running) -> None:
    done = command("key", "--data", str(shared.data), "--account", "")

    assert (done.returncode, done.stdout) == (2, "")
    assert "account" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_cleanly_and_fast(launch: Launch, number: signal.Signals) -> None:
    server = launch().wait()
    idle = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    idle.connect()

    begun = time.monotonic()
    assert server.end(number) == 0
    assert time.monotonic() - begun < 3
    assert "Traceback" not in "".join(server.errors)
    idle.close()


@pytest.mark.requirement("A9")
def test_a_server_deletes_expired_items(launch: Launch, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    engine = Engine(tmp_path / "data" / "commonplace.db")
    client = connect(engine)
    create_tables(client, template.load())
    expired = str(int(time.time()) - 60)  # what expired five years ago stays for ever, on AWS too
    item = {"account_id": {"S": "a"}, "session_id": {"S": "s"}, "expires_at": {"N": expired}}
    client.put_item(TableName="commonplace-sessions", Item=item)
    launch().wait()

    end = time.monotonic() + 10
    while client.scan(TableName="commonplace-sessions")["Count"] and time.monotonic() < end:
        time.sleep(0.05)
    assert client.scan(TableName="commonplace-sessions")["Count"] == 0
    engine.close()


@pytest.mark.requirement("D7")
def test_the_log_is_one_line_a_request_without_content(launch: Launch) -> None:
    server = launch().wait()
    assert server.key is not None
    server.tool("remember", {"text": "Mary has a lamb"}, server.key)
    server.call("GET", "/mary?q=mary")
    server.end(signal.SIGTERM)

    lines = "".join(server.errors).splitlines()
    assert [line.split()[:3] for line in lines if "healthz" not in line] == [
        ["POST", "/v1/tools/remember", "200"],
        ["GET", "/{path+}", "404"],
    ]
    assert "mary" not in "".join(server.errors + server.output).lower()
    assert server.key not in "".join(server.errors)


def test_quiet(launch: Launch) -> None:
    server = launch("--quiet").wait()
    server.call("GET", "/none")
    server.end(signal.SIGTERM)

    assert server.errors == []


def test_starting_and_making_keys_at_the_same_time(launch: Launch, command: Command) -> None:
    servers = [launch() for _ in range(2)]
    keys: list[str] = []

    def make() -> None:
        done = command("key", "--data", str(servers[0].data), "--account", "same")
        assert done.returncode == 0, done.stderr
        keys.append(done.stdout.strip())

    threads = [threading.Thread(target=make) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    first, second = (server.wait() for server in servers)

    assert len(set(keys)) == 2
    assert first.tool("remember", {"text": "shared", "durable": True}, keys[0])[0] == 200
    assert second.tool("recall", {}, keys[1])[1]["items"][0]["text"] == "shared"


@pytest.mark.requirement("D9")
def test_kills_in_the_middle_of_a_start_leave_nothing_that_stops_the_next(launch: Launch) -> None:
    moments = [0.05, 0.12, 0.18, 0.22, 0.26, 0.3, 0.34, 0.4]
    key = None
    for moment in moments:
        server = launch()
        time.sleep(moment)
        server.end(signal.SIGKILL)
        key = server.key or key
    server = launch().wait()
    key = server.key or key

    assert key is not None, "no start showed a key"
    assert server.tool("remember", {"text": "after the kills"}, key)[0] == 200


def test_what_a_killed_server_acknowledged_is_there(launch: Launch) -> None:
    server = launch().wait()
    key = server.key
    assert key is not None
    acknowledged = []

    def write() -> None:
        for number in range(10_000):
            try:
                status, _ = server.tool("remember", {"text": f"fact {number}", "key": f"k{number % 20}"}, key)
            except (OSError, http.client.HTTPException):
                return
            assert status == 200
            acknowledged.append(number)

    writer = threading.Thread(target=write)
    writer.start()
    while len(acknowledged) < 60:
        time.sleep(0.01)
    os.killpg(server.process.pid, signal.SIGKILL)
    writer.join()

    again = launch().wait()
    _, found = again.tool("recall", {"limit": 25}, key)
    texts = {int(item["text"].split()[1]) for item in found["items"]}
    assert set(acknowledged[-19:]) <= texts
