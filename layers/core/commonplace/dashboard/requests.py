"""A browser's request, parsed for the pages, and the CSRF check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, quote, urlencode

from ..auth.protected_resource import base_url
from ..auth.sign_ins import SignIn, cookie, is_csrf
from ..operations.http import Event, body_bytes, check_address, request_id
from ..refusals.errors import InvalidInput, NotAllowed

FORM = "application/x-www-form-urlencoded"
FIELDS_LIMIT = 200  # of a form
CSRF_FIELD, CSRF_HEADER = "csrf", "x-csrf-token"


@dataclass(frozen=True)
class Request:
    """One request.

    Attributes
    ----------
    method
        GET for HEAD, too: the API leaves the body out.
    path
        Decoded.
    base_url
        Scheme and host of the request.
    headers
        By lower-case name.
    cookies
        ``name=value`` each.
    query
        Parameters of the address; repeated values are joined by commas.
    form
        Values of the body's fields, by name.
    request_id
        As in the log.
    """

    method: str
    path: str
    base_url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    cookies: tuple[str, ...] = ()
    query: Mapping[str, str] = field(default_factory=dict)
    form: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    request_id: str = ""

    @classmethod
    def of(cls, event: Event) -> Request:
        """Parse an event of the HTTP API.

        Raises
        ------
        InvalidInput
            If the host is malformed, the address is not UTF-8, or the body is no form.
        TooLarge
            As :func:`commonplace.operations.http.body_bytes`.
        """
        check_address(event)
        http, headers = event["requestContext"]["http"], event.get("headers") or {}
        return cls(
            method="GET" if http["method"] == "HEAD" else http["method"],
            path=event["rawPath"],
            base_url=base_url(event),
            headers=headers,
            cookies=tuple(event.get("cookies") or ()),
            query=event.get("queryStringParameters") or {},
            form=_form(event, headers) if event.get("body") else {},
            request_id=request_id(event),
        )

    @property
    def secure(self) -> bool:
        """Whether it was sent by https."""
        return self.base_url.startswith("https://")

    @property
    def htmx(self) -> bool:
        """Whether htmx sent it, which needs only a part of the page."""
        return self.headers.get("hx-request") == "true"

    @property
    def is_cross_site(self) -> bool:
        """Whether the browser reports that another site's page caused the request."""
        return self.headers.get("sec-fetch-site") in ("cross-site", "same-site")

    @property
    def shown_at(self) -> str | None:
        """The address bar's page, from htmx's header; None if it is not one of the dashboard."""
        place, ours = self.headers.get("hx-current-url", ""), f"{self.base_url}/"
        return place.removeprefix(self.base_url).partition("#")[0] if place.startswith(ours) else None

    def cookie(self, name: str) -> str | None:
        """Return a cookie's value, if it is set once."""
        return cookie(self.cookies, name)

    def address(self, without: tuple[str, ...] = (), **query: str) -> str:
        """Return this address with other parameters.

        Parameters
        ----------
        without
            Parameters to leave out.
        **query
            Parameters to set.
        """
        parameters = {name: value for name, value in self.query.items() if name not in without} | query
        path = "/" + quote(self.path.lstrip("/"))  # two slashes would be another host
        return f"{path}?{urlencode(parameters)}" if parameters else path


def check_csrf(request: Request, sign_in: SignIn) -> None:
    """Raise NotAllowed for a form from another site, or without the sign-in's CSRF token."""
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site")
    # Sec-Fetch-Site is preferred: without a referrer the forms of our pages have the origin `null`.
    if site != "same-origin" if site is not None else origin not in (None, request.base_url):
        raise NotAllowed("form.foreign")
    sent = request.headers.get(CSRF_HEADER) or next(iter(request.form.get(CSRF_FIELD, ())), None)
    if not is_csrf(sign_in, sent):
        raise NotAllowed("form.outdated")


def _form(event: Event, headers: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    if headers.get("content-type", "").partition(";")[0].strip().lower() != FORM:
        raise InvalidInput("body.wrong_type", field="Content-Type")
    try:
        pairs = parse_qsl(
            body_bytes(event).decode(), keep_blank_values=True, errors="strict", max_num_fields=FIELDS_LIMIT
        )
    except UnicodeDecodeError:
        raise InvalidInput("body.not_utf8.fields", field="body") from None
    except ValueError:
        raise InvalidInput("body.too_many_fields", field="body", most=FIELDS_LIMIT) from None
    form: dict[str, tuple[str, ...]] = {}
    for name, value in pairs:
        # Browsers send line ends as CRLF.
        form[name] = (*form.get(name, ()), value.replace("\r\n", "\n"))
    return form
