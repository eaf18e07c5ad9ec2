"""Forms and addresses that are not UTF-8, and line ends of what is edited on the pages."""

from __future__ import annotations

import base64

import pytest

from tests.support.agents import NO_CONTEXT, function
from tests.unit.dashboard.conftest import Browser


@pytest.mark.requirement("D2")
@pytest.mark.parametrize("body", [b"csrf=x&text=caf%E9", b"csrf=x&text=caf\xe9", b"text=\xbf\xcd\xbb\xa7"])
def test_case_63_a_form_that_is_not_utf8_is_refused(browser: Browser, body: bytes) -> None:
    event = browser.event("POST", "/memories/edit", {})
    event["body"] = base64.b64encode(body).decode()

    answer = function("DashboardFunction").handler(event, NO_CONTEXT)

    assert answer["statusCode"] == 400
    assert answer["headers"]["content-type"] == "text/html; charset=utf-8"
    assert "UTF-8" in answer["body"]


@pytest.mark.requirement("D2")
@pytest.mark.parametrize(
    ("address", "field"), [("/memories?text=caf%E9", "query"), ("/memories/caf\ufffd", "path")]
)
def test_case_63_an_address_that_is_not_utf8_is_refused(browser: Browser, address: str, field: str) -> None:
    event = browser.event("GET", address)
    event["rawQueryString"] = address.partition("?")[2]

    answer = function("DashboardFunction").handler(event, NO_CONTEXT)

    assert answer["statusCode"] == 400
    assert f"{field}: holds percent-encoded bytes that are not UTF-8" in answer["body"]


@pytest.mark.requirement("D2")
@pytest.mark.parametrize("body", [b"csrf=%E9", b"csrf=\xe9"])
def test_case_63_the_form_of_the_sign_out_too(browser: Browser, body: bytes) -> None:
    event = browser.event("POST", "/sign-out", {}, {"sec-fetch-site": "same-origin"})
    event |= {"routeKey": "POST /sign-out", "body": base64.b64encode(body).decode()}

    answer = function("SignInFunction").handler(event, NO_CONTEXT)

    assert answer["statusCode"] == 400
