"""Rendering of templates: compiled once per process; values are escaped, undefined ones are errors."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ..auth.reader_preferences import THEMES
from ..domain.clock import iso
from ..domain.quarantine import reason_code
from ..refusals.catalogue import LANGUAGES
from .assets import asset
from .charts import bars, line, stacked
from .languages import Language
from .preferences import theme_of
from .requests import Request

_WHOLE, _PART = "layout.html", "part.html"


def render(template: str, language: Language, values: Mapping[str, Any], request: Request | None = None) -> str:
    """Render a page; for htmx only its content, without the frame.

    Parameters
    ----------
    template
        File under ``templates/``.
    language
        The reader's.
    values
        For the template: ``visit``, ``problem``, ``pages``, and the page's own.
    request
        The browser's; None if it could not be parsed.
    """
    shared = {
        "language": language,
        "t": language.text,
        "count": language.count,
        "number": language.number,
        "day": language.day,
        "base": _PART if request and request.htmx else _WHOLE,
        "theme": theme_of(request) if request else THEMES[0],
    }
    return environment().get_template(template).render({**shared, **values})


@cache
def environment() -> Environment:
    """Return the Jinja environment of the templates."""
    made = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals.update(asset=asset, LANGUAGES=LANGUAGES, THEMES=THEMES, bars=bars, line=line, stacked=stacked)
    made.filters.update(moment=moment, reason=reason_code)
    return made


def moment(value: int | str) -> Markup:
    """Return a time element, which a script converts to the reader's time zone.

    Parameters
    ----------
    value
        Microseconds since 1970, or RFC 3339.
    """
    written = iso(value) if isinstance(value, int) else value
    at = datetime.fromisoformat(written).astimezone(UTC)
    return Markup('<time datetime="{}">{} UTC</time>').format(written, at.strftime("%Y-%m-%d %H:%M"))
