"""Sign-in attempts: state, nonce and PKCE verifier are all derived from one secret in a cookie.

The server stores nothing during an attempt, so starting sign-ins cannot fill a table. The values that the issuer
and the address bar see (state, nonce, challenge) reveal neither the secret nor each other. A browser can have a
few attempts, each in its own cookie, so that tabs do not interrupt each other's sign-in.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from ...domain.clock import SECOND
from ..sign_ins import LINK_SECONDS, PAGE_LIMIT, cookie, cookie_attributes, cookie_name

MOST_SECONDS = 600
SLOTS = 3  # cookies of at most 1.4 KB each: all headers of a request may have 10 KB
_VALUE = re.compile(r"([A-Za-z0-9_-]{43})\.(\d{1,12})\.([A-Za-z0-9_-]{1,1400})")
_PAGE = re.compile(
    rf"(?=.{{1,{PAGE_LIMIT}}}\Z)/(?:[A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+){{0,8}})?(?:\?[A-Za-z0-9_.~%&=+-]*)?"
)


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt.

    Attributes
    ----------
    secret
        256 random bits; only in the cookie.
    started_at
        Whole seconds since 1970.
    page
        The page to open after the sign-in.
    slot
        Which of the browser's attempts it is.
    """

    secret: str
    started_at: int
    page: str
    slot: int = 0

    @property
    def state(self) -> str:
        """Sent back by the issuer in the address; binds its answer to this browser and this page."""
        return self._derived(f"state {self.started_at} {self.page}")

    @property
    def nonce(self) -> str:
        """Must be in the ID token; binds it to this attempt."""
        return self._derived("nonce")

    @property
    def verifier(self) -> str:
        """Proves to the issuer that the code is redeemed by the starter of the attempt (PKCE, RFC 7636)."""
        return self._derived("verifier")

    @property
    def challenge(self) -> str:
        """Hash of the verifier, sent to the issuer at the start."""
        return _text(hashlib.sha256(self.verifier.encode()).digest())

    def cookie(self, secure: bool) -> str:
        """Return the header ``Set-Cookie`` that stores the attempt."""
        value = f"{self.secret}.{self.started_at}.{_text(self.page.encode())}"
        return _set(_name(self.slot, secure), value, MOST_SECONDS, secure)

    def clear_cookie(self, secure: bool) -> str:
        """Return the header ``Set-Cookie`` that removes this attempt only."""
        return _set(_name(self.slot, secure), "", 0, secure)

    def _derived(self, use: str) -> str:
        return _text(hmac.new(self.secret.encode(), use.encode(), hashlib.sha256).digest())


def begin(page: str | None, cookies: Sequence[str], secure: bool, now: int) -> Attempt:
    """Start an attempt; if all slots are in use, it replaces the browser's oldest one.

    Parameters
    ----------
    page
        The page to open after the sign-in, unchecked.
    cookies
        From the event.
    secure
        Whether the request came by https.
    now
        Microseconds since 1970.
    """
    open_ = {one.slot: one.started_at for one in _attempts_in(cookies, secure, now)}
    slot = min(range(SLOTS), key=lambda slot: open_.get(slot, -1))
    return Attempt(secrets.token_urlsafe(32), now // SECOND, safe_page(page), slot)


def attempt_of(cookies: Sequence[str], state: str, secure: bool, now: int) -> Attempt | None:
    """Return the browser's attempt with this state, if it has not expired."""
    sent = state.encode("utf-8", "replace")
    same = (one for one in _attempts_in(cookies, secure, now) if hmac.compare_digest(one.state.encode(), sent))
    return next(same, None)


def remember_page(page: str, secure: bool) -> str:
    """Return the header ``Set-Cookie`` that stores the page to open after a sign-in by a link."""
    return _set(_page_name(secure), _text(page.encode()), LINK_SECONDS, secure)


def remembered_page(cookies: Sequence[str], secure: bool) -> str:
    """Return the stored page to open."""
    return safe_page(_page(cookie(cookies, _page_name(secure)) or ""))


def forget_page(cookies: Sequence[str], secure: bool) -> list[str]:
    """Return the header ``Set-Cookie`` that removes the stored page, if there is one."""
    name = _page_name(secure)
    return [_set(name, "", 0, secure)] if any(one.partition("=")[0].strip() == name for one in cookies) else []


def safe_page(page: str | None) -> str:
    """Return the page if it is one of the dashboard, else ``/``: a sign-in must not redirect to another site."""
    if page is None or not _PAGE.fullmatch(page) or page.startswith(("/sign-", "/assets/")):
        return "/"
    return page


def _attempts_in(cookies: Sequence[str], secure: bool, now: int) -> list[Attempt]:
    """Return a browser's attempts that have not expired."""
    found = []
    for slot in range(SLOTS):
        value = _VALUE.fullmatch(cookie(cookies, _name(slot, secure)) or "")
        if value is not None and 0 <= now // SECOND - int(value[2]) < MOST_SECONDS:
            found.append(Attempt(value[1], int(value[2]), safe_page(_page(value[3])), slot))
    return found


def _page(text: str) -> str | None:
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
    except (binascii.Error, ValueError):
        return None


def _name(slot: int, secure: bool) -> str:
    return f"{cookie_name(secure)}-sign-in-{slot}"


def _page_name(secure: bool) -> str:
    return f"{cookie_name(secure)}-sign-in-page"


def _set(name: str, value: str, seconds: int, secure: bool) -> str:
    return f"{name}={value}; Max-Age={seconds}; {cookie_attributes(secure)}"


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
