"""Each role grants what its function uses on the tables: no less, and no more.

The functions run on the embedded engine through all events and the calls below, and what they ask of DynamoDB
is noted.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from commonplace.auth.keys import directory
from commonplace.domain.memory import Embedding
from commonplace.domain.spaces import account_space
from commonplace.search.embedding.choose import embedder
from commonplace.storage.embeddings import marker_id
from commonplace.storage.heads import account_key
from commonplace.storage.items import typed
from events.prepare import ACCOUNT, prepare
from local.dynamodb import connect
from tests.conftest import bind
from tests.events.cases import Case, cases
from tests.support.agents import NO_CONTEXT, function, stack
from tests.support.clock import DAY, SECOND, HandClock
from tests.support.stored import fact, put, told
from tests.template.connecting import call_a_connector
from tests.template.erasing import erase_everything
from tests.template.owning import change_memories
from tests.template.reading import listed, resources, statements
from tests.template.recording import Recorder, Right, rights
from tests.template.signing_in import come_with_a_token, sign_in
from tests.template.test_roles import role_of

pytestmark = pytest.mark.xdist_group("rights")  # the functions are played once, not once a worker


SESSION = "9b2f6c1e-5a57-4d0a-8f5e-3f1f6f2f4c11"  # of all events


@dataclass
class Player:
    """Calls functions while their use of the tables is noted."""

    recorder: Recorder
    clock: HandClock
    key: str

    def play(self, case: Case, session: str, /, **body: str) -> Any:
        """Hand a case's event to its function, in a session of its own; with another body where one is given."""
        event = case.event(self.key)
        if body:
            event["body"] = json.dumps(body)
        elif "body" in event:
            event["body"] = event["body"].replace(SESSION, session)
        if "headers" in event:
            event["headers"]["x-session-id"] = session
        answer = self.invoke(case.function, event)
        assert answer.get("statusCode", 200) < 500, answer
        return answer

    def invoke(self, name: str, event: dict[str, Any]) -> Any:
        """Call a function with an event."""
        self.recorder.function = name
        try:
            return function(name).handler(event, NO_CONTEXT)
        finally:
            self.recorder.function = None


def play_everything(player: Player) -> None:
    """Run all events, and what they leave out: records in the place of expired ones, and raised sessions."""
    for case in cases():
        for part in (*case.after, case):
            player.play(part, case.name)

    written = [Case("agent/set_goal/good"), Case("agent/checkpoint/good"), Case("agent/remember/good_keyed")]
    read = [
        Case("agent/recall/good"),
        Case("agent/recall/good_topic"),
        Case("agent/forget/good_by_key"),
        Case("classified/memory_get/good"),
        Case("classified/memory_search/good"),
        Case("classified/memory_list/good"),
        Case("classified/memory_delete/good"),
        Case("stores/get_memory/good"),
        Case("stores/lineage/good"),
        *MEANINGS,
    ]
    kept = json.loads(player.play(Case("agent/remember/good_durable"), "unkeyed")["body"])
    player.play(Case("agent/recall_result/good"), "unkeyed", cache_key=kept["id"])
    new = player.play(
        Case("stores/supersede/good"), "unkeyed", old_memory_id=kept["id"], new_content="one without a key"
    )
    kept = {"id": json.loads(new["body"])["new_memory_id"]}
    player.play(Case("stores/forget/good"), "unkeyed", memory_id=kept["id"])  # one without a key goes for good
    player.play(Case("classified/memory_save/good"), "before")  # for the raised sessions to look above
    for case in [*written, Case("classified/memory_save/good"), *read]:
        player.play(Case("gateway/raise_taint/good"), f"raised {case.name}")
    for case in written:
        player.play(case, "long")
    player.clock.advance(200 * DAY)  # a raised session's head is kept for as long as it is used
    for case in [Case("classified/memory_save/good"), *read]:
        player.play(case, f"raised {case.name}")
    player.clock.advance(15 * DAY)  # a session's items are past their time, and nothing has swept them
    for case in written:
        player.play(case, "long")
    stay_signed_in(player)
    change_memories(player)
    sign_in(player)
    come_with_a_token(player)
    meet_another_model(player)
    call_a_connector(player)
    erase_account()  # an account's records of before count no more, and nothing has swept them
    player.play(Case("classified/memory_save/good"), "after")
    erase_everything(player)


def stay_signed_in(player: Player) -> None:
    """Look at a page a minute after the sign-in, whose use is noted then."""
    case = Case("owner/dashboard/good_connect")
    event = case.event(player.key)
    player.clock.advance(60 * SECOND)
    player.invoke(case.function, event)


# What ranks by meaning, and so asks for vectors where it meets those of another model.
MEANINGS = [
    Case("stores/search/good"),
    Case("stores/recall/good"),
    Case("stores/run_engram/good"),
    Case("agent/recall/good_topic"),
    Case("classified/memory_search/good"),
]


def meet_another_model(player: Player) -> None:
    """Search where vectors are of the model of before, and let them be made anew."""
    account = account_space(ACCOUNT)
    for case in MEANINGS:
        made = fact(ACCOUNT, "made by the model of before", embedding=Embedding("model-of-before", b"1"))
        put(directory().client, dataclasses.replace(made, updated_at=player.clock()))
        player.play(case, "another model")
    event = told([(account, marker_id(embedder().model_id))])
    player.invoke("EmbedMemoryFunction", event)


def erase_account() -> None:
    """Raise the account's epoch, as an erasure does."""
    book = directory()
    book.client.update_item(
        TableName=book.table,
        Key=typed(account_key(ACCOUNT)),
        UpdateExpression="ADD epoch :one, live_from :one",
        ExpressionAttributeValues={":one": {"N": "1"}},
    )


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, set[Right]]]:
    """The rights that each function used."""
    client, clock, recorder = connect(tmp_path_factory.mktemp("rights") / "tables.db"), HandClock(), Recorder()
    with pytest.MonkeyPatch.context() as monkeypatch:
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
        if "/stream/" not in resource  # Lambda reads the stream for the function
    }


@pytest.mark.parametrize("name", stack().functions)
def test_role_grants_what_the_function_uses(name: str, used: dict[str, set[Right]]) -> None:
    assert used.get(name, set()) - granted(name) == set(), "used, not granted: on AWS the function would fail"


@pytest.mark.parametrize("name", stack().functions)
def test_role_grants_nothing_that_the_function_never_uses(name: str, used: dict[str, set[Right]]) -> None:
    assert granted(name) - used.get(name, set()) == set(), "granted, never used: take it away, or play its call"


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
