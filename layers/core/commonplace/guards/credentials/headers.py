"""Credentials in headers: authorization, and cookies that keep a session."""

from __future__ import annotations

from .patterns import compiled, lines_with
from .placeholders import is_placeholder, is_reference
from .values import is_drawn

_BASIC = r"(?i)\b(?:basic\s{1,3}|\"?auth\"?\s{0,3}[:=]\s{0,3}\"?)([A-Za-z0-9+/_-]{6,400}={0,2})"
_AUTHORIZATION = r"(?i)authorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:[a-z-]{3,12}\s{1,3})?([\w.~+/=:-]{8,400})"
_BEARER = r"(?i)\b(?:bearer|ssws)\s{1,3}([\w.~+/=-]{16,400})"
_COOKIES = r"(?i)\b(?:set-)?cookie[\"']?\s?[:=]\s?[\"']?([^\r\n]{3,1000})"
_SESSION = (
    r"(?i)(?:(?<!page_)(?<!next_)(?<!sync_)(?<!page)(?<!next)(?:sess(?:ion)?|sid|auth|token|jwt|remember_me|csrf|xsrf)(?:[_-]?id)?"
    r"|(?<![\w-])(?:li_at|c_user|xs|__(?:Secure|Host)-[\w-]{1,40}))=([^;&\s\"']{16,400})"
)
_SESSION_HINTS = ("sess", "sid=", "__", "auth", "token", "cookie", "li_at")
_MOST_COOKIES = 40
_LEAST = 12  # characters of what is sent


def header(text: str) -> str | None:
    """Return ``authorization header`` or ``cookie`` if a header in a text holds a credential."""
    low = text.lower()
    if "auth" in low or "basic" in low or "bearer" in low or "ssws" in low:
        if any(_is_pair(match.group(1)) for match in compiled(_BASIC).finditer(text)):
            return "authorization header"
        for pattern in (_AUTHORIZATION, _BEARER):
            if any(_is_sent(match.group(1)) for match in compiled(pattern).finditer(text)):
                return "authorization header"
    if "=" in text and _has_cookie(text, low):
        return "cookie"
    return None


def _has_cookie(text: str, low: str) -> bool:
    named = any(hint in low for hint in _SESSION_HINTS)
    if named:
        lines = lines_with(text, low, _SESSION_HINTS)
        if any(_is_sent(match.group(1)) for line in lines for match in compiled(_SESSION).finditer(line)):
            return True
    if "cookie" not in low:
        return False
    return any(
        _is_sent(pair.partition("=")[2])
        for match in compiled(_COOKIES).finditer(text)
        for pair in match.group(1).split(";", _MOST_COOKIES)
    )


def _is_sent(value: str) -> bool:
    value = value.strip().strip("\"'")
    return len(value) >= _LEAST and not is_placeholder(value) and not is_reference(value) and is_drawn(value)


def _is_pair(value: str) -> bool:
    """Return whether base64 says ``user:password``."""
    from base64 import b64decode

    try:
        decoded = b64decode(value + "=" * (-len(value) % 4), validate=True).decode("utf-8")
    except ValueError:
        return False
    _, colon, password = decoded.partition(":")
    return bool(colon and password) and decoded.isprintable() and not is_placeholder(password)
