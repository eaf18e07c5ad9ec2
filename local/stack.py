"""The contents of a template as plain data: tables, functions, routes, authorizers and event sources."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Table:
    """A DynamoDB table."""

    logical_id: str
    name: str
    create: dict[str, Any] = field(hash=False)  # the arguments of CreateTable
    ttl_attribute: str | None = None
    recovery: bool = False  # point-in-time recovery
    stream_view: str | None = None  # the stream's StreamViewType; None without a stream


@dataclass(frozen=True)
class Function:
    """A Lambda function; ``file`` and ``attribute`` are what its ``Handler`` names."""

    logical_id: str
    name: str
    code: Path
    handler: str
    environment: dict[str, str] = field(hash=False)
    timeout_seconds: int = 3
    memory_mb: int = 128
    retries: int = 2  # of an asynchronous call
    max_event_age_seconds: int = 21_600
    on_failure: str | None = None  # of an asynchronous call
    layers: tuple[str, ...] = ()  # names

    @property
    def file(self) -> Path:
        """The Python file that holds the handler."""
        module = self.handler.rpartition(".")[0]
        return self.code / f"{module.replace('.', '/')}.py"

    @property
    def attribute(self) -> str:
        """The handler's name within its file."""
        return self.handler.rpartition(".")[2]


@dataclass(frozen=True)
class Route:
    """A route of the HTTP API; ``$default`` has neither method nor path."""

    function: str  # logical id
    method: str
    path: str
    authorizer: str | None

    @property
    def key(self) -> str:
        """The route key as API Gateway writes it."""
        return f"{self.method} {self.path}" if self.path else "$default"


@dataclass(frozen=True)
class Authorizer:
    """A REQUEST authorizer with simple responses, payload 2.0."""

    name: str
    function: str  # logical id
    headers: tuple[str, ...]
    query: tuple[str, ...]
    cache_seconds: int


@dataclass(frozen=True)
class Cors:
    """Which pages of other origins may call the API from a browser, and how."""

    origins: tuple[str, ...]
    methods: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    exposed: tuple[str, ...] = ()
    max_age_seconds: int = 0


@dataclass(frozen=True)
class StreamBinding:
    """A function that reads a table's stream; -1 means no limit, as on AWS."""

    function: str  # logical id
    event: str  # the event's name at the function
    table: str  # name
    batch_size: int = 100
    window_seconds: int = 0
    start: str = "TRIM_HORIZON"
    filters: tuple[dict[str, Any], ...] = field(default=(), hash=False)
    report_item_failures: bool = False
    bisect: bool = False
    retries: int = -1
    max_age_seconds: int = -1
    on_failure: str | None = None  # ARN

    @property
    def key(self) -> str:
        """The binding's name in checkpoints."""
        return f"{self.function}.{self.event}"


@dataclass(frozen=True)
class Schedule:
    """A function that is called on a schedule."""

    function: str  # logical id
    event: str
    expression: str
    input: str | None = None
    retries: int = 185
    max_age_seconds: int = 86_400
    on_failure: str | None = None

    @property
    def key(self) -> str:
        """The schedule's name in checkpoints."""
        return f"{self.function}.{self.event}"


@dataclass(frozen=True)
class Stack:
    """Everything that a template declares and the local run serves."""

    name: str
    root: Path  # the folder that holds the template
    tables: dict[str, Table] = field(hash=False)  # by logical id, like the functions
    functions: dict[str, Function] = field(hash=False)
    routes: tuple[Route, ...] = ()
    authorizers: dict[str, Authorizer] = field(default_factory=dict, hash=False)
    streams: tuple[StreamBinding, ...] = ()
    schedules: tuple[Schedule, ...] = ()
    layers: tuple[Path, ...] = ()
    environment: dict[str, str] = field(default_factory=dict, hash=False)
    cors: Cors | None = None

    def table(self, name: str) -> Table:
        """Return the table of that name."""
        return next(table for table in self.tables.values() if table.name == name)
