"""Attempts to sign in by the issuer: everything that one must bring back is made of one secret in a cookie.

Nothing is kept here meanwhile, so nobody fills a table by beginning sign-ins. What the issuer and the address bar
see (state, nonce, the challenge) tells nothing of the secret, nor one of them of another. A browser has a few
attempts at once, each in a cookie of its own: tabs that sign in do not end one another.
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
from ..sign_ins import LINK_SECONDS, PAGE_LIMIT, cookie, cookie_name

MOST_SECONDS = 600
SLOTS = 3  # of at most 1.4 KB each: all headers of a request together may have 10 KB
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
        256 random bits; in the cookie alone.
    started_at
        Whole seconds since 1970.
    page
        Where the owner wants to go.
    slot
        Which of the browser's attempts it is.
    """

    secret: str
    started_at: int
    page: str
    slot: int = 0

    @property
    def state(self) -> str:
        """What the issuer sends back in the address: it binds the answer to this browser and this page."""
        return self._derived(f"state {self.started_at} {self.page}")

    @property
    def nonce(self) -> str:
        """What the ID token must hold: it is of this attempt and no other."""
        return self._derived("nonce")

    @property
    def verifier(self) -> str:
        """What proves to the issuer that who brings the code has begun the attempt (PKCE, RFC 7636)."""
        return self._derived("verifier")

    @property
    def challenge(self) -> str:
        """The verifier's hash, which the issuer gets first."""
        return _text(hashlib.sha256(self.verifier.encode()).digest())

    def cookie(self, secure: bool) -> str:
        """Write the header ``Set-Cookie``; lax, since the issuer leads back here from its own site."""
        value = f"{self.secret}.{self.started_at}.{_text(self.page.encode())}"
        return _set(_name(self.slot, secure), value, MOST_SECONDS, secure)

    def clear_cookie(self, secure: bool) -> str:
        """Write the header ``Set-Cookie`` that ends it, whatever came of it; others go on."""
        return _set(_name(self.slot, secure), "", 0, secure)

    def _derived(self, use: str) -> str:
        return _text(hmac.new(self.secret.encode(), use.encode(), hashlib.sha256).digest())


def begin(page: str | None, cookies: Sequence[str], secure: bool, now: int) -> Attempt:
    """Begin an attempt; of those that this browser has begun, only the oldest gives way, where there is no room.

    Parameters
    ----------
    page
        Where the owner wants to go, as the address said it.
    cookies
        As the event has them.
    secure
        Whether the request came by https.
    now
        Microseconds since 1970.
    """
    open_ = {one.slot: one.started_at for one in _attempts_in(cookies, secure, now)}
    slot = min(range(SLOTS), key=lambda slot: open_.get(slot, -1))
    return Attempt(secrets.token_urlsafe(32), now // SECOND, safe_page(page), slot)


def attempt_of(cookies: Sequence[str], state: str, secure: bool, now: int) -> Attempt | None:
    """Return the attempt that an answer belongs to; None if this browser has begun none of that state of late."""
    sent = state.encode("utf-8", "replace")
    same = (one for one in _attempts_in(cookies, secure, now) if hmac.compare_digest(one.state.encode(), sent))
    return next(same, None)


def remember_page(page: str, secure: bool) -> str:
    """Write the header ``Set-Cookie`` that remembers where the owner wants to go, until he comes by a link."""
    return _set(_page_name(secure), _text(page.encode()), LINK_SECONDS, secure)


def remembered_page(cookies: Sequence[str], secure: bool) -> str:
    """Return where the owner wanted to go when he was asked for a link."""
    return safe_page(_page(cookie(cookies, _page_name(secure)) or ""))


def forget_page(cookies: Sequence[str], secure: bool) -> list[str]:
    """Write the header ``Set-Cookie`` that forgets it, if there is anything to forget."""
    name = _page_name(secure)
    return [_set(name, "", 0, secure)] if any(one.partition("=")[0].strip() == name for one in cookies) else []


def safe_page(page: str | None) -> str:
    """Return where a sign-in may lead: a page of the dashboard, nothing that could be another site's address."""
    if page is None or not _PAGE.fullmatch(page) or page.startswith(("/sign-", "/assets/")):
        return "/"
    return page


def _attempts_in(cookies: Sequence[str], secure: bool, now: int) -> list[Attempt]:
    """Return the attempts of a browser that still count."""
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
    attributes = "Path=/; HttpOnly; SameSite=Lax" + ("; Secure" if secure else "")
    return f"{name}={value}; Max-Age={seconds}; {attributes}"


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
