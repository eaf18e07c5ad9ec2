"""The WSGI application: authorizes a request, calls its function and returns the answer."""

from __future__ import annotations

import contextlib
import secrets
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from local import cors, dynamodb_endpoint, gateway
from local.authorizers import AuthorizerAnswerError, Authorizers, Denied
from local.functions import FunctionError, LoadedFunction, describe
from local.gateway import Request, Response, message
from local.proxies import Proxies
from local.routing import Router
from local.stack import Route, Stack

Environ = dict[str, Any]
StartResponse = Callable[[str, list[tuple[str, str]]], object]
Log = Callable[[str], None]

_HEALTHY = Response(200, (("Content-Type", "application/json"),), b'{"status":"ok"}')
_FAILED = message(500, "Internal Server Error")
_NOT_FOUND = message(404, "Not Found")
_BODILESS = (204, 304)


def log_line(text: str) -> None:
    """Write one line to standard error; what cannot be written is left out."""
    with contextlib.suppress(OSError):  # a file on a full disk: no reason to fail the call
        sys.stderr.write(f"{text}\n")


@dataclass
class Outcome:
    """An answer and what the log says about it."""

    response: Response
    route: str = "-"
    note: str = ""


class Application:
    """Serves a stack.

    Parameters
    ----------
    functions
        By logical id.
    engine
        Answers DynamoDB calls of other processes; None: they get 404.
    log
        Takes one line per request; None for silence.
    authorizers
        Those of the stack where absent.
    proxies
        Whose word counts for how a request came to them.
    """

    def __init__(
        self,
        stack: Stack,
        functions: Mapping[str, LoadedFunction],
        engine: dynamodb_endpoint.Engine | None = None,
        log: Log | None = log_line,
        authorizers: Authorizers | None = None,
        proxies: Proxies | None = None,
    ) -> None:
        self._functions, self._engine, self._log = functions, engine, log
        self._router, self._cors, self._proxies = Router(stack.routes), stack.cors, proxies or Proxies()
        self._authorizers = authorizers or Authorizers(stack.authorizers, functions)

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one WSGI request."""
        started = time.perf_counter()
        try:
            outcome = self._serve(environ)
        except Exception as error:  # a bug of the local server itself
            outcome = Outcome(_FAILED, note=f" local server: {describe(error)}")
        response = outcome.response
        method = environ["REQUEST_METHOD"]
        length = "0" if response.status in _BODILESS else str(len(response.body))
        start_response(
            f"{response.status} {_phrase(response.status)}", [*response.headers, ("Content-Length", length)]
        )
        if self._log is not None:
            elapsed = (time.perf_counter() - started) * 1000
            verb = method if method in _METHODS else "-"
            self._log(f"{verb} {outcome.route} {response.status} {elapsed:.1f} ms{outcome.note}")
        return [] if method == "HEAD" or response.status in _BODILESS else [response.body]

    def _serve(self, environ: Environ) -> Outcome:
        try:
            length = int(environ.get("CONTENT_LENGTH") or 0)
        except ValueError:
            return Outcome(message(400, "Bad Request"))
        if length > gateway.BODY_LIMIT:
            return Outcome(message(413, "Request Entity Too Large"))
        request = _request(environ, length, self._proxies)
        if sum(map(len, request.headers.values())) + len(environ["REQUEST_URI"]) > gateway.HEADER_LIMIT:
            return Outcome(message(431, "Request Header Fields Too Large"))
        if request.raw_path in dynamodb_endpoint.PATHS and self._engine is not None:
            return Outcome(dynamodb_endpoint.serve(self._engine, request), dynamodb_endpoint.PATHS[0])
        found = self._router.find(request.method, request.raw_path)
        if found is None and request.method == "OPTIONS" and self._cors is not None:
            return Outcome(cors.preflight(self._cors, request))
        if _asks_for_health(request):
            outcome = Outcome(_HEALTHY, "/healthz")
        else:
            outcome = Outcome(_NOT_FOUND) if found is None else self._call(request, *found)
        if self._cors is not None:
            outcome.response = cors.with_headers(self._cors, request, outcome.response)
        return outcome

    def _call(self, request: Request, route: Route, parameters: dict[str, str]) -> Outcome:
        label = route.path or route.key
        event = gateway.base_event(request, route, parameters)
        try:
            name = route.authorizer
            admitted = None if name is None else self._authorizers.authorize(name, request, event)
            event = gateway.function_event(event, request, admitted)
            if gateway.too_large(event):
                return Outcome(message(413, "Request Entity Too Large"), label)
            request_id = event["requestContext"]["requestId"]
            answer = gateway.response(self._functions[route.function].invoke(event))
        except Denied as refusal:
            return Outcome(message(refusal.status, str(refusal)), label)
        except (FunctionError, AuthorizerAnswerError, gateway.MalformedAnswer) as error:
            return Outcome(_FAILED, label, f" {error}")
        headers = (*answer.headers, ("Apigw-Requestid", request_id))
        return Outcome(Response(answer.status, headers, answer.body), label)


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_PHRASES = {status.value: status.phrase for status in HTTPStatus}


def _asks_for_health(request: Request) -> bool:
    return request.raw_path == "/healthz" and request.method in ("GET", "HEAD")


def _phrase(status: int) -> str:
    return _PHRASES.get(status, "Unknown")


def _request(environ: Environ, length: int, proxies: Proxies) -> Request:
    headers: dict[str, str] = {}
    for key, value in environ.items():
        if key.startswith("HTTP_"):
            headers[key[5:].replace("_", "-").lower()] = value
        elif key in ("CONTENT_TYPE", "CONTENT_LENGTH") and value:
            headers[key.replace("_", "-").lower()] = value
    cookies = tuple(part.strip() for part in headers.pop("cookie", "").split(";") if part.strip())
    source = environ["REMOTE_ADDR"]
    forwarded = headers.get("x-forwarded-for")
    headers["x-forwarded-for"] = f"{forwarded}, {source}" if forwarded else source
    proxies.apply(headers, source, environ["wsgi.url_scheme"], environ["SERVER_PORT"])
    if "x-amzn-trace-id" not in headers:
        headers["x-amzn-trace-id"] = f"Root=1-{int(time.time()):08x}-{secrets.token_hex(12)}"
    uri: str = environ["REQUEST_URI"]
    if not uri.startswith("/"):  # the absolute form, which proxies send
        parts = urlsplit(uri)
        uri = f"{parts.path or '/'}?{parts.query}"
    path, _, query = uri.partition("#")[0].partition("?")
    return Request(
        method=environ["REQUEST_METHOD"],
        raw_path=path,
        raw_query=query,
        headers=headers,
        cookies=cookies,
        body=environ["wsgi.input"].read() if length else b"",
        source_ip=source,
        protocol=environ["SERVER_PROTOCOL"],
    )
