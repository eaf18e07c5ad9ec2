"""Texts that would run as script if a page took what is stored for markup, a template or an address."""

from __future__ import annotations

MARK = "data-xss"  # an element with it in a page came from stored text
_RUN = "window.__xss=1"  # the watched name, see browser.py

PAYLOADS = (
    f"<script {MARK}>{_RUN}</script>",
    f'"><img {MARK} src=x onerror="{_RUN}">',
    f"'><svg {MARK} onload='{_RUN}'>",
    f'" autofocus onfocus="{_RUN}" {MARK}="',
    f"</script><script {MARK}>{_RUN}</script>",
    f"</textarea></title><iframe {MARK} srcdoc='<script>parent.{_RUN}</script>'></iframe>",
    f'<div {MARK} hx-get="/usage" hx-trigger="load" hx-on:htmx:load="{_RUN}">loads</div>',
    f"<style {MARK}>@import '//example.invalid/x';body{{display:none}}</style>",
    "{{ 7777 * 7777 }}{% raise %}${7777*7777}",
    f"<form {MARK} action=//example.invalid><button>Go</button></form>",
    f'<a {MARK} href="javascript:{_RUN}">link</a>',
    f"<base {MARK} href=//example.invalid/>",
)
EVALUATED = str(7777 * 7777)  # stands in a page only if a template ran
ADDRESS = f"javascript:{_RUN}"


def in_name(number: int, limit: int = 80) -> str:
    """A payload short enough for a name."""
    short = [one for one in PAYLOADS if len(one) <= limit]
    return short[number % len(short)]
