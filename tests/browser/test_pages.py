"""Every page, with nothing and with 2,000 memories: seen in light, dark and narrow; what axe says of it.

What is seen is kept in .cache/screenshots; ``make screenshots`` makes it anew.
"""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Page

from commonplace.dashboard.pages import PAGES
from tests.browser.conftest import Visiting
from tests.support.browser import NARROW, NARROWEST, WIDE, Visit, accessibility_faults
from tests.support.browser_payloads import EVALUATED, MARK
from tests.support.browser_site import Site
from tests.support.server import ROOT

pytestmark = pytest.mark.xdist_group("browser")

NAMES = [page.name for page in PAGES]
LOOKS: tuple[Literal["light", "dark"], ...] = ("light", "dark")
WEIGHT = 150_000  # bytes, unpacked, of a page with all that belongs to it, nothing of it in the browser yet
MARGIN = 3_000  # kept free of it where memories of ordinary length are listed
SCREENSHOTS = ROOT / ".cache" / "screenshots"


def kept(page: Page, name: str, look: str) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}-{look}.png", full_page=True, animations="disabled")


def weight(visit: Visit) -> int:
    """Bytes of all bodies, unpacked: they are sent in a quarter of that."""
    return sum(len(response.body()) for response in visit.responses)


def look_through(page: Page, name: str) -> None:
    """Keep pictures of a page in all its looks, and find no fault in any."""
    faults = {}
    for look in LOOKS:
        page.emulate_media(color_scheme=look)
        kept(page, name, look)
        faults[look] = accessibility_faults(page)
    page.emulate_media(color_scheme="light")
    for size in (NARROWEST, NARROW):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    kept(page, name, "narrow")
    page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    assert faults == {"light": [], "dark": []}


@pytest.mark.requirement("A18", "D9")
@pytest.mark.parametrize("name", NAMES)
def test_a_page_with_2000_memories(name: str, owner: Visit, page: Page) -> None:
    owner.go(page, f"/{name}")
    assert page.locator("h1").count() == 1
    assert page.locator(f"[{MARK}]").count() == 0
    assert EVALUATED not in page.content()
    assert page.locator("[aria-current=page]").get_attribute("href") == f"/{name}"
    owner.settle(page)
    loaded = weight(owner)
    assert loaded < WEIGHT
    # As heavy in the other language, and with earlier versions: what belongs to a page is the same there.
    belongs = loaded - len(owner.responses[0].body())
    for other in (f"/{name}", *(["/memories?state=any"] if name == "memories" else [])):
        german = page.request.get(owner.origin + other, headers={"accept-language": "de"})
        assert 'lang="de"' in german.text()
        assert belongs + len(german.body()) < WEIGHT - MARGIN, other
    look_through(page, f"{name}-2000")


@pytest.mark.requirement("A18", "D9")
@pytest.mark.parametrize("name", NAMES)
def test_a_page_with_nothing_stored(name: str, visit: Visiting, empty_site: Site) -> None:
    visitor = visit(empty_site, "newcomer", color_scheme="dark")
    page = visitor.page(f"/{name}")
    kept(page, f"{name}-0", "dark")
    assert accessibility_faults(page) == []


@pytest.mark.requirement("A18", "D9")
def test_the_sign_in_page(visit: Visiting, empty_site: Site) -> None:
    page = visit(empty_site).page("/sign-in")
    look_through(page, "sign-in")
