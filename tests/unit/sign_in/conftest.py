"""The tables, an issuer, and a browser that keeps cookies and asks the sign-in's function."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from commonplace.auth.oidc.issuer import issuer_at
from commonplace.operations.http import process
from commonplace.operations.settings import settings
from tests.conftest import bind
from tests.support.agents import NO_CONTEXT, function
from tests.support.clock import HandClock
from tests.support.issuer import AUDIENCE, CLIENT, Issuer, issuing

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

    from commonplace.operations.runtime import Runtime

HOST = "memory.example.com"


@pytest.fixture
def runtime(engine_client: DynamoDBClient, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> Runtime:
    bind(engine_client, clock, monkeypatch)
    return process()


@pytest.fixture
def issuer(runtime: Runtime, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Issuer]:
    """An issuer that the stack is set up with, by the tests' clock."""
    with issuing(Issuer(now=lambda: clock.now // 1_000_000)) as issuer:
        monkeypatch.setenv("OIDC_ISSUER", issuer.url)
        monkeypatch.setenv("OIDC_AUDIENCE", AUDIENCE)
        monkeypatch.setenv("OIDC_CLIENT_ID", CLIENT)
        settings.cache_clear()
        issuer_at.cache_clear()
        yield issuer
    monkeypatch.undo()
    settings.cache_clear()


@pytest.fixture
def local(runtime: Runtime, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The settings of the local run, without an issuer."""
    monkeypatch.setenv("CONNECTOR_SECRETS", "environment")
    monkeypatch.delenv("OIDC_ISSUER", raising=False)
    monkeypatch.delenv("LINK_COMMAND", raising=False)
    settings.cache_clear()
    yield
    monkeypatch.undo()
    settings.cache_clear()


@dataclass
class Browser:
    """A browser: it keeps cookies, and does not follow on its own."""

    secure: bool = True
    cookies: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def base(self) -> str:
        return f"{'https' if self.secure else 'http'}://{HOST}"

    def get(self, address: str) -> dict[str, Any]:
        return self.ask("GET", address)

    def post(self, path: str, body: str = "", **headers: str) -> dict[str, Any]:
        return self.ask("POST", path, body, {name.replace("_", "-"): value for name, value in headers.items()})

    def ask(
        self, method: str, address: str, body: str = "", headers: dict[str, str] | None = None
    ) -> dict[str, Any]:
        parts = urlsplit(address)
        event = {
            "routeKey": f"{method} {parts.path}",
            "rawPath": parts.path,
            "rawQueryString": parts.query,
            "headers": {
                "x-forwarded-proto": "https" if self.secure else "http",
                **self.headers,
                **(headers or {}),
            },
            "cookies": [f"{name}={value}" for name, value in self.cookies.items()],
            "requestContext": {"domainName": HOST, "requestId": "r", "http": {"method": method}},
            "body": body,
        }
        answer: dict[str, Any] = function("SignInFunction").handler(event, NO_CONTEXT)
        for text in answer.get("cookies", ()):
            for name, morsel in SimpleCookie(text).items():
                self.cookies[name] = morsel.value
                if morsel["max-age"] == "0":
                    del self.cookies[name]
        return answer

    def begin(self, path: str = "/sign-in/start") -> str:
        """Begin a sign-in, and return the address of ours that the issuer leads back to."""
        begun = self.get(path)
        assert begun["statusCode"] == 303, begun
        consented = httpx.get(begun["headers"]["location"])
        assert consented.status_code == 302, consented.text
        return consented.headers["location"].removeprefix(self.base)

    def sign_in(self, path: str = "/sign-in/start") -> dict[str, Any]:
        return self.get(self.begin(path))

    def session(self) -> list[str]:
        return [f"{name}={value}" for name, value in self.cookies.items()]


@pytest.fixture
def browser() -> Browser:
    return Browser()


def query(address: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
