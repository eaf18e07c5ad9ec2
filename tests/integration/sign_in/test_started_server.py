"""Signing in against the started server: by its link, by an issuer, and an MCP client that finds its way alone."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import anyio
import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata, OAuthToken

from tests.support.issuer import AUDIENCE, CLIENT, READ, WRITE, Issuer, issuing
from tests.support.server import Launch, Running, launcher, run

if TYPE_CHECKING:
    import subprocess

REDIRECT = "http://127.0.0.1:1/sign-in/callback"


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Launch]:
    yield from launcher(tmp_path / "data")


@pytest.fixture
def command() -> Callable[..., subprocess.CompletedProcess[str]]:
    return run


@pytest.fixture
def issuer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Issuer]:
    with issuing() as issuer:
        for name, value in (("ISSUER", issuer.url), ("AUDIENCE", AUDIENCE), ("CLIENT_ID", CLIENT)):
            monkeypatch.setenv(f"OIDC_{name}", value)
        yield issuer


def url_of(server: Running) -> str:
    return f"http://127.0.0.1:{server.port}"


def links(text: str) -> list[str]:
    return re.findall(r"http://127\.0\.0\.1:\d+/sign-in/link\?code=[\w-]{43}", text)


@pytest.mark.requirement("A18")
def test_the_start_prints_a_link_and_the_command_another(
    launch: Launch, command: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    server = launch().wait()
    (printed,) = links("".join(server.output))
    with httpx.Client(follow_redirects=False) as browser:
        opened = browser.get(printed)
        assert (opened.status_code, opened.headers["location"]) == (303, "/")
        assert "commonplace" in browser.cookies
        assert browser.get(f"{url_of(server)}/sign-in?next=/keys").headers["location"] == "/keys"
        assert browser.get(printed).status_code == 403
        assert browser.post(f"{url_of(server)}/sign-out", data={"csrf": "wrong"}).status_code == 403

    made = command("link", "--data", str(server.data))
    assert (made.returncode, made.stderr) == (0, "")
    assert links(made.stdout) == [made.stdout.strip()]
    assert made.stdout.startswith(url_of(server))
    with httpx.Client(follow_redirects=False) as browser:
        shown = browser.get(f"{url_of(server)}/sign-in?next=/keys").text
        (said,) = re.findall("<code>(.*?)</code>", shown)
        assert f"another: {unescape(said)})" in "".join(server.output)
        assert shlex.split(unescape(said))[-2:] == ["--data", str(server.data)]
        assert browser.get(made.stdout.strip()).headers["location"] == "/keys"
    log = "".join(server.errors)
    assert "GET /sign-in/link 303" in log
    for link in (printed, made.stdout.strip()):
        assert link.partition("code=")[2] not in log


@pytest.mark.requirement("A18", "B2")
def test_the_owner_and_his_agents_come_by_the_issuer(launch: Launch, issuer: Issuer) -> None:
    server = launch().wait()
    with httpx.Client(follow_redirects=True) as browser:
        assert f"Sign in with {urlsplit(issuer.url).hostname}" in browser.get(f"{url_of(server)}/sign-in").text
        back = httpx.Client(follow_redirects=False)
        begun = browser.get(f"{url_of(server)}/sign-in/start?next=/settings", follow_redirects=False)
        answer = back.get(begun.headers["location"]).headers["location"]
        back.close()
        done = browser.get(answer, follow_redirects=False)
        assert (done.status_code, done.headers["location"]) == (303, "/settings")
        assert browser.get(f"{url_of(server)}/sign-in?next=/keys", follow_redirects=False).status_code == 303

    token = issuer.token()
    assert server.tool("remember", {"text": "by a token", "durable": True}, token)[0] == 200
    assert [item["text"] for item in server.tool("recall", {}, token)[1]["items"]] == ["by a token"]
    assert server.tool("recall", {}, issuer.token(exp=1))[0] == 401
    assert server.tool("recall", {}, issuer.token(aud="other"))[0] == 401
    found = anyio.run(discovered, f"{url_of(server)}/mcp")
    assert [item["text"] for item in found["items"]] == ["by a token"]
    log = "".join(server.errors)
    for secret in (
        token,
        parse_qs(urlsplit(answer).query)["code"][0],
        parse_qs(urlsplit(answer).query)["state"][0],
    ):
        assert secret not in log


class Registered:
    """A client that the issuer knows already, with no tokens yet."""

    def __init__(self) -> None:
        self.tokens: OAuthToken | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull:
        return OAuthClientInformationFull.model_validate(
            {"client_id": CLIENT, "redirect_uris": [REDIRECT], "token_endpoint_auth_method": "none"}
        )

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        raise AssertionError("it is registered")


async def discovered(url: str) -> dict[str, Any]:
    """Recall through the public client, which is told nothing but the endpoint's address."""
    asked: list[str] = []

    async def redirect(address: str) -> None:
        asked.append(address)

    async def callback() -> AuthorizationCodeResult:
        scopes = parse_qs(urlsplit(asked[-1]).query)["scope"][0]
        assert scopes.split() == [READ, WRITE]
        async with httpx2.AsyncClient() as http:
            answer = await http.get(asked[-1])
        query = parse_qs(urlsplit(answer.headers["location"]).query)
        return AuthorizationCodeResult(code=query["code"][0], state=query["state"][0])

    metadata = OAuthClientMetadata.model_validate(
        {"redirect_uris": [REDIRECT], "token_endpoint_auth_method": "none", "client_name": "tests"}
    )
    provider = OAuthClientProvider(url, metadata, Registered(), redirect, callback)
    async with (
        httpx2.AsyncClient(auth=provider, timeout=30) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        result = await client.call_tool("tulimoa__recall", {})
        assert not result.is_error
        found: dict[str, Any] = result.structured_content
        return found
