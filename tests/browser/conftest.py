"""One browser and few servers for all tests of the pages; a context of its own for each test."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from local.welcome import ACCOUNT
from tests.support import browser as browsers
from tests.support.browser import Visit, visiting
from tests.support.browser_site import Site, serve

Visiting = Callable[..., Visit]
Attack = Callable[..., Page]


# Playwright's loop counts as running while it lives, and other tests begin loops of their own: it must not
# outlive this folder's tests.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if not browsers.CHROMIUM.exists():
        pytest.skip(f"there is no {browsers.CHROMIUM}: .ci/browser installs it where it may")
    with sync_playwright() as playwright:
        started = browsers.start(playwright)
        yield started
        started.close()


@pytest.fixture(scope="package")
def full_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """2,000 memories and one of everything else, hostile text in each field; for all tests of a worker."""
    yield from serve(tmp_path_factory.mktemp("full") / "data", seeded=True)


@pytest.fixture(scope="package")
def empty_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Nothing stored, for tests that leave it so."""
    yield from serve(tmp_path_factory.mktemp("empty") / "data")


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A fresh server for one test."""
    yield from serve(tmp_path_factory.mktemp("site") / "data")


@pytest.fixture(scope="package")
def used() -> dict[tuple[str, str], str]:
    """Which test has used an account, by the site's origin and the account's name."""
    return {}


@pytest.fixture
def visit(
    browser: Browser, used: dict[tuple[str, str], str], request: pytest.FixtureRequest
) -> Iterator[Visiting]:
    """Let somebody visit a site: ``visit(site)`` is a stranger, ``visit(site, account="local")`` has signed in.

    An account is one test's alone, but for the full site's and the server's own, which nobody changes.
    """
    test = request.node.originalname
    with ExitStack() as stack:

        def begin(site: Site, account: str | None = None, **options: Any) -> Visit:
            if account not in (None, ACCOUNT) and not site.seeded:
                assert used.setdefault((site.origin, str(account)), test) == test, f"{account} is another test's"
            begun = stack.enter_context(visiting(browser, site.origin, **options))
            if account is not None:
                begun.context.add_cookies([site.cookie(account)])  # type: ignore[list-item]
            return begun

        yield begin


@pytest.fixture
def owner(visit: Visiting, full_site: Site) -> Visit:
    """The owner of the full site, signed in."""
    return visit(full_site, "local")


@pytest.fixture
def page(owner: Visit) -> Page:
    """His first tab."""
    return owner.page()


@pytest.fixture
def attack(browser: Browser) -> Iterator[Attack]:
    """Let a page of somebody else send a form with an owner's cookie: ``attack(site, cookie, path, said, a="b")``.

    It must be refused with 403 and what is said. Another port is the same site, so the cookie is sent: it is for
    the server to refuse.
    """
    with ExitStack() as stack:

        def begin(site: Site, cookie: dict[str, str], path: str, said: str, **fields: str) -> Page:
            inputs = "".join(f"<input name={name} value='{value}'>" for name, value in fields.items())
            form = f"<form method=post action={site.origin}{path}>{inputs}</form>"
            sent = "<script>document.forms[0].submit()</script>"
            evil = _serve(stack, f"<!doctype html><link rel=icon href=data:,>{form}{sent}".encode())
            visitor = stack.enter_context(visiting(browser, evil))
            visitor.others.add(site.origin)
            visitor.context.add_cookies([cookie])  # type: ignore[list-item]
            page = visitor.page()
            with visitor.expecting("status of 403"):
                page.goto(evil)
                expect(page.locator("main")).to_contain_text(said)
            assert visitor.sent("POST") == [path]
            return page

        yield begin


def _serve(stack: ExitStack, page: bytes) -> str:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    stack.callback(server.server_close)
    stack.callback(server.shutdown)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"
