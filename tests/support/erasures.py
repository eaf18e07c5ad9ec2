"""Erasures in tests: the owner who asks, the background that carries them out, and looks into every table."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

import pytest

from commonplace.erasure import status
from commonplace.operations.http import process
from local.dispatcher import Dispatcher
from local.dynamodb import Engine, connect
from tests.conftest import bind
from tests.support.agents import NO_CONTEXT, Answer, function, stack
from tests.support.clock import SECOND, HandClock
from tests.support.stored import account_of
from tests.support.streams import part_of_stack

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

ERASING = ("FanOutErasureFunction", "SweepSpaceFunction", "CloseErasuresFunction")
PATH = "/v1/owner/erasures"


@dataclass(frozen=True)
class Owner:
    """Who erases, through the real handler, the authorizer included."""

    key: str

    def erase(self, what: str = "account", **arguments: Any) -> dict[str, Any]:
        """Erase, and return the receipt; it must not be refused."""
        return self._good(self.ask(what=what, **arguments))

    def ask(self, **arguments: Any) -> Answer:
        return self.send("POST", PATH, PATH, body=json.dumps(arguments))

    def receipt(self, erasure_id: str) -> dict[str, Any]:
        return self._good(self.read(erasure_id))

    def read(self, erasure_id: str) -> Answer:
        return self.send("GET", f"{PATH}/{{id}}", f"{PATH}/{erasure_id}", parameters={"id": erasure_id})

    def receipts(self, query: str = "") -> dict[str, Any]:
        return self._good(self.send("GET", PATH, PATH, query=query))

    def send(
        self,
        method: str,
        route: str,
        path: str,
        *,
        body: str = "",
        query: str = "",
        parameters: dict[str, str] | None = None,
    ) -> Answer:
        event: dict[str, Any] = {
            "version": "2.0",
            "routeKey": f"{method} {route}",
            "rawPath": path,
            "rawQueryString": query,
            "headers": {"authorization": f"Bearer {self.key}"},
            "requestContext": {"http": {"method": method, "path": path}, "requestId": "request-1"},
            "isBase64Encoded": False,
        }
        event |= {"body": body} if body else {}
        event |= {"queryStringParameters": dict(parse_qsl(query))} if query else {}
        event |= {"pathParameters": parameters} if parameters else {}
        verdict = function("AuthorizeFunction").handler(event, NO_CONTEXT)
        event["requestContext"]["authorizer"] = {"lambda": verdict["context"]}
        answer = function("ErasureFunction").handler(event, NO_CONTEXT)
        return Answer(answer["statusCode"], json.loads(answer["body"]), answer["headers"])

    @staticmethod
    def _good(answer: Answer) -> dict[str, Any]:
        assert answer.status == 200, answer.body
        body: dict[str, Any] = answer.body
        return body


@dataclass
class Background:
    """The functions that carry erasures out, fed by the local dispatcher, on a clock turned by hand.

    Parameters
    ----------
    engine
        Whose streams.
    clock
        Of the functions and the dispatcher.
    folder
        For the dispatcher's checkpoints.
    """

    engine: Engine
    clock: HandClock
    folder: Path
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.dispatcher = self._dispatcher()

    def _dispatcher(self) -> Dispatcher:
        functions = {name: function(name) for name in ERASING}
        return Dispatcher(
            part_of_stack(ERASING), functions, self.engine, self.folder, self.seconds, log=self.lines.append
        )

    def seconds(self) -> float:
        """The clock's time without turning it."""
        return self.clock.now / SECOND

    def restart(self) -> None:
        """Begin anew at the checkpoints, as after a kill."""
        self.dispatcher.store.close()
        self.dispatcher = self._dispatcher()

    def run(self, seconds: float, step: float = 0.5) -> None:
        """Let time go by, and the functions do what is due."""
        end = self.clock.now + int(seconds * SECOND)
        while self.clock.now < end:
            while self.dispatcher.step():
                pass
            self.clock.advance(int(step * SECOND))

    def run_until(self, done: Callable[[], bool], seconds: float = 3600.0, step: float = 0.5) -> float:
        """Let time go by until something holds; return how many seconds that took."""
        begun = self.clock.now
        while not done():
            assert self.clock.now - begun < seconds * SECOND, "\n".join(self.lines[-20:]) or "not done in time"
            self.run(step, step)
        return (self.clock.now - begun) / SECOND

    @property
    def failures(self) -> list[dict[str, Any]]:
        """What was given up to the on-failure destination."""
        return self.dispatcher.store.failures()


def everything(client: DynamoDBClient) -> Iterator[tuple[str, dict[str, Any]]]:
    """All items of all tables, by the table's short name. For tests alone: nothing else scans."""
    for variable, table in stack().environment.items():
        if not variable.endswith("_TABLE"):
            continue
        scan: dict[str, Any] = {"TableName": table, "ConsistentRead": True}
        while True:
            answer = client.scan(**scan)
            for item in answer["Items"]:
                yield variable.removesuffix("_TABLE").lower(), item
            if "LastEvaluatedKey" not in answer:
                break
            scan["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


def holding(client: DynamoDBClient, word: str) -> list[tuple[str, dict[str, Any]]]:
    """All items in which a word stands, whatever the attribute."""
    return [(table, item) for table, item in everything(client) if word in json.dumps(item, default=str)]


@dataclass
class Service:
    """The tables on the embedded engine, and the background that erases in them."""

    engine: Engine
    client: DynamoDBClient
    background: Background
    clock: HandClock

    def complete(self, owner: Owner, erasure_id: str, seconds: float = 3600.0) -> dict[str, Any]:
        """Let the background work until an erasure is complete, and return its receipt."""
        account_id = account_of(owner.key)

        def done() -> bool:
            receipt = status(process(), account_id, erasure_id)
            return receipt is not None and receipt.completed_at is not None

        self.background.run_until(done, seconds, step=2.0)
        return owner.receipt(erasure_id)


def serve(folder: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> Service:
    """Make the tables, and bind the functions to them."""
    engine = Engine(folder / "tables.db", lambda: clock.now / SECOND)
    client = connect(engine)
    bind(client, clock, monkeypatch)
    return Service(engine, client, Background(engine, clock, folder), clock)


def held(client: DynamoDBClient, account_id: str) -> dict[str, int]:
    """Count what an erasure of the account has to delete, by table, as the receipt does."""
    counts = dict.fromkeys(("memories", "sessions", "tool_results", "activity", "directory"), 0)
    for table, item in everything(client):
        counts[table] = counts.get(table, 0) + _is_held(table, item, account_id)
    return {table: count for table, count in counts.items() if table != "erasures"}


def _is_held(table: str, item: dict[str, Any], account_id: str) -> bool:
    def value(name: str) -> str:
        return str(item[name]["S"]) if name in item else ""

    own = f"account/{account_id}"
    match table:
        case "memories":
            return value("space").startswith(f"{own}/") or value("account_id") == account_id
        case "tool_results":
            return value("space").startswith(f"{own}/")
        case "sessions":
            return value("account_id") in (account_id, f"spaces/{account_id}")
        case "activity":
            return account_id in value("feed").split("/") or value("author") == account_id
        case "directory":
            return value("entity") == own and value("part").startswith("store/")
        case _:
            return False
