"""The tests' own watch: what a page must not do is noticed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser

from tests.support.browser import Visit, accessibility_faults, visiting

pytestmark = pytest.mark.xdist_group("browser")

BAD = b"""<!doctype html><html><head><title>Bad</title></head><body>
<script>window.__xss = 1</script><script src="/missing.js"></script>
<img src="http://127.0.0.1:9/elsewhere.png">
<input><p>Text</p><script>nothing.here()</script></body></html>"""


@pytest.fixture
def bad_site() -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(404 if self.path == "/missing.js" else 200)
            self.send_header("Content-Type", "text/html")
            if self.path == "/strict":
                self.send_header("Content-Security-Policy", "default-src 'self'")
            self.end_headers()
            self.wfile.write(BAD)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join(5)


def told(visit: Visit) -> str:
    return "\n".join(visit.problems)


@pytest.mark.requirement("A18")
def test_each_fault_of_a_page_is_noticed(browser: Browser, bad_site: str) -> None:
    with visiting(browser, bad_site) as visit:
        page = visit.page("/")
        visit.settle(page)
        assert "stored text ran: 1" in told(visit)
        assert "nothing is not defined" in told(visit)
        assert "status of 404" in told(visit)
        assert "elsewhere: GET http://127.0.0.1:9/elsewhere.png" in told(visit)
        assert [fault.split(": ")[:2] for fault in accessibility_faults(page)] == [
            ["serious", "html-has-lang"],
            ["critical", "image-alt"],
            ["critical", "label"],
        ]
        visit.problems.clear()
        visit.go(page, "/strict")
        visit.settle(page)
        assert "policy: script-src-elem refused inline" in told(visit)
        visit.problems.clear()
        with visit.expecting("status of 404"):
            page.evaluate("fetch('/missing.js').then((answer) => answer.text())")
    with pytest.raises(AssertionError, match="nothing is not defined"), visiting(browser, bad_site) as visit:
        visit.page("/")
