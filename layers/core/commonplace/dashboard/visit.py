"""Context of one request to a page: the sign-in, the language, the form's input, and ways to answer."""

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
    """Why a form was refused, to show next to it.

    Attributes
    ----------
    form
        The form's id.
    values
        The input, to fill the form again.
    """

    form: str
    refusal: Refusal
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def field(self) -> str | None:
        """The field at fault, without an index."""
        return None if self.refusal.field is None else self.refusal.field.partition(".")[0]


class Named(Protocol):
    """A page in the sidebar."""

    @property
    def name(self) -> str:
        """Its path, and the table of its texts."""

    @property
    def icon(self) -> str:
        """Name in ``templates/icons.html``."""


@dataclass(frozen=True, slots=True)
class Visit:
    """Argument of all functions of pages.

    Attributes
    ----------
    page
        The page's name.
    call
        The owner's: for ``TOOL.call(visit.call, {...})``.
    pages
        All pages by name, for the sidebar.
    path
        Values of the path's parameters.
    problem
        Set if a refused form is shown again.
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
        """Return the first value of a form's field; empty if it was not sent."""
        return next(iter(self.request.form.get(name, ())), "")

    def fields(self, name: str) -> tuple[str, ...]:
        """Return all values of a field that can be sent several times, as check boxes are."""
        return self.request.form.get(name, ())

    def query(self, name: str) -> str:
        """Return a parameter of the address; empty if it is missing."""
        return self.request.query.get(name, "")

    def with_newer(self, newer: Mapping[str, str]) -> Visit:
        """Update a refused form's fields to newer values, except those that the reader has changed.

        Parameters
        ----------
        newer
            Values by field. The form sends the values when it was opened as ``<field>_before``.
        """
        if self.problem is None:
            return self
        untouched = {
            name: (value,) for name, value in newer.items() if self.field(name) == self.field(f"{name}_before")
        }
        return replace(self, problem=replace(self.problem, values={**self.problem.values, **untouched}))

    def show(self, template: str | None = None, status: int = 200, **values: Any) -> Answer:
        """Answer with the page; htmx gets only its content, without the frame.

        Parameters
        ----------
        template
            File under ``templates/``; by default the page's own.
        status
            HTTP status; for a refused form the refusal's is used.
        **values
            For the template.
        """
        text = self.render(template or f"{self.page}.html", **values)
        if self.request.method != "POST":
            return responses.html(text, status)
        # The address bar must not get the form's address, which shows nothing when it is loaded.
        status = status if self.problem is None else self.problem.refusal.status
        return responses.html(text, status, **{"hx-push-url": "false"})

    def render(self, template: str, **values: Any) -> str:
        """Render a template with the values common to all pages."""
        shared = {"visit": self, "problem": self.problem, "pages": self.pages}
        return render(template, self.language, {**shared, **values}, self.request)

    def done(self, what: str, to: str | None = None, count: int | None = None) -> Answer:
        """Redirect to the page, which shows what was done.

        Parameters
        ----------
        what
            Key of the text ``<page>.done.<what>``; with a count, of its ``.one`` and ``.other``.
        to
            Address, with or without parameters; by default the page's own.
        count
            How many things it was done to.
        """
        place = to or f"/{self.page}"
        said = {DONE: what} | ({} if count is None else {COUNT: str(count)})
        return responses.see_other(f"{place}{'&' if '?' in place else '?'}{urlencode(said)}")

    def download(self, body: str, name: str, content_type: str = "application/json") -> Answer:
        """Answer with a file to save."""
        return responses.download(body, name, content_type)

    @property
    def notice(self) -> str | None:
        """The text of what was done, from the address; None if the page has no such text.

        None, too, for links from other sites: they could claim something that was not done.
        """
        if self.request.is_cross_site:
            return None
        key, count = f"{self.page}.done.{self.query(DONE)}", self.query(COUNT)
        if key in self.language and not count:
            return self.language.text(key)
        if f"{key}.other" in self.language and count.isascii() and count.isdigit() and len(count) < 10:
            return self.language.count(key, int(count))
        return None
