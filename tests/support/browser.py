"""Debian's Chromium, driven by Playwright: one context a test, which notes all that a page should not do."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    Response,
    WebError,
    expect,
)

CHROMIUM = Path("/usr/bin/chromium")
PATIENCE = 15_000.0  # milliseconds until something that should come counts as missing, on a busy machine
WIDE = {"width": 1280, "height": 900}
NARROW = {"width": 390, "height": 844}
NARROWEST = {"width": 320, "height": 640}  # to which pages reflow (WCAG 1.4.10)
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",  # nothing leaves this machine
)
# Before any script of the page: what the policy refuses, and scripts that stored text brought in, become errors.
_WATCH = """
addEventListener('securitypolicyviolation', (event) =>
  console.error(`policy: ${event.effectiveDirective} refused ${event.blockedURI} ${event.sample}`));
Object.defineProperty(window, '__xss', {get() {}, set(value) { console.error(`stored text ran: ${value}`); }});
"""


def start(playwright: Playwright) -> Browser:
    """Start the browser; Playwright gives it a fresh folder for the user's data and takes it away."""
    expect.set_options(timeout=PATIENCE)
    return playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=_ARGUMENTS)


@dataclass
class Visit:
    """One visitor: cookies of his own, and what went wrong in his pages.

    Attributes
    ----------
    context, origin
        Where; pages of other origins count as faults.
    scripts
        Whether pages' scripts run.
    problems
        Errors of scripts and the console, refusals by the policy, requests that failed or led elsewhere.
    requests
        Method and address of each.
    responses
        What came.
    others
        Origins that may be visited all the same.
    """

    context: BrowserContext
    origin: str
    scripts: bool = True
    problems: list[str] = field(default_factory=list)
    requests: list[tuple[str, str]] = field(default_factory=list)
    responses: list[Response] = field(default_factory=list)
    others: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(_WATCH)
        self.context.on("console", self._on_console)
        self.context.on("weberror", self._on_error)
        self.context.on("request", self._on_request)
        self.context.on("requestfailed", self._on_failure)
        self.context.on("response", self._on_response)

    def page(self, path: str | None = None) -> Page:
        """Open a page in a tab of its own."""
        page = self.context.new_page()
        if path is not None:
            self.go(page, path)
        return page

    def sent(self, method: str) -> list[str]:
        """Paths of the requests of a method, in their order."""
        return [urlsplit(url).path for sent, url in self.requests if sent == method]

    def go(self, page: Page, path: str, status: int = 200) -> None:
        """Go to a path of the server; the answer must have this status."""
        response = page.goto(self.origin + path)
        assert response is not None
        assert response.status == status, f"{path}: {response.status}"

    @contextlib.contextmanager
    def expecting(self, pattern: str) -> Iterator[None]:
        """Let a fault happen within: it must, and only there."""
        before = len(self.problems)
        yield
        for page in self.context.pages:
            self.settle(page)
        found = [one for one in self.problems[before:] if re.search(pattern, one)]
        assert found, f"nothing like {pattern} in {self.problems[before:]}"
        self.problems[before:] = [one for one in self.problems[before:] if one not in found]

    def settle(self, page: Page) -> None:
        """Wait until the page is loaded and has told what went wrong: it does so in tasks of their own."""
        page.wait_for_load_state()
        if self.scripts:
            page.evaluate("new Promise((done) => setTimeout(done, 20))")

    def check(self) -> None:
        """Fail if anything went wrong until now."""
        for page in self.context.pages:
            self.settle(page)
        if self.problems:
            raise AssertionError("\n".join(self.problems))

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self.problems.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _on_error(self, error: WebError) -> None:
        self.problems.append(f"script: {error.error}")

    def _on_request(self, request: Request) -> None:
        self.requests.append((request.method, request.url))
        parts = urlsplit(request.url)
        origin = f"{parts.scheme}://{parts.netloc}"
        if parts.scheme in ("http", "https", "ws", "wss") and origin not in {self.origin, *self.others}:
            self.problems.append(f"elsewhere: {request.method} {request.url}")

    def _on_response(self, response: Response) -> None:
        self.responses.append(response)

    def _on_failure(self, request: Request) -> None:
        # A page that is left, or a download, ends its requests so.
        if request.failure != "net::ERR_ABORTED":
            self.problems.append(f"failed: {request.method} {request.url} {request.failure}")


@contextlib.contextmanager
def visiting(browser: Browser, origin: str, **options: Any) -> Iterator[Visit]:
    """Open a context; in the end nothing may have gone wrong in it."""
    settings: dict[str, Any] = {"viewport": WIDE, "locale": "en-GB", "timezone_id": "UTC", **options}
    context = browser.new_context(**settings)
    try:
        visit = Visit(context, origin, settings.get("java_script_enabled", True))
        yield visit
        visit.check()
    finally:
        context.close()


def accessibility_faults(page: Page) -> list[str]:
    """What axe finds in a page that is serious or critical, each with its rule and its elements.

    Its script is evaluated by the debugger, which the page's policy does not bind.
    """
    if not page.evaluate("typeof window.axe === 'object'"):
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text() + "\n;undefined")
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['impact']}: {one['id']}: {one['help']}: {[node['html'][:200] for node in one['nodes'][:5]]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]
