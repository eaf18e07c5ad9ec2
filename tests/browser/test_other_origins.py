"""What web pages of other origins can call from a browser: those that are allowed, and others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import _serve
from tests.support.browser import Visit, visiting
from tests.support.browser_site import Site, serve
from tests.support.mcp_agents import LEGACY, META, MODERN

pytestmark = [pytest.mark.xdist_group("browser-2"), pytest.mark.requirement("E4")]

PAGE = b"<!doctype html><link rel=icon href=data:,><title>Application</title>"
# What a page learns of a call: status, some headers and the body; or the browser's own refusal.
CALL = """async ([url, options]) => {
  try {
    const answer = await fetch(url, options);
    return {status: answer.status, type: answer.type, challenge: answer.headers.get('www-authenticate'),
            body: await answer.text()};
  } catch (error) { return {refused: String(error)}; }
}"""


@pytest.fixture(scope="module")
def pages() -> Iterator[tuple[str, str]]:
    """Origins of two applications: one is allowed, the other is not."""
    with ExitStack() as stack:
        yield _serve(stack, PAGE), _serve(stack, PAGE)


@pytest.fixture(scope="module")
def called(tmp_path_factory: pytest.TempPathFactory, pages: tuple[str, str]) -> Iterator[Site]:
    """The server that both call."""
    yield from serve(tmp_path_factory.mktemp("called") / "data", "--allowed-origins", pages[0])


@pytest.fixture
def allowed(browser: Browser, pages: tuple[str, str], called: Site) -> Iterator[tuple[Visit, Page]]:
    yield from opened(browser, pages[0], called)


@pytest.fixture
def other(browser: Browser, pages: tuple[str, str], called: Site) -> Iterator[tuple[Visit, Page]]:
    yield from opened(browser, pages[1], called)


def opened(browser: Browser, origin: str, called: Site) -> Iterator[tuple[Visit, Page]]:
    with visiting(browser, origin) as visitor:
        visitor.others.add(called.origin)
        yield visitor, visitor.page("/")


def fetched(page: Page, url: str, body: Any = None, method: str = "POST", **options: Any) -> dict[str, Any]:
    sent = {"method": method, **options, **({} if body is None else {"body": json.dumps(body)})}
    answer: dict[str, Any] = page.evaluate(CALL, [url, sent])
    return answer


def requests(called: Site) -> list[tuple[str, Any, dict[str, str]]]:
    """A call of each part of the API, with the headers that its clients send."""
    bearer = {"authorization": f"Bearer {called.key}", "content-type": "application/json"}
    stores = {"x-api-key": called.key, "content-type": "application/json", "x-wos-model": "tablet-2"}
    mcp = {"accept": "application/json, text/event-stream", **bearer}
    modern = {"mcp-protocol-version": MODERN, "mcp-method": "tools/list"}
    return [
        ("/v1/tools/recall", {}, {**bearer, "x-session-id": "page"}),
        ("/api/v1/memory/store", {"content": "Kept by a page"}, {**stores, "idempotency-key": "k1"}),
        ("/mcp", {"jsonrpc": "2.0", "id": 1, "method": "ping"}, {**mcp, "mcp-protocol-version": LEGACY}),
        ("/mcp", {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {"_meta": META}}, mcp | modern),
        ("/mcp/", {"jsonrpc": "2.0", "id": 3, "method": "ping"}, {**mcp, "mcp-protocol-version": LEGACY}),
    ]


def test_case_66_a_page_of_an_allowed_origin_calls_and_reads(allowed: tuple[Visit, Page], called: Site) -> None:
    visitor, page = allowed
    for path, body, headers in requests(called):
        answer = fetched(page, called.origin + path, body, headers=headers)
        assert (answer.get("status"), answer.get("type")) == (200, "cors"), (path, answer)
        assert "error" not in json.loads(answer["body"]), path

    document = fetched(page, f"{called.origin}/.well-known/oauth-protected-resource/mcp", method="GET")
    assert json.loads(document["body"])["resource"] == f"{called.origin}/mcp"
    with visitor.expecting("status of 401"):
        refused = fetched(page, f"{called.origin}/mcp", {}, headers={"content-type": "application/json"})
    assert (refused["status"], refused["challenge"].startswith("Bearer ")) == (401, True)


def test_case_66_a_page_of_another_origin_cannot(other: tuple[Visit, Page], called: Site) -> None:
    visitor, page = other
    with visitor.expecting("CORS policy|ERR_FAILED"):
        for path, body, headers in requests(called):
            answer = fetched(page, called.origin + path, body, headers=headers)
            assert answer.keys() == {"refused"}, (path, answer)

    body = {"content": "Kept by another page"}
    with visitor.expecting("status of 401"):  # what needs no preflight carries no key, and cannot be read
        assert fetched(page, f"{called.origin}/api/v1/memory/store", body, mode="no-cors")["status"] == 0
    assert "another page" not in json.dumps(called.app(called.key, "default").good("list_memories"))


def test_no_page_elsewhere_uses_the_owners_cookie(allowed: tuple[Visit, Page], called: Site) -> None:
    visitor, page = allowed
    visitor.context.add_cookies([called.cookie()])  # type: ignore[list-item]
    form = {"content-type": "application/x-www-form-urlencoded"}
    with visitor.expecting("CORS policy|ERR_FAILED|status of 40"):
        for method, path, headers in (
            ("GET", "/keys", {}),
            ("POST", "/keys/create", form),
            ("POST", "/keys/create", form | {"x-csrf-token": "0" * 64}),
            ("DELETE", "/keys/create", {}),
        ):
            answer = fetched(page, called.origin + path, method=method, credentials="include", headers=headers)
            assert answer.keys() == {"refused"}, (path, answer)
