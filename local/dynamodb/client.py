"""boto3 clients whose calls an engine answers, in process and without a socket."""

from __future__ import annotations

import json
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from .engine import Engine
from .streams import REGION

if TYPE_CHECKING:
    # boto3 is imported where a client is made: an engine that is served over HTTP does without.
    import boto3
    from botocore.awsrequest import AWSResponse
    from botocore.config import Config
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_dynamodbstreams import DynamoDBStreamsClient

# A name that resolves nowhere (RFC 2606): were the hook missing, nothing could be reached.
_ENDPOINT = "http://embedded.invalid"
_HEADERS = {"Content-Type": "application/x-amz-json-1.0", "x-amzn-RequestId": "EMBEDDED"}
_lock = threading.Lock()
_session: boto3.Session | None = None
# Weak: an engine lives as long as a client of it, and closes its file when it goes.
_engines: weakref.WeakValueDictionary[Path, Engine] = weakref.WeakValueDictionary()


class _Body:
    """What botocore reads a body from."""

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
        status, reply = engine.handle(target, body.encode() if isinstance(body, str) else body)
        data = json.dumps(reply, separators=(",", ":")).encode()
        # The stubs ask for the type of http.client; botocore copies any mapping.
        return AWSResponse(request.url, status, dict(_HEADERS), _Body(data))  # type: ignore[arg-type]

    return answer


def engine_for(path: str | Path | Engine, clock: Callable[[], float]) -> Engine:
    """Return the engine of a file: one in a process, so that its threads share one writer."""
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
        # A fault that is injected is seen by the caller, not slept upon.
        retries={"mode": "standard", "total_max_attempts": 1},
        account_id_endpoint_mode="disabled",
        # The stubs have the type wrong: it is a name.
        defaults_mode="legacy",  # type: ignore[arg-type]
    )
    with _lock:
        # Sessions are not safe between threads; one of our own keeps what botocore has loaded.
        if _session is None:
            _session = boto3.Session(region_name=REGION)
        client = _session.client(
            service,
            endpoint_url=_ENDPOINT,
            aws_access_key_id="embedded",
            aws_secret_access_key="embedded",  # noqa: S106
            config=settings.merge(config) if config else settings,
        )
    # A handler of this event may answer in place of the network; the stubs know of none that return.
    client.meta.events.register(f"before-send.{service}", _hook(engine))  # type: ignore[arg-type]
    return client


def connect(
    path: str | Path | Engine, *, clock: Callable[[], float] = time.time, config: Config | None = None
) -> DynamoDBClient:
    """Return a boto3 DynamoDB client bound to a file.

    Parameters
    ----------
    path : str, Path or Engine
        The file, created if it is missing; or an engine that has it open.
    clock : Callable[[], float]
        The engine's time.
    config : Config or None
        Settings of botocore that go before the engine's own, such as retries.

    Returns
    -------
    DynamoDBClient
        A client like any other; it opens no socket.
    """
    client: DynamoDBClient = _client("dynamodb", engine_for(path, clock), config)
    return client


def connect_streams(
    path: str | Path | Engine, *, clock: Callable[[], float] = time.time, config: Config | None = None
) -> DynamoDBStreamsClient:
    """Return a boto3 DynamoDB Streams client bound to a file; see `connect`."""
    client: DynamoDBStreamsClient = _client("dynamodbstreams", engine_for(path, clock), config)
    return client
