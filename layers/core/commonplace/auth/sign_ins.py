"""Browser sessions of the dashboard: the cookie, its lifetime, the CSRF token, and one-time sign-in links."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from ..domain.clock import SECOND
from ..domain.graphemes import cut_at_grapheme
from ..domain.levels import Level
from ..domain.lifetime import is_expired
from ..operations.caller import OWNER, SCOPES, Caller
from ..operations.runtime import Runtime
from ..storage import sign_ins
from ..storage.disk import despite_full_disk

IDLE_SECONDS = 30 * 60
MOST_SECONDS = 8 * 60 * 60
LINK_SECONDS = 60 * 60
PAGE_LIMIT = 1_000  # characters of the address to return to after the sign-in
NAME_LIMIT = 80
OWNER_KEY_ID = "owner"  # in audit lines, in place of a key's id
_TOUCH_INTERVAL_SECONDS = 60  # use is recorded once a minute, so a sign-in may end a minute before its idle time
_BYTES = 32
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True)
class SignIn:
    """A signed-in browser.

    Attributes
    ----------
    sign_in_id
        Hash of the cookie's secret, under which it is stored.
    csrf
        Token that each form must send.
    name
        The user's display name from the issuer, if any.
    created_at
        Microseconds since 1970.
    expires_at
        End of the idle time: whole seconds since 1970.
    """

    account_id: str
    sign_in_id: str
    csrf: str
    name: str | None
    created_at: int
    expires_at: int


def begin(runtime: Runtime, account_id: str, name: str | None) -> tuple[str, SignIn]:
    """Sign a browser in with a new secret, and create the account's head if it has none.

    Returns
    -------
    tuple[str, SignIn]
        The secret for :func:`set_cookie`, of which only the hash is stored, and the sign-in.
    """
    secret, now = secrets.token_urlsafe(_BYTES), runtime.wall()
    record = sign_ins.SignInRecord(account_id, _shown(name), now, now, now // SECOND + IDLE_SECONDS)
    tables = runtime.tables
    sign_ins.begin(
        tables.client, tables.names.directory_table, hash_of(secret), record, now // SECOND + MOST_SECONDS
    )
    return secret, _sign_in(secret, record)


def signed_in(runtime: Runtime, cookies: Sequence[str], secure: bool) -> SignIn | None:
    """Return the browser's sign-in, by one consistent read; its use is recorded once a minute.

    Parameters
    ----------
    runtime
        Tables and clock.
    cookies
        From the event: ``name=value`` each.
    secure
        Whether the request came by https.

    Returns
    -------
    SignIn | None
        None if there is no valid one, or two cookies contradict each other.
    """
    secret = cookie(cookies, cookie_name(secure))
    if secret is None or not _SECRET.fullmatch(secret):
        return None
    client, table, now = runtime.tables.client, runtime.tables.names.directory_table, runtime.wall()
    record = sign_ins.get(client, table, hash_of(secret))
    if record is None or is_expired(record.expires_at, now):
        return None
    if now - record.seen_at >= _TOUCH_INTERVAL_SECONDS * SECOND:
        end_at = min(now // SECOND + IDLE_SECONDS, record.created_at // SECOND + MOST_SECONDS)
        with despite_full_disk():  # what is stored already can be looked at
            if not sign_ins.touch(client, table, hash_of(secret), now, end_at):
                return None
            record = sign_ins.SignInRecord(record.account_id, record.name, record.created_at, now, end_at)
    return _sign_in(secret, record)


def end(runtime: Runtime, sign_in: SignIn) -> None:
    """Sign a browser out immediately."""
    tables = runtime.tables
    sign_ins.end(tables.client, tables.names.directory_table, sign_in.account_id, sign_in.sign_in_id)


def end_all(runtime: Runtime, account_id: str) -> None:
    """Sign every browser of an account out immediately."""
    sign_ins.end_all(runtime.tables.client, runtime.tables.names.directory_table, account_id)


def owner_caller(sign_in: SignIn) -> Caller:
    """Return the owner as a caller with all rights in the account and no team (pages name teams explicitly)."""
    return Caller(sign_in.account_id, OWNER_KEY_ID, SCOPES | {OWNER}, Level.RESTRICTED, None)


def is_csrf(sign_in: SignIn, sent: str | None) -> bool:
    """Whether a form sent the sign-in's token, compared in constant time."""
    return sent is not None and hmac.compare_digest(sign_in.csrf.encode(), sent.encode("utf-8", "replace"))


def new_link(runtime: Runtime, account_id: str) -> str:
    """Make a code that signs in to an account once, within an hour; only its hash is stored."""
    code, tables = secrets.token_urlsafe(_BYTES), runtime.tables
    until = runtime.wall() // SECOND + LINK_SECONDS
    sign_ins.put_link(tables.client, tables.names.directory_table, hash_of(code), account_id, until)
    return code


def use_link(runtime: Runtime, code: str) -> str | None:
    """Use a code up, and return its account; None if the code is unknown, used or expired."""
    if not _SECRET.fullmatch(code):
        return None
    tables = runtime.tables
    taken = sign_ins.take_link(tables.client, tables.names.directory_table, hash_of(code))
    if taken is None or is_expired(taken[1], runtime.wall()):
        return None
    return taken[0]


def cookie_name(secure: bool) -> str:
    """Return the cookie's name; on https its prefix ensures that only this host can set it."""
    return "__Host-commonplace" if secure else "commonplace"


def set_cookie(secret: str, secure: bool) -> str:
    """Return the header ``Set-Cookie`` of a sign-in: a session cookie."""
    return f"{cookie_name(secure)}={secret}; {cookie_attributes(secure)}"


def clear_cookie(secure: bool) -> str:
    """Return the header ``Set-Cookie`` of a sign-out."""
    return f"{cookie_name(secure)}=; Max-Age=0; {cookie_attributes(secure)}"


def cookie(cookies: Sequence[str], name: str) -> str | None:
    """Return a cookie's value; None if it is missing, or present with two values."""
    found = {one.partition("=")[2].strip() for one in cookies if one.partition("=")[0].strip() == name}
    return found.pop() if len(found) == 1 else None


def hash_of(secret: str) -> str:
    """Hash a secret for storage; its 256 random bits need no salt."""
    return hashlib.sha256(secret.encode()).hexdigest()


def cookie_attributes(secure: bool) -> str:
    """Return the attributes of all sign-in cookies; lax, since issuers redirect back from their own site."""
    return "Path=/; HttpOnly; SameSite=Lax" + ("; Secure" if secure else "")


def _sign_in(secret: str, record: sign_ins.SignInRecord) -> SignIn:
    return SignIn(
        account_id=record.account_id,
        sign_in_id=hash_of(secret),
        csrf=hmac.new(secret.encode(), b"csrf", hashlib.sha256).hexdigest(),
        name=record.name,
        created_at=record.created_at,
        expires_at=record.expires_at,
    )


def _shown(name: str | None) -> str | None:
    if name is None:
        return None
    return cut_at_grapheme("".join(letter for letter in name if letter.isprintable()).strip(), NAME_LIMIT) or None
