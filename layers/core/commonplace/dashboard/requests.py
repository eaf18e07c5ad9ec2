"""A browser's request, as the pages look at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, quote, urlencode

from ..auth.protected_resource import base_url
from ..auth.sign_ins import SignIn, cookie, is_csrf
from ..operations.http import Event, body_bytes, request_id
from ..refusals.errors import InvalidInput, NotAllowed

FORM = "application/x-www-form-urlencoded"
FIELDS_LIMIT = 200  # of a form
CSRF_FIELD, CSRF_HEADER = "csrf", "x-csrf-token"


@dataclass(frozen=True)
class Request:
    """One request.

    Attributes
    ----------
    method, path
        As in HTTP; the path decoded.
    base_url
        Scheme and host by which the API was reached.
    headers
        By lower-case name.
    cookies
        ``name=value`` each.
    query
        Parameters of the address; of one that comes twice, the values joined by commas.
    form
        Fields of the body, by name, in their order.
    request_id
        By which the log knows it.
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
        """Read an event of the HTTP API.

        Raises
        ------
        InvalidInput
            If the host is none, or the body is no form.
        TooLarge
            As :func:`commonplace.operations.http.body_bytes`.
        """
        http, headers = event["requestContext"]["http"], event.get("headers") or {}
        return cls(
            method=http["method"],
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
        """Whether it came by https."""
        return self.base_url.startswith("https://")

    @property
    def htmx(self) -> bool:
        """Whether a part of the page is enough: the rest stands in the browser already."""
        return self.headers.get("hx-request") == "true"

    @property
    def is_cross_site(self) -> bool:
        """Whether a page of another site led here, as far as the browser tells."""
        return self.headers.get("sec-fetch-site") in ("cross-site", "same-site")

    @property
    def shown_at(self) -> str | None:
        """The page in the address bar that a part is asked for by; None where htmx names none of ours."""
        place, ours = self.headers.get("hx-current-url", ""), f"{self.base_url}/"
        return place.removeprefix(self.base_url).partition("#")[0] if place.startswith(ours) else None

    def cookie(self, name: str) -> str | None:
        """Return a cookie's value."""
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
        kept = {name: value for name, value in self.query.items() if name not in without} | query
        path = "/" + quote(self.path.lstrip("/"))  # two slashes would lead to another host
        return f"{path}?{urlencode(kept)}" if kept else path


def check_csrf(request: Request, sign_in: SignIn) -> None:
    """Refuse what a page of somebody else may have sent with the owner's cookie.

    Raises
    ------
    NotAllowed
        If it comes from another page, or without the sign-in's token.
    """
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site")
    # The second tells more, and no page can set it: where pages send no referrer, their forms' origin is `null`.
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
        raise InvalidInput("body.not_utf8", field="body") from None
    except ValueError:
        raise InvalidInput("body.too_many_fields", field="body", most=FIELDS_LIMIT) from None
    form: dict[str, tuple[str, ...]] = {}
    for name, value in pairs:
        # Browsers send the end of a line as two characters, whatever was typed.
        form[name] = (*form.get(name, ()), value.replace("\r\n", "\n"))
    return form
