"""Applications that call the stores' operations through the real handlers, the authorizer included."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Protocol
from urllib.parse import parse_qsl, urlencode

from local.stack import Route
from tests.support.agents import NO_CONTEXT, Answer, function, stack


@cache
def route_of(operation: str) -> Route:
    """The route of an operation, by the name of its folder under ``functions/stores/``."""
    code = stack().root / "functions" / "stores" / operation
    (logical_id,) = (key for key, one in stack().functions.items() if one.code == code)
    return next(route for route in stack().routes if route.function == logical_id)


class AppTransport(Protocol):
    def send(self, method: str, path: str, query: str, body: str, headers: dict[str, str]) -> Answer: ...


class AppInProcess:
    """Hands the API's event to the handler, after the authorizer has answered."""

    def send(self, method: str, path: str, query: str, body: str, headers: dict[str, str]) -> Answer:
        event = operation_event(method, path, query, body, headers)
        route = next(route for route in stack().routes if route.key == event["routeKey"])
        assert route.authorizer == "ApiKeyAuthorizer"
        verdict = function("AuthorizeFunction").handler(event, NO_CONTEXT)
        assert verdict["isAuthorized"] is True
        event["requestContext"]["authorizer"] = {"lambda": verdict["context"]}
        answer = function(route.function).handler(event, NO_CONTEXT)
        return Answer(answer["statusCode"], json.loads(answer["body"]), answer["headers"])


def operation_event(method: str, path: str, query: str, body: str, headers: Mapping[str, str]) -> dict[str, Any]:
    """The event of a call, as API Gateway would send it (payload 2.0)."""
    event: dict[str, Any] = {
        "version": "2.0",
        "routeKey": f"{method} {path}",
        "rawPath": path,
        "rawQueryString": query,
        "headers": {name.lower(): value for name, value in headers.items()},
        "requestContext": {"http": {"method": method, "path": path}, "requestId": "request-1"},
        "isBase64Encoded": False,
    }
    if query:
        event["queryStringParameters"] = dict(parse_qsl(query, keep_blank_values=True))
    if body:
        event["body"] = body
    return event


@dataclass(frozen=True)
class App:
    """One key, and the store its calls go to unless they name another, over any transport."""

    key: str
    store: str | None = None
    session: str | None = None
    transport: AppTransport = field(default_factory=AppInProcess)

    def call(
        self,
        operation: str,
        /,
        *,
        idempotency_key: str | None = None,
        user_id: str | None = None,
        **arguments: Any,
    ) -> Answer:
        """Call an operation by its name: the arguments go into the body, those of a GET into the query."""
        route, store = route_of(operation), user_id if user_id is not None else self.store
        given = arguments if store is None else {"user_id": store, **arguments}
        headers = {} if idempotency_key is None else {"idempotency-key": idempotency_key}
        if route.method == "GET":
            return self.send(route.method, route.path, query=urlencode(given), headers=headers)
        return self.send(route.method, route.path, body=json.dumps(given), headers=headers)

    def good(self, operation: str, /, **arguments: Any) -> dict[str, Any]:
        """Call an operation and return what it answers; it must not be refused."""
        answer = self.call(operation, **arguments)
        assert answer.status == 200, answer.body
        body: dict[str, Any] = answer.body
        return body

    def send(
        self, method: str, path: str, *, query: str = "", body: str = "", headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Send a request as it is, with the key and the session."""
        sent = {"x-api-key": self.key, "content-type": "application/json"}
        if self.session is not None:
            sent["x-session-id"] = self.session
        return self.transport.send(method, path, query, body, sent | dict(headers or {}))

    def in_store(self, store: str | None, *, create: bool = True) -> App:
        """The same key in another store, made if it is missing."""
        app = replace(self, store=store)
        if create and store is not None:
            app.good("create_store")
        return app
