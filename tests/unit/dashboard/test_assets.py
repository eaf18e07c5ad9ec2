"""Style and script: kept for good under names of their own, and small."""

from __future__ import annotations

import gzip
import hashlib
import re

import pytest

from commonplace.dashboard.assets import FOLDER, YEAR, asset
from tests.unit.dashboard.conftest import Browser

pytestmark = pytest.mark.requirement("A18")

STYLE_LIMIT, SCRIPT_LIMIT, PAGE_LIMIT = 20_480, 10_240, 150_000  # bytes


def test_files_of_others_are_what_they_are_said_to_be() -> None:
    rows = re.findall(
        r"^\| (\S+) \| npm package .* \| (\S+) \| .* \| ([0-9a-f]{64}) \|$", vendored(), re.MULTILINE
    )

    ((name, version, digest),) = rows
    data = (FOLDER / name).read_bytes()
    assert hashlib.sha256(data).hexdigest() == digest
    assert f'version:"{version}"'.encode() in data
    assert (FOLDER / "htmx.LICENSE").read_text().startswith("Zero-Clause BSD")


def vendored() -> str:
    return (FOLDER / "VENDORED.md").read_text()


@pytest.mark.parametrize("name", ["dashboard.css", "dashboard.js", "htmx.min.js", "icon.svg"])
def test_assets_are_kept_under_names_that_say_what_is_in_them(browser: Browser, name: str) -> None:
    stranger, address = Browser(), asset(name)
    data = stranger.get(address).body

    assert data == (FOLDER / name).read_bytes() or name.endswith(".css")
    assert hashlib.sha256(data).hexdigest()[:12] in address
    hashed, plain = stranger.get(address), stranger.get(f"/assets/{name}")
    assert hashed.body == plain.body == data
    assert hashed.headers["cache-control"] == f"public, max-age={YEAR}, immutable"
    assert plain.headers["cache-control"] == "max-age=300"
    packed = stranger.get(address, accept_encoding="gzip")
    assert (gzip.decompress(packed.body) if len(data) >= 1_000 else packed.body) == data
    assert stranger.get(address.replace(address[-12:-8], "zzzz")).status == 404


def test_the_style_is_sent_without_comments_and_spaces_and_says_the_same() -> None:
    written, sent = (FOLDER / "dashboard.css").read_text(), Browser().get(asset("dashboard.css")).text

    assert len(sent) < 0.9 * len(written)
    uncommented = re.sub(r"/\*.*?\*/", "", written, flags=re.DOTALL)
    strings = r'"[^"]*"'
    assert re.findall(strings, sent) == re.findall(strings, uncommented)
    # Spaces that part words, selectors or values are still there.
    assert re.sub(r"\s*([{};,:])\s*", r"\1", sent) == re.sub(r"\s*([{};,:])\s*", r"\1", uncommented).strip()


@pytest.mark.parametrize("name", ["VENDORED.md", "htmx.LICENSE", "../app.py", "%2e%2e/app.py", ""])
def test_nothing_else_is_handed_out(browser: Browser, name: str) -> None:
    assert Browser().get(f"/assets/{name}").status == 404


def test_pages_are_light(browser: Browser) -> None:
    assert (FOLDER / "dashboard.css").stat().st_size <= STYLE_LIMIT
    assert (FOLDER / "dashboard.js").stat().st_size <= SCRIPT_LIMIT
    page = browser.get("/connect")
    links = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text)

    assert len(links) == 4
    # As a browser without compression would load it.
    assert len(page.body) + sum(len(browser.get(link).body) for link in links) < PAGE_LIMIT
