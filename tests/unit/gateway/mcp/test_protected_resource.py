"""What MCP clients look for before they sign in."""

from __future__ import annotations

import json
from typing import Any

import pytest

from commonplace.operations.settings import settings
from tests.support.agents import NO_CONTEXT, function
from tests.support.mcp_agents import HOST

ISSUER = "https://login.example.com/realm"


def asked(host: str = HOST, scheme: str | None = "https") -> dict[str, Any]:
    event = {
        "headers": {} if scheme is None else {"x-forwarded-proto": scheme},
        "requestContext": {"domainName": host, "http": {"method": "GET"}, "requestId": "r"},
    }
    answer: dict[str, Any] = function("ProtectedResourceFunction").handler(event, NO_CONTEXT)
    return answer


@pytest.mark.requirement("B2")
def test_metadata_names_the_issuer_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = {
        "resource": f"https://{HOST}/mcp",
        "bearer_methods_supported": ["header"],
        "resource_name": "Commonplace",
    }
    assert json.loads(asked()["body"]) == plain

    monkeypatch.setenv("OIDC_ISSUER", ISSUER)
    settings.cache_clear()
    try:
        scopes = ["commonplace:read", "commonplace:write"]
        assert json.loads(asked()["body"]) == {
            **plain,
            "authorization_servers": [ISSUER],
            "scopes_supported": scopes,
        }
    finally:
        monkeypatch.undo()
        settings.cache_clear()


@pytest.mark.requirement("B2")
@pytest.mark.parametrize(
    ("host", "scheme", "resource"),
    [
        ("127.0.0.1:8787", "http", "http://127.0.0.1:8787/mcp"),
        ("[::1]:8787", "http", "http://[::1]:8787/mcp"),
        ("memory.example.com", None, "https://memory.example.com/mcp"),
    ],
)
def test_the_resource_is_where_it_was_asked_for(host: str, scheme: str | None, resource: str) -> None:
    answer = asked(host, scheme)

    assert (answer["statusCode"], json.loads(answer["body"])["resource"]) == (200, resource)


@pytest.mark.requirement("B2")
@pytest.mark.parametrize("host", ["", 'a"b', "a b", "a/b", "user@host", "host:123456"])
def test_an_invalid_host_is_refused(host: str) -> None:
    answer = asked(host)

    assert (answer["statusCode"], json.loads(answer["body"])["error"]["field"]) == (400, "Host")
