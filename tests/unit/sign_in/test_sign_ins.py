"""Sign-ins to the dashboard: how long they count, what ends them, and that nothing kept opens one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from commonplace.auth import sign_ins
from commonplace.domain.levels import Level
from commonplace.erasure.request import ask
from commonplace.erasure.targets import Account
from commonplace.operations.caller import MANAGE, OWNER, READ, SCOPES, WRITE
from commonplace.refusals.errors import NotAllowed
from commonplace.storage import sign_ins as kept
from tests.conftest import new_key
from tests.support.agents import Agent, stack
from tests.support.clock import SECOND, HandClock
from tests.support.stored import account_of

if TYPE_CHECKING:
    from commonplace.operations.runtime import Runtime

ACCOUNT = "acc_1"
MINUTE, HOUR = 60 * SECOND, 3_600 * SECOND


def seen(runtime: Runtime, secret: str, *others: str) -> sign_ins.SignIn | None:
    return sign_ins.signed_in(runtime, ["theme=dark", f"__Host-commonplace={secret}", *others], secure=True)


@pytest.mark.requirement("A18", "B4")
def test_a_sign_in_is_the_owner_with_every_right_in_the_account(runtime: Runtime) -> None:
    secret, begun = sign_ins.begin(runtime, ACCOUNT, " Ada \x00<b>\u202e" + "x" * 99)
    found = seen(runtime, secret)

    assert found == begun
    assert (begun.account_id, begun.name) == (ACCOUNT, ("Ada <b>" + "x" * 99)[:80].strip())
    caller = sign_ins.owner_caller(begun)
    caller.require_owner()
    assert (caller.account_id, caller.key_id, caller.level, caller.team) == (
        ACCOUNT,
        "owner",
        Level.RESTRICTED,
        None,
    )
    assert caller.scopes == {READ, WRITE, MANAGE, OWNER}
    with pytest.raises(NotAllowed):
        replace(caller, scopes=SCOPES).require_owner()


@pytest.mark.requirement("A18")
def test_it_ends_after_half_an_hour_without_use_and_eight_hours_with_it(
    runtime: Runtime, clock: HandClock
) -> None:
    secret, begun = sign_ins.begin(runtime, ACCOUNT, None)
    began = begun.created_at
    clock.step = 0

    clock.now = began // SECOND * SECOND + 30 * MINUTE - 1
    assert seen(runtime, secret) is not None  # noted: it counts from here
    clock.now += 30 * MINUTE - SECOND
    assert seen(runtime, secret) is not None
    clock.now += 30 * MINUTE
    assert seen(runtime, secret) is None

    secret, begun = sign_ins.begin(runtime, ACCOUNT, None)
    end = begun.created_at // SECOND * SECOND + 8 * HOUR
    while clock.now + 20 * MINUTE < end:
        clock.now += 20 * MINUTE
        assert seen(runtime, secret) is not None
    clock.now = end - 1
    found = seen(runtime, secret)
    assert found is not None
    assert found.expires_at == end // SECOND
    clock.now = end
    assert seen(runtime, secret) is None


@pytest.mark.requirement("D9")
def test_it_ends_at_once_elsewhere_and_others_go_on(runtime: Runtime) -> None:
    (first, one), (second, _), (other, _) = (
        sign_ins.begin(runtime, account, None) for account in (ACCOUNT, ACCOUNT, "acc_2")
    )

    sign_ins.end(runtime, one)
    assert (seen(runtime, first), seen(runtime, second) is not None) == (None, True)
    sign_ins.end_all(runtime, ACCOUNT)
    assert (seen(runtime, second), seen(runtime, other) is not None) == (None, True)


@pytest.mark.requirement("A18")
def test_one_that_was_ended_is_not_begun_again_by_being_used_meanwhile(runtime: Runtime, clock: HandClock) -> None:
    secret, begun = sign_ins.begin(runtime, ACCOUNT, None)
    table = runtime.tables.names.directory_table
    sign_ins.end(runtime, begun)

    until = clock() // SECOND + 60
    assert kept.touch(runtime.tables.client, table, begun.sign_in_id, clock(), until) is False
    assert seen(runtime, secret) is None


@pytest.mark.requirement("B1", "B4")
def test_no_secret_is_stored_and_all_items_of_a_sign_in_expire(runtime: Runtime) -> None:
    secret, begun = sign_ins.begin(runtime, ACCOUNT, "Ada")
    code = sign_ins.new_link(runtime, ACCOUNT)
    items = [
        item
        for table in stack().tables.values()
        for item in runtime.tables.client.scan(TableName=table.name)["Items"]
    ]

    for hidden in (secret, code, begun.csrf):
        assert hidden not in str(items)
    assert len(items) == 4
    assert [item["part"]["S"] for item in items if "expires_at" not in item] == ["head"]


@pytest.mark.requirement("A18")
@pytest.mark.parametrize("other", ["__Host-commonplace=x", "__Host-commonplace=" + "A" * 43])
def test_two_cookies_that_contradict_each_other_sign_in_nobody(runtime: Runtime, other: str) -> None:
    secret, _ = sign_ins.begin(runtime, ACCOUNT, None)

    assert seen(runtime, secret, other) is None
    assert seen(runtime, secret, f"__Host-commonplace={secret}") is not None


@pytest.mark.requirement("A18")
def test_the_cookie_of_http_does_not_count_on_https_nor_the_other_way(runtime: Runtime) -> None:
    secret, _ = sign_ins.begin(runtime, ACCOUNT, None)

    assert sign_ins.signed_in(runtime, [f"commonplace={secret}"], secure=True) is None
    assert sign_ins.signed_in(runtime, [f"__Host-commonplace={secret}"], secure=False) is None
    assert sign_ins.set_cookie(secret, True) == (
        f"__Host-commonplace={secret}; Path=/; HttpOnly; SameSite=Lax; Secure"
    )
    assert sign_ins.set_cookie(secret, False) == f"commonplace={secret}; Path=/; HttpOnly; SameSite=Lax"


@pytest.mark.requirement("A18")
def test_the_token_of_forms_is_of_one_sign_in_alone(runtime: Runtime) -> None:
    (secret, one), (_, other) = (sign_ins.begin(runtime, ACCOUNT, None) for _ in range(2))

    again = seen(runtime, secret)
    assert again is not None
    assert sign_ins.is_csrf(again, one.csrf) is True
    for sent in (other.csrf, "", None, one.csrf[:-1], "\ud800"):
        assert sign_ins.is_csrf(one, sent) is False


@pytest.mark.requirement("A18")
def test_a_link_signs_in_once_within_an_hour(runtime: Runtime, clock: HandClock) -> None:
    used, old = sign_ins.new_link(runtime, ACCOUNT), sign_ins.new_link(runtime, ACCOUNT)

    assert sign_ins.use_link(runtime, used) == ACCOUNT
    assert sign_ins.use_link(runtime, used) is None
    assert sign_ins.use_link(runtime, "../x") is None
    clock.advance(HOUR)
    assert sign_ins.use_link(runtime, old) is None


@pytest.mark.requirement("A19", "A18")
def test_erasing_the_account_keeps_its_owner_signed_in(runtime: Runtime, clock: HandClock) -> None:
    agent = Agent(new_key("acme", clock=clock))
    agent.remember("kept until now", durable=True)
    account_id = account_of(agent.key)
    secret, begun = sign_ins.begin(runtime, account_id, None)
    ask(runtime, account_id, Account())

    assert seen(runtime, secret) == begun
    assert agent.recall() == []
