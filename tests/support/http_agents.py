"""The same agents and applications over HTTP, on one kept connection a thread."""

from __future__ import annotations

import http.client
import json
import threading

from tests.support.agents import Answer


class Http:
    """Sends to a server on loopback; a connection that broke is opened anew once."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._local = threading.local()
        self._opened: list[http.client.HTTPConnection] = []

    def post(self, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        return self._send("POST", path, body, headers)

    def send(self, method: str, path: str, query: str, body: str, headers: dict[str, str]) -> Answer:
        return self._send(method, f"{path}?{query}" if query else path, body.encode(), headers)

    def _send(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        connection = self._connection()
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            data = response.read()
        except (http.client.HTTPException, OSError):
            connection.close()
            raise
        return Answer(
            response.status, json.loads(data), {name.lower(): value for name, value in response.getheaders()}
        )

    def close(self) -> None:
        for connection in self._opened:
            connection.close()

    def _connection(self) -> http.client.HTTPConnection:
        connection: http.client.HTTPConnection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)
            self._local.connection = connection
            self._opened.append(connection)
        return connection
