"""Connectors by the real clock: from first to last, in two tabs, without scripts, and when one fails."""

from __future__ import annotations

import json
import threading
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visiting
from tests.browser.test_keys import make
from tests.browser.test_pages import look_through
from tests.support.agents import Agent
from tests.support.browser_payloads import EVALUATED, MARK, PAYLOADS
from tests.support.browser_site import Site
from tests.support.mcp_agents import META, MODERN
from tests.support.upstreams import Handler, Upstream, serving, text, tool

pytestmark = [pytest.mark.xdist_group("browser-2"), pytest.mark.requirement("A18", "A20", "C8", "D9")]

LIMIT = 30.0  # seconds until a change counts
BEFORE, AFTER = "The spring catalogue has 48 pages.", "Supplier prices rise in March."


def mcp(agent: Agent, method: str, **params: Any) -> dict[str, Any]:
    """Send a request to the endpoint that agents use, in the agent's session."""
    headers = {
        "accept": "application/json, text/event-stream",
        "mcp-protocol-version": MODERN,
        "mcp-method": method,
    }
    if "name" in params:
        headers["mcp-name"] = params["name"]
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"_meta": META, **params}}
    answer = agent.send(f"/mcp?session={agent.session}", json.dumps(message).encode(), **headers)
    body: dict[str, Any] = answer.body
    return body


def names(agent: Agent) -> list[str]:
    """The connectors' tools that an agent finds."""
    listed = [one["name"] for one in mcp(agent, "tools/list")["result"]["tools"]]
    return [one for one in listed if not one.startswith("tulimoa__")]


def prices(agent: Agent) -> str:
    """What an agent gets that asks the connector for prices; empty: there is no such tool."""
    answer = mcp(agent, "tools/call", name="shop__prices", arguments={})
    return str(answer["result"]["content"][0]["text"]) if "result" in answer else ""


def add(page: Page, name: str, address: str) -> None:
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Address", exact=True).fill(address)
    page.get_by_role("button", name="Add connector").click()
    expect(page.get_by_role("status").filter(has_text="The connector is added")).to_be_visible()


def card(page: Page, name: str) -> Any:
    return page.get_by_role("region", name=name, exact=True)


def test_a_connector_from_the_first_to_the_last_day(visit: Visiting, empty_site: Site) -> None:
    ready = threading.Event()

    def slowly(handler: Handler, body: Any) -> None:
        ready.wait(10)
        handler.json({"jsonrpc": "2.0", "id": body["id"], "result": {"tools": handler.upstream.tools}})

    def never(handler: Handler, _: Any) -> None:
        handler.upstream.released.wait(30)

    hostile = [tool(payload, description=payload) for payload in PAYLOADS]
    shop = Upstream(tools=[tool("prices"), *hostile], act=lambda *_: text("12 euros"))
    mute = Upstream(misdeeds={"server/discover": never})
    visitor = visit(empty_site, "merchant")
    page = visitor.page("/keys")
    agent = empty_site.agent(make(page, "Seller"), "sales")
    with serving(shop), serving(mute):
        page.get_by_role("link", name="Connectors", exact=True).click()
        expect(page.get_by_role("heading", name="No connector yet")).to_be_visible()
        add(page, "shop", shop.url)
        assert names(agent)[-1] == "shop__prices"
        assert len(names(agent)) == 1 + len(PAYLOADS)

        # Beside the rest, in another tab: a server that never answers, which takes its time.
        other = visitor.page("/connectors")
        other.get_by_label("On: agents get its tools").uncheck()
        add(other, "mute", mute.url)
        card(other, "mute").get_by_role("button", name="Test mute").click()

        shop.misdeeds["tools/list"] = slowly
        button = card(page, "shop").get_by_role("button", name="Test shop")
        button.press("Enter")
        expect(card(page, "shop").get_by_text("A test takes up to 15 seconds")).to_be_visible()
        expect(button).to_be_disabled()
        ready.set()
        expect(page.get_by_role("heading", name=f"It brings {1 + len(PAYLOADS)} tools")).to_be_focused()
        card(page, "shop").get_by_text("1 more").click()
        expect(card(page, "shop").get_by_text("Does prices")).to_be_visible()
        assert page.url == f"{empty_site.origin}/connectors"
        assert page.locator(f"[{MARK}]").count() == 0
        assert EVALUATED not in page.content()
        look_through(page, "connectors-tested")

        assert prices(agent) == "12 euros"
        agent.remember(BEFORE, durable=True)
        card(page, "shop").get_by_role("link", name="Edit or delete shop").click()
        page.get_by_label("Level", exact=True).select_option("CONFIDENTIAL")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("status").filter(has_text="The level is raised")).to_be_visible()
        expect(card(page, "shop")).to_contain_text("Confidential")
        assert prices(agent) == "12 euros"  # the result by which the session rises
        agent.remember(AFTER, durable=True)
        assert (set(agent.recall()), agent.in_session("other").recall()) == ({BEFORE, AFTER}, [BEFORE])

        card(page, "shop").get_by_role("button", name="Turn off shop").click()
        expect(card(page, "shop").get_by_role("button", name="Turn on shop")).to_be_focused()
        assert prices(agent) == ""
        card(page, "shop").get_by_role("button", name="Turn on shop").click()
        expect(card(page, "shop").get_by_role("button", name="Turn off shop")).to_be_focused()
        assert prices(agent) == "12 euros"
        card(page, "shop").get_by_role("link", name="Edit or delete shop").click()
        page.get_by_role("button", name="Delete", exact=True).click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("Within 30 seconds no agent sees or calls its tools")
        dialog.get_by_role("button", name="Delete connector").click()
        deleted_at = time.monotonic()
        expect(page.get_by_role("status").filter(has_text="The connector is deleted")).to_be_visible()
        expect(card(page, "shop")).to_be_hidden()
        assert prices(agent) == ""

        expect(card(other, "mute").get_by_text("it did not answer in time")).to_be_visible(timeout=20_000)
        expect(card(other, "mute")).to_contain_text("Does the server run")
        while names(agent) and time.monotonic() < deleted_at + LIMIT:
            time.sleep(0.2)
        assert names(agent) == []


def test_two_tabs_and_a_form_that_is_refused(visit: Visiting, empty_site: Site) -> None:
    visitor = visit(empty_site, "two-tabs")
    page = visitor.page("/connectors")
    name = page.get_by_label("Name", exact=True)
    name.fill("Not_a_name")
    page.get_by_label("Address", exact=True).fill("http://127.0.0.1:9/mcp")
    page.get_by_label("Headers").fill("Authorization: env:COMMONPLACE_CONNECTOR_T")
    with visitor.expecting("400"):
        page.get_by_role("button", name="Add connector").click()
        expect(name).to_be_focused()
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Headers")).to_have_value("Authorization: env:COMMONPLACE_CONNECTOR_T")
    add(page, "files", "http://127.0.0.1:9/mcp")
    card(page, "files").get_by_role("button", name="Test files").click()
    expect(card(page, "files").get_by_text("a secret that its headers refer to is missing")).to_be_visible()

    other = visitor.page("/connectors/files")
    card(page, "files").get_by_role("button", name="Turn off files").click()
    expect(card(page, "files")).to_contain_text("Off")
    other.get_by_label("Address", exact=True).fill("http://127.0.0.1:9/other")
    with visitor.expecting("409"):
        other.get_by_role("button", name="Save").click()
        expect(other.get_by_role("heading", name="It was changed meanwhile")).to_be_visible()
    expect(other.get_by_label("Address", exact=True)).to_have_value("http://127.0.0.1:9/other")
    expect(other.get_by_label("On: agents get its tools")).not_to_be_checked()
    look_through(other, "connectors-newer")
    other.get_by_role("button", name="Save all the same").click()
    expect(card(other, "files")).to_contain_text("http://127.0.0.1:9/other")
    expect(card(other, "files")).to_contain_text("Off")

    other.goto(f"{empty_site.origin}/connectors/files")
    other.get_by_role("button", name="Delete", exact=True).click()
    other.get_by_role("dialog").get_by_role("button", name="Delete connector").click()
    expect(other.get_by_role("heading", name="No connector yet")).to_be_visible()
    with visitor.expecting("404"):
        card(page, "files").get_by_role("button", name="Turn on files").click()
        expect(page.get_by_role("alert")).to_contain_text("there is no such connector")
    expect(page.get_by_role("heading", name="No connector yet")).to_be_visible()


def test_without_scripts_all_works(visit: Visiting, empty_site: Site) -> None:
    page = visit(empty_site, "no-scripts", java_script_enabled=False).page("/connectors")
    with serving(Upstream(tools=[tool("read")])) as upstream:
        page.get_by_label("Name", exact=True).fill("files")
        page.get_by_label("Address", exact=True).fill(upstream.url)
        page.get_by_role("button", name="Add connector").click()
        card(page, "files").get_by_role("button", name="Test files").click()
        expect(card(page, "files").get_by_role("heading", name="It brings 1 tool")).to_be_visible()
        card(page, "files").get_by_role("button", name="Turn off files").click()
        expect(card(page, "files")).to_contain_text("Off")
        card(page, "files").get_by_role("link", name="Edit or delete files").click()
        page.get_by_label("Level", exact=True).select_option("INTERNAL")
        page.get_by_role("button", name="Save").click()
        expect(card(page, "files")).to_contain_text("Internal")
    card(page, "files").get_by_role("link", name="Edit or delete files").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("button", name="Delete connector").click()
    expect(page.get_by_role("heading", name="No connector yet")).to_be_visible()
