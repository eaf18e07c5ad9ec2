"""Sweeping: complete and counted, whatever happens to the functions that do it."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from commonplace.auth.keys import directory
from commonplace.domain.spaces import team_space
from commonplace.erasure import status
from commonplace.operations.http import process
from commonplace.storage.directory import Membership
from commonplace.storage.heads import team_key
from commonplace.storage.items import typed
from tests.conftest import new_key
from tests.support.agents import NO_CONTEXT, Agent, function, stack
from tests.support.apps import App
from tests.support.clock import SECOND
from tests.support.erasures import Owner, Service, everything, held, holding
from tests.support.stored import account_of, fact, put
from tests.support.streams import ledger_event, under_way

CANARY = "heliotrope"
TABLE = stack().environment["ERASURES_TABLE"]


def sweep(event: dict[str, Any], context: Any) -> Any:
    return function("SweepSpaceFunction").handler(event, context)


class Killed(BaseException):
    """The function's process ended here."""


class Killer:
    """Ends the process at chosen calls of the tables: before they are done, or after, unanswered."""

    def __init__(self, service: Service, *, after: bool) -> None:
        self.calls, self.kills = 0, 0
        self._service = service
        self._dies: Callable[[int], bool] | None = None
        moment = "after-call.dynamodb" if after else "before-call.dynamodb"
        service.client.meta.events.register(moment, self._count)

    def run(self, dies: Callable[[int], bool], seconds: float, step: float) -> None:
        """Let the background work, and begin anew where it was killed at a call."""
        self._dies = dies
        try:
            self._service.background.run(seconds, step)
        except Killed:
            self._service.background.restart()
        finally:
            self._dies = None

    def _count(self, **_: Any) -> None:
        if self._dies is None:
            return
        self.calls += 1
        if self._dies(self.calls):
            self.kills += 1
            raise Killed


def fill(service: Service, sessions: int = 3, each: int = 4) -> tuple[Owner, str]:
    """Make an account with something in every table."""
    key = new_key("acme", team="crew", may_read=True, may_write=True, clock=service.clock)
    agent, app = Agent(key), App(key).in_store("letters")
    for number in range(sessions):
        session = agent.in_session(f"s{number}")
        for one in range(each):
            session.remember(f"{CANARY} {one}")
        session.call("checkpoint", goal=CANARY, plan_steps=["one"], open_questions=["why?"])
        result = {"value": f"{CANARY} " * 400, "customer": "cus_9x8Y7w6V5u4T3s"}
        for _ in range(2):
            session.call("/v1/tool-calls", connector="c", tool="t", arguments={}, result=result)
    agent.in_session("s0").call("/v1/sessions/taint", level="INTERNAL")
    agent.in_session("s1").call("/v1/sessions/reset")
    agent.in_session("s1").remember(f"{CANARY} after the reset")
    agent.remember(f"{CANARY} for good", durable=True)
    agent.remember(f"{CANARY} shared", share_with_team=True, key="k")
    agent.call("forget", key="k")
    agent.call("memory_save", key="plant", content=CANARY)
    app.good("add_speaker", speaker="Alice")
    app.good("store_memory", idempotency_key="once", content=f"{CANARY} said", metadata={"speaker": "Alice"})
    return Owner(key), account_of(key)


def expected(service: Service, account_id: str) -> dict[str, int]:
    counts = held(service.client, account_id)
    assert all(counts.values()), counts
    return counts


def left(service: Service, account_id: str) -> dict[str, int]:
    """What stands of an account: the head that keeps a session's level, the word that it was, and who did it."""
    return {table: count for table, count in held(service.client, account_id).items() if count}


@pytest.mark.requirement("A19")
def test_every_table_is_swept_and_the_receipt_has_the_exact_counts(service: Service) -> None:
    owner, account_id = fill(service)
    was_there = expected(service, account_id)

    receipt = owner.erase()
    assert receipt["deleted"] is None
    took = service.background.run_until(lambda: not holding(service.client, CANARY))
    done = service.complete(owner, receipt["id"])

    assert took <= 30, "physically gone within half a minute"
    assert done["deleted"] == was_there
    assert left(service, account_id) == {"sessions": 1, "activity": 2}
    assert done["asked_at"] == done["effective_at"] < done["completed_at"]
    assert service.background.failures == []


@pytest.mark.requirement("A19")
def test_the_ledger_keeps_no_name_of_what_was_erased(service: Service) -> None:
    key = new_key("acme", clock=service.clock)
    owner, agent = Owner(key), Agent(key)
    agent.in_session("a-telling-name").remember("one")
    App(key).in_store("another-name").good("store_memory", content="two")
    erasures = [
        owner.erase("session", session="a-telling-name"),
        owner.erase("store", store="another-name"),
        owner.erase(),
    ]
    for erasure in erasures:
        service.complete(owner, erasure["id"])

    service.clock.advance(41 * 24 * 3600 * SECOND)
    service.engine.expire(service.background.seconds())  # what was kept for backups is over

    assert {table for table, item in everything(service.client) if "name" in str(item).replace("_name", "")} == {
        "directory"  # the account's own, behind which its keys are found
    }
    kept = [item for table, item in everything(service.client) if table == "erasures"]
    assert len(kept) == 3
    assert {name for item in kept for name in item} == {
        "ledger",
        "entry",
        "what",
        "asked_at",
        "completed_at",
        "deleted",
    }


@pytest.mark.requirement("A19")
@pytest.mark.parametrize("after", [False, True], ids=["before the call", "after the call"])
def test_killed_at_every_call_it_still_completes(after: bool, service: Service) -> None:
    key = new_key("acme", clock=service.clock)
    owner, agent, account_id = Owner(key), Agent(key), account_of(key)
    killer = Killer(service, after=after)
    for number in count(1):
        for _ in range(3):
            agent.remember(CANARY, durable=True)
        receipt = owner.erase("store", store="default")
        killer.calls, killer.kills = 0, 0
        while (done := status(process(), account_id, receipt["id"])) is None or done.completed_at is None:
            killer.run(lambda call, number=number: call == number, 4.0, 2.0)  # type: ignore[misc]
        assert done.deleted["memories"] == 3, f"killed at call {number}"
        assert holding(service.client, CANARY) == []
        if killer.kills == 0:
            break
    assert number > 40, "every call was met"


@pytest.mark.requirement("A19")
@pytest.mark.parametrize("seed", range(4))
def test_killed_again_and_again_it_still_completes(seed: int, service: Service) -> None:
    owner, account_id = fill(service)
    was_there = expected(service, account_id)
    receipt = owner.erase()
    dice, killer = random.Random(seed), Killer(service, after=seed % 2 == 1)
    while owner.receipt(receipt["id"])["status"] != "complete":
        killer.run(lambda _: dice.random() < 0.04, 5.0, 1.0)

    assert killer.kills > 3
    assert owner.receipt(receipt["id"])["deleted"] == was_there
    assert holding(service.client, CANARY) == []
    assert left(service, account_id) == {"sessions": 1, "activity": 2}


@pytest.mark.requirement("A19")
@pytest.mark.parametrize("seed", range(2))
def test_records_that_come_twice_late_and_in_any_order_change_nothing(seed: int, service: Service) -> None:
    owner, account_id = fill(service)
    was_there, dice = expected(service, account_id), random.Random(seed)
    receipt = owner.erase()
    met: list[tuple[str, str]] = []
    while owner.receipt(receipt["id"])["status"] != "complete":
        met = list(
            dict.fromkeys([*met, *under_way(service.client, "order/"), *under_way(service.client, "task/")])
        )
        some = dice.choices(met, k=dice.randrange(1, 12))
        for prefix, name in (("task/", "SweepSpaceFunction"), ("order/", "FanOutErasureFunction")):
            keys = [key for key in some if key[0].startswith(prefix)]
            if keys:
                assert function(name).handler(ledger_event(keys), NO_CONTEXT) == {"batchItemFailures": []}
        if dice.random() < 0.1:
            function("CloseErasuresFunction").handler({}, NO_CONTEXT)
        service.clock.advance(SECOND)

    assert owner.receipt(receipt["id"])["deleted"] == was_there
    assert left(service, account_id) == {"sessions": 1, "activity": 2}
    event = ledger_event(met)  # and once more, long after
    for name in ("SweepSpaceFunction", "FanOutErasureFunction"):
        assert function(name).handler(event, NO_CONTEXT) == {"batchItemFailures": []}
    assert owner.receipt(receipt["id"])["deleted"] == was_there


@pytest.mark.requirement("A19")
def test_throttles_conflicts_and_unprocessed_keys_hold_it_up_and_no_more(service: Service) -> None:
    owner, account_id = fill(service)
    was_there, faults = expected(service, account_id), service.engine.faults
    receipt = owner.erase()
    for operation in ("GetItem", "Query", "PutItem", "UpdateItem", "BatchGetItem", "TransactWriteItems"):
        faults.throttle(25, operation=operation)
    faults.transaction_conflict(25, operation="TransactWriteItems")
    faults.leave_unprocessed(5, operation="BatchGetItem")

    service.background.run(600)
    faults.clear()

    assert service.complete(owner, receipt["id"])["deleted"] == was_there
    assert left(service, account_id) == {"sessions": 1, "activity": 2}


@pytest.mark.requirement("A19")
def test_a_poisoned_task_goes_to_the_failures_and_holds_up_no_other(service: Service) -> None:
    owner, account_id = fill(service)
    was_there = expected(service, account_id)
    poisoned = {"ledger": {"S": "task/none/of-ours"}, "entry": {"S": "task"}, "sweep": {"S": "nothing"}}
    service.client.put_item(TableName=TABLE, Item=poisoned)
    receipt = owner.erase()

    done = service.complete(owner, receipt["id"], 1200)

    assert done["deleted"] == was_there
    assert left(service, account_id) == {"sessions": 1, "activity": 2}
    (failure,) = service.background.failures
    assert failure["destination"].endswith("ErasureFailures")
    assert failure["body"]["requestContext"]["condition"] == "RetryAttemptsExhausted"
    assert failure["body"]["DDBStreamBatchInfo"]["batchSize"] == 1


@pytest.mark.requirement("A19")
def test_an_order_that_cannot_be_read_holds_up_no_other_of_the_schedule(service: Service) -> None:
    owner, account_id = fill(service)
    was_there = expected(service, account_id)
    for ledger, entry in (("open", "00-broken"), ("order/00-broken", "order")):
        service.client.put_item(
            TableName=TABLE, Item={"ledger": {"S": ledger}, "entry": {"S": entry}, "what": {"S": "account"}}
        )
    receipt = owner.erase()

    for _ in range(12):
        service.clock.advance(60 * SECOND)
        with pytest.raises(KeyError):  # so that it is noticed
            function("CloseErasuresFunction").handler({}, NO_CONTEXT)
        while tasks := list(under_way(service.client, "task/")):
            assert sweep(ledger_event(tasks), NO_CONTEXT) == {"batchItemFailures": []}

    assert owner.receipt(receipt["id"])["deleted"] == was_there


@pytest.mark.requirement("A19")
def test_what_is_lost_from_the_stream_is_taken_up_by_the_schedule(service: Service) -> None:
    owner, account_id = fill(service)
    was_there = expected(service, account_id)
    receipt = owner.erase()
    for _ in range(12):  # no record of any order arrives, and none of half of the tasks
        service.clock.advance(60 * SECOND)
        assert function("CloseErasuresFunction").handler({}, NO_CONTEXT)["open"] in (0, 1)
        for key in list(under_way(service.client, "task/"))[::2]:
            function("SweepSpaceFunction").handler(ledger_event([key]), NO_CONTEXT)
    lost = list(under_way(service.client, "task/"))
    assert lost
    service.background.run_until(lambda: owner.receipt(receipt["id"])["status"] == "complete")

    assert owner.receipt(receipt["id"])["deleted"] == was_there


@pytest.mark.requirement("A19")
def test_sweeps_read_what_stands_there_and_not_what_stood_a_while_ago(service: Service) -> None:
    owner, _ = fill(service)
    owner.erase()
    function("FanOutErasureFunction").handler(ledger_event(under_way(service.client, "order/")), NO_CONTEXT)
    asked: list[dict[str, Any]] = []
    service.client.meta.events.register(
        "provide-client-params.dynamodb.*", lambda params, model, **_: asked.append({"of": model.name, **params})
    )

    sweep(ledger_event(under_way(service.client, "task/")), NO_CONTEXT)

    reads = [one for one in asked if one["of"] in ("Query", "GetItem") and "IndexName" not in one]
    assert len(reads) > 20
    assert {one.get("ConsistentRead") for one in reads} == {True}
    batches = [part for one in asked if one["of"] == "BatchGetItem" for part in one["RequestItems"].values()]
    assert {one.get("ConsistentRead") for one in batches} == {True}


@pytest.mark.requirement("A19")
def test_the_last_round_ends_once_a_whole_pass_has_found_nothing(service: Service) -> None:
    owner, account_id = fill(service)
    receipt = owner.erase("store", store="default")
    service.background.run(34)
    assert holding(service.client, f"{CANARY} late") == []
    late, later = (fact(account_id, f"{CANARY} late", number) for number in (1, 0))
    put(service.client, late)
    written: list[object] = []

    def write(params: dict[str, Any], **_: Any) -> None:
        if late.memory_id.encode() in params["body"] and not written:
            written.append(None)
            put(service.client, later)  # where the pass has been already

    service.client.meta.events.register("before-call.dynamodb.TransactWriteItems", write)
    service.complete(owner, receipt["id"])

    assert written
    assert holding(service.client, f"{CANARY} late") == []


@pytest.mark.requirement("A19")
def test_a_task_stops_in_time_and_its_own_last_change_goes_on_with_it(service: Service) -> None:
    key = new_key("acme", clock=service.clock)
    owner, account_id = Owner(key), account_of(key)
    put(service.client, *(fact(account_id, f"{CANARY} {number}", number) for number in range(500)))
    receipt = owner.erase("store", store="default")
    service.background.run(3)

    class Short:
        """Has time for one step a call."""

        def __init__(self) -> None:
            self.left = 12_000

        def get_remaining_time_in_millis(self) -> int:
            self.left -= 1
            return self.left + 1

    put(service.client, *(fact(account_id, f"{CANARY} {number}", number) for number in range(500)))
    calls = 0
    service.clock.advance(30 * SECOND)
    function("FanOutErasureFunction").handler(ledger_event(under_way(service.client, "order/")), NO_CONTEXT)
    while tasks := list(under_way(service.client, "task/")):
        sweep(ledger_event(tasks), Short())
        calls += 1
        assert calls < 50
    assert holding(service.client, CANARY) == []
    assert calls >= 6, "five full transactions and the empty one"
    assert service.complete(owner, receipt["id"])["deleted"]["memories"] == 1000


@pytest.mark.requirement("A19")
def test_without_time_a_task_is_only_changed_so_that_it_comes_again(service: Service) -> None:
    owner, _ = fill(service)
    owner.erase()
    function("FanOutErasureFunction").handler(ledger_event(under_way(service.client, "order/")), NO_CONTEXT)

    class NoTime:
        def get_remaining_time_in_millis(self) -> int:
            return 100

    tasks = list(under_way(service.client, "task/"))
    before = len(holding(service.client, CANARY))
    assert sweep(ledger_event(tasks), NoTime()) == {"batchItemFailures": []}
    assert len(holding(service.client, CANARY)) == before
    touched = [item for table, item in everything(service.client) if "touched" in item]
    assert len(touched) == len(tasks)


@pytest.mark.requirement("A19")
def test_two_erasures_of_one_account_share_the_items_and_both_complete(service: Service) -> None:
    owner, account_id = fill(service)
    was_there = expected(service, account_id)
    first = owner.erase()
    service.background.run(1)
    second, third = owner.erase(), owner.erase("session", session="s0")
    Agent(owner.key).remember("after them all", durable=True)

    receipts = [service.complete(owner, one["id"])["deleted"] for one in (first, second, third)]

    assert [sum(one["memories"] for one in receipts), sum(one["tool_results"] for one in receipts)] == [
        was_there["memories"],
        was_there["tool_results"],
    ]
    assert Agent(owner.key).recall(limit=25) == ["after them all"]
    assert holding(service.client, CANARY) == []


@pytest.mark.requirement("A19")
def test_more_teams_than_one_transaction_holds_are_all_reached(service: Service) -> None:
    key = new_key("acme", clock=service.clock)
    account_id, book = account_of(key), directory()
    teams = [f"team_{number:03d}" for number in range(130)]
    entities = {f"team/{team}" for team in teams}
    for team in teams:
        service.client.put_item(TableName=book.table, Item=typed(team_key(team)))
        rights = Membership(may_read=True, may_write=True)
        book.put_membership(team, account_id, rights, name="acme", member_id=f"mem_{team}", now=1)
    put(service.client, *(fact(account_id, CANARY, space=team_space(team)) for team in teams))

    receipt = Owner(key).erase()

    heads = [item for _, item in everything(service.client) if item.get("entity", {}).get("S") in entities]
    assert {item["epochs"]["M"][account_id]["N"] for item in heads if item["part"]["S"] == "head"} == {"1"}
    assert service.complete(Owner(key), receipt["id"])["deleted"]["memories"] == 130
