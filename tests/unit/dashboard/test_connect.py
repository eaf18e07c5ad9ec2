"""Connect: what it offers to copy is what the documentation tells, for the address that was called."""

from __future__ import annotations

from html import unescape

import pytest

from commonplace.dashboard.client_setup import CLIENTS, TOOLSETS, Client
from commonplace.gateway.mcp.connection import DEFAULT_TOOLSETS, query_of, toolsets_of
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


@pytest.mark.requirement("C1")
def test_a_command_names_a_tool_of_the_chosen_toolset(browser: Browser) -> None:
    shown = {choice: browser.get(f"/connect?client=curl&toolsets={choice}").text for choice in TOOLSETS}

    assert "tulimoa__recall&#34;" in shown["agent"]
    assert "tulimoa__memory_list&#34;" in shown["classified"]
    assert "tulimoa__recall&#34;" not in shown["classified"]


@pytest.mark.requirement("A20")
@pytest.mark.parametrize(
    "client", [client for client in CLIENTS if client.name != "wontopos"], ids=lambda one: one.name
)
@pytest.mark.parametrize("choice", [choice for choice in TOOLSETS if choice != "agent"])
def test_the_chosen_toolsets_stand_in_the_text_to_copy(browser: Browser, client: Client, choice: str) -> None:
    seen = browser.get(f"/connect?client={client.name}&toolsets={choice}")
    copied = unescape(seen.text.split('<code id="configuration">')[1].split("</code>")[0])
    address = f"https://{HOST}/mcp?toolsets={TOOLSETS[choice]}"

    assert f'"{address}"' in copied  # the quotes are the file's own, or keep a shell from reading "?"
    assert address in unescape(seen.text.split('id="mcp-url"')[1])
    assert f"/connect?client=cursor&toolsets={choice}" in unescape(seen.text)  # kept when the client changes
    assert "&session=NAME" in seen.words
    assert (
        f"tulimoa__{'memory_search' if choice == 'classified' else 'recall'} ." in seen.words
    )  # the step that tries


def test_the_default_tools_need_nothing_in_the_address(browser: Browser) -> None:
    for address in ("/connect", "/connect?toolsets=agent", "/connect?toolsets=<script>"):
        seen = browser.get(address)
        assert "/mcp?" not in seen.text
        assert "?session=NAME" in seen.words


def test_the_choices_are_those_of_the_endpoint() -> None:
    chosen = {
        name: toolsets_of(query_of({"rawQueryString": f"toolsets={value}"})) for name, value in TOOLSETS.items()
    }

    assert chosen == {"agent": ("agent",), "classified": ("classified",), "both": ("agent", "classified")}
    assert chosen[next(iter(TOOLSETS))] == DEFAULT_TOOLSETS
    for page in ("README.md", "docs/clients/README.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        assert all(f"/mcp?toolsets={value}`" in text for name, value in TOOLSETS.items() if name != "agent")


def test_an_unknown_client_shows_the_first(browser: Browser) -> None:
    text = browser.get("/connect?client=<script>").text

    assert "claude mcp add" in text
    assert "<script>" not in text.split("<main")[1]


def test_key_is_asked_for_where_no_variable_is_read() -> None:
    hold = {client.name for client in CLIENTS if client.holds_key}

    assert hold == {"claude-desktop", "windsurf", "zed", "jetbrains", "junie", "cline", "other", "wontopos"}
