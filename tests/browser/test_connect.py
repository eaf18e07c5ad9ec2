"""Connect, and what all pages have: keyboard, tabs and the back button, copying, language, look, no script."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visiting
from tests.support.browser_site import Site

pytestmark = [pytest.mark.xdist_group("browser-2"), pytest.mark.requirement("A18")]


def test_by_keyboard_alone(visit: Visiting, empty_site: Site) -> None:
    page = visit(empty_site, "local").page("/connect")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    tab = page.get_by_role("link", name="Cursor")
    for _ in range(20):
        page.keyboard.press("Tab")
        if tab.evaluate("(link) => link === document.activeElement"):
            break
    outline = "(link) => getComputedStyle(link).outlineStyle + getComputedStyle(link).boxShadow"
    assert tab.evaluate(outline) != "nonenone"  # where the focus is can be seen
    page.keyboard.press("Enter")
    expect(tab).to_have_attribute("aria-current", "true")
    expect(page.locator("#configuration")).to_contain_text("mcpServers")
    expect(page.locator("main")).to_be_focused()  # what had the focus is gone


def test_each_client_leads_to_this_server_and_back(visit: Visiting, empty_site: Site) -> None:
    visitor = visit(empty_site, "local")
    page = visitor.page("/connect")
    configuration = page.locator("#configuration")
    first = configuration.text_content()
    page.get_by_role("link", name="Cursor").click()
    expect(page).to_have_url(f"{empty_site.origin}/connect?client=cursor")
    expect(configuration).to_contain_text("mcpServers")
    made = json.loads(configuration.text_content() or "")
    assert [one["url"] for one in made["mcpServers"].values()] == [f"{empty_site.origin}/mcp"]
    page.go_back()
    expect(configuration).to_have_text(first or "")
    page.go_forward()
    expect(configuration).to_contain_text("mcpServers")
    page.reload()
    expect(configuration).to_contain_text("mcpServers")


def test_classified_tools_are_switched_on(visit: Visiting, empty_site: Site) -> None:
    page = visit(empty_site, "local").page("/connect?client=cursor")
    configuration = page.locator("#configuration")
    page.get_by_role("link", name="Both").click()
    expect(page).to_have_url(f"{empty_site.origin}/connect?client=cursor&toolsets=both")
    expect(configuration).to_contain_text(f"{empty_site.origin}/mcp?toolsets=agent,classified")
    page.get_by_role("link", name="Codex").click()
    expect(configuration).to_contain_text(f'url = "{empty_site.origin}/mcp?toolsets=agent,classified"')
    expect(page.get_by_role("link", name="Both")).to_have_attribute("aria-current", "true")
    page.get_by_role("link", name="Memory", exact=True).click()
    expect(page).to_have_url(f"{empty_site.origin}/connect?client=codex")
    expect(configuration).to_contain_text(f'url = "{empty_site.origin}/mcp"')


def test_what_is_copied(visit: Visiting, empty_site: Site) -> None:
    visitor = visit(empty_site, "local", permissions=["clipboard-read", "clipboard-write"])
    page = visitor.page("/connect")
    button = page.locator("[data-copy=mcp-url]")
    button.click()
    expect(button).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == f"{empty_site.origin}/mcp"


def test_language_and_look_are_kept(visit: Visiting, empty_site: Site) -> None:
    visitor = visit(empty_site, "local", color_scheme="light")
    page = visitor.page("/connect?client=cursor")
    page.get_by_role("link", name="DE", exact=True).click()
    expect(page).to_have_url(f"{empty_site.origin}/connect?client=cursor")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("heading", level=1)).to_have_text("Verbinden")
    background = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(background)
    page.locator("[data-theme-choice=dark]").click()
    dark = page.evaluate(background)
    assert dark != light
    visitor.go(page, "/connect")
    assert (page.evaluate(background), page.locator("html").get_attribute("lang")) == (dark, "de")
    german = visit(empty_site, "local", locale="de-AT").page("/connect")
    expect(german.get_by_role("heading", level=1)).to_have_text("Verbinden")


def test_without_scripts(visit: Visiting, empty_site: Site) -> None:
    visitor = visit(empty_site, "local", java_script_enabled=False)
    page = visitor.page("/connect")
    page.get_by_role("link", name="Cursor").click()
    expect(page.locator("#configuration")).to_contain_text("mcpServers")
    assert page.locator("[data-copy]:visible").count() == 0  # no button that does nothing
    page.get_by_role("link", name="Dark", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading")).to_have_text("Sign in")
