"""Connectors in the dashboard: added, tested, changed as they were seen, turned off and deleted."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from commonplace.dashboard import connector_views
from commonplace.dashboard.languages import language
from commonplace.dashboard.masking import without_credentials
from commonplace.operations import settings as settings_module
from commonplace.operations.settings import settings
from commonplace.owner.connectors import CONNECT, LIST_CONNECTORS, MOST, ShownConnector
from commonplace.refusals.catalogue import catalogue
from tests.support.clock import HandClock
from tests.support.signed_in import SignedIn
from tests.support.upstreams import Handler, Upstream, error, serving, tool
from tests.unit.dashboard.conftest import ACCOUNT, Browser, Seen, SignIn

pytestmark = pytest.mark.requirement("A20")

HOSTILE = "\"'><img src=x onerror=alert(1)>"
NOWHERE = "http://127.0.0.1:9/mcp"
REFERENCE = "env:COMMONPLACE_CONNECTOR_T"
FORM = {"form": "connect", "name": "tickets", "url": NOWHERE, "level": "INTERNAL", "headers": "", "enabled": "yes"}


@pytest.fixture(autouse=True)
def local(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connectors may lead to loopback, and their secrets are in the environment, as in the local run."""
    setup = replace(settings(), connector_allowed_private=("loopback",), connector_secrets="environment")
    for module in (
        "commonplace.operations.settings",
        "commonplace.owner.connectors",
        "commonplace.dashboard.pages.connectors",
    ):
        monkeypatch.setattr(f"{module}.settings", lambda: setup)
    monkeypatch.setattr("commonplace.gateway.connectors.upstreams.settings", lambda: setup)
    assert settings_module.settings() is setup


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    with serving(Upstream()) as started:
        yield started


def stored(account: str = ACCOUNT) -> list[ShownConnector]:
    found: list[ShownConnector] = SignedIn(account).run(LIST_CONNECTORS).connectors
    return found


def made(name: str = "tickets", **more: Any) -> ShownConnector:
    found: ShownConnector = SignedIn(ACCOUNT).run(CONNECT, **{"name": name, "url": NOWHERE, **more})
    return found


def form_of(seen: Seen) -> dict[str, str]:
    """The hidden fields of the form of a change."""
    text = seen.text.split('id="change"')[1].split("</form>")[0]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', text))


def field_of(seen: Seen, form: str, name: str) -> str:
    """The element of a field."""
    found = re.search(rf'<(?:input|textarea|select)[^>]*id="{form}-{name}"[^>]*>', seen.text)
    assert found is not None, name
    return found[0]


def value_of(seen: Seen, form: str, name: str) -> str:
    """What a field holds."""
    element = field_of(seen, form, name)
    if element.startswith("<textarea"):
        return unescape(seen.text.split(element)[1].split("</textarea>")[0].removeprefix("\n"))
    return unescape(re.findall(r' value="([^"]*)"', element)[0])


def changed(browser: Browser, opened: Seen, **sent: str) -> Seen:
    """Send the form of a change as it was opened, with what was typed."""
    hidden = form_of(opened)
    shown = {name: hidden[f"{name}_before"] for name in ("url", "posted", "level", "headers", "enabled")}
    return browser.post("/connectors/change", {**hidden, **shown, **sent})


def asked(browser: Browser, name: str = "tickets") -> Seen:
    return browser.post("/connectors/test", {"form": f"{name}_does", "name": name})


def test_without_connectors_the_page_teaches_what_one_is(browser: Browser) -> None:
    seen = browser.get("/connectors")

    assert seen.status == 200
    assert "No connector yet" in seen.words
    assert seen.text.count('<svg class="picture"') == 2  # the plug, and the stairs of the levels
    assert "never falls" in seen.words
    assert "Turn off" not in seen.words


@pytest.mark.requirement("C8")
def test_a_connector_is_added_with_all_fields_and_shown_without_secret(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMMONPLACE_CONNECTOR_T", secret := "Bearer of-mine-0815")
    sent = {
        **FORM,
        "level": "CONFIDENTIAL",
        "headers": f" Authorization : {REFERENCE}\r\n\r\nX-Team: {REFERENCE}2 ",
    }

    done = browser.post("/connectors/connect", sent)

    assert (done.status, done.headers["location"]) == (303, "/connectors?done=connected")
    (one,) = stored()
    assert one.model_dump(exclude={"created_at", "updated_at"}) == {
        "name": "tickets",
        "url": NOWHERE,
        "level": "CONFIDENTIAL",
        "enabled": True,
        "headers": {"Authorization": REFERENCE, "X-Team": f"{REFERENCE}2"},
    }
    seen = browser.get("/connectors?done=connected")
    for words in ("The connector is added.", NOWHERE, "Confidential A session that reads", "tickets__…", " On "):
        assert words in seen.words
    assert f"Authorization from {REFERENCE} , X-Team from {REFERENCE}2" in seen.words
    for shown in (seen, browser.get("/connectors/tickets"), asked(browser)):
        assert secret not in shown.text
        assert "0815" not in shown.text


@pytest.mark.requirement("C8")
def test_one_that_another_gateway_calls_has_a_level_alone(browser: Browser) -> None:
    form = {**FORM, "url": "", "posted": "yes", "level": "RESTRICTED", "enabled": ""}
    assert browser.post("/connectors/connect", form).status == 303
    seen = browser.get("/connectors")

    assert (stored()[0].url, stored()[0].level, stored()[0].enabled) == ("", "RESTRICTED", False)
    assert "None: another gateway calls it" in seen.words
    for words in ("Test tickets", "Turn on", " Off "):
        assert words not in seen.words
    assert "There is nothing to test" in asked(browser).words


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("name", HOSTILE, "name: a small letter, then at most 19"),
        ("name", "", "name: a small letter, then at most 19"),
        ("name", "tulimoa", "name: is the prefix of the memory's own tools"),
        ("name", "there", "name: there is a connector of this name already"),
        ("url", "", "url: is empty"),
        ("url", f"https://a.example/{HOSTILE}", "visible ASCII characters"),
        ("url", "http://10.0.0.1/mcp", "url: must begin with https://"),
        ("url", "https://10.0.0.1/mcp", "url: leads to an address that is not public"),
        ("url", "https://me:of-mine-0815@a.example/", "url: no user or password here"),
        ("level", HOSTILE, "level"),
        ("headers", HOSTILE, "headers: write one a line"),
        ("headers", f"{HOSTILE}: {REFERENCE}", "headers: a name is no header's"),
        ("headers", "Authorization: Bearer of-mine-0815", "headers: a value must refer to a secret"),
        ("headers", f"A: {REFERENCE}\nA: {REFERENCE}", "headers: a header is named twice"),
        ("headers", f"A: {REFERENCE}\na: {REFERENCE}", "headers: a header is named twice"),
        ("headers", "\n".join(f"X-{n}: {REFERENCE}" for n in range(11)), "headers: at most 10"),
        ("posted", "yes", "url: leave it empty"),
    ],
)
def test_what_is_wrong_stands_at_its_field_and_nothing_is_stored(
    browser: Browser, field: str, value: str, said: str
) -> None:
    before = made("there", level="CONFIDENTIAL")

    seen = browser.post(
        "/connectors/connect", {**FORM, "level": "RESTRICTED", "headers": f"A: {REFERENCE}", field: value}
    )

    assert seen.status in (400, 409)
    assert said in seen.words
    assert stored() == [before]
    assert "<img" not in seen.text
    wrong = "url" if field == "posted" else field
    for name in ("name", "url", "level", "headers"):
        assert ("aria-invalid" in field_of(seen, "connect", name)) is (name == wrong), name
    typed = {"name": "tickets", "url": NOWHERE, "headers": f"A: {REFERENCE}", field: value}
    # Of headers, nothing that may be a secret is shown again.
    typed["headers"] = {
        HOSTILE: "",
        f"{HOSTILE}: {REFERENCE}": "",
        "Authorization: Bearer of-mine-0815": "Authorization: …",
    }.get(typed["headers"], typed["headers"])
    for name in ("name", "url", "headers"):
        assert value_of(seen, "connect", name) == without_credentials(typed[name]), name
    assert ('<option value="RESTRICTED" selected>' in seen.text) is (field != "level")


@pytest.mark.requirement("A15")
@pytest.mark.parametrize("form", ["connect", "change"])
@pytest.mark.parametrize("wrong", ["headers", "name", "line", "url"])
def test_a_secret_that_was_typed_as_a_header_does_not_come_back(browser: Browser, form: str, wrong: str) -> None:
    made("there")
    opened, secret = browser.get("/connectors/there"), "of-mine-" + "0815"
    lines = {"headers": "", "name": f"\nof mine {secret}: x", "line": f"\n{secret}", "url": ""}[wrong]
    sent = {"headers": f"X-Team: {REFERENCE}\nAuthorization: Bearer {secret}{lines}"}
    sent |= {"url": ""} if wrong == "url" else {}

    if form == "change":
        seen = changed(browser, opened, **sent)
    else:
        seen = browser.post("/connectors/connect", {**FORM, **sent})

    assert seen.status == 400
    assert secret not in seen.text
    assert value_of(seen, form, "headers") == f"X-Team: {REFERENCE}\nAuthorization: …"
    assert ("nothing was stored" in seen.words) is (wrong in ("headers", "name"))
    assert [one.headers for one in stored()] == [{}]


def test_the_page_says_that_the_limit_of_connectors_is_reached(browser: Browser) -> None:
    for number in range(MOST):
        made(f"connector-number-{number:02}", url=f"{NOWHERE}?{'x' * 2_000}", headers={"Authorization": REFERENCE})

    seen = browser.get("/connectors")

    assert "20 connectors of at most 20" in seen.words
    assert "Delete one before you add another" in seen.words
    assert 'action="/connectors/connect"' not in seen.text
    assert len(seen.body) < 60_000
    refused = browser.post("/connectors/connect", FORM)
    assert (refused.status, len(stored())) == (409, MOST)


@pytest.mark.requirement("C8", "D9")
def test_a_change_is_shown_as_it_is_and_says_what_became_of_the_level(browser: Browser, clock: HandClock) -> None:
    before = made(level="INTERNAL", headers={"Authorization": REFERENCE}, enabled=False)
    opened = browser.get("/connectors/tickets")
    assert f'value="{NOWHERE}"' in field_of(opened, "change", "url")
    assert '<option value="INTERNAL" selected>' in opened.text
    assert "checked" not in field_of(opened, "change", "enabled")
    clock.advance(1)

    done = changed(browser, opened, level="RESTRICTED")

    assert (done.status, done.headers["location"]) == (303, "/connectors?done=raised")
    (after,) = stored()
    assert after == before.model_copy(update={"level": "RESTRICTED", "updated_at": after.updated_at})
    assert "The level is raised." in browser.get("/connectors?done=raised").words
    lowered = changed(browser, browser.get("/connectors/tickets"), level="PUBLIC", headers="", enabled="yes")
    assert lowered.headers["location"] == "/connectors?done=lowered"
    assert (stored()[0].level, stored()[0].headers, stored()[0].enabled) == ("PUBLIC", {}, True)
    saved = changed(browser, browser.get("/connectors/tickets"), url=f"{NOWHERE}/2")
    assert (saved.headers["location"], stored()[0].url) == ("/connectors?done=saved", f"{NOWHERE}/2")


@pytest.mark.requirement("B1")
@pytest.mark.parametrize(
    ("url", "headers", "kept"),
    [
        (NOWHERE, f"Authorization: {REFERENCE}", {"Authorization": REFERENCE}),
        (f"{NOWHERE}/2", f"Authorization: {REFERENCE}", {}),
        (f"{NOWHERE}/2", f" Authorization:{REFERENCE}\r\n", {}),
        (f"{NOWHERE}/2", "", {}),
        (f"{NOWHERE}/2", f"Authorization: {REFERENCE}2", {"Authorization": f"{REFERENCE}2"}),
        ("", f"Authorization: {REFERENCE}", {}),
    ],
)
def test_a_new_address_gets_only_the_headers_that_were_typed_for_it(
    browser: Browser, url: str, headers: str, kept: dict[str, str]
) -> None:
    made(headers={"Authorization": REFERENCE})
    opened = browser.get("/connectors/tickets")
    assert "With a new address they are removed" in opened.words

    done = changed(browser, opened, url=url, posted="" if url else "yes", headers=headers)

    (after,) = stored()
    assert (after.url, after.headers) == (url, kept)
    lost = headers != "" and url != NOWHERE and not kept
    assert done.headers["location"] == f"/connectors?done={'without_headers' if lost else 'saved'}"
    assert ("without headers" in browser.get(done.headers["location"]).words) is lost


@pytest.mark.requirement("B1")
def test_headers_that_are_entered_again_stay_with_the_new_address(browser: Browser) -> None:
    made(headers={"Authorization": REFERENCE})
    changed(browser, browser.get("/connectors/tickets"), url=f"{NOWHERE}/2")

    done = changed(browser, browser.get("/connectors/tickets"), headers=f"Authorization: {REFERENCE}")

    assert done.headers["location"] == "/connectors?done=saved"
    assert (stored()[0].url, stored()[0].headers) == (f"{NOWHERE}/2", {"Authorization": REFERENCE})


@pytest.mark.requirement("D9")
def test_a_change_of_what_was_changed_meanwhile_is_refused_and_shows_both(
    browser: Browser, clock: HandClock
) -> None:
    made(level="INTERNAL")
    opened = browser.get("/connectors/tickets")
    clock.advance(1)
    other = made(level="CONFIDENTIAL", headers={"Authorization": REFERENCE}, enabled=False)

    late = changed(browser, opened, url=f"{NOWHERE}/typed")

    assert (late.status, stored()) == (409, [other])
    assert "It was changed meanwhile" in late.words
    assert "Save all the same" in late.words
    assert f'value="{NOWHERE}/typed"' in field_of(late, "change", "url")
    # What the reader did not touch is as it is now: saving turns nothing on or off.
    sent = {**form_of(late), "url": f"{NOWHERE}/typed"}
    assert sent["version"] == other.updated_at
    assert '<option value="CONFIDENTIAL" selected>' in late.text
    assert "checked" not in field_of(late, "change", "enabled")
    assert f"Authorization: {REFERENCE}</textarea>" in late.text
    again = {"level": "CONFIDENTIAL", "headers": f"Authorization: {REFERENCE}", "enabled": "", "posted": ""}
    assert browser.post("/connectors/change", {**sent, **again}).status == 303
    assert stored()[0].url == f"{NOWHERE}/typed"
    assert stored()[0].enabled is False
    assert browser.post("/connectors/change", {**sent, **again, "version": ""}).status == 409


def test_turning_off_and_on_changes_nothing_else(browser: Browser) -> None:
    before = made(level="CONFIDENTIAL", headers={"Authorization": REFERENCE})

    off = browser.post("/connectors/switch", {"form": "tickets_does", "name": "tickets", "enabled": ""})

    assert (off.status, off.headers["location"]) == (303, "/connectors?at=tickets&done=off")
    (after,) = stored()
    assert after == before.model_copy(update={"enabled": False, "updated_at": after.updated_at})
    seen = browser.get("/connectors?at=tickets&done=off")
    assert re.search(r'formaction="/connectors/switch" name="enabled" value="yes" data-focus', seen.text)
    on = browser.post("/connectors/switch", {"form": "tickets_does", "name": "tickets", "enabled": "yes"})
    assert (on.headers["location"], stored()[0].enabled) == ("/connectors?at=tickets&done=on", True)


def test_a_deleted_connector_is_gone(browser: Browser) -> None:
    made()
    assert "Delete “tickets”?" in browser.get("/connectors/tickets").words

    done = browser.post("/connectors/disconnect", {"form": "delete", "name": "tickets"})

    assert (done.status, done.headers["location"], stored()) == (303, "/connectors?done=deleted", [])
    assert browser.get("/connectors/tickets").status == 404


@pytest.mark.requirement("B4")
@pytest.mark.parametrize("action", ["test", "switch", "disconnect", "change"])
def test_a_foreign_or_unknown_connector_is_not_there(browser: Browser, sign_in: SignIn, action: str) -> None:
    made()
    opened, other = browser.get("/connectors/tickets"), sign_in("acc_2", "Bob")

    hidden = {name: value for name, value in form_of(opened).items() if name != "csrf"}
    sent = {**hidden, "form": "tickets_does", "level": "PUBLIC", "url": NOWHERE}
    for name in ("tickets", "none", HOSTILE):
        seen = other.post(f"/connectors/{action}", {**sent, "name": name}, hx_request="true")
        assert seen.status == 404
        assert "name: there is no such connector" in seen.words
        assert seen.headers["hx-retarget"] == "#main"
        assert "<img" not in seen.text
    assert other.get("/connectors/tickets").status == 404
    assert ([one.name for one in stored()], stored("acc_2")) == (["tickets"], [])


@pytest.mark.requirement("B1")
@pytest.mark.parametrize("action", ["connect", "change", "switch", "disconnect", "test"])
def test_nothing_is_done_without_the_forms_token(browser: Browser, upstream: Upstream, action: str) -> None:
    before = made(url=upstream.url)
    sent = {**form_of(browser.get("/connectors/tickets")), **FORM, "csrf": "wrong"}

    assert browser.post(f"/connectors/{action}", sent).status == 403
    assert (stored(), upstream.seen) == ([before], [])


def test_a_test_shows_the_tools_beside_the_connector(browser: Browser, upstream: Upstream) -> None:
    made("other", enabled=False)
    made(url=upstream.url, enabled=False)
    upstream.tools = [tool(f"t{number}") for number in range(13)]

    seen = asked(browser)

    card = seen.text.split('id="tickets_card"')[1].split("</section>")[0]
    assert seen.status == 200
    assert "It brings 13 tools" in card
    assert "It speaks MCP 2026-07-28." in card
    assert "<code><bdi>tickets__t0</bdi></code><p><bdi>Does t0</bdi></p>" in card
    assert card.count("<li class") == 13
    assert "1 more" in card
    assert "once you turn it on" in card
    assert "It brings" not in seen.text.split('id="other_card"')[1].split("</section>")[0]
    upstream.tools = []
    assert "lists no tools" in asked(browser).words


@pytest.mark.requirement("A18")
def lists(result: dict[str, Any]) -> Any:
    """Answer so, with halves of surrogate pairs, too."""

    def answer(handler: Handler, body: Any) -> None:
        full = {"resultType": "complete", **result}
        handler.answer(200, json.dumps({"jsonrpc": "2.0", "id": body["id"], "result": full}).encode())

    return answer


@pytest.mark.parametrize(("lang", "said"), [("en", "It lists 2 tools that"), ("de", "Er nennt 2 Werkzeuge, die")])
def test_a_test_says_what_agents_do_not_get(browser: Browser, upstream: Upstream, lang: str, said: str) -> None:
    made(url=upstream.url)
    browser.headers["accept-language"] = lang
    for good in ([], [tool("a")]):
        listed = {"tools": [*good, tool("half-\ud800"), tool("")]}
        upstream.misdeeds["tools/list"] = lists(listed)
        seen = asked(browser)
        assert said in seen.words
        assert language(lang).text("connectors.found_none")[:30] not in unescape(seen.text)
        assert ("tickets__a" in seen.text) is bool(good)


def test_all_that_an_upstream_says_is_text(browser: Browser, upstream: Upstream) -> None:
    made(url=upstream.url)
    hidden = "pay\u202eevil\u200b"
    upstream.tools = [
        tool(HOSTILE, description=HOSTILE * 20),
        tool("b", description=f"{hidden}\x1b[2J\n\n new line {{{{ 7 * 7 }}}} `code` {{name}}"),
        tool("c" * 200),
    ]

    seen = asked(browser)

    assert seen.status == 200
    assert "<img" not in seen.text
    assert seen.words.count(HOSTILE) >= 2
    assert "\ufffd[2J new line {{ 7 * 7 }} `code` {name}" in seen.words
    assert "characters that nobody sees ( U+202E, U+200B )" in seen.words.replace("(U", "( U").replace("B)", "B )")
    assert f"originally {'c' * 79}…" in seen.words
    upstream.misdeeds["tools/list"] = lambda handler, body: handler.json(error(body, -32000, HOSTILE + hidden))
    refused = asked(browser)
    assert "<img" not in refused.text
    assert "it answered with error -32000 The server says: " + HOSTILE in refused.words
    assert "U+202E" in refused.words
    assert "but not as MCP" in refused.words


def status(number: int) -> Any:
    return lambda handler, _: handler.answer(number, b"", {"Location": "http://169.254.169.254/"})


def replies(body: bytes, **headers: str) -> Any:
    return lambda handler, _: handler.answer(200, body, {"Content-Type": "application/json", **headers})


def breaks(handler: Handler, _: Any) -> None:
    handler.close_connection = True


def tells_what_it_was_sent(handler: Handler, body: Any) -> None:
    handler.json(error(body, -32000, f"sent: {handler.headers['authorization']}"))


def hangs(handler: Handler, _: Any) -> None:
    handler.upstream.released.wait(5)


FAULTS = {
    "credential": status(401),
    "address": status(404),
    "address redirect": status(307),
    "address web page": replies(b"<h1>Hello</h1>", **{"Content-Type": "text/html"}),
    "server": status(500),
    "server json": replies(b"{"),
    "server compressed": replies(b"{}", **{"Content-Encoding": "gzip"}),
    "server list": lambda handler, body: handler.json(
        {"jsonrpc": "2.0", "id": body["id"], "result": {"tools": 7}}
    ),
    "unreached": breaks,
}


@pytest.mark.parametrize("name", FAULTS)
def test_failure_and_advice_are_in_the_readers_language(browser: Browser, upstream: Upstream, name: str) -> None:
    made(url=upstream.url)
    fault, advice = FAULTS[name], name.partition(" ")[0]
    upstream.misdeeds = dict.fromkeys(("server/discover", "initialize", "tools/list"), fault)
    if advice == "server" and name.endswith("list"):
        upstream.misdeeds = {"tools/list": fault}
    browser.headers["accept-language"] = "de"

    card = asked(browser).text.split('id="tickets_card"')[1].split("</section>")[0]

    assert "Nicht erreicht" in card
    assert language("de").text(f"connectors.advice.{advice}") in card
    assert 'lang="en"' not in card
    assert [text for key, text in catalogue("en").items() if key.startswith("upstream.") and text in card] == []


def test_there_is_advice_for_codes_that_there_are() -> None:
    codes = {".".join(key.split(".")[:2]) for key in catalogue("en") if key.startswith("upstream.")}

    assert set(connector_views._ADVICE) < codes
    assert {f"connectors.advice.{one}" for one in (*connector_views._ADVICE.values(), "server")} <= set(
        language("de").texts
    )


def test_pages_load_no_other_layer_before_it_is_needed() -> None:
    for path in Path(connector_views.__file__).parent.rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                assert "commonplace.gateway.mcp" not in ast.unparse(node), path.name


def test_missing_secrets_slow_and_forbidden_hosts_are_told(
    browser: Browser, upstream: Upstream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COMMONPLACE_CONNECTOR_T", raising=False)
    made("secretive", url=upstream.url, headers={"Authorization": REFERENCE})
    assert "Keep the text of each secret" in asked(browser, "secretive").words
    monkeypatch.setenv("COMMONPLACE_CONNECTOR_T", "two\nlines-0815")
    seen = asked(browser, "secretive")
    assert "Keep the text of each secret" in seen.words
    assert "0815" not in seen.text
    assert upstream.seen == []
    monkeypatch.setenv("COMMONPLACE_CONNECTOR_T", "Bearer of-mine-0815")
    upstream.misdeeds["tools/list"] = tells_what_it_was_sent
    seen = asked(browser, "secretive")
    assert (upstream.seen[-1].header("authorization"), "0815" in seen.text) == ("Bearer of-mine-0815", False)
    assert "The server says: sent: [removed: a secret of this connector]" in seen.words

    made("slow", url=upstream.url)
    monkeypatch.setattr("commonplace.owner.test_connector.CONNECTOR_TEST_SECONDS", 0.2)
    upstream.misdeeds["server/discover"] = hangs
    assert "it did not answer in time" in asked(browser, "slow").words

    made("inside", url=upstream.url)
    monkeypatch.setattr(
        "commonplace.gateway.connectors.upstreams.settings",
        lambda: replace(settings(), connector_allowed_private=()),
    )
    assert "Connectors reach public addresses alone" in asked(browser, "inside").words
