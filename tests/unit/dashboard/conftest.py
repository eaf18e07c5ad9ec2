"""A browser in this process: it keeps cookies, sends forms, and hands each request to the dashboard's handler."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from commonplace.auth import sign_ins
from commonplace.operations import http
from tests.conftest import bind
from tests.support.agents import NO_CONTEXT, function
from tests.support.clock import HandClock

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

ACCOUNT = "acc_00000000000000000000000000000001"
HOST = "api.example.com"


@dataclass(frozen=True)
class Seen:
    """What a browser got."""

    status: int
    headers: dict[str, str]
    body: bytes
    cookies: list[str]

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def words(self) -> str:
        """What is read, without tags."""
        return " ".join(unescape(re.sub(r"<[^>]*>", " ", self.text)).split())


@dataclass
class Browser:
    """One browser; ``secret`` and ``csrf`` are None where nobody is signed in."""

    secret: str | None = None
    csrf: str | None = None
    headers: dict[str, str] = field(default_factory=lambda: {"accept-language": "en"})
    cookies: list[str] = field(default_factory=list)

    def get(self, address: str, **headers: str) -> Seen:
        return self.send("GET", address, headers=headers)

    def post(self, address: str, form: Mapping[str, str | Sequence[str]] | None = None, **headers: str) -> Seen:
        """Send a form of a page of ours, with its token."""
        sent = {"origin": f"https://{HOST}", "sec-fetch-site": "same-origin"} | headers
        return self.send("POST", address, {"csrf": self.csrf or ""} | dict(form or {}), sent)

    def send(
        self,
        method: str,
        address: str,
        form: Mapping[str, str | Sequence[str]] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Seen:
        answer = function("DashboardFunction").handler(self.event(method, address, form, headers), NO_CONTEXT)
        body = answer["body"]
        return Seen(
            answer["statusCode"],
            answer["headers"],
            base64.b64decode(body) if answer.get("isBase64Encoded") else body.encode(),
            answer.get("cookies", []),
        )

    def event(
        self,
        method: str,
        address: str,
        form: Mapping[str, str | Sequence[str]] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> dict[str, Any]:
        """The API's event: forms come in base64."""
        parts = urlsplit(address)
        sent = {"host": HOST, "x-forwarded-proto": "https"} | self.headers
        event: dict[str, Any] = {
            "rawPath": parts.path,
            "headers": sent | {name.replace("_", "-"): value for name, value in (headers or {}).items()},
            "requestContext": {
                "domainName": HOST,
                "http": {"method": method, "path": parts.path},
                "requestId": "request-1",
            },
            "isBase64Encoded": False,
        }
        cookies = [*self.cookies, *([f"__Host-commonplace={self.secret}"] if self.secret else [])]
        if cookies:
            event["cookies"] = cookies
        if parts.query:
            event["queryStringParameters"] = dict(parse_qsl(parts.query, keep_blank_values=True))
        if form is not None:
            event["headers"] |= {"content-type": "application/x-www-form-urlencoded"}
            event |= {
                "body": base64.b64encode(urlencode(form, doseq=True).encode()).decode(),
                "isBase64Encoded": True,
            }
        return event


SignIn = Callable[..., Browser]


@pytest.fixture
def sign_in(engine_client: DynamoDBClient, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> SignIn:
    """Sign a browser in, to the events' account unless another is named."""
    bind(engine_client, clock, monkeypatch)

    def begin(account: str = ACCOUNT, name: str | None = "Ada") -> Browser:
        secret, begun = sign_ins.begin(http.process(), account, name)
        return Browser(secret, begun.csrf)

    return begin


@pytest.fixture
def browser(sign_in: SignIn) -> Browser:
    return sign_in()
