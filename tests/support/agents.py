"""Agents that call the tools through the real handlers, the authorizer included."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from local.functions import LoadedFunction, load_function
from local.stack import Stack
from local.template import load

ROOT = Path(__file__).resolve().parents[2]


class TimeLeft:
    """The runtime's context, of which the functions use the time that is left alone."""

    def get_remaining_time_in_millis(self) -> int:
        return 60_000


NO_CONTEXT: Any = TimeLeft()


@cache
def stack() -> Stack:
    return load(ROOT / "template.yaml")


@cache
def function(name: str) -> LoadedFunction:
    return load_function(stack().functions[name], ROOT)


@dataclass(frozen=True)
class Answer:
    status: int
    body: Any
    headers: dict[str, str]

    @property
    def error(self) -> dict[str, Any]:
        assert self.body["type"] == "error"
        error: dict[str, Any] = self.body["error"]
        return error

    @property
    def texts(self) -> list[str]:
        assert self.status == 200, self.body
        return [item["text"] for item in self.body["items"]]


class Transport(Protocol):
    def post(self, path: str, body: bytes, headers: dict[str, str]) -> Answer: ...


class InProcess:
    """Hands the API's event to the handler, after the authorizer has answered."""

    def post(self, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        event = tool_event(path, body.decode("utf-8", "surrogatepass"), headers)
        verdict = self.verdict(event)
        assert verdict["isAuthorized"] is True
        event["requestContext"]["authorizer"] = {"lambda": verdict["context"]}
        route = next(r for r in stack().routes if r.path == path)
        answer = function(route.function).handler(event, NO_CONTEXT)
        return Answer(answer["statusCode"], json.loads(answer["body"]), answer["headers"])

    def verdict(self, event: dict[str, Any]) -> Any:
        return function("AuthorizeFunction").handler(event, NO_CONTEXT)


def tool_event(path: str, body: str, headers: dict[str, str]) -> dict[str, Any]:
    return {
        "version": "2.0",
        "routeKey": f"POST {path}",
        "rawPath": path,
        "headers": {name.lower(): value for name, value in headers.items()},
        "requestContext": {"http": {"method": "POST", "path": path}, "requestId": "request-1"},
        "body": body,
        "isBase64Encoded": False,
    }


@dataclass(frozen=True)
class Agent:
    """One key in one session, over any transport."""

    key: str
    session: str | None = None
    transport: Transport = field(default_factory=InProcess)

    def call(self, tool: str, /, **arguments: Any) -> Answer:
        return self.send(tool, json.dumps(arguments).encode())

    def send(self, tool: str, body: bytes, **headers: str) -> Answer:
        sent = {"authorization": f"Bearer {self.key}", "content-type": "application/json"} | headers
        if self.session is not None:
            sent["x-session-id"] = self.session
        return self.transport.post(tool if tool.startswith("/") else f"/v1/tools/{tool}", body, sent)

    def recall(self, **arguments: Any) -> list[str]:
        return self.call("recall", **arguments).texts

    def remember(self, text: str, **arguments: Any) -> dict[str, Any]:
        answer = self.call("remember", text=text, **arguments)
        assert answer.status == 200, answer.body
        body: dict[str, Any] = answer.body
        return body

    def in_session(self, session: str) -> Agent:
        return replace(self, session=session)
