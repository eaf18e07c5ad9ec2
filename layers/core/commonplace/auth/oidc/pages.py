"""The pages of the sign-in: one card each, in the dashboard's style, without JavaScript."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from ...operations.http import Answer, Event
from ..reader_preferences import THEMES, preferred_language
from ..sign_ins import cookie

_HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",  # addresses here contain codes
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
_CODE = re.compile(r"`([^`]+)`")


class Card(NamedTuple):
    """Content of a page.

    Attributes
    ----------
    name
        Key of its title and text in the languages' files.
    status
        HTTP status.
    link
        Address of its button, and key of the button's text.
    command
        Shell command to show.
    hint
        Key of a last, smaller text.
    values
        For placeholders in the texts; they are escaped.
    """

    name: str
    status: int = 200
    link: tuple[str, str] | None = None
    command: str | None = None
    hint: str | None = None
    values: Mapping[str, str] = {}


def page(card: Card, event: Event, cookies: Sequence[str] = ()) -> Answer:
    """Answer with a page in the reader's language and theme; ``cookies`` are set."""
    sent = event.get("cookies") or ()
    language = preferred_language(
        cookie(sent, "commonplace-language"), (event.get("headers") or {}).get("accept-language", "")
    )
    theme = cookie(sent, "commonplace-theme")
    texts = _texts(language)

    def text(name: str) -> str:
        return _text(texts, name, card.values)

    parts = [f"<h1>{text(f'{card.name}.title')}</h1>", f"<p>{text(f'{card.name}.text')}</p>"]
    if card.command is not None:
        parts.append(f"<p><code>{escape(card.command)}</code></p>")
    if card.hint is not None:
        parts.append(f'<p class="hint">{text(card.hint)}</p>')
    if card.link is not None:
        parts.append(f'<p><a class="button primary" href="{escape(card.link[0])}">{text(card.link[1])}</a></p>')
    body = f"""<!doctype html>
<html lang="{language}" data-theme="{theme if theme in THEMES else THEMES[0]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>{text(f"{card.name}.title")} · {text("brand")}</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/dashboard.css">
</head>
<body>
<main id="main"><section class="card empty">
{chr(10).join(parts)}
</section></main>
</body>
</html>
"""
    return _answer(card.status, event, {"content-type": "text/html; charset=utf-8"}, cookies, body)


def command() -> str:
    """Return the command that prints a sign-in link; the local server sets it as it was started."""
    return os.environ.get("LINK_COMMAND") or ".venv/bin/python -m local link"


def see_other(place: str, event: Event, cookies: Sequence[str] = ()) -> Answer:
    """Redirect the browser."""
    return _answer(303, event, {"location": place}, cookies)


def _answer(
    status: int, event: Event, headers: Mapping[str, str], cookies: Sequence[str], body: str = ""
) -> Answer:
    sent = {**_HEADERS, **headers}
    if (event.get("headers") or {}).get("x-forwarded-proto", "https") == "https":
        sent["strict-transport-security"] = "max-age=31536000"
    answer: Answer = {"statusCode": status, "headers": sent, "body": body}
    if cookies:
        answer["cookies"] = list(cookies)
    return answer


def _text(texts: Mapping[str, Any], name: str, values: Mapping[str, str]) -> str:
    value: Any = texts
    for part in name.split("."):
        value = value[part]
    filled = escape(str(value), quote=False).format(**{key: escape(one) for key, one in values.items()})
    return _CODE.sub(r"<code>\1</code>", filled)


@cache
def _texts(language: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "languages" / f"{language}.toml").read_text(encoding="utf-8"))
