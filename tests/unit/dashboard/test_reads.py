"""What pages read: nothing twice."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from commonplace.dashboard.pages import PAGES
from commonplace.owner.keys import CREATE_KEY
from commonplace.owner.teams.joined_teams import CREATE_TEAM
from local.dynamodb import Meter
from tests.support.signed_in import SignedIn, agent_of
from tests.unit.dashboard.conftest import ACCOUNT, Browser

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


@pytest.mark.requirement("A18")
@pytest.mark.parametrize("address", [*(f"/{page.name}" for page in PAGES), "/usage/notes", "/usage/audit"])
def test_a_page_reads_nothing_twice(browser: Browser, engine_client: DynamoDBClient, address: str) -> None:
    owner = SignedIn(ACCOUNT)
    team = owner.run(CREATE_TEAM, name="Crew", my_name="Ada").id
    agent = agent_of(owner.run(CREATE_KEY, name="Laptop", team=team))
    agent.remember("Kept.", share_with_team=True)
    agent.remember("Kept.", durable=True)
    browser.get(address)  # what is read once a process
    with Meter(engine_client) as meter:
        assert browser.get(address).status == 200
    read = Counter(
        json.dumps([call.operation, call.parameters], sort_keys=True, default=str)
        for call in meter.calls
        if not call.write
    )
    assert [what for what, times in read.items() if times > 1] == []
