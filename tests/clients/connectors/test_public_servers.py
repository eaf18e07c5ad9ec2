"""Public MCP servers as connectors of a started server, through the official client of either era."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.clients.mcp.clients import Calls, Played, current
from tests.support.public_upstreams import MISSING, everything, is_installed, memory
from tests.support.server import Running, launcher

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not is_installed(), reason=MISSING)]
CLIENTS = pytest.mark.parametrize("mode", ["auto", "legacy"])


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, dict[str, str]]]:
    """A started server with both connectors, and the upstreams' addresses."""
    folder = tmp_path_factory.mktemp("connectors")
    with everything() as show, memory(folder) as graph:
        for start in launcher(folder / "data"):
            running = start().wait()
            for name, url in (("everything", show), ("graph", graph)):
                assert owner(running, "POST", "", {"name": name, "url": url})[0] == 200
            yield running, {"everything": show, "graph": graph}


def owner(server: Running, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    headers = {"Authorization": f"Bearer {server.manage_key}", "Content-Type": "application/json"}
    sent = None if body is None else json.dumps(body)
    status, answer = server.call(method, f"/v1/owner/connectors{path}", sent, headers)
    return status, json.loads(answer)


def through(server: Running, mode: str, calls: Calls, session: str = "s") -> Played:
    headers = {"Authorization": f"Bearer {server.key}", "X-Session-Id": session}
    return current(mode)(f"http://127.0.0.1:{server.port}/mcp", headers, calls)


@pytest.mark.requirement("A20")
@CLIENTS
def test_tools_of_both_are_listed_with_the_memorys(mode: str, servers: tuple[Running, dict[str, str]]) -> None:
    server, urls = servers
    listed = through(server, mode, []).tools
    names = [tool["name"] for tool in listed]
    direct = {name: current("legacy")(url, {}, []).tools for name, url in urls.items()}

    assert [name for name in names if name.startswith("tulimoa__")] == names[:7]
    own = {
        f"{name}__{tool['name']}": tool
        for name, tools in direct.items()
        for tool in tools
        if (tool["execution"] or {}).get("taskSupport") != "required"  # cannot be called as a tool alone
    }
    assert names[7:] == sorted(own)
    for tool in listed[7:]:
        assert tool["inputSchema"] == own[tool["name"]]["inputSchema"]
        assert tool["outputSchema"] is None


@pytest.mark.requirement("A20", "D6")
@CLIENTS
def test_results_are_those_of_the_server_itself(mode: str, servers: tuple[Running, dict[str, str]]) -> None:
    server, urls = servers
    calls: Calls = [
        ("echo", {"message": "Grüße 𝄞"}),
        ("get-sum", {"a": 2, "b": 3}),
        ("get-tiny-image", {}),
        ("get-annotated-message", {"messageType": "error", "includeImage": True}),
        ("get-resource-links", {"count": 2}),
        ("get-resource-reference", {"resourceType": "Text", "resourceId": 1}),
        ("get-structured-content", {"location": "Chicago"}),
        ("get-sum", {"a": "no number"}),
    ]
    direct = current("legacy")(urls["everything"], {}, calls).results
    passed = through(server, mode, [(f"everything__{name}", arguments) for name, arguments in calls], mode).results

    for (name, _), ours, theirs in zip(calls, passed, direct, strict=True):
        length = len(theirs["content"])
        if name != "get-resource-reference":  # its answer has the current time
            assert ours["content"][:length] == theirs["content"], name
        assert all(block["type"] == "text" for block in ours["content"][length:])  # a note, where one is due
        assert ours["structuredContent"] == theirs["structuredContent"]
        assert ours["isError"] == theirs["isError"]
    image = passed[2]["content"]
    assert [block["type"] for block in image[:3]] == ["text", "image", "text"]


@pytest.mark.requirement("A20", "A11")
@CLIENTS
def test_data_stored_upstream_is_read_again(mode: str, servers: tuple[Running, dict[str, str]]) -> None:
    server, _ = servers
    entity = {"name": f"Ledger {mode}", "entityType": "service", "observations": ["sends invoices"]}
    made, found = through(
        server,
        mode,
        [
            ("graph__create_entities", {"entities": [entity]}),
            ("graph__search_nodes", {"query": f"ledger {mode}"}),
        ],
    ).results

    assert made["isError"] is not True
    assert json.loads(found["content"][0]["text"])["entities"] == [entity]


@pytest.mark.requirement("C8", "D9")
def test_a_session_rises_with_a_connectors_level(servers: tuple[Running, dict[str, str]]) -> None:
    server, urls = servers
    level = {"name": "secret", "url": urls["everything"], "level": "CONFIDENTIAL"}
    assert owner(server, "POST", "", level)[0] == 200
    headers = {
        "Authorization": f"Bearer {server.key}",
        "X-Session-Id": "rising",
        "Content-Type": "application/json",
    }

    def saved() -> str:
        body = json.dumps({"key": "k", "content": "x"})
        return str(json.loads(server.call("POST", "/v1/tools/memory_save", body, headers)[1])["classification"])

    assert saved() == "PUBLIC"
    through(server, "auto", [("secret__echo", {"message": "x"})], "rising")
    assert saved() == "CONFIDENTIAL"
    assert owner(server, "DELETE", "/secret")[0] == 200


@pytest.mark.requirement("A20")
def test_the_owner_tests_both(servers: tuple[Running, dict[str, str]]) -> None:
    server, _ = servers
    for name, least in (("everything", 10), ("graph", 9)):
        status, answer = owner(server, "POST", f"/{name}/test")
        assert (status, answer["reached"], answer["cut_off"]) == (200, True, False)
        assert answer["protocol_version"] == "2025-11-25"
        assert len(answer["tools"]) >= least
