"""Teams in the dashboard: made, invited into, joined and left by owners in their own browsers."""

from __future__ import annotations

import logging
import re

import pytest

from commonplace.auth.keys import directory
from commonplace.operations.call import Call
from commonplace.owner.keys import CREATE_KEY
from commonplace.owner.teams.contract import Teams
from commonplace.owner.teams.invitations import INVITE
from commonplace.owner.teams.joined_teams import CREATE_TEAM, LIST_TEAMS
from commonplace.refusals.errors import Busy
from commonplace.storage import teams
from tests.support.agents import stack
from tests.support.signed_in import SignedIn
from tests.unit.dashboard.conftest import ACCOUNT, HOST, Browser, Seen, SignIn

pytestmark = pytest.mark.requirement("B3")

OTHER = "acc_00000000000000000000000000000002"
HOSTILE = "\"'><img src=x onerror=alert(1)>"


def create(browser: Browser, name: str = "Crew", my_name: str = "Ada") -> str:
    """Make a team and return its id."""
    done = browser.post("/team/create", {"form": "create", "name": name, "my_name": my_name})
    assert done.status == 303, done.words
    found = re.fullmatch(r"/team\?team=(team_\w+)&done=created", done.headers["location"])
    assert found is not None
    return found[1]


def invite(browser: Browser, team: str, **form: str) -> Seen:
    form = {"form": "invitation", "team": team, "once": "a", "may_read": "yes", "may_write": "yes"} | form
    return browser.post("/team/invite", form)


def code_in(seen: Seen) -> str:
    found = re.search(r'<code id="invitation-code">(cpi_\w{42})</code>', seen.text)
    assert found is not None, seen.words
    return found[1]


def join(browser: Browser, code: str, my_name: str = "Bob") -> Seen:
    return browser.post("/team/accept", {"form": "accept", "code": code, "my_name": my_name})


class Failing:
    """list_teams on a table that is too busy from some call on."""

    def __init__(self, good: int) -> None:
        self.good = good

    def call(self, call: Call, arguments: dict[str, object]) -> Teams:
        self.good -= 1
        if self.good < 0:
            raise Busy("service.busy")
        return LIST_TEAMS.call(call, arguments)


@pytest.mark.parametrize("good", [0, 1])
def test_no_read_comes_between_an_invitation_and_its_reader(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, good: int
) -> None:
    team = create(browser)
    with monkeypatch.context() as busy:
        busy.setattr("commonplace.dashboard.pages.team.LIST_TEAMS", Failing(good))
        seen = invite(browser, team)
    if not good:  # nothing was made: the same form makes it now
        assert seen.status == 503
        seen = invite(browser, team)
    assert seen.status == 200
    assert code_in(seen)
    assert "invitation by Ada" in seen.words


def rights_of(account: str, team: str) -> tuple[bool, bool, bool]:
    rights = directory().membership(team, account)
    assert rights is not None
    return rights.may_read, rights.may_write, rights.may_manage


def member(account: str, team: str) -> str:
    """The id by which members call one another."""
    found = teams.read(directory(), team)
    assert found is not None
    one = found.member(account)
    assert one is not None
    return one.member_id


def test_without_teams_the_page_teaches_what_one_is(browser: Browser) -> None:
    seen = browser.get("/team")

    assert (seen.status, "No team yet" in seen.words) == (200, True)
    assert '<svg class="picture"' in seen.text
    assert 'id="create-my_name" name="my_name" aria-describedby="create-my_name-hint" value="Ada"' in seen.text


def test_an_invitation_is_shown_once_and_lets_another_owner_join(
    browser: Browser, sign_in: SignIn, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.INFO)
    team, other = create(browser), sign_in(OTHER, None)

    made = invite(browser, team)

    code = code_in(made)
    link = f"https://{HOST}/team?invitation={code}"
    assert f'<code id="invitation-link">{link}</code>' in made.text
    assert code not in browser.get("/team").text
    again = invite(browser, team)
    assert (again.status, code in again.text) == (409, False)
    assert Browser().get(f"/team?invitation={code}").headers["location"] == (
        f"/sign-in?next=/team%3Finvitation%3D{code}"
    )
    offer = other.get(f"/team?invitation={code}").words
    assert "You are invited to “Crew”" in offer
    assert "Invited by Ada You may Read Write Valid until" in offer
    refused = join(other, code, " ")
    assert (refused.status, "You are invited to “Crew”" in refused.words) == (400, True)
    joined = join(other, code)
    assert (joined.status, joined.headers["location"]) == (303, f"/team?team={team}&done=joined")
    assert rights_of(OTHER, team) == (True, True, False)
    for gone in (other.get(f"/team?invitation={code}"), join(other, code)):
        assert "This invitation does not work" in gone.words
    for table in stack().tables.values():
        assert code[4:40] not in str(directory().client.scan(TableName=table.name)["Items"])
    assert code[4:40] not in caplog.text + "".join(capfd.readouterr())


def test_who_manages_changes_and_removes_others_and_nobody_else_does(browser: Browser, sign_in: SignIn) -> None:
    team, other = create(browser), sign_in(OTHER, None)
    assert join(other, code_in(invite(browser, team))).status == 303
    ada, bob = member(ACCOUNT, team), member(OTHER, team)

    named = {"form": f"rights-{bob}", "team": team, "member": bob}
    assert browser.post("/team/rights", {**named, "may_read": "yes"}).status == 303
    assert rights_of(OTHER, team) == (True, False, False)

    page = other.get("/team")
    for place in ("rights", "remove", "invite", "rename", "invitations/revoke"):
        assert f'action="/team/{place}"' not in page.text
        form = {"team": team, "member": ada, "name": "Mine", "id": "inv_1"}
        refused = other.post(f"/team/{place}", {"form": "x", **form})
        assert (refused.status, rights_of(ACCOUNT, team)) == (403, (True, True, True)), place

    last = browser.post("/team/rights", {"form": f"rights-{ada}", "team": team, "member": ada, "may_read": "yes"})
    assert last.status == 409
    assert "last member who manages the team" in last.words
    assert browser.post("/team/leave", {"form": "leave", "team": team}).status == 409
    assert "data-open" not in browser.get(f"/team?team={team}").text
    for htmx, rows in (("false", 2), ("true", 1)):  # the page that asks, and the row that does
        asking = browser.get(f"/team?team={team}&remove={bob}", hx_request=htmx)
        members = asking.text.split('id="members">')[1].split("</tbody>")[0]
        assert (members.count("<tr"), members.count("data-open")) == (rows, 1)
    assert browser.post("/team/remove", {"form": "x", "team": team, "member": bob}).status == 303
    assert directory().membership(team, OTHER) is None
    assert "No team yet" in other.get("/team").words


def test_invitations_are_revoked_and_teams_renamed_left_and_chosen(browser: Browser, sign_in: SignIn) -> None:
    team, other, owner = create(browser), sign_in(OTHER, None), SignedIn(ACCOUNT)
    code = code_in(invite(browser, team))
    (invitation,) = owner.run(LIST_TEAMS).teams[0].invitations
    key = owner.run(CREATE_KEY, name="Laptop", team=team)

    revoked = browser.post("/team/invitations/revoke", {"form": "x", "team": team, "id": invitation.id})
    assert revoked.headers["location"] == f"/team?team={team}&done=invitation_revoked"
    assert join(other, code).status == 404
    assert browser.post("/team/rename", {"form": "rename", "team": team, "name": "Ship"}).status == 303
    assert owner.run(LIST_TEAMS).teams[0].name == "Ship"
    for chosen in (team, ""):
        assert browser.post("/team/sign-in", {"form": "sign-in", "team": chosen}).status == 303
        assert owner.run(LIST_TEAMS).teams[0].is_sign_in_team == bool(chosen)
    assert browser.post("/team/leave", {"form": "leave", "team": team}).headers["location"] == "/team?done=left"
    assert owner.run(LIST_TEAMS).teams == []
    assert "Team you have left" in browser.get("/keys").words
    assert key.name in browser.get("/keys").words


def test_names_are_text_and_members_come_in_parts(browser: Browser, sign_in: SignIn) -> None:
    first, team, book = create(browser, "Another"), create(browser, HOSTILE, HOSTILE), directory()
    code = code_in(invite(browser, team))
    from commonplace.storage.directory import Membership

    for number in range(60):
        rights = Membership(may_read=True, may_write=False, may_manage=False)
        book.put_membership(
            team, f"acc_{number}", rights, name=f"{number}{HOSTILE}", member_id=f"mem_{number:02}", now=number
        )

    seen = browser.get(f"/team?team={team}")

    assert "61 members" in seen.words
    assert seen.text.count('<form class="row ticks"') == 50
    rest = browser.get(f"/team?team={team}&from=50", hx_request="true")
    assert rest.text.count('<form class="row ticks"') == 11
    assert 'hx-get="/team?team=' not in rest.text.split('id="members-more"')[1].split("</div>")[0]
    late = browser.post("/team/remove", {"form": "remove-mem_59", "team": team, "member": "mem_59"})
    assert late.status == 303
    offered = sign_in(OTHER, HOSTILE).get(f"/team?invitation={code}")
    for one in (seen, rest, offered, browser.get(f"/team?team={first}"), browser.get("/team?from=x&team=<img>")):
        assert "<img" not in one.text
        assert HOSTILE in one.words


def test_a_name_that_a_member_has_is_refused_at_its_field(browser: Browser, sign_in: SignIn) -> None:
    team = SignedIn(ACCOUNT).run(CREATE_TEAM, name="Crew", my_name="Ada").id
    code = SignedIn(ACCOUNT).run(INVITE, team=team, may_read=True, may_write=False).code
    guest = sign_in("acc_2", "Bob")
    guest.headers["accept-language"] = "de"

    refused = join(guest, code, "ADA")

    assert refused.status == 409
    assert "Ein anderes Mitglied heißt schon so." in refused.words
    assert 'id="accept-my_name" name="my_name" aria-invalid="true"' in refused.text
