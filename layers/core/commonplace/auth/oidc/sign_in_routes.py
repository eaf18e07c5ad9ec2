"""Routes of the sign-in: sign the owner in to the dashboard, by the issuer or by a link, and out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from urllib.parse import parse_qsl, urlencode, urlsplit

from ...operations.http import Answer, Event, body_bytes, failed, process
from ...operations.settings import settings
from ...refusals.errors import InvalidInput, Refusal
from .. import sign_ins
from ..protected_resource import base_url
from . import attempts
from .issuer_http import IssuerDeclined, IssuerUnreachable
from .pages import Card, command, page, see_other

START, CALLBACK = "/sign-in/start", "/sign-in/callback"
_FORM_LIMIT = 4_096  # bytes
_CODE_LIMIT = 4_096  # characters of an issuer's code


def answer_sign_in(event: Event) -> Answer:
    """Answer with a page or a redirect; pages never repeat what the request or the issuer sent."""
    try:
        return _ROUTES[str(event["routeKey"])](event)
    except Refusal as refusal:
        card = Card("wrong", refusal.status, link=("/sign-in", "start_again"))
    except Exception as error:
        status = failed(error, "sign_in", event)["statusCode"]
        card = Card("fault", status, link=("/sign-in", "start_again"))
    return page(card, event)


def _choose(event: Event) -> Answer:
    """``GET /sign-in``: show how to sign in; redirect if signed in already."""
    wanted = attempts.safe_page(_query(event).get("next"))
    cookies, secure = event.get("cookies") or (), _secure(event)
    if sign_ins.signed_in(process(), cookies, secure) is not None:
        return see_other(wanted, event)
    setup = settings()
    if not setup.oidc_issuer and setup.connector_secrets == "environment":  # the local run
        kept = attempts.forget_page(cookies, secure) if wanted == "/" else [attempts.remember_page(wanted, secure)]
        return page(Card("local", command=command(), hint="local.hint"), event, kept)
    if not setup.oidc_issuer:
        return page(Card("none"), event)
    start = f"{START}?{urlencode({'next': wanted})}"
    return page(Card("choose", link=(start, "choose.button"), values=_host()), event)


def _start(event: Event) -> Answer:
    """``GET /sign-in/start``: start an attempt, and redirect to the issuer."""
    setup, now, secure, wanted = settings(), process().wall(), _secure(event), _query(event).get("next")
    if not setup.oidc_issuer:
        return see_other("/sign-in", event)
    if (event.get("headers") or {}).get("sec-fetch-site") in ("cross-site", "same-site"):
        # Otherwise a page of another site could start so many attempts that they replace the owner's.
        return see_other(f"/sign-in?{urlencode({'next': attempts.safe_page(wanted)})}", event)
    from .code_flow import authorization_url
    from .issuer import issuer_at

    attempt = attempts.begin(wanted, event.get("cookies") or (), secure, now)
    try:
        url = authorization_url(issuer_at(setup.oidc_issuer), setup, attempt, f"{base_url(event)}{CALLBACK}", now)
    except IssuerUnreachable as failure:
        return _unreachable(failure, event)
    return see_other(url, event, [attempt.cookie(secure)])


def _finish(event: Event) -> Answer:
    """``GET /sign-in/callback``: accept the issuer's answer to one of this browser's attempts."""
    setup, runtime, query = settings(), process(), _query(event)
    now, secure = runtime.wall(), _secure(event)
    attempt = attempts.attempt_of(event.get("cookies") or (), query.get("state", ""), secure, now)
    code, issuer = query.get("code", ""), query.get("iss", setup.oidc_issuer)
    if attempt is None or not setup.oidc_issuer:
        return _failed("old", 400, event)  # the browser's own attempts stay valid
    ended = [attempt.clear_cookie(secure)]
    if issuer != setup.oidc_issuer:  # RFC 9207: the answer of another issuer
        return _failed("refused", 400, event, ended)
    if "error" in query or not 0 < len(code) <= _CODE_LIMIT:
        return _failed("cancelled", 403, event, ended)
    from .code_flow import exchange_code
    from .issuer import issuer_at
    from .tokens import TokenRefused

    try:
        user = exchange_code(
            issuer_at(setup.oidc_issuer), setup, attempt, code, f"{base_url(event)}{CALLBACK}", now
        )
    except (TokenRefused, IssuerDeclined):
        return _failed("refused", 400, event, ended)
    except IssuerUnreachable as failure:
        return _unreachable(failure, event, ended)
    return _signed_in(event, user.account_id, user.name, attempt.page, ended)


def _link(event: Event) -> Answer:
    """``GET /sign-in/link``: sign in by a one-time link that the local server printed."""
    cookies, secure = event.get("cookies") or (), _secure(event)
    account_id = sign_ins.use_link(process(), _query(event).get("code", ""))
    if account_id is None:
        return page(Card("link", 403, command=command()), event)
    wanted = attempts.remembered_page(cookies, secure)
    return _signed_in(event, account_id, None, wanted, attempts.forget_page(cookies, secure))


def _sign_out(event: Event) -> Answer:
    """``POST /sign-out``: end this browser's sign-in, if the form is from one of our pages."""
    secure = _secure(event)
    # Browsers send no cookie with another site's form. Without this check such a form would look like nobody
    # signed in, and the answer would remove the cookie.
    if not _is_own_form(event):
        return page(Card("form", 403, link=("/", "back.button")), event)
    sign_in = sign_ins.signed_in(process(), event.get("cookies") or (), secure)
    if sign_in is not None:
        if not sign_ins.is_csrf(sign_in, _form(event).get("csrf")):
            return page(Card("form", 403, link=("/", "back.button")), event)
        sign_ins.end(process(), sign_in)
    return see_other("/sign-in", event, [sign_ins.clear_cookie(secure)])


def _signed_in(event: Event, account_id: str, name: str | None, wanted: str, ended: Sequence[str]) -> Answer:
    runtime, secure = process(), _secure(event)
    former = sign_ins.signed_in(runtime, event.get("cookies") or (), secure)
    if former is not None:
        sign_ins.end(runtime, former)
    secret, _ = sign_ins.begin(runtime, account_id, name)
    return see_other(wanted, event, [sign_ins.set_cookie(secret, secure), *ended])


def _failed(name: str, status: int, event: Event, ended: Sequence[str] = ()) -> Answer:
    card = Card(name, status, link=("/sign-in", "start_again"), values=_host())
    return page(card, event, ended)


def _unreachable(failure: IssuerUnreachable, event: Event, ended: Sequence[str] = ()) -> Answer:
    from ...operations.logs import log_fault

    log_fault(failure, function="sign_in", request_id=str(event["requestContext"].get("requestId", "")))
    return _failed("unreachable", 502, event, ended)


def _is_own_form(event: Event) -> bool:
    headers: Mapping[str, str] = event.get("headers") or {}
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None:  # preferred: without a referrer the forms of our pages have the origin `null`
        return site == "same-origin"
    return origin is None or origin.lower() == base_url(event).lower()


def _query(event: Event) -> dict[str, str]:
    return _pairs(event.get("rawQueryString") or "", "query")


def _form(event: Event) -> dict[str, str]:
    try:
        return _pairs(body_bytes(event, _FORM_LIMIT).decode(), "body")
    except UnicodeDecodeError:
        raise InvalidInput("body.not_utf8.fields", field="body") from None


def _pairs(text: str, field: str) -> dict[str, str]:
    try:
        pairs = parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=20)
    except ValueError:
        raise InvalidInput("body.not_utf8.form", field=field) from None
    if len(dict(pairs)) != len(pairs):
        raise InvalidInput("body.repeated_field", field=field)
    return dict(pairs)


def _host() -> dict[str, str]:
    return {"host": urlsplit(settings().oidc_issuer).hostname or ""}


def _secure(event: Event) -> bool:
    return base_url(event).startswith("https://")


_ROUTES: Mapping[str, Callable[[Event], Answer]] = {
    "GET /sign-in": _choose,
    "HEAD /sign-in": _choose,
    "GET /sign-in/start": _start,
    "GET /sign-in/callback": _finish,
    "GET /sign-in/link": _link,
    "POST /sign-out": _sign_out,
}
