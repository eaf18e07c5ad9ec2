"""The authorizer: what it is asked, what its answer does, how long that is remembered."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import pytest

from local.authorizers import AuthorizerAnswerError, Authorizers, Denied
from local.functions import FunctionError, LoadedFunction
from local.gateway import Request, base_event
from local.stack import Authorizer, Function, Route

ROUTE = Route("Work", "POST", "/v1/x", "Bearer")
KEY = "Bearer cpk_secret"


class Asked:
    """An authorizer function that keeps what it was asked."""

    def __init__(self, answer: Any = None) -> None:
        self.answer = {"isAuthorized": True, "context": {"account": "a1"}} if answer is None else answer
        self.events: list[dict[str, Any]] = []
        self.now = 1000.0

    def __call__(self, event: dict[str, Any], context: object) -> Any:
        self.events.append(event)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def authorizers(self, seconds: int = 20) -> Authorizers:
        function = LoadedFunction(Function("Guard", "guard", Path(), "handler.handler", {}), self)
        authorizers = {
            "Bearer": Authorizer("Bearer", "Guard", ("authorization",), (), seconds),
            "Pair": Authorizer("Pair", "Guard", ("x-key",), ("tenant",), seconds),
        }
        return Authorizers(authorizers, {"Guard": function}, clock=lambda: self.now)


def ask(authorizers: Authorizers, key: str = KEY, name: str = "Bearer", **headers: str) -> dict[str, Any]:
    request = Request("POST", "/v1/x", "tenant=t1", {"authorization": key, **headers})
    return authorizers.authorize(name, request, base_event(request, ROUTE, {}))


def test_the_question() -> None:
    asked = Asked()

    ask(asked.authorizers())

    (event,) = asked.events
    assert event["type"] == "REQUEST"
    assert event["version"] == "2.0"
    assert event["identitySource"] == [KEY]
    assert event["routeArn"] == "arn:aws:execute-api:us-east-1:000000000000:local/$default/POST/v1/x"
    assert event["routeKey"] == "POST /v1/x"
    assert event["queryStringParameters"] == {"tenant": "t1"}
    assert "body" not in event


def test_the_context_reaches_the_function() -> None:
    assert ask(Asked().authorizers()) == {"lambda": {"account": "a1"}}
    assert ask(Asked({"isAuthorized": True}).authorizers()) == {"lambda": None}


def test_a_missing_identity_is_refused_by_the_authorizer() -> None:
    authorizers = Asked({"isAuthorized": False}).authorizers()

    for key, name in (("", "Bearer"), (KEY, "Pair")):
        with pytest.raises(Denied) as refused:
            ask(authorizers, key, name)
        assert (refused.value.status, str(refused.value)) == (401, "Unauthorized")


@pytest.mark.requirement("E5")
def test_a_missing_identity_may_be_left_to_the_function() -> None:
    asked = Asked({"isAuthorized": True, "context": {"account": ""}})
    authorizers = asked.authorizers()

    for _ in range(2):
        assert ask(authorizers, "") == {"lambda": {"account": ""}}
    assert [event["identitySource"] for event in asked.events] == [[""], [""]]  # it is not kept


def test_all_identity_sources_are_asked_for() -> None:
    asked = Asked()

    ask(asked.authorizers(), name="Pair", **{"x-key": "k"})

    assert asked.events[0]["identitySource"] == ["k", "t1"]


@pytest.mark.requirement("B5")
def test_an_answer_is_kept_for_the_seconds_of_the_template_and_no_longer() -> None:
    asked = Asked()
    authorizers = asked.authorizers(seconds=20)
    ask(authorizers)
    asked.now += 19.9
    ask(authorizers)
    assert len(asked.events) == 1

    asked.now += 0.1
    ask(authorizers)
    assert len(asked.events) == 2


def test_a_refusal_is_kept_too() -> None:
    asked = Asked({"isAuthorized": False})
    authorizers = asked.authorizers()

    for _ in range(2):
        with pytest.raises(Denied) as refused:
            ask(authorizers)
        assert (refused.value.status, str(refused.value)) == (403, "Forbidden")
    assert len(asked.events) == 1


def test_every_credential_and_authorizer_has_its_own_answer() -> None:
    asked = Asked()
    authorizers = asked.authorizers()

    ask(authorizers, "one")
    ask(authorizers, "two")
    ask(authorizers, "one", name="Pair", **{"x-key": "one"})

    assert len(asked.events) == 3


def test_without_seconds_nothing_is_kept() -> None:
    asked = Asked()
    authorizers = asked.authorizers(seconds=0)

    ask(authorizers)
    ask(authorizers)

    assert len(asked.events) == 2


def test_functions_cannot_change_what_is_kept() -> None:
    authorizers = Asked().authorizers()

    ask(authorizers)["lambda"]["account"] = "another"

    assert ask(authorizers) == {"lambda": {"account": "a1"}}


def test_no_credential_stays_behind() -> None:
    asked = Asked()
    authorizers = asked.authorizers()
    credential = "Bearer " + "cpk_" + "z" * 30
    ask(authorizers, credential)
    asked.events.clear()

    gc.collect()

    reachable: list[object] = [authorizers]
    seen: set[int] = set()
    while reachable:
        thing = reachable.pop()
        if id(thing) in seen or isinstance(thing, type):
            continue
        seen.add(id(thing))
        assert not (isinstance(thing, str) and "zzzz" in thing)
        if isinstance(thing, dict | list | tuple | set) or thing is authorizers:
            reachable.extend(gc.get_referents(thing))


@pytest.mark.parametrize(
    "answer", ["yes", {}, {"isAuthorized": "true"}, {"isAuthorized": True, "context": {"a": {1}}}]
)
def test_a_malformed_answer(answer: object) -> None:
    with pytest.raises(AuthorizerAnswerError):
        ask(Asked(answer).authorizers())


def test_a_crash_is_not_kept() -> None:
    asked = Asked(RuntimeError("boom"))
    authorizers = asked.authorizers()

    with pytest.raises(FunctionError):
        ask(authorizers)
    asked.answer = {"isAuthorized": True}
    ask(authorizers)
