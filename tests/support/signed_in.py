"""An owner who has signed in: calls the operations that no key may."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from commonplace.auth.keys import caller_by_key, directory, issue_key
from commonplace.domain.levels import Level
from commonplace.domain.spaces import DEFAULT_SESSION
from commonplace.operations.call import Call
from commonplace.operations.caller import OWNER, SCOPES, Caller
from commonplace.operations.contract import Tool
from commonplace.operations.http import process
from tests.support.agents import Agent, InProcess, Transport


@dataclass(frozen=True)
class SignedIn:
    """The owner of an account."""

    account_id: str

    @classmethod
    def to(cls, account: str, **options: Any) -> SignedIn:
        """Sign in to an account by its name; made if there is none."""
        options = {"clock": process().clock} | options
        caller = caller_by_key(issue_key(account=account, **options), directory())
        assert caller is not None
        return cls(caller.account_id)

    def call(self, session: str = DEFAULT_SESSION) -> Call:
        caller = Caller(self.account_id, "owner", SCOPES | {OWNER}, Level.RESTRICTED, None)
        return Call(caller, session, process())

    def run(self, tool: Tool[Any, Any], /, **arguments: Any) -> Any:
        return tool.call(self.call(), arguments)

    def as_key(self, tool: Tool[Any, Any], /, **arguments: Any) -> Any:
        """Try it as a key of the account with every scope that a key may have."""
        call = self.call()
        return tool.call(replace(call, caller=replace(call.caller, key_id="key_1", scopes=SCOPES)), arguments)


def agent_of(created: Any, transport: Transport | None = None, session: str | None = None) -> Agent:
    """Return an agent with a key that was just created."""
    return Agent(created.key, session, InProcess() if transport is None else transport)
