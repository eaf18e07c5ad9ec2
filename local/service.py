"""Calls to a running service, with retries while it is busy."""

from __future__ import annotations

import http.client
import json
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

ATTEMPTS = 6
_TIMEOUT = 60.0  # seconds; a call takes 30 at most
_BUSY = {429, 500, 502, 503, 504}


class ServiceError(Exception):
    """A call failed; its HTTP status is 0 if there was no answer."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass
class Service:
    """A service, by its base URL, and the key of its calls."""

    url: str
    key: str = field(repr=False)
    _connection: http.client.HTTPConnection | None = field(default=None, repr=False)

    def post(self, path: str, body: bytes) -> dict[str, Any]:
        """Send a JSON body, with retries while the service is busy, and return the JSON object of the answer.

        Raises
        ------
        ServiceError
            If it is refused, or every attempt fails.
        """
        problem = ServiceError(0, "there was no answer")
        for attempt in range(ATTEMPTS):
            if attempt:
                time.sleep(min(8.0, 0.25 * 2**attempt))
            try:
                return self._send(path, body)
            except ServiceError as error:
                if error.status not in _BUSY:
                    raise
                problem = error
            except (OSError, http.client.HTTPException) as error:
                self.close()
                problem = ServiceError(
                    0, f"{self.url} does not answer ({type(error).__name__}); start the server, or name its --url"
                )
        raise problem

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _send(self, path: str, body: bytes) -> dict[str, Any]:
        address = urlsplit(self.url)
        if self._connection is None:
            kind = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
            self._connection = kind(address.netloc, timeout=_TIMEOUT)
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        self._connection.request("POST", address.path.rstrip("/") + path, body, headers)
        response = self._connection.getresponse()
        try:
            answer = json.loads(response.read())
        except ValueError:
            raise ServiceError(response.status, f"HTTP {response.status}, and no JSON") from None
        if response.status != 200 or not isinstance(answer, dict):
            said = answer.get("error") if isinstance(answer, dict) else None
            message = said.get("message") if isinstance(said, dict) else None
            raise ServiceError(response.status, str(message or f"HTTP {response.status}"))
        return answer
