"""Who is signed in, where, and for how long; and what a page of somebody else can do with the owner's cookie."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from commonplace.domain.clock import SECOND
from tests.browser.conftest import Attack, Visiting
from tests.support.browser_site import Site
from tests.support.server import run

pytestmark = [pytest.mark.xdist_group("browser-2"), pytest.mark.requirement("A18", "B2")]

SIGN_IN = re.compile("/sign-in")


def expire(site: Site, cookie: dict[str, str]) -> None:
    """Let a sign-in have ended a second ago."""
    from commonplace.auth.sign_ins import hash_of
    from commonplace.storage import sign_ins

    tables, now = site.runtime.tables, site.runtime.wall()
    client, table, secret = tables.client, tables.names.directory_table, hash_of(cookie["value"])
    assert sign_ins.touch(client, table, secret, now, now // SECOND - 1)


def test_the_link_of_the_start_signs_in_once(visit: Visiting, empty_site: Site) -> None:
    link = next(line.split()[1] for line in empty_site.running.output if line.startswith("Dashboard:"))
    visitor = visit(empty_site)
    page = visitor.page()
    page.goto(link)
    assert page.get_by_role("navigation", name="Pages").is_visible()
    assert "code=" not in page.url
    (cookie,) = visitor.context.cookies()
    assert (cookie["name"], cookie["httpOnly"], cookie["sameSite"], cookie["expires"]) == (
        "commonplace", True, "Lax", -1,
    )  # fmt: skip
    stranger = visit(empty_site)
    page = stranger.page()
    with stranger.expecting("status of 403"):
        page.goto(link)
    expect(page.get_by_role("heading")).to_have_text("This link works no more")
    assert stranger.context.cookies() == []


def test_who_is_not_signed_in_comes_to_the_page_he_wanted(visit: Visiting, empty_site: Site) -> None:
    visitor = visit(empty_site)
    page = visitor.page("/connect")
    expect(page).to_have_url(f"{empty_site.origin}/sign-in?next=/connect")
    visitor.context.add_cookies([empty_site.cookie()])  # type: ignore[list-item]
    page.reload()
    expect(page).to_have_url(f"{empty_site.origin}/connect")


def test_signing_out_in_one_tab_ends_the_other(visit: Visiting, empty_site: Site) -> None:
    visitor = visit(empty_site, "local")
    one, other = visitor.page("/connect"), visitor.page("/connect")
    one.get_by_role("button", name="Sign out").click()
    expect(one).to_have_url(SIGN_IN)
    assert visitor.context.cookies() == []
    other.get_by_role("link", name="Cursor").click()  # htmx asks for it, and is led away
    expect(other).to_have_url(SIGN_IN)
    one.go_back()
    expect(one).to_have_url(SIGN_IN)  # what was seen is not kept


def test_an_expired_sign_in_leads_to_a_new_one(visit: Visiting, empty_site: Site) -> None:
    visitor, cookie = visit(empty_site), empty_site.cookie()
    visitor.context.add_cookies([cookie])  # type: ignore[list-item]
    page = visitor.page("/connect")
    expire(empty_site, cookie)
    page.get_by_role("link", name="Cursor").click()
    expect(page).to_have_url(f"{empty_site.origin}/sign-in?next=/connect")
    expect(page.locator("code")).to_contain_text(f"-m local link --data {empty_site.running.data}")
    page.goto(run("link", "--data", str(empty_site.running.data)).stdout.strip())
    expect(page).to_have_url(f"{empty_site.origin}/connect")


def test_what_was_typed_stays_when_the_sign_in_has_ended(visit: Visiting, empty_site: Site) -> None:
    visitor, cookie = visit(empty_site), empty_site.cookie()
    visitor.context.add_cookies([cookie])  # type: ignore[list-item]
    page = visitor.page("/keys")
    field = page.get_by_label("Name", exact=True)
    field.fill("typed")
    expire(empty_site, cookie)
    with visitor.expecting("401"):
        page.get_by_role("button", name="Make").click()
        expect(page.get_by_text("What you typed is still here")).to_be_in_viewport()
    expect(field).to_have_value("typed")
    expect(page).to_have_url(f"{empty_site.origin}/keys")
    with visitor.context.expect_page() as opened:
        page.get_by_role("link", name="Sign in in another tab").click()
    expect(opened.value).to_have_url(f"{empty_site.origin}/sign-in")
    expect(field).to_have_value("typed")


def test_a_page_of_another_site_cannot_sign_out(empty_site: Site, attack: Attack) -> None:
    page = attack(empty_site, empty_site.cookie(), "/sign-out", "You are still signed in")
    page.goto(f"{empty_site.origin}/connect")
    expect(page.get_by_role("heading", level=1)).to_have_text("Connect")
