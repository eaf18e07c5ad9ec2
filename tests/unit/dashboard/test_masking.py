"""A refused form is shown again, but no secret that was typed into it."""

from __future__ import annotations

from html import unescape

import pytest

from commonplace.dashboard.masking import LIMIT, without_credentials
from tests.unit.dashboard.conftest import Browser

pytestmark = pytest.mark.requirement("A15", "A18")

BODY = "Q7xT2mVb9LkR4wZ8sYc1HnD6" + "fJ3gP5aE0uKq"
TOKEN = "gh" + "p_" + BODY  # assembled: nothing here may look like a live credential


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Nothing secret,\n\n  two lines.", "Nothing secret,\n\n  two lines."),
        ("", ""),
        (f"The token is {TOKEN}\nand stands\there.", "The token is …\nand stands\there."),
        (f"{TOKEN}", "…"),
        (f"Authorization: {TOKEN}\nX-Team: secret:team", "Authorization: …\nX-Team: secret:team"),
        ("password = " + "hunter2" + "hunter2!A", "…"),  # each word alone is none
        ("a" * (LIMIT + 1), ""),
    ],
)
def test_what_looks_like_a_credential_is_masked(typed: str, shown: str) -> None:
    assert without_credentials(typed) == shown


@pytest.mark.parametrize(
    ("action", "form", "kept"),
    [
        ("/keys/create", {"form": "create", "name": f"Laptop {TOKEN}", "level": "PUBLIC"}, "Laptop …"),
        ("/team/create", {"form": "create", "name": "Crew", "my_name": f"Ada {TOKEN}"}, "Ada …"),
        (
            "/connectors/connect",
            {
                "form": "connect",
                "name": "up",
                "url": f"https://up.example/{TOKEN}",
                "headers": f"Authorization: {TOKEN}",
                "level": "PUBLIC",
            },
            "Authorization: …",
        ),
    ],
)
def test_no_refused_form_holds_a_secret_that_was_typed(
    browser: Browser, action: str, form: dict[str, str], kept: str
) -> None:
    seen = browser.post(action, form)
    assert seen.status in (400, 422)
    assert BODY not in seen.text
    assert kept in unescape(seen.text)
