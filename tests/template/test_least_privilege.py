"""Each role grants what its function uses on the tables: no less, and no more.

The functions run on moto through all events and the calls below, and what they ask of DynamoDB is noted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import boto3
import pytest
from moto import mock_aws

from events.prepare import prepare
from tests.conftest import bind
from tests.events.cases import Case, cases
from tests.support.agents import function, stack
from tests.support.clock import DAY, HandClock
from tests.template.reading import listed, resources, statements
from tests.template.recording import Recorder, Right, rights
from tests.template.test_roles import role_of

_NO_CONTEXT: Any = None


@dataclass
class Player:
    """Calls functions while their use of the tables is noted."""

    recorder: Recorder
    clock: HandClock
    key: str

    def play(self, case: Case, session: str, arguments: dict[str, Any] | None = None) -> Any:
        """Hand a case's event to its function, in another session and with other arguments where given."""
        event = case.event(self.key)
        event["headers"]["x-session-id"] = session
        if arguments is not None:
            event["body"] = json.dumps(arguments)
        self.recorder.function = case.function
        try:
            answer = function(case.function).handler(event, _NO_CONTEXT)
        finally:
            self.recorder.function = None
        assert answer.get("statusCode", 200) < 500, answer
        return answer

    def tool(self, name: str, session: str, **arguments: Any) -> Any:
        answer = self.play(Case(f"agent/{name}/good"), session, arguments)
        assert answer["statusCode"] == 200, answer
        return json.loads(answer["body"])


def play_everything(player: Player) -> None:
    """Run all events, and what they leave out: records in the place of expired ones, and forgetting by id."""
    for case in cases():
        for part in (*case.after, case):
            player.play(part, case.name)
    for case in (Case("agent/set_goal/good"), Case("agent/checkpoint/good"), Case("agent/remember/good_keyed")):
        player.play(case, "long")
    player.clock.advance(15 * DAY)  # a session's items are past their time, and nothing has swept them
    for case in (Case("agent/set_goal/good"), Case("agent/checkpoint/good"), Case("agent/remember/good_keyed")):
        player.play(case, "long")
    made = [player.play(Case("agent/remember/good_durable"), "many") for _ in range(3)]
    assert player.play(Case("agent/recall/good_topic"), "many")["statusCode"] == 200
    for answer in made:
        found = json.loads(answer["body"])["id"]
        assert player.play(Case("agent/forget/good_by_key"), "many", {"id": found})["statusCode"] == 200


@pytest.fixture(scope="module")
def used() -> Iterator[dict[str, set[Right]]]:
    """The rights that each function used."""
    with mock_aws(), pytest.MonkeyPatch.context() as monkeypatch:
        client, clock, recorder = boto3.client("dynamodb"), HandClock(), Recorder()
        bind(client, clock, monkeypatch)
        recorder.attach(client)
        play_everything(Player(recorder, clock, prepare()))
        yield recorder.used
        client.close()


def granted(name: str) -> set[Right]:
    """The rights on tables that a function's role grants."""
    role = resources("AWS::IAM::Role")[role_of(name)]
    return {
        (action, resource.rpartition(":table/")[2])
        for statement in statements(role)
        for action in listed(statement["Action"])
        if action.startswith("dynamodb:")
        for resource in listed(statement["Resource"])
    }


@pytest.mark.parametrize("name", stack().functions)
def test_role_grants_what_the_function_uses(name: str, used: dict[str, set[Right]]) -> None:
    assert used[name] - granted(name) == set(), "used, not granted: on AWS the function would fail"


@pytest.mark.parametrize("name", stack().functions)
def test_role_grants_nothing_that_the_function_never_uses(name: str, used: dict[str, set[Right]]) -> None:
    assert granted(name) - used[name] == set(), "granted, never used: take it away, or play the call that needs it"


@pytest.mark.parametrize(
    ("operation", "request_", "expected"),
    [
        ("GetItem", {"TableName": "t", "Key": {}}, {("dynamodb:GetItem", "t")}),
        ("Query", {"TableName": "t"}, {("dynamodb:Query", "t")}),
        ("Query", {"TableName": "t", "IndexName": "i"}, {("dynamodb:Query", "t/index/i")}),
        (
            "BatchGetItem",
            {"RequestItems": {"t": {}, "u": {}}},
            {("dynamodb:BatchGetItem", "t"), ("dynamodb:BatchGetItem", "u")},
        ),
        (
            "TransactWriteItems",
            {
                "TransactItems": [
                    {"Put": {"TableName": "t"}},
                    {"Update": {"TableName": "u"}},
                    {"Delete": {"TableName": "t"}},
                    {"ConditionCheck": {"TableName": "v"}},
                ]
            },
            {
                ("dynamodb:PutItem", "t"),
                ("dynamodb:UpdateItem", "u"),
                ("dynamodb:DeleteItem", "t"),
                ("dynamodb:ConditionCheckItem", "v"),
            },
        ),
    ],
)
def test_rights_are_those_that_iam_checks(operation: str, request_: dict[str, Any], expected: set[Right]) -> None:
    assert rights(operation, request_) == expected
