"""Connect: what it offers to copy is what the documentation tells, for the address that was called."""

from __future__ import annotations

from html import unescape

import pytest

from commonplace.dashboard.client_setup import CLIENTS, Client
from tests.support.agents import ROOT
from tests.unit.dashboard.conftest import HOST, Browser

LOCAL = "http://127.0.0.1:8787"


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_texts_are_those_of_the_documentation(client: Client) -> None:
    assert f"\n{client.at(LOCAL, 'tulimoa')}```" in (ROOT / client.documented).read_text(encoding="utf-8")


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_the_text_to_copy_leads_to_where_the_page_was_called(browser: Browser, client: Client) -> None:
    text = browser.get(f"/connect?client={client.name}").text
    copied = unescape(text.split('<code id="configuration">')[1].split("</code>")[0])

    assert copied == client.at(f"https://{HOST}", "tulimoa")
    assert f"https://{HOST}" in copied
    assert "127.0.0.1" not in text


def test_an_unknown_client_shows_the_first(browser: Browser) -> None:
    text = browser.get("/connect?client=<script>").text

    assert "claude mcp add" in text
    assert "<script>" not in text.split("<main")[1]


def test_key_is_asked_for_where_no_variable_is_read() -> None:
    assert {client.name for client in CLIENTS if client.holds_key} == {"claude-desktop", "other", "wontopos"}
