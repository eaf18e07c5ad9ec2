"""Keys in the dashboard: made, shown this once and nowhere else, and revoked."""

from __future__ import annotations

import logging
import re
from html import unescape
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from commonplace.auth.keys import caller_by_key, directory
from commonplace.dashboard.client_setup import CLIENTS
from commonplace.dashboard.languages import language
from commonplace.dashboard.pages import PAGES
from commonplace.domain.levels import Level
from commonplace.operations.caller import Caller, TeamRights
from commonplace.owner.keys import CREATE_KEY, MOST
from commonplace.owner.teams.joined_teams import CREATE_TEAM
from tests.support.agents import stack
from tests.support.signed_in import SignedIn
from tests.unit.dashboard.conftest import ACCOUNT, HOST, Browser, Seen, SignIn

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

pytestmark = pytest.mark.requirement("B1")

FORM = {"form": "create", "name": "Laptop", "scopes": "read_write", "team": "", "level": "PUBLIC", "once": "a"}
HOSTILE = "\"'><img src=x onerror=alert(1)>"


def key_in(seen: Seen) -> str:
    found = re.search(r'<code id="key">(cpk_\w{42})</code>', seen.text)
    assert found is not None, seen.words
    return found[1]


def test_without_keys_the_page_teaches_what_one_is(browser: Browser) -> None:
    seen = browser.get("/keys")

    assert seen.status == 200
    assert "No key yet" in seen.words
    assert '<svg class="picture"' in seen.text
    assert "Revoke" not in seen.words


def test_a_new_key_is_shown_once_with_all_that_is_to_be_pasted(
    browser: Browser,
    engine_client: DynamoDBClient,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.INFO)
    team_id = SignedIn(ACCOUNT).run(CREATE_TEAM, name="Crew", my_name="Ada").id
    assert f'<option value="{team_id}">Crew</option>' in browser.get("/keys").text

    made = browser.post("/keys/create", {**FORM, "scopes": "read", "team": team_id, "level": "INTERNAL"})

    key = key_in(made)
    assert (made.status, made.headers["cache-control"]) == (200, "no-store")
    assert "location" not in made.headers
    caller = caller_by_key(key, directory())
    assert caller == Caller(
        ACCOUNT,
        caller.key_id if caller else "",
        frozenset({"read"}),
        Level.INTERNAL,
        TeamRights(team_id, True, True),
    )
    assert unescape(made.text.split('id="variable">')[1].split("<")[0]) == f"export COMMONPLACE_KEY='{key}'"
    for client in CLIENTS:
        copied = unescape(made.text.split(f'<code id="with-{client.name}">')[1].split("</code>")[0])
        assert copied == client.at(f"https://{HOST}", "tulimoa").replace("Bearer KEY", f"Bearer {key}").replace(
            "<key>", key
        )
    for page in PAGES:
        assert key not in browser.get(f"/{page.name}").text
    for table in stack().tables.values():
        assert key[4:40] not in str(engine_client.scan(TableName=table.name)["Items"])
    logged = caplog.text + "".join(capfd.readouterr())
    assert key[4:40] not in logged


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize(
    ("chosen", "scopes"),
    [
        ("read", ["read"]),
        ("read_write", ["read", "write"]),
        ("read_write_manage", ["read", "write", "manage"]),
    ],
)
def test_rights_are_offered_and_listed_in_words(
    browser: Browser, code: str, chosen: str, scopes: list[str]
) -> None:
    words = language(code).text(f"keys.rights.{chosen}")
    offered = browser.get("/keys", accept_language=code)
    assert f'<option value="{chosen}">{words}</option>' in offered.text.replace(" selected", "")

    made = browser.post("/keys/create", {**FORM, "scopes": chosen}, accept_language=code)

    caller = caller_by_key(key_in(made), directory())
    assert caller is not None
    assert caller.scopes == set(scopes)
    assert words in made.words


def test_keys_of_every_combination_of_scopes_are_listed(browser: Browser) -> None:
    names = ("read", "write", "manage")
    for size in (1, 2, 3):
        for scopes in combinations(names, size):
            SignedIn(ACCOUNT).run(CREATE_KEY, name="+".join(scopes), scopes=list(scopes))

    seen = browser.get("/keys")

    assert seen.status == 200
    assert seen.words.count("Read and manage") == 2
    assert seen.words.count("Read, write and manage") == 3  # one of them in the form


def test_a_form_that_is_sent_again_makes_no_second_key(browser: Browser) -> None:
    key_in(browser.post("/keys/create", FORM))

    again = browser.post("/keys/create", FORM)

    assert again.status == 409
    assert "this key was made already" in again.words
    assert '<code id="key">' not in again.text
    assert browser.get("/keys").words.count("1 of at most 100.") == 1
    once = [re.findall(r'name="once" value="([^"]+)"', browser.get("/keys").text) for _ in range(2)]
    assert once[0] != once[1]


def test_a_revoked_key_opens_nothing_and_is_listed_apart(browser: Browser) -> None:
    key = key_in(browser.post("/keys/create", FORM))
    caller = caller_by_key(key, directory())
    assert caller is not None
    assert "stops within 30 seconds" not in browser.get("/keys").words
    for htmx in ("false", "true"):  # the page that asks, and the row that does
        asking = browser.get(f"/keys?revoke={caller.key_id}", hx_request=htmx)
        assert "stops within 30 seconds" in asking.words
        assert asking.text.count("data-open") == 1

    done = browser.post("/keys/revoke", {"form": f"revoke-{caller.key_id}", "id": caller.key_id})

    assert (done.status, done.headers["location"]) == (303, "/keys?done=revoked")
    assert caller_by_key(key, directory()) is None
    after = browser.get("/keys?done=revoked")
    assert "The key is revoked." in after.words
    assert "1 revoked key" in after.words
    assert "/keys/revoke" not in after.text


def test_what_is_wrong_stands_at_the_form_and_names_are_text(browser: Browser) -> None:
    empty = browser.post("/keys/create", {**FORM, "name": " "})
    assert (empty.status, "name: is empty" in empty.words) == (400, True)
    assert 'aria-invalid="true"' in empty.text
    for field in ("scopes", "level", "team"):
        assert browser.post("/keys/create", {**FORM, field: "<x>"}).status == 400
    assert "No key yet" in browser.get("/keys").words

    made = browser.post("/keys/create", {**FORM, "name": HOSTILE})

    assert HOSTILE in made.words
    asks = re.findall(r'href="(/keys\?revoke=\w+)"', made.text)
    assert len(asks) == 1
    for seen, times in (
        (made, 2),
        (browser.get("/keys"), 2),
        (browser.get(asks[0]), 3),
    ):  # also unseen, at the button
        assert "<img" not in seen.text
        assert seen.words.count(HOSTILE) >= times


def test_a_page_of_as_many_keys_as_there_may_be_is_light(browser: Browser) -> None:
    owner = SignedIn(ACCOUNT)
    for number in range(MOST):
        owner.run(CREATE_KEY, name=f"Laptop number {number}")
    seen = browser.get("/keys")
    assert seen.text.count("/keys?revoke=") == 2 * MOST  # with scripts and without
    assert len(seen.text.encode()) < 95_000  # twice as much with what is asked before each is revoked


def test_another_accounts_key_cannot_be_revoked(browser: Browser, sign_in: SignIn) -> None:
    other = sign_in("acc_2", "Bob")
    caller = caller_by_key(key_in(other.post("/keys/create", FORM)), directory())
    assert caller is not None

    assert browser.post("/keys/revoke", {"form": "x", "id": caller.key_id}).status == 404
    assert "No key yet" in browser.get("/keys").words
