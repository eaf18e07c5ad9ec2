"""What holds of every page: who may see it, what is sent along, and what becomes of errors."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from jinja2 import ChoiceLoader, FileSystemLoader

from commonplace.auth.oidc.attempts import safe_page
from commonplace.dashboard import app, languages, pages, rendering
from commonplace.dashboard.pages import PAGES
from commonplace.dashboard.pages.page import Action, Page, match
from commonplace.dashboard.visit import Visit
from commonplace.operations.http import Answer
from commonplace.refusals.errors import Conflict
from tests.support.clock import SECOND, HandClock
from tests.unit.dashboard.conftest import HOST, Browser, SignIn

pytestmark = pytest.mark.requirement("A18")

HOSTILE = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>{{ 7*7 }}`"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)


def save(visit: Visit) -> Answer:
    name = visit.field("name")
    if name == "taken":
        raise Conflict("connector.limit", field="name", most=20)
    if name == "broken":
        raise ZeroDivisionError("hostile text")
    return visit.done("saved", count=len(visit.fields("box")) or None)


def fail(visit: Visit) -> Answer:
    raise ZeroDivisionError("a text that nobody may see")


PAGE = Page(
    "sample",
    icon="key",
    get=lambda visit: visit.show("sample.html", text=visit.query("text")),
    parts={
        "fail": fail,
        "{item}": lambda visit: visit.show("sample.html", text=visit.path["item"]),
    },
    actions={
        "save": Action(save),
        "{item}/save": Action(save, shown_by=lambda visit: visit.show("sample.html", text=visit.path["item"])),
    },
)


@pytest.fixture(autouse=True)
def sample(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that uses every macro, with texts of its own."""
    environment = rendering.environment()
    own = FileSystemLoader(Path(__file__).parent / "templates")
    monkeypatch.setattr(environment, "loader", ChoiceLoader([own, *filter(None, [environment.loader])]))
    monkeypatch.setattr(pages, "PAGES", (*PAGES, PAGE))
    monkeypatch.setattr(app, "PAGES", (*PAGES, PAGE))
    known = languages.language
    texts = {"sample.title": "Sample", "sample.done.saved": "Saved."}
    texts |= {"sample.done.saved.one": "One saved.", "sample.done.saved.other": "{count} saved."}
    monkeypatch.setattr(
        languages, "language", lambda code: replace(known(code), texts={**known(code).texts, **texts})
    )


def test_who_is_not_signed_in_is_led_to_the_sign_in(browser: Browser) -> None:
    stranger = Browser()

    for method, address, after in (
        ("GET", "/sample", "/sample"),
        ("GET", "/sample/x?a=b&done=saved&count=3", "/sample/x%3Fa%3Db"),
        ("POST", "/sample/x/save?a=b", "/sample"),
    ):
        seen = stranger.send(method, address)
        assert (seen.status, seen.headers["location"], seen.body) == (303, f"/sign-in?next={after}", b"")
    for shown, after in (
        (f"https://{HOST}/sample/x?a=b#main", "/sample/x%3Fa%3Db"),
        (f"https://{HOST}.evil.example/sample/x", "/sample"),
        ("", "/sample"),
    ):
        part = stranger.send("GET", "/sample/x?as=row", headers={"hx-request": "true", "hx-current-url": shown})
        assert (part.status, part.headers["hx-redirect"]) == (200, f"/sign-in?next={after}")
    # The import and the joined download send forms by themselves, and know a redirect.
    assert stranger.send("POST", "/sample/save", {"name": "x"}, {"sec-fetch-mode": "cors"}).status == 303
    assert Browser("A" * 43).get("/sample").status == 303


def test_the_page_after_the_sign_in_is_one_that_the_sign_in_leads_to() -> None:
    stranger, long = Browser(), quote("ü" * 200)

    for address in ("/sample?text=(a*b)!~'&x=", f"/sample/x?text={long}", "/sample/" + "x" * 1_000):
        seen = [stranger.get(address).headers["location"]]
        shown = {"hx-request": "true", "hx-current-url": f"https://{HOST}{address}"}
        seen.append(stranger.send("GET", "/sample", headers=shown).headers["hx-redirect"])
        after = {parse_qs(urlsplit(one).query)["next"][0] for one in seen}
        assert after == {
            "/sample?text=%28a%2Ab%29%21~%27&x=" if "text=(" in address
            else "/sample/x" if long in address
            else "/sample"
        }  # fmt: skip
        assert {safe_page(one) for one in after} == after


@pytest.mark.parametrize(
    ("languages", "cookies", "expected"),
    [
        ("en", [], "nothing was saved. What you typed is still here"),
        ("de-AT, en;q=0.5", [], "nichts gespeichert. Was Sie eingegeben haben, steht noch hier"),
        ("en", ["commonplace-language=de"], "nichts gespeichert. Was Sie eingegeben haben, steht noch hier"),
    ],
)
def test_a_form_sent_after_the_sign_in_ended_keeps_its_input(
    browser: Browser, clock: HandClock, languages: str, cookies: list[str], expected: str
) -> None:
    clock.advance(1801 * SECOND)
    browser.headers["accept-language"], browser.cookies = languages, cookies

    seen = browser.post("/sample/x/save", {"form": "edit", "name": "typed"}, hx_request="true")

    assert seen.status == 401
    names = ("hx-push-url", "hx-retarget", "hx-reselect", "hx-reswap")
    assert [seen.headers[name] for name in names] == ["false", "#main", "#main > *", "afterbegin show:top"]
    assert "hx-redirect" not in seen.headers
    assert expected in seen.words
    assert '<a class="button primary" href="/sign-in" target="_blank">' in seen.text
    # What is no form of a page holds nothing that could be lost.
    assert browser.post("/nowhere", hx_request="true").headers["hx-redirect"] == "/sign-in?next=/"


def test_a_sign_in_that_has_expired_is_none(browser: Browser, clock: HandClock) -> None:
    assert browser.get("/sample").status == 200
    clock.advance(1801 * SECOND)
    assert browser.get("/sample").status == 303


@pytest.mark.parametrize(
    "address", ["/", "/connect", "/sample", "/nowhere", "/sample/fail", "/assets/dashboard.css", "/assets/x"]
)
def test_every_answer_has_the_headers_of_a_careful_site(browser: Browser, address: str) -> None:
    for who in (browser, Browser()):
        headers = who.get(address).headers
        assert headers["content-security-policy"] == POLICY
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["strict-transport-security"] == "max-age=31536000"
        assert headers["cache-control"] == ("max-age=300" if address.endswith(".css") else "no-store")


def test_hostile_text_is_shown_and_does_nothing(sign_in: SignIn) -> None:
    seen = sign_in(name=HOSTILE).get(f"/sample?text={quote(HOSTILE)}")

    assert seen.status == 200
    assert "<script>alert" not in seen.text
    assert not re.search(r"<img[^>]*onerror", seen.text)
    assert seen.words.count(HOSTILE) > 30  # in every macro, and as the name in the frame


def test_pages_hold_nothing_that_the_policy_would_stop(browser: Browser) -> None:
    for address in ("/connect", "/sample?text=x", "/nowhere"):
        text = browser.get(address).text
        assert not re.search(r"\sstyle=|\son\w+=|<style|javascript:", text)
        assert [tag for tag in re.findall(r"<script[^>]*>", text) if 'src="/assets/' not in tag] == []
        assert not re.search(r"(?:src|href|action)=\"(?:https?:)?//", text)


def test_a_form_is_taken_and_leads_back(browser: Browser) -> None:
    seen = browser.post("/sample/save", {"form": "edit", "name": "new"})

    assert (seen.status, seen.headers["location"]) == (303, "/sample?done=saved")
    assert "Saved." in browser.get("/sample?done=saved").words
    assert "3 saved." in browser.get("/sample?done=saved&count=3").words
    for wrong in ("done=<b>", "done=nothing", "done=saved&count=x", "done=saved&count=9999999999"):
        assert 'class="notice' not in browser.get(f"/sample?{wrong}").text.split("<template")[0]
    for site, said in (
        ("same-origin", 1),
        ("none", 1),
        ("same-site", 0),
        ("cross-site", 0),
    ):  # whose link led here
        assert browser.get("/sample?done=saved", sec_fetch_site=site).words.count("Saved.") == said
    for action in ("/sample/save", "/sample/x/save"):  # a form's address, loaded again
        assert browser.get(action).headers["location"] == "/sample"
    counted = browser.post("/sample/save", {"form": "edit", "name": "new", "box": ["one", "two"]})
    assert counted.headers["location"] == "/sample?done=saved&count=2"


@pytest.mark.parametrize(
    ("form", "headers"),
    [
        ({"csrf": ""}, {}),
        ({"csrf": "0" * 64}, {}),
        ({}, {"sec-fetch-site": "none"}),
        ({}, {"sec-fetch-site": "cross-site"}),
        ({}, {"sec-fetch-site": "same-site"}),
        ({"csrf": ""}, {"x-csrf-token": "0" * 64}),
    ],
)
def test_a_form_of_somebody_else_is_refused(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, form: dict[str, str], headers: dict[str, str]
) -> None:
    run: list[Visit] = []

    def note(visit: Visit) -> Answer:
        run.append(visit)
        return visit.done("saved")

    monkeypatch.setitem(PAGE.actions, "save", Action(note))

    seen = browser.post("/sample/save", {"form": "edit"} | form, **headers)

    assert seen.status == 403
    assert "nothing was done" in seen.words
    assert run == []


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": f"https://{HOST}", "sec-fetch-site": "same-origin"},
        {"origin": "null", "sec-fetch-site": "same-origin"},  # a form, where pages send no referrer
        {"origin": f"https://{HOST}"},
        {},
    ],
)
def test_a_form_of_ours_is_taken_however_browsers_say_so(browser: Browser, headers: dict[str, str]) -> None:
    form = {"csrf": browser.csrf or "", "name": "new"}

    assert browser.send("POST", "/sample/save", form, headers).status == 303
    assert browser.send("POST", "/sample/save", form | {"csrf": "x"}, headers).status == 403


@pytest.mark.parametrize("origin", ["https://evil.example", "null", f"http://{HOST}"])
def test_where_the_browser_tells_no_more_the_origin_decides(browser: Browser, origin: str) -> None:
    form = {"csrf": browser.csrf or "", "name": "new"}

    assert browser.send("POST", "/sample/save", form, {"origin": origin}).status == 403


def test_the_token_is_the_sign_ins_own(browser: Browser, sign_in: SignIn) -> None:
    other = sign_in("acc_00000000000000000000000000000002")

    assert browser.post("/sample/save", {"csrf": other.csrf or ""}).status == 403
    assert browser.post("/sample/save", {"csrf": ""}, x_csrf_token=browser.csrf or "").status == 303


def test_a_refusal_before_the_form_is_known_is_shown_above_the_page(
    browser: Browser,
) -> None:
    sent = {"csrf": "of an earlier sign-in", "form": "edit", "name": "typed"}

    seen = browser.send("POST", "/sample/save", sent, {"hx-request": "true"})
    lost = browser.send("GET", "/sample/no/such/part", None, {"hx-request": "true"})

    names = ("hx-retarget", "hx-reselect", "hx-reswap")
    assert [seen.headers[name] for name in names] == ["#main", "#main > *", "afterbegin show:top"]
    assert [lost.headers[name] for name in names] == ["#main", "#main", "outerHTML"]


def test_a_refusal_stands_at_its_form_and_what_was_sent_stays(browser: Browser) -> None:
    seen = browser.post("/sample/save?text=a", {"form": "edit", "name": "taken", "box": "two"})

    assert (seen.status, seen.headers["hx-push-url"]) == (409, "false")
    assert 'id="edit-problem"' in seen.text
    assert "at most 20 connectors" in seen.words
    (field,) = re.findall(r'<input type="text"[^>]*>', seen.text)
    assert 'value="taken"' in field
    assert 'aria-invalid="true"' in field
    assert 'aria-describedby="edit-name-wrong edit-name-hint"' in field
    assert re.findall(r'value="(\w+)" checked', seen.text) == ["two"]
    assert 'id="drop-problem"' not in seen.text
    # A form of a part is shown again by the part.
    assert browser.post("/sample/seven/save", {"form": "edit", "name": "taken"}).text.count("seven") > 5


def test_a_dialog_is_open_again_where_its_form_was_refused(browser: Browser) -> None:
    seen = browser.post("/sample/save", {"form": "drop", "name": "taken"})

    assert re.search(r'<dialog id="drop-dialog"[^>]* open data-open', seen.text)


def test_a_fault_is_logged_and_its_reader_told_which_request(
    browser: Browser, caplog: pytest.LogCaptureFixture
) -> None:
    for seen in (browser.get("/sample/fail"), browser.post("/sample/save", {"form": "edit", "name": "broken"})):
        assert seen.status == 500
        assert "request-1" in seen.words
        assert "nobody may see" not in seen.text
    logged = [vars(record) for record in caplog.records]
    assert [(one["error"], one["function"], one["request_id"]) for one in logged] == [
        ("ZeroDivisionError", "dashboard", "request-1")
    ] * 2
    assert "nobody may see" not in repr(logged)
    assert "hostile text" not in repr(logged)


def test_a_fault_before_anybody_is_known_is_told_too(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(app, "signed_in", broken)

    seen = browser.get("/sample")
    assert (seen.status, "request-1" in seen.words) == (500, True)
    assert seen.headers["content-security-policy"] == POLICY
    assert [record.message for record in caplog.records] == ["fault"]


@pytest.mark.parametrize("address", ["/nowhere", "/sample/a/b", "/connect/nothing", "/SAMPLE", "//sample"])
def test_what_there_is_not_is_a_page_that_says_so(browser: Browser, address: str) -> None:
    seen = browser.get(address)

    assert seen.status == 404
    assert "There is no such page" in seen.words or "there is no such page" in seen.words
    assert 'aria-current="page"' not in seen.text or "/SAMPLE" not in address


def test_other_methods_do_nothing(browser: Browser) -> None:
    assert browser.send("DELETE", "/sample/save").status == 404
    assert browser.post("/sample").status == 404


def test_forms_are_read_as_browsers_send_them(browser: Browser) -> None:
    event = browser.event("POST", "/sample/save", {"csrf": browser.csrf or ""})
    for changed in ({"content-type": "text/plain"}, {"content-type": "multipart/form-data; boundary=x"}):
        answer = app.answer(event | {"headers": event["headers"] | changed})
        assert answer["statusCode"] == 400
    assert app.answer(event | {"body": "%%%"})["statusCode"] == 400
    assert browser.post("/sample/save", {"x": ["a"] * 300}).status == 400
    assert app.answer(event | {"body": "Y3NyZj0lZmY="})["statusCode"] == 400  # csrf=%ff


@pytest.mark.parametrize(
    ("changed", "status", "english", "german"),
    [
        ({"body": "a=" + "x" * 1_048_576}, 413, "at most 1,048,576 bytes", "höchstens 1.048.576 Bytes"),
        (
            {"headers": {"content-type": "text/plain"}},
            400,
            "must be application/x-www",
            "nicht von einem Formular",
        ),
        ({"body": "a=b&" * 201}, 400, "at most 200 fields", "höchstens 200"),
        ({"body": "a=%ff"}, 400, "is not UTF-8", "kein Text (UTF-8)"),
        ({"rawPath": "/assets/none.css"}, 404, "there is no such file", "Diese Datei gibt es nicht"),
        ({"domain": "a b"}, 400, "Host: is no name of a host", "Das ist kein Name eines Servers."),
    ],
)
def test_a_refusal_before_the_sign_in_is_in_the_readers_language(
    browser: Browser, changed: dict[str, Any], status: int, english: str, german: str
) -> None:
    event = browser.event("POST", "/sample/save", {"a": "b"}) | {"body": "a=b", "isBase64Encoded": False}
    if "domain" in changed:
        event["requestContext"]["domainName"] = changed["domain"]
    event |= {"rawPath": changed.get("rawPath", event["rawPath"]), "body": changed.get("body", "a=b")}
    for language, cookies, expected, other in (
        ("en", [], english, german),
        ("de", [], german, english),
        ("fr", ["commonplace-language=de"], german, english),
    ):
        headers = event["headers"] | changed.get("headers", {}) | {"accept-language": language}
        answer = app.answer(event | {"headers": headers, "cookies": cookies})
        assert answer["statusCode"] == status
        assert expected in answer["body"]
        assert other not in answer["body"]
        assert ('<html lang="de"' in answer["body"]) is (expected == german)
        assert (' lang="en">' in answer["body"].partition("<main")[2]) is False


def test_htmx_gets_what_is_inside_the_frame(browser: Browser) -> None:
    part = browser.get("/sample?text=x&done=saved", hx_request="true")

    assert part.text.lstrip().startswith("<title>x · Commonplace</title>")
    assert re.findall(r'id="(main|notices)"', part.text) == ["main", "notices"]
    assert 'hx-swap-oob="true"' in part.text
    assert "<nav" not in part.text


def test_what_is_compressed_is_the_same(browser: Browser) -> None:
    plain, packed = browser.get("/sample?text=x"), browser.get("/sample?text=x", accept_encoding="br, gzip;q=0.8")

    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "accept-encoding"
    unpacked = gzip.decompress(packed.body).decode()
    assert unpacked.split("</html>")[0] == plain.text.split("</html>")[0]
    assert unpacked.split("</html>")[1] != plain.text.split("</html>")[1]  # a tail of another length each time
    assert "content-encoding" not in browser.get("/sample", accept_encoding="gzip;q=0").headers


def test_language_and_theme_are_kept_and_the_address_stays(browser: Browser) -> None:
    chosen = browser.get("/connect?client=cursor&theme=dark&language=de")
    assert (chosen.status, chosen.headers["location"]) == (303, "/connect?client=cursor")
    assert chosen.cookies == [
        "commonplace-language=de; Max-Age=31536000; Path=/; SameSite=Lax; Secure",
        "commonplace-theme=dark; Max-Age=31536000; Path=/; SameSite=Lax; Secure",
    ]
    browser.cookies = [one.partition(";")[0] for one in chosen.cookies]
    for site in ("cross-site", "same-site"):  # another site's link chooses nothing
        led = browser.get("/connect?theme=light", sec_fetch_site=site)
        assert (led.headers["location"], led.cookies) == ("/connect", [])
    assert browser.get("/connect?theme=light", sec_fetch_site="none").cookies != []
    assert '<html lang="de" data-theme="dark">' in browser.get("/connect").text
    event = browser.event("GET", "/?theme=dark") | {"rawPath": "//evil.example/\r\nx: y"}
    assert app.answer(event)["headers"]["location"] == "/evil.example/%0D%0Ax%3A%20y"
    assert browser.get("/connect?theme=<b>").status == 200


@pytest.mark.parametrize(
    ("pattern", "path", "found"),
    [
        ("{id}", "7", {"id": "7"}),
        ("{id}", "", None),
        ("{id}", "7/8", None),
        ("{id}/edit", "7/edit", {"id": "7"}),
        ("edit", "7", None),
    ],
)
def test_patterns_of_paths(pattern: str, path: str, found: dict[str, str] | None) -> None:
    assert match({pattern: None}, path) == (None if found is None else (pattern, found))


@pytest.mark.requirement("E5")
@pytest.mark.parametrize(
    ("language", "said"), [("en", "There is no such page"), ("de", "Diese Seite gibt es nicht")]
)
@pytest.mark.parametrize("address", ["/nowhere", "/nowhere//evil.example", "/favicon.ico", "/Keys", "/mcpx"])
def test_an_unknown_address_is_a_page_for_strangers_too(language: str, said: str, address: str) -> None:
    stranger = Browser(headers={"accept-language": language})

    seen = stranger.get(address, accept="text/html,application/xhtml+xml,*/*;q=0.8")

    assert (seen.status, seen.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert said.lower() in seen.words.lower()
    assert "evil" not in seen.text


@pytest.mark.requirement("E5")
@pytest.mark.parametrize(
    ("address", "accept"),
    [
        ("/v1/tools/recall", "text/html"),
        ("/api/v1/memory/nothing", "*/*"),
        ("/api", ""),
        ("/mcp", "text/html"),
        ("/.well-known/oauth-authorization-server", "text/html"),
        ("/nowhere", "application/json"),
    ],
)
def test_an_unknown_address_of_the_api_is_json(browser: Browser, address: str, accept: str) -> None:
    seen = browser.get(address, accept=accept)

    assert (seen.status, seen.headers["content-type"]) == (404, "application/json")
    assert json.loads(seen.body)["error"]["code"] == "page.not_found"


@pytest.mark.requirement("E5")
@pytest.mark.parametrize("address", ["/", "/sample", "/connect", "/keys", "/assets/dashboard.css", "/nowhere"])
def test_head_has_the_headers_of_get(browser: Browser, address: str) -> None:
    got, head = browser.get(address), browser.send("HEAD", address)

    assert (head.status, head.headers) == (got.status, got.headers)
