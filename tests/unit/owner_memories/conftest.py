"""Agents and the owner of one account, on the embedded engine."""

from __future__ import annotations

import pytest

from tests.support.agents import Agent
from tests.support.owned import MemoryOwner
from tests.support.stored import account_of


@pytest.fixture
def owner(engine_agent: Agent) -> MemoryOwner:
    return MemoryOwner(account_of(engine_agent.key))
