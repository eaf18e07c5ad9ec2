"""A data folder of an owner who has used everything: run as ``python -m tests.support.browser_seed DATA``.

Prints as JSON what tests need to know. It is a process of its own, since a process works on one data folder.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

from local import template
from local.data_folder import DataFolder
from local.welcome import ACCOUNT
from tests.support.browser_payloads import ADDRESS, PAYLOADS, in_name

if TYPE_CHECKING:
    from commonplace.domain.memory import Memory
    from commonplace.domain.spaces import Space

MEMORIES = 2_000
SESSIONS = ("default", "release-42", in_name(1))
STORES = ("garden", "letters")
TEAM = in_name(2)
SPEAKERS = ("Mina", in_name(1), in_name(3))
_DAY = 86_400 * 1_000_000
_FACTS = (
    "The plane tree by the canal was planted in 1987.",
    "Rechnungen werden immer am letzten Werktag des Monats verschickt.",
    "The staging database is restored each Sunday; it takes about forty minutes, and nobody may deploy meanwhile. "
    "Ask in the channel before you begin, since the nightly job reads from it until seven.",
    "会議は毎週火曜日の午前十時に始まります。",
    "Lea likes short answers 🌱",
    "https://commonplace.example/a/very/long/address/without/any/place/to/break/" + "x" * 120,
)


def seed(data: Path) -> dict[str, Any]:
    """Fill a folder and tell what is in it."""
    DataFolder(data).open(
        template.load(parameters={"ConnectorAllowedPrivate": "loopback", "ConnectorSecrets": "environment"})
    )
    from commonplace.auth import keys as accounts
    from commonplace.storage.connection import client
    from tests.support.agents import Agent
    from tests.support.seeding import put_all
    from tests.support.stored import account_of

    key = accounts.issue_key(account=ACCOUNT, team=TEAM, may_read=True, may_write=True)
    other = Agent(accounts.issue_key(account=in_name(0), team=TEAM, may_read=True, may_write=True))
    other.remember("Another member waters the trees on Mondays.", share_with_team=True)
    made = _by_tools(key)
    _by_owner(account_of(key))
    put_all(client(), memories(key, MEMORIES - made))
    return {"key": key, "other_key": other.key, "memories": MEMORIES}


def _by_tools(key: str) -> int:
    """Use each tool once; return how many memories came of it."""
    from tests.support.agents import Agent
    from tests.support.apps import App

    agent, made = Agent(key), 0
    for session in SESSIONS:
        there = agent.in_session(session)
        there.remember(f"A first fact {PAYLOADS[1]}", key=PAYLOADS[4][:200], tags=list(PAYLOADS[:3]))
        _good(there.call("set_goal", goal=f"Ship the release {PAYLOADS[2]}"))
        steps, questions = ["Run the tests", PAYLOADS[0]], [f"Who signs? {PAYLOADS[3]}"]
        _good(there.call("checkpoint", goal="Ship the release", plan_steps=steps, open_questions=questions))
        made += 4  # fact, goal, plan, question
    agent.remember("A fact of all the team's.", share_with_team=True)
    for store in STORES:
        for speaker in SPEAKERS:
            _good(App(key).in_store(store).call("add_speaker", speaker=speaker))
    return made + 1


def _by_owner(account_id: str) -> None:
    """Make, revoke, connect and invite as the pages do."""
    from commonplace.domain.levels import Level
    from commonplace.operations.call import Call
    from commonplace.operations.caller import OWNER, SCOPES, Caller
    from commonplace.operations.http import process
    from commonplace.owner.connectors import CONNECT
    from commonplace.owner.keys import CREATE_KEY, REVOKE_KEY
    from commonplace.owner.teams.invitations import INVITE
    from commonplace.owner.teams.joined_teams import CREATE_TEAM

    call = Call(Caller(account_id, "owner", SCOPES | {OWNER}, Level.RESTRICTED, None), "default", process())
    for number in range(4):
        made = CREATE_KEY.call(call, {"name": in_name(number), "scopes": ["read"], "level": "INTERNAL"})
    REVOKE_KEY.call(call, {"id": made.id})
    team = CREATE_TEAM.call(call, {"name": in_name(5), "my_name": in_name(6)})
    INVITE.call(call, {"team": team.id, "may_read": True, "may_write": False, "may_manage": False})
    address = "".join(one for one in PAYLOADS[1] if "!" <= one <= "~")
    sent = {"Authorization": "env:COMMONPLACE_CONNECTOR_T"}
    CONNECT.call(call, {"name": "tickets", "url": f"http://127.0.0.1:9/mcp?{address}", "headers": sent})
    CONNECT.call(call, {"name": "posted", "level": "CONFIDENTIAL", "enabled": False})


def _good(answer: Any) -> None:
    assert answer.status == 200, answer.body


def memories(key: str, count: int) -> Iterator[Memory]:
    """Make the rest as they are stored: each state and level, all scopes, a payload in every tenth."""
    from commonplace.domain.clock import system_clock
    from commonplace.domain.ids import time_ordered_id
    from commonplace.domain.levels import Level
    from commonplace.domain.lifetime import session_expiry
    from commonplace.domain.memory import Embedding, Kind, Memory, State
    from commonplace.domain.spaces import Scope
    from commonplace.search.embedding.choose import embedder
    from tests.support.stored import account_of

    account_id, now = account_of(key), system_clock()
    speakers = _registrations(account_id)
    states = cycle((State.ACTIVE,) * 17 + (State.QUARANTINED, State.FORGOTTEN, State.SUPERSEDED))
    spaces, model = cycle(_spaces(key)), embedder()
    vector = Embedding(model.model_id, bytes([1] * model.dimensions))  # of no meaning, and nothing has to be made
    for number, state, space in zip(range(count), states, spaces, strict=False):
        moment = now - 10 * _DAY + number * (10 * _DAY // count)
        made = Memory(
            space=space,
            memory_id=time_ordered_id(moment),
            account_id=account_id,
            epoch=0,
            text=f"{number}: {_FACTS[number % len(_FACTS)]}",
            kind=Kind.FACT,
            level=Level(number // 7 % 4),
            importance=0.95 if number % 53 == 0 else 0.6,
            created_at=moment,
            updated_at=moment,
            expires_at=session_expiry(moment) if space.scope is Scope.SESSION else None,
            pinned_by_owner=number % 41 == 0,
            state=state,
            quarantined_for="instruction" if state is State.QUARANTINED else None,
            forgotten_at=moment if state is State.FORGOTTEN else None,
            embedding=vector,
            speaker_id=speakers.get(space.key, {}).get(SPEAKERS[number % len(SPEAKERS)]),
        )
        yield _with_payload(made, number) if number % 10 == 0 else made


def _with_payload(memory: Memory, number: int) -> Memory:
    payload = PAYLOADS[number // 10 % len(PAYLOADS)]
    return replace(
        memory,
        text=f"{number}: {payload}",
        key=f"{number}/{payload}",
        tags=(payload, ADDRESS),
        category=payload,
        conversation_id=payload,
        event_date=payload,
        quarantined_for=memory.quarantined_for and payload,
    )


def _registrations(account_id: str) -> dict[str, dict[str, str]]:
    """Registrations of the stores' speakers, by the space's key and the name."""
    from commonplace.domain.levels import Level
    from commonplace.domain.spaces import account_space
    from commonplace.operations.call import Call, StoreView
    from commonplace.operations.caller import SCOPES, Caller
    from commonplace.operations.http import process

    found, caller = {}, Caller(account_id, "seed", SCOPES, Level.PUBLIC, None)
    for store in STORES:
        call = Call(caller, "default", process(), StoreView(store, Level.PUBLIC))
        head = call.runtime.tables.heads(call.heads_request()).store
        found[account_space(account_id, store).key] = {name: one for one, name in head.speakers.items()}
    return found


def _spaces(key: str) -> list[Space]:
    from commonplace.domain.spaces import account_space, session_space, team_space
    from tests.support.stored import account_of, team_of

    account_id = account_of(key)
    return [
        account_space(account_id),
        account_space(account_id),
        *(session_space(account_id, session, 0) for session in SESSIONS),
        *(account_space(account_id, store) for store in STORES),
        team_space(team_of(key)),
    ]


if __name__ == "__main__":
    print(json.dumps(seed(Path(sys.argv[1]))))
