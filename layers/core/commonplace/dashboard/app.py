"""The dashboard's function: routes requests to pages, requires a sign-in, and renders refusals."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import parse_qsl, quote, urlencode

from ..auth.sign_ins import PAGE_LIMIT, cookie, owner_caller, signed_in
from ..domain.spaces import DEFAULT_SESSION
from ..operations import http
from ..operations.call import Call
from ..operations.http import Answer, Event, request_id
from ..refusals.errors import NotFound, NotSignedIn, Refusal
from . import assets, preferences, responses
from .languages import language_for
from .masking import without_credentials
from .pages import PAGES
from .pages.page import Action, Page, match
from .rendering import render
from .requests import CSRF_FIELD, Request, check_csrf
from .visit import COUNT, DONE, Problem, Visit

NAME = "dashboard"


def answer(event: Event) -> Answer:
    """Answer a browser's request; its route has no authorizer, since the cookie shows who is signed in."""
    secure = True
    headers = event.get("headers") or {}
    if _is_for_programs(event):
        return http.refused(NotFound("page.not_found.address"), event)
    try:
        request = Request.of(event)
        secure = request.secure
        found = _answer(request)
    except Refusal as refusal:
        found = _error_without_visit(refusal, event)
    except Exception as error:
        found = _error_without_visit(http.fault(error, NAME, request_id(event)), event)
    return responses.finish(found, headers, secure=secure)


_PROGRAMS = frozenset({".well-known", "api", "mcp", "v1"})  # first parts of the addresses of the API


def _is_for_programs(event: Event) -> bool:
    """Whether a program asked for an address that no route has: one of the API, or one to be answered in JSON."""
    name = str(event["rawPath"]).removeprefix("/").partition("/")[0]
    if name in _PROGRAMS:
        return True
    accepted = (event.get("headers") or {}).get("accept", "")
    return "application/json" in accepted and "text/html" not in accepted and all(name != p.name for p in PAGES)


def _answer(request: Request) -> Answer:
    if request.path.startswith(assets.PATH):
        found = assets.answer_asset(request.path)
        if found is None:
            raise NotFound("page.not_found.file")
        return found
    if (stored := preferences.store_preferences(request)) is not None:
        return stored
    runtime = http.process()
    sign_in = signed_in(runtime, request.cookies, request.secure)
    name, _, rest = request.path.removeprefix("/").partition("/")
    page = next((page for page in PAGES if page.name == name), None)
    if sign_in is None and page is None and request.method == "GET" and request.path != "/":
        raise NotFound("page.not_found")
    if sign_in is None:
        return _to_sign_in(request, page)
    visit = Visit(
        request,
        name,
        sign_in,
        Call(owner_caller(sign_in), DEFAULT_SESSION, runtime),
        preferences.language_of(request),
        {one.name: one for one in PAGES},
    )
    if request.path == "/":
        return responses.see_other(f"/{PAGES[0].name}")
    if page is None:
        return _error_page(visit, NotFound("page.not_found"))
    try:
        return _post(visit, page, rest) if request.method == "POST" else _get(visit, page, rest)
    except Refusal as refusal:
        return _error_page(visit, refusal)
    except Exception as error:
        return _error_page(visit, http.fault(error, NAME, request.request_id))


def _to_sign_in(request: Request, page: Page | None) -> Answer:
    """Redirect to the sign-in; a form sent by htmx gets an error instead, so that its input is not lost."""
    if request.htmx and request.method == "POST" and page is not None:
        raise NotSignedIn("sign_in.ended")
    place = f"/sign-in?next={quote(_after_sign_in(request, page))}"
    return responses.htmx_redirect(place) if request.htmx else responses.see_other(place)


def _after_sign_in(request: Request, page: Page | None) -> str:
    """Return the reader's address if it is a page's; without the query if it is too long."""
    if page is None:
        return "/"
    place = f"/{page.name}"
    if request.htmx:  # a part was requested: the address bar has its page
        path, _, query = (request.shown_at or place).partition("?")
        # Encode characters that browsers leave unencoded and the sign-in does not accept.
        place = f"{path}?{urlencode(parse_qsl(query, keep_blank_values=True))}" if query else path
    elif request.method == "GET":
        place = request.address(without=(DONE, COUNT))
    path = place.partition("?")[0]
    return next((one for one in (place, path) if len(one) <= PAGE_LIMIT), f"/{page.name}")


def _get(visit: Visit, page: Page, path: str) -> Answer:
    if visit.request.method != "GET":
        raise NotFound("page.not_found")
    if not path:
        return page.get(visit)
    found = match(page.parts, path)
    if path not in page.parts and (path in page.actions or (found is None and match(page.actions, path))):
        return responses.see_other(f"/{page.name}")  # a form's address, loaded again
    if found is None:
        raise NotFound("page.not_found")
    return page.parts[found[0]](replace(visit, path=found[1]))


def _post(visit: Visit, page: Page, path: str) -> Answer:
    found = match(page.actions, path)
    if found is None:
        raise NotFound("page.not_found")
    action, visit = page.actions[found[0]], replace(visit, path=found[1])
    check_csrf(visit.request, visit.sign_in)
    try:
        return action.run(visit)
    except Refusal as refusal:
        return _refused_form(visit, page, action, refusal)
    except Exception as error:
        return _refused_form(visit, page, action, http.fault(error, NAME, visit.request.request_id))


def _refused_form(visit: Visit, page: Page, action: Action, refusal: Refusal) -> Answer:
    """Show the form again, with the refusal next to it."""
    sent = {
        name: tuple(map(without_credentials, values))
        for name, values in visit.request.form.items()
        if name != CSRF_FIELD
    }
    problem = Problem(visit.field("form"), refusal, sent)
    return (action.shown_by or page.get)(replace(visit, problem=problem))


def _error_page(visit: Visit, refusal: Refusal) -> Answer:
    text = visit.render("error.html", refusal=refusal, request_id=visit.request.request_id)
    return responses.html(text, refusal.status, **_error_target(visit.request))


def _error_without_visit(refusal: Refusal, event: Event) -> Answer:
    """Return the page of an error that happened before the sign-in was read."""
    accepted = (event.get("headers") or {}).get("accept-language", "")
    language = language_for(cookie(event.get("cookies") or (), f"{preferences.COOKIE}language"), accepted)
    values: dict[str, object] = {"visit": None, "problem": None, "pages": {}}
    values |= {"refusal": refusal, "request_id": request_id(event)}
    text = render("error.html", language, values)
    return responses.html(text, refusal.status, **_ERROR_ABOVE_PAGE)


# Makes htmx show an error above the current page, whatever its target was; forms keep their input.
_ERROR_ABOVE_PAGE = {
    "hx-push-url": "false",
    "hx-retarget": "#main",
    "hx-reselect": "#main > *",
    "hx-reswap": "afterbegin show:top",
}


def _error_target(request: Request) -> dict[str, str]:
    """Return the headers that tell htmx where to show an error; for a broken link it replaces the page."""
    if request.method == "POST":
        return _ERROR_ABOVE_PAGE
    return {"hx-push-url": "false", "hx-retarget": "#main", "hx-reselect": "#main", "hx-reswap": "outerHTML"}
