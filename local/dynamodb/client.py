"""boto3 clients whose calls an engine answers, in process and without a socket."""

from __future__ import annotations

import json
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from .engine import LATEST_WRITE, Engine
from .streams import REGION

if TYPE_CHECKING:
    # boto3 is imported where a client is made: an engine behind HTTP does not need it.
    import boto3
    from botocore.awsrequest import AWSResponse
    from botocore.config import Config
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_dynamodbstreams import DynamoDBStreamsClient

# A name that never resolves (RFC 2606), so that a client without the hook reaches nothing.
_ENDPOINT = "http://embedded.invalid"
_HEADERS = {"Content-Type": "application/x-amz-json-1.0", "x-amzn-RequestId": "EMBEDDED"}
_lock = threading.Lock()
_session: boto3.Session | None = None
# Weak: an engine lives as long as its clients, and closes its file with the last one.
_engines: weakref.WeakValueDictionary[Path, Engine] = weakref.WeakValueDictionary()


class _Body:
    """A body in the form that botocore reads."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def stream(self, **_options: object) -> Iterator[bytes]:
        """Yield the body."""
        yield self._data


def _hook(engine: Engine) -> Callable[..., AWSResponse]:
    from botocore.awsrequest import AWSResponse

    def answer(request: Any, **_event: object) -> AWSResponse:
        target = request.headers["X-Amz-Target"]
        if isinstance(target, bytes):
            target = target.decode()
        body = request.body
        told = request.headers.get(LATEST_WRITE)
        told = told.decode() if isinstance(told, bytes) else told
        status, reply, headers = engine.answer(target, body.encode() if isinstance(body, str) else body, told)
        data = json.dumps(reply, separators=(",", ":")).encode()
        # The stubs ask for the type of http.client; botocore copies any mapping.
        return AWSResponse(request.url, status, {**_HEADERS, **headers}, _Body(data))  # type: ignore[arg-type]

    return answer


def engine_for(path: str | Path | Engine, clock: Callable[[], float]) -> Engine:
    """Return the engine of a file; a process has one, so that its threads share one writer."""
    if isinstance(path, Engine):
        return path
    resolved = Path(path).resolve()
    with _lock:
        engine = _engines.get(resolved)
        if engine is None or engine.clock is not clock or not resolved.exists():
            engine = _engines[resolved] = Engine(resolved, clock)
        return engine


def _client(service: Literal["dynamodb", "dynamodbstreams"], engine: Engine, config: Config | None) -> Any:
    import boto3
    import botocore
    from botocore.config import Config

    global _session
    settings = Config(
        signature_version=botocore.UNSIGNED,
        # The caller sees injected faults; they are not retried.
        retries={"mode": "standard", "total_max_attempts": 1},
        account_id_endpoint_mode="disabled",
        # The stubs have the wrong type: it is a name.
        defaults_mode="legacy",  # type: ignore[arg-type]
    )
    with _lock:
        # Sessions are not thread-safe; a session of its own caches what botocore has loaded.
        if _session is None:
            _session = boto3.Session(region_name=REGION)
        client = _session.client(
            service,
            endpoint_url=_ENDPOINT,
            aws_access_key_id="embedded",
            aws_secret_access_key="embedded",  # noqa: S106
            config=settings.merge(config) if config else settings,
        )
    # A handler of this event may return the response; the stubs expect none to return anything.
    client.meta.events.register(f"before-send.{service}", _hook(engine))  # type: ignore[arg-type]
    return client


def connect(
    path: str | Path | Engine, *, clock: Callable[[], float] = time.time, config: Config | None = None
) -> DynamoDBClient:
    """Return a boto3 DynamoDB client bound to a file; it opens no socket.

    Parameters
    ----------
    path : str, Path or Engine
        The file, created if it is missing; or an engine that has it open.
    clock : Callable[[], float]
        The engine's time.
    config : Config or None
        Overrides the engine's botocore settings, such as retries.
    """
    client: DynamoDBClient = _client("dynamodb", engine_for(path, clock), config)
    return client


def connect_streams(
    path: str | Path | Engine, *, clock: Callable[[], float] = time.time, config: Config | None = None
) -> DynamoDBStreamsClient:
    """Return a boto3 DynamoDB Streams client bound to a file; see `connect`."""
    client: DynamoDBStreamsClient = _client("dynamodbstreams", engine_for(path, clock), config)
    return client
