"""The API with its authorizer's cache, without a socket and on a clock turned by hand."""

from __future__ import annotations

import io
import json
from typing import Any

from local.application import Application
from local.authorizers import Authorizers
from local.functions import LoadedFunction
from tests.support.agents import Answer, function, stack


class Loaded(dict[str, LoadedFunction]):
    """The functions, each loaded when it is first called: most tests call few."""

    def __missing__(self, name: str) -> LoadedFunction:
        return function(name)


class Gateway:
    """The local server's application, called without a socket, on a clock turned by hand."""

    def __init__(self) -> None:
        self.now = 0.0
        functions = Loaded()
        authorizers = Authorizers(stack().authorizers, functions, clock=lambda: self.now)
        self.application = Application(stack(), functions, log=None, authorizers=authorizers)

    def post(self, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        environ: dict[str, Any] = {
            "REQUEST_METHOD": "POST",
            "PATH_INFO": path,
            "REQUEST_URI": path,
            "QUERY_STRING": "",
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "0",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_TYPE": headers["content-type"],
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": io.BytesIO(body),
            "wsgi.url_scheme": "http",
        }
        environ |= {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()}
        status: list[str] = []
        parts = self.application(environ, lambda line, _headers: status.append(line))
        return Answer(int(status[0].split()[0]), json.loads(b"".join(parts)), {})
