"""Requests for erasures: one transaction, after which nobody reads what is erased; sweeping follows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ..domain import ids
from ..domain.erasures import WIPING, Order, Receipt
from ..domain.heads import Heads
from ..domain.levels import Level
from ..domain.lifetime import speaker_key
from ..domain.spaces import DEFAULT_SESSION, DEFAULT_STORE, Scope, Space, session_of, session_space
from ..operations.runtime import Runtime
from ..operations.session_head_lifetime import head_expiry
from ..pending.feeds import ERASED, event_entry
from ..refusals.errors import NotFound
from ..storage import epochs
from ..storage.actions import Action
from ..storage.activity import account_events_feed, session_events_feed
from ..storage.commit import ConditionFailed
from ..storage.erasures import ledger_of
from ..storage.heads import begin_session
from ..storage.session_spaces import list_space
from ..storage.store import HeadsRequest
from .one_memory import Plan, plan_memory
from .targets import Account, Memory, Session, Speaker, Store, Target

_MOST_ACTIONS = 100  # of one transaction

Check = Callable[[Heads], None]


def ask(runtime: Runtime, account_id: str, target: Target, check: Check | None = None) -> str:
    """Erase: nobody reads what is erased once this returns, and it is physically deleted soon after.

    Parameters
    ----------
    runtime
        Tables and clock.
    account_id
        From the authorizer.
    target
        What of the account is erased.
    check
        Raises what refuses the call, by the heads of the target's store and session.

    Returns
    -------
    str
        Id of the receipt (:func:`commonplace.erasure.status`).

    Raises
    ------
    NotFound
        If the account has no such store, session or memory.
    Busy
        If what is erased changes too fast; nothing is erased then.
    """
    teams = Teams(runtime, account_id)

    def attempt() -> str:
        heads = runtime.tables.heads(_request(account_id, target))
        if check is not None:
            check(heads)
        now = runtime.clock()
        order = Order(
            erasure_id=ids.time_ordered_id(now),
            account_id=account_id,
            what=target.what,
            asked_at=now,
            epoch=heads.account.epoch + 1,
            ticked_at=now,
        )
        planned = _plan(runtime, heads, order, target)
        order = planned.order
        raised = _raise_account(runtime, heads, order, planned.changed)
        actions = [raised, *_in_ledger(runtime, order), *planned.actions]
        raises = teams.raises(order)
        room = _MOST_ACTIONS - len(actions)
        runtime.tables.commit([*actions, *raises[:room]])
        each(runtime, raises[room:])
        return order.erasure_id

    return runtime.tables.retry(attempt, "erasure.busy")


@dataclass(frozen=True, slots=True)
class Teams:
    """The teams an account is or was a member of."""

    runtime: Runtime
    account_id: str

    def raises(self, order: Order) -> list[Action]:
        """Return what hides the account's records older than an erasure in each of its teams.

        Each action fails where they are hidden already.

        Parameters
        ----------
        order
            Of all that the account wrote, or of what one speaker said; none other reaches into teams by epochs.
        """
        member = member_of(order)
        if member is None:
            return []
        tables = self.runtime.tables
        directory = tables.names.directory_table
        actions = []
        for team, has_epochs in epochs.teams_of(tables, self.account_id):
            if not has_epochs:
                each(self.runtime, [epochs.begin_epochs(directory, team)])
            actions.append(epochs.raise_team(directory, team, member, order.epoch))
        return actions


def member_of(order: Order) -> str | None:
    """Name what an erasure takes out of its account's teams, as heads of teams do; None: nothing."""
    if order.what == Account.what:
        return order.account_id
    return None if order.speaker is None else speaker_key(order.account_id, order.speaker)


def each(runtime: Runtime, actions: Sequence[Action]) -> None:
    """Write actions one by one; one whose condition does not hold is skipped: another call was first."""
    for action in actions:
        try:
            runtime.tables.commit([action])
        except ConditionFailed:
            continue


def _request(account_id: str, target: Target) -> HeadsRequest:
    session = target.session_id if isinstance(target, Session) else DEFAULT_SESSION
    if isinstance(target, Memory) and target.space.scope is Scope.SESSION:
        session, _ = session_of(target.space)
    store = target.store if isinstance(target, Store | Speaker) else DEFAULT_STORE
    return HeadsRequest(account_id, session, None, store)


def _raise_account(runtime: Runtime, heads: Heads, order: Order, changed: Level | None) -> Action:
    return epochs.raise_account(
        runtime.tables.names.directory_table,
        order.account_id,
        heads.account.epoch,
        whole=order.what == Account.what,
        deletes_store=order.deletes_store,
        changed=None if changed is None else (changed, order.asked_at),
    )


def _in_ledger(runtime: Runtime, order: Order) -> list[Action]:
    ledger = ledger_of(runtime.tables)
    receipt = Receipt(order.erasure_id, order.account_id, order.what, order.asked_at)
    if order.what != Memory.what:
        return [ledger.put_receipt(receipt), *ledger.open_order(order)]
    # Few items: they go in this same transaction, and nothing is left to be swept.
    deleted = {"memories": len(order.memory_ids)}
    if runtime.tables.wipe is not None:
        return [ledger.put_receipt(receipt), *ledger.open_order(replace(order, round=WIPING, deleted=deleted))]
    done = replace(receipt, completed_at=order.asked_at, deleted=deleted)
    return [ledger.put_receipt(done), ledger.keep_order(order)]


def _plan(runtime: Runtime, heads: Heads, order: Order, target: Target) -> Plan:
    match target:
        case Account():
            return Plan(order, [_event(runtime, order)])
        case Store():
            return _plan_store(runtime, heads, order, target)
        case Session():
            return _plan_session(runtime, heads, order, target)
        case Speaker():
            action = epochs.raise_speaker(
                runtime.tables.names.directory_table,
                order.account_id,
                target.store,
                heads.store,
                target.registrations,
                order.epoch,
            )
            speaker = target.shared if target.store == DEFAULT_STORE else None
            order = replace(order, store=target.store, registrations=target.registrations, speaker=speaker)
            return Plan(order, [action, _event(runtime, order)])
        case Memory():
            return plan_memory(runtime, heads.session, order, target)


def _plan_store(runtime: Runtime, heads: Heads, order: Order, target: Store) -> Plan:
    directory = runtime.tables.names.directory_table
    if target.store != DEFAULT_STORE and heads.store.store_id is None:
        raise NotFound("store.not_found.erased", field="store")
    deletes = target.delete and target.store != DEFAULT_STORE
    order = replace(order, store=target.store, deletes_store=deletes)
    if deletes:
        action = epochs.delete_store(directory, order.account_id, target.store, heads.store)
    else:
        action = epochs.raise_store(directory, order.account_id, target.store, heads.store, order.epoch)
    return Plan(order, [action, _event(runtime, order)])


def _plan_session(runtime: Runtime, heads: Heads, order: Order, target: Session) -> Plan:
    table, session = runtime.tables.names.sessions_table, heads.session
    if session.expires_at is None:  # it never was, or all of it has ended
        raise NotFound("session.not_found", field="session")
    until = head_expiry(order.asked_at, session.taint)
    begun = begin_session(
        table, order.account_id, target.session_id, session, until, epoch=order.epoch, erased=True
    )
    listed = list_space(table, order.account_id, target.session_id, session.generation + 1, order.epoch, until)
    event = _event(runtime, order, session_space(order.account_id, target.session_id, session.generation + 1))
    order = replace(order, session_id=target.session_id, generation=session.generation)
    return Plan(order, [begun, listed, event])


def _event(runtime: Runtime, order: Order, session: Space | None = None) -> Action:
    """Write the event of an erasure, for the agents of one session or for all of the account's."""
    feed = account_events_feed(order.account_id) if session is None else session_events_feed(session)
    table = runtime.tables.names.activity_table
    return event_entry(table, feed, ERASED, order.asked_at, order.epoch, Level.PUBLIC)
