"""One look at a page, or one form sent from it: who, in which language, and how it is answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol
from urllib.parse import urlencode

from ..auth.sign_ins import SignIn
from ..operations.call import Call
from ..operations.http import Answer
from ..refusals.errors import Refusal
from . import responses
from .languages import Language
from .rendering import render
from .requests import Request

DONE, COUNT = "done", "count"  # parameters that say what was done; never text


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a form was refused, to be told where it stands.

    Attributes
    ----------
    form
        The form's id.
    refusal
        What was said.
    values
        What was sent, for the form to hold it still.
    """

    form: str
    refusal: Refusal
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def field(self) -> str | None:
        """The field at fault, without its place in a list."""
        return None if self.refusal.field is None else self.refusal.field.partition(".")[0]


class Named(Protocol):
    """A page, as the sidebar lists it."""

    @property
    def name(self) -> str:
        """Its path and its texts' table."""

    @property
    def icon(self) -> str:
        """In ``templates/icons.html``."""


@dataclass(frozen=True, slots=True)
class Visit:
    """What a page's functions are handed.

    Attributes
    ----------
    request
        The browser's.
    page
        The page's name.
    sign_in
        Who is signed in.
    call
        The owner's: for ``TOOL.call(visit.call, {...})``.
    language
        Of the reader.
    pages
        All pages by name, for the sidebar.
    path
        What stood in the place of braces.
    problem
        With which the form is to be shown again; None at first.
    """

    request: Request
    page: str
    sign_in: SignIn
    call: Call
    language: Language
    pages: Mapping[str, Named]
    path: Mapping[str, str] = field(default_factory=dict)
    problem: Problem | None = None

    def field(self, name: str) -> str:
        """Return a field of the form; empty if it was not sent."""
        return next(iter(self.request.form.get(name, ())), "")

    def fields(self, name: str) -> tuple[str, ...]:
        """Return all values of a field that may come several times, as checked boxes do."""
        return self.request.form.get(name, ())

    def query(self, name: str) -> str:
        """Return a parameter of the address; empty if it is not there."""
        return self.request.query.get(name, "")

    def with_newer(self, newer: Mapping[str, str]) -> Visit:
        """Let a refused form hold a newer state, where its reader has changed nothing himself.

        Parameters
        ----------
        newer
            Values by field; what each was when the form was opened, the form sent as ``<field>_before``.
        """
        if self.problem is None:
            return self
        untouched = {
            name: (value,) for name, value in newer.items() if self.field(name) == self.field(f"{name}_before")
        }
        return replace(self, problem=replace(self.problem, values={**self.problem.values, **untouched}))

    def show(self, template: str | None = None, status: int = 200, **values: Any) -> Answer:
        """Answer with the page; htmx gets what is inside its frame alone.

        Parameters
        ----------
        template
            File under ``templates/``; the page's own where it is left out.
        status
            Of HTTP; where a form was refused, the refusal's.
        **values
            For the template.
        """
        text = self.render(template or f"{self.page}.html", **values)
        if self.request.method != "POST":
            return responses.html(text, status)
        # The form's own address shows nothing when it is loaded, so it must not become the page's.
        status = status if self.problem is None else self.problem.refusal.status
        return responses.html(text, status, **{"hx-push-url": "false"})

    def render(self, template: str, **values: Any) -> str:
        """Render a template with what all pages have."""
        shared = {"visit": self, "problem": self.problem, "pages": self.pages}
        return render(template, self.language, {**shared, **values}, self.request)

    def done(self, what: str, to: str | None = None, count: int | None = None) -> Answer:
        """Lead back to the page, which says what was done.

        Parameters
        ----------
        what
            The text ``<page>.done.<what>``; with a count, its ``.one`` and ``.other``.
        to
            Where to; the page itself where it is left out. May have parameters.
        count
            Of what it was done to.
        """
        place = to or f"/{self.page}"
        said = {DONE: what} | ({} if count is None else {COUNT: str(count)})
        return responses.see_other(f"{place}{'&' if '?' in place else '?'}{urlencode(said)}")

    def download(self, body: str, name: str, content_type: str = "application/json") -> Answer:
        """Answer with a file to be kept."""
        return responses.download(body, name, content_type)

    @property
    def notice(self) -> str | None:
        """What was done, if the address says so; None for anything that is no text of this page.

        None, too, where another site's page led here: its link could say what was never done.
        """
        if self.request.is_cross_site:
            return None
        key, count = f"{self.page}.done.{self.query(DONE)}", self.query(COUNT)
        if key in self.language and not count:
            return self.language.text(key)
        if f"{key}.other" in self.language and count.isascii() and count.isdigit() and len(count) < 10:
            return self.language.count(key, int(count))
        return None
