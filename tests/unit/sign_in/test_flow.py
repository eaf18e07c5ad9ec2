"""Signing in to the dashboard by the issuer, by a link, and out: what is followed, and what is refused."""

from __future__ import annotations

import base64
import logging
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

from commonplace.auth.oidc.attempts import safe_page
from commonplace.auth.sign_ins import SignIn, begin, new_link, signed_in
from commonplace.domain.clock import SECOND
from commonplace.operations.settings import settings
from commonplace.storage.heads import account_key
from commonplace.storage.items import typed
from tests.support.clock import HandClock
from tests.support.issuer import CLIENT, Issuer, new_key
from tests.unit.sign_in.conftest import Browser, query

if TYPE_CHECKING:
    from commonplace.operations.runtime import Runtime

ATTEMPT, SESSION = "__Host-commonplace-sign-in-0", "__Host-commonplace"
PAGE = "commonplace-sign-in-page"  # over http, as the local run is


def who(runtime: Runtime, browser: Browser) -> SignIn | None:
    return signed_in(runtime, browser.session(), browser.secure)


def check_page(answer: dict[str, Any], status: int, *texts: str) -> None:
    assert answer["statusCode"] == status, answer
    assert answer["headers"]["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in answer["headers"]["content-security-policy"]
    assert answer["headers"]["cache-control"] == "no-store"
    for text in texts:
        assert text in answer["body"]


@pytest.mark.requirement("A18", "B2")
@pytest.mark.parametrize("secret", [None, "s3cret-of-the-client"])
def test_the_owner_signs_in_by_the_issuer(
    runtime: Runtime, issuer: Issuer, browser: Browser, secret: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    issuer.secret = secret
    if secret is not None:
        monkeypatch.setenv("CONNECTOR_SECRETS", "environment")
        monkeypatch.setenv("OIDC_CLIENT_SECRET", "COMMONPLACE_TESTS_CLIENT")
        monkeypatch.setenv("COMMONPLACE_TESTS_CLIENT", secret)
        settings.cache_clear()

    check_page(
        browser.get("/sign-in?next=/memories"), 200, "Sign in with 127.0.0.1", "/sign-in/start?next=%2Fmemories"
    )
    begun = browser.get("/sign-in/start?next=/memories")
    asked = query(begun["headers"]["location"])
    assert begun["headers"]["location"].startswith(f"{issuer.url}/authorize?")
    assert (asked["client_id"], asked["code_challenge_method"], asked["response_type"]) == (CLIENT, "S256", "code")
    assert asked["redirect_uri"] == f"{browser.base}/sign-in/callback"
    (kept,) = begun["cookies"]
    assert kept.startswith(f"{ATTEMPT}=")
    assert kept.endswith("; Max-Age=600; Path=/; HttpOnly; SameSite=Lax; Secure")
    for value in asked.values():
        assert value not in kept

    done = browser.sign_in("/sign-in/start?next=/memories%3Ftag%3Da")
    assert (done["statusCode"], done["headers"]["location"]) == (303, "/memories?tag=a")
    found = who(runtime, browser)
    assert found is not None
    assert found.name == "Ada <b>"
    assert set(browser.cookies) == {ATTEMPT, SESSION}  # the first attempt is still open
    table = runtime.tables.names.directory_table
    head = runtime.tables.client.get_item(TableName=table, Key=typed(account_key(found.account_id)))
    assert head["Item"]["epoch"] == {"N": "0"}
    assert browser.get("/sign-in?next=/usage")["headers"]["location"] == "/usage"


@pytest.mark.requirement("A18")
def test_a_sign_in_keeps_nothing_of_the_cookie_of_before(
    runtime: Runtime, issuer: Issuer, browser: Browser
) -> None:
    planted, _ = begin(runtime, "acc_of_somebody", None)
    browser.cookies[SESSION] = planted

    browser.sign_in()

    assert browser.cookies[SESSION] != planted
    found = who(runtime, browser)
    assert found is not None
    assert found.account_id != "acc_of_somebody"
    assert signed_in(runtime, [f"{SESSION}={planted}"], secure=True) is None
    # One that never was a sign-in becomes none either.
    other = Browser(cookies={SESSION: "A" * 43})
    other.sign_in()
    assert other.cookies[SESSION] != "A" * 43


@pytest.mark.requirement("A18")
def test_an_answer_is_taken_once_by_the_browser_that_asked(
    runtime: Runtime, issuer: Issuer, browser: Browser
) -> None:
    back = browser.begin()
    kept = dict(browser.cookies)

    check_page(Browser().get(back), 400, "took too long")  # somebody else's browser
    assert browser.get(back)["statusCode"] == 303
    check_page(browser.get(back), 400, "took too long")
    check_page(
        Browser(cookies=kept).get(back), 400, "does not hold"
    )  # the cookie again: the issuer knows the code
    assert issuer.asked.count("/token") == 2


@pytest.mark.requirement("A18")
@pytest.mark.parametrize("part", ["state", "code"])
def test_a_changed_answer_is_refused(runtime: Runtime, issuer: Issuer, browser: Browser, part: str) -> None:
    back = browser.begin()
    value = query(back)[part]

    answer = browser.get(back.replace(value, value[:-1] + ("A" if value[-1] != "A" else "B")))

    check_page(answer, 400, "/sign-in")
    assert who(runtime, browser) is None
    # An answer to none of this browser's attempts ends none: any site can redirect here with its own state.
    assert (ATTEMPT in browser.cookies) is (part == "state")
    assert (browser.get(back)["statusCode"] == 303) is (part == "state")


@pytest.mark.requirement("A18")
def test_the_answer_to_another_attempt_is_refused(runtime: Runtime, issuer: Issuer, browser: Browser) -> None:
    """The code of an attacker's own sign-in, brought to the owner's browser with the owner's state."""
    stranger = Browser()
    code = query(stranger.begin())["code"]
    back = browser.begin()

    check_page(browser.get(back.replace(query(back)["code"], code)), 400, "does not hold")
    assert who(runtime, browser) is None


@pytest.mark.requirement("A18")
def test_an_attempt_ends_after_ten_minutes(
    runtime: Runtime, issuer: Issuer, browser: Browser, clock: HandClock
) -> None:
    back = browser.begin()
    clock.advance(600 * SECOND)

    check_page(browser.get(back), 400, "took too long")
    assert "/token" not in issuer.asked


@pytest.mark.requirement("A18")
def test_the_page_to_go_to_cannot_be_changed_meanwhile(runtime: Runtime, issuer: Issuer, browser: Browser) -> None:
    back = browser.begin("/sign-in/start?next=/memories")
    kept, _, _ = browser.cookies[ATTEMPT].rpartition(".")
    browser.cookies[ATTEMPT] = f"{kept}.{base64.urlsafe_b64encode(b'/settings').rstrip(b'=').decode()}"

    check_page(browser.get(back), 400, "took too long")


@pytest.mark.requirement("A18")
def test_tabs_that_sign_in_at_once_do_not_end_one_another(
    runtime: Runtime, issuer: Issuer, browser: Browser, clock: HandClock
) -> None:
    backs = []
    for page in ("/memories", "/team", "/usage", "/keys"):
        backs.append((page, browser.begin(f"/sign-in/start?next={page}")))
        clock.advance(SECOND)

    check_page(browser.get(backs[0][1]), 400, "took too long")  # the oldest gave way to the fourth
    for page, back in reversed(backs[1:]):
        done = browser.get(back)
        assert (done["statusCode"], done["headers"]["location"]) == (303, page)
    assert set(browser.cookies) == {SESSION}
    assert who(runtime, browser) is not None


@pytest.mark.requirement("A18")
def test_an_attempt_takes_the_place_of_one_that_counts_no_more(
    runtime: Runtime, issuer: Issuer, browser: Browser, clock: HandClock
) -> None:
    browser.begin()
    clock.advance(590 * SECOND)
    kept = [browser.begin(), browser.begin()]
    browser.cookies[ATTEMPT[:-1] + "2"] += ".spoiled"
    clock.advance(20 * SECOND)
    again = [browser.begin(), browser.begin()]

    assert [browser.get(back)["statusCode"] for back in (*again, kept[0])] == [303, 303, 303]
    check_page(browser.get(kept[1]), 400, "took too long")


@pytest.mark.requirement("A18")
@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_page_of_another_site_begins_no_attempts(
    runtime: Runtime, issuer: Issuer, browser: Browser, site: str
) -> None:
    back = browser.begin()
    kept = dict(browser.cookies)

    for _ in range(4):
        led = browser.ask("GET", "/sign-in/start?next=/team", headers={"sec-fetch-site": site})
        assert (led["statusCode"], led["headers"]["location"]) == (303, "/sign-in?next=%2Fteam")
    browser.ask("GET", "/sign-in/callback?state=x&code=y", headers={"sec-fetch-site": site})

    assert browser.cookies == kept
    assert browser.get(back)["statusCode"] == 303


@pytest.mark.requirement("A18")
def test_attempts_leave_room_for_the_other_headers(runtime: Runtime, issuer: Issuer, browser: Browser) -> None:
    page = f"/memories?words={'%C3%BC' * 160}&state={'a' * 17}"
    assert len(page) == 1_000
    backs = [browser.begin(f"/sign-in/start?{urlencode({'next': page})}") for _ in range(3)]

    assert len("; ".join(browser.session())) < 4_500
    assert [browser.get(back)["headers"]["location"] for back in backs] == [page] * 3


WRONG: dict[str, dict[str, Any]] = {
    "nonce": {"nonce": "another"},
    "no nonce": {"nonce": None},
    "issuer": {"iss": "https://other.example.com"},
    "audience": {"aud": ["other"]},
    "several audiences and no presenter": {"aud": [CLIENT, "other"]},
    "presenter": {"azp": "other"},
    "expired": {"exp": 1},
    "issued before": {"iat": 1},
    "issued later": {"iat": 4_000_000_000, "exp": 4_000_000_100},
    "not yet": {"nbf": 4_000_000_000},
    "no subject": {"sub": ""},
}


@pytest.mark.requirement("A18", "B2")
@pytest.mark.parametrize("case", WRONG)
def test_an_id_token_that_does_not_hold_signs_in_nobody(
    runtime: Runtime, issuer: Issuer, browser: Browser, case: str
) -> None:
    issuer.wrong = WRONG[case]

    check_page(browser.sign_in(), 400, "does not hold")
    assert who(runtime, browser) is None


@pytest.mark.requirement("A18", "B2")
def test_no_other_token_stands_for_an_id_token(runtime: Runtime, issuer: Issuer, browser: Browser) -> None:
    for exchanged in (
        lambda answer: answer | {"id_token": answer["access_token"]},
        lambda answer: answer | {"id_token": issuer.token(aud=CLIENT, nonce="n")},
        lambda answer: {**answer, "id_token": issuer.token(new_key("first"), {"typ": "JWT"}, aud=CLIENT)},
        lambda answer: {"access_token": answer["access_token"]},
        lambda answer: answer | {"id_token": 1},
    ):
        issuer.exchanged = exchanged
        check_page(browser.sign_in(), 400, "does not hold")
        assert who(runtime, browser) is None


@pytest.mark.requirement("A18")
def test_what_the_issuer_says_is_not_repeated(runtime: Runtime, issuer: Issuer, browser: Browser) -> None:
    back = browser.begin()
    state = query(back)["state"]

    said = "error=access_denied&error_description=%3Cscript%3Ealert(1)%3C/script%3E"
    answer = browser.get(f"/sign-in/callback?state={state}&{said}")
    check_page(answer, 403, "You are not signed in")
    assert "script" not in answer["body"]
    assert state not in answer["body"]
    check_page(browser.get(f"/sign-in/callback?state={state}&state={state}"), 400, "not right")
    other = browser.begin()
    check_page(browser.get(f"{other}&iss=https://other.example.com"), 400, "does not hold")


@pytest.mark.requirement("A18")
def test_an_issuer_that_is_down_is_told_with_what_to_do(
    runtime: Runtime, issuer: Issuer, browser: Browser, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    issuer.documents["/.well-known/openid-configuration"] = (500, b"")

    check_page(browser.get("/sign-in/start"), 502, "does not answer", "/sign-in")
    assert browser.cookies == {}


@pytest.mark.requirement("A18")
@pytest.mark.parametrize(
    "page",
    [
        "//evil.example.com",
        "//evil",
        "//evil/memories?a=b",
        "/\\evil.example.com",
        "https://evil.example.com",
        "/ /evil.example.com",
        "/.//evil.example.com",
        "/\tevil",
        "javascript:alert(1)",
        "memories",
        "/sign-in/link?code=x",
        "/sign-out",
        "/memories\r\nset-cookie: a=b",
        "/" + "a" * 1_000,
        "",
        None,
    ],
)
def test_a_sign_in_leads_to_our_own_pages_alone(page: str | None) -> None:
    assert safe_page(page) == "/"


@pytest.mark.requirement("A18")
@pytest.mark.parametrize(
    "page", ["/", "/memories", "/memories/mem_1", "/memories?tag=a%20b&limit=50", "/memories/" + "a" * 900]
)
def test_our_own_pages_are_led_to(page: str) -> None:
    assert safe_page(page) == page


@pytest.mark.requirement("A18")
def test_a_link_signs_in_once_and_then_says_how_to_get_another(runtime: Runtime) -> None:
    browser, code = Browser(secure=False), new_link(runtime, "acc_1")

    done = browser.get(f"/sign-in/link?code={code}")
    assert (done["statusCode"], done["headers"]["location"]) == (303, "/")
    assert done["cookies"][0] == f"commonplace={browser.cookies['commonplace']}; Path=/; HttpOnly; SameSite=Lax"
    found = who(runtime, browser)
    assert found is not None
    assert found.account_id == "acc_1"
    for address in (f"/sign-in/link?code={code}", "/sign-in/link", "/sign-in/link?code=%00"):
        check_page(Browser(secure=False).get(address), 403, "python -m local link")


@pytest.mark.requirement("A18")
def test_a_link_leads_to_the_page_that_was_wanted(runtime: Runtime, local: None) -> None:
    browser, wanted = Browser(secure=False), "/team?invitation=cpi_a%20b"

    shown = browser.get(f"/sign-in?{urlencode({'next': wanted})}")
    check_page(shown, 200, "a link that works once")
    (kept,) = shown["cookies"]
    assert kept.endswith("; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax")
    browser.get("/sign-in/link?code=old")
    done = browser.get(f"/sign-in/link?code={new_link(runtime, 'acc_1')}")
    assert (done["statusCode"], done["headers"]["location"]) == (303, wanted)
    assert set(browser.cookies) == {"commonplace"}  # once
    again = browser.get(f"/sign-in/link?code={new_link(runtime, 'acc_1')}")
    assert again["headers"]["location"] == "/"


@pytest.mark.requirement("A18")
def test_the_page_that_was_wanted_is_the_last_one_and_one_of_ours(runtime: Runtime, local: None) -> None:
    for addresses, kept, after in (
        (["/sign-in?next=/memories", "/sign-in?next=/team"], None, "/team"),
        (["/sign-in?next=/memories", "/sign-in"], None, "/"),
        (["/sign-in?next=//evil.example"], None, "/"),
        ([], base64.urlsafe_b64encode(b"//evil.example/").decode(), "/"),
        ([], "%%%", "/"),
        ([], "a", "/"),
        ([], "_w", "/"),  # no UTF-8
    ):
        browser = Browser(secure=False)
        for address in addresses:
            browser.get(address)
        if kept is not None:
            browser.cookies[PAGE] = kept
        done = browser.get(f"/sign-in/link?code={new_link(runtime, 'acc_1')}")
        assert (done["statusCode"], done["headers"]["location"]) == (303, after)
        assert PAGE not in browser.cookies


@pytest.mark.requirement("A18")
@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (None, ".venv/bin/python -m local link"),
        ("python -m local link --data '/a b'", "python -m local link --data &#x27;/a b&#x27;"),
    ],
)
def test_the_pages_say_the_command_as_the_server_was_started(
    runtime: Runtime, local: None, monkeypatch: pytest.MonkeyPatch, said: str | None, shown: str
) -> None:
    if said is not None:
        monkeypatch.setenv("LINK_COMMAND", said)

    for address in ("/sign-in", "/sign-in/link?code=old"):
        assert f"<code>{shown}</code>" in Browser(secure=False).get(address)["body"]


@pytest.mark.requirement("A18")
def test_signing_out_takes_a_form_of_ones_own_page(runtime: Runtime, issuer: Issuer, browser: Browser) -> None:
    browser.sign_in()
    found = who(runtime, browser)
    assert found is not None
    form = f"csrf={found.csrf}"

    for sent, headers in (
        ("", {}),
        ("csrf=wrong", {}),
        (form, {"origin": "https://evil.example.com"}),
        (form, {"origin": "null"}),
        (form, {"sec_fetch_site": "cross-site"}),
        (form, {"sec_fetch_site": "same-site"}),
    ):
        check_page(browser.post("/sign-out", sent, **headers), 403, "still signed in")
        assert who(runtime, browser) is not None

    kept = browser.session()
    done = browser.post("/sign-out", form, sec_fetch_site="same-origin", origin="null")
    assert (done["statusCode"], done["headers"]["location"]) == (303, "/sign-in")
    assert browser.cookies == {}
    assert signed_in(runtime, kept, secure=True) is None
    assert browser.post("/sign-out", form)["statusCode"] == 303


@pytest.mark.requirement("A18")
def test_another_sites_form_takes_no_cookie_away(runtime: Runtime, issuer: Issuer, browser: Browser) -> None:
    browser.sign_in()
    stranger = Browser()  # browsers keep a Lax cookie out of another site's form

    done = stranger.post("/sign-out", "", sec_fetch_site="cross-site", origin="https://evil.example.com")

    check_page(done, 403, "still signed in")
    assert not any("commonplace=;" in one for one in done.get("cookies", ()))
    assert who(runtime, browser) is not None


@pytest.mark.requirement("A18")
@pytest.mark.parametrize(
    ("accepted", "cookie", "language"),
    [("de-AT,en;q=0.5", None, "de"), ("fr, en;q=0.4, de;q=0.3", None, "en"), ("", "de", "de"), ("de", "en", "en")],
)
def test_pages_are_in_the_readers_language(
    runtime: Runtime, browser: Browser, accepted: str, cookie: str | None, language: str
) -> None:
    browser.headers["accept-language"] = accepted
    if cookie is not None:
        browser.cookies["commonplace-language"] = cookie

    answer = browser.get("/sign-in")
    check_page(answer, 200, f'<html lang="{language}"')
    assert ("Noch kann sich niemand anmelden" in answer["body"]) is (language == "de")


def test_every_text_is_there_in_both_languages() -> None:
    import tomllib
    from pathlib import Path

    import commonplace.auth.oidc

    folder = Path(commonplace.auth.oidc.__file__).parent / "languages"
    english, german = (tomllib.loads((folder / f"{code}.toml").read_text()) for code in ("en", "de"))
    shape = {name: sorted(part) if isinstance(part, dict) else "" for name, part in english.items()}

    assert shape == {name: sorted(part) if isinstance(part, dict) else "" for name, part in german.items()}
