"""What holds of the templates' own text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import commonplace.dashboard

TEMPLATES = Path(commonplace.dashboard.__file__).parent / "templates"
A_FORM = re.compile(r"{% call ui\.form\(.*?{% endcall %}", re.S)
ASKS_BY_HTMX = re.compile(r"<a [^>]*hx-get=[^>]*>")


@pytest.mark.requirement("A18")
def test_a_link_in_a_form_does_not_look_for_the_forms_button_in_itself() -> None:
    """htmx hands ``hx-disabled-elt`` down, and logs an error where nothing is found."""
    links = [
        (template.name, link)
        for template in sorted(TEMPLATES.glob("*.html"))
        for form in A_FORM.findall(template.read_text("utf-8"))
        for link in ASKS_BY_HTMX.findall(form)
    ]
    assert [name for name, _ in links] == ["memories_parts.html"]
    assert [link for _, link in links if 'hx-disabled-elt="unset"' not in link] == []
