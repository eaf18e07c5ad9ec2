"""One attempt to sign in by the issuer: everything that it must bring back is made of one secret in a cookie.

Nothing is kept here meanwhile, so nobody fills a table by beginning sign-ins. What the issuer and the address bar
see (state, nonce, the challenge) tells nothing of the secret, nor one of them of another.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote, unquote

from commonplace.clock import SECOND
from commonplace.owner.sign_ins import cookie, cookie_name

MOST_SECONDS = 600
_VALUE = re.compile(r"([A-Za-z0-9_-]{43})\.(\d{1,12})\.([A-Za-z0-9/_.~%-]{1,3000})")
# At most 1,000 characters; in the cookie each may become three.
_PAGE = re.compile(r"(?=.{1,1000}\Z)/(?:[A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+){0,8})?(?:\?[A-Za-z0-9_.~%&=+-]*)?")


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt.

    Attributes
    ----------
    secret
        256 random bits; in the cookie alone.
    begun_at
        Whole seconds since 1970.
    page
        Where the owner wants to go.
    """

    secret: str
    begun_at: int
    page: str

    @property
    def state(self) -> str:
        """What the issuer sends back in the address: it binds the answer to this browser and this page."""
        return self._derived(f"state {self.begun_at} {self.page}")

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
        value = f"{self.secret}.{self.begun_at}.{quote(self.page, safe='/')}"
        return f"{_name(secure)}={value}; Max-Age={MOST_SECONDS}; {_attributes(secure)}"

    def _derived(self, use: str) -> str:
        return _text(hmac.new(self.secret.encode(), use.encode(), hashlib.sha256).digest())


def begin(page: str | None, now: int) -> Attempt:
    """Begin an attempt.

    Parameters
    ----------
    page
        Where the owner wants to go, as the address said it.
    now
        Microseconds since 1970.
    """
    return Attempt(secrets.token_urlsafe(32), now // SECOND, page_of_ours(page))


def attempt_of(cookies: Sequence[str], state: str, secure: bool, now: int) -> Attempt | None:
    """Return the attempt that an answer belongs to; None if this browser has begun none of that state of late."""
    found = _VALUE.fullmatch(cookie(cookies, _name(secure)) or "")
    if found is None:
        return None
    attempt = Attempt(found[1], int(found[2]), page_of_ours(unquote(found[3])))
    is_same = hmac.compare_digest(attempt.state.encode(), state.encode("utf-8", "replace"))
    age = now // SECOND - attempt.begun_at
    return attempt if is_same and 0 <= age < MOST_SECONDS else None


def clear_cookie(secure: bool) -> str:
    """Write the header ``Set-Cookie`` that ends an attempt, whatever came of it."""
    return f"{_name(secure)}=; Max-Age=0; {_attributes(secure)}"


def page_of_ours(page: str | None) -> str:
    """Return where a sign-in may lead: a page of the dashboard, nothing that could be another site's address."""
    if page is None or not _PAGE.fullmatch(page) or page.startswith(("/sign-", "/assets/")):
        return "/"
    return page


def _name(secure: bool) -> str:
    return f"{cookie_name(secure)}-sign-in"


def _attributes(secure: bool) -> str:
    return "Path=/; HttpOnly; SameSite=Lax" + ("; Secure" if secure else "")


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
