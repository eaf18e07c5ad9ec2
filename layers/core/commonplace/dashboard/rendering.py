"""Templates: compiled once a process, everything escaped, nothing undefined."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ..domain.clock import iso
from ..refusals.errors import Refusal
from .assets import asset
from .charts import bars, line, stacked
from .choices import THEMES, theme_of
from .languages import LANGUAGES, Language
from .visit import Visit

_WHOLE, _PART = "layout.html", "part.html"


def render(visit: Visit, template: str, values: Mapping[str, Any]) -> str:
    """Render a page, or for htmx what is inside its frame.

    Parameters
    ----------
    visit
        Who looks.
    template
        File under ``templates/``.
    values
        For the template, beside what all have: ``visit``, ``t``, ``count``, ``number``, ``base``, ``pages``.
    """
    return environment().get_template(template).render({**_shared(visit, visit.language), **values})


def render_error(
    visit: Visit | None, refusal: Refusal, language: Language | None = None, request_id: str = ""
) -> str:
    """Render why there is no page.

    Parameters
    ----------
    visit
        Who looks; None before that is known.
    refusal
        What was said.
    language, request_id
        Of whom nothing is known.
    """
    if visit is not None:
        language, request_id = visit.language, visit.request.request_id
    assert language is not None  # noqa: S101 - one of the two is given
    values = {**_shared(visit, language), "refusal": refusal, "request_id": request_id}
    return environment().get_template("error.html").render(values)


@cache
def environment() -> Environment:
    """Return the templates."""
    made = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals.update(asset=asset, LANGUAGES=LANGUAGES, THEMES=THEMES, bars=bars, line=line, stacked=stacked)
    made.filters.update(moment=moment)
    return made


def moment(value: int | str) -> Markup:
    """Write a time; the browser puts it into the reader's own zone.

    Parameters
    ----------
    value
        Microseconds since 1970, or RFC 3339.
    """
    written = iso(value) if isinstance(value, int) else value
    at = datetime.fromisoformat(written).astimezone(UTC)
    return Markup('<time datetime="{}">{} UTC</time>').format(written, at.strftime("%Y-%m-%d %H:%M"))


def _shared(visit: Visit | None, language: Language) -> dict[str, Any]:
    from .pages import PAGES

    return {
        "visit": visit,
        "language": language,
        "t": language.text,
        "count": language.count,
        "number": language.number,
        "day": language.day,
        "problem": visit.problem if visit else None,
        "base": _PART if visit and visit.request.htmx else _WHOLE,
        "theme": theme_of(visit.request) if visit else THEMES[0],
        "pages": {page.name: page for page in PAGES} if visit else {},
    }
