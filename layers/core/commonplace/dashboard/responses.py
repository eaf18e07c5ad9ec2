"""Responses to the browser: pages, redirects and downloads, with the security headers of all of them."""

from __future__ import annotations

import base64
import gzip
import secrets
from collections.abc import Mapping, Sequence

from ..operations.http import Answer

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
SECURITY = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-write=(self)",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
STRICT_TRANSPORT = "max-age=31536000"
_COMPRESSED_FROM = 1_000  # bytes; compression saves too little below


def html(text: str, status: int = 200, cookies: Sequence[str] = (), **headers: str) -> Answer:
    """Answer with a page, or a part of one."""
    # Pages contain the CSRF token and text from the address, and are compressed. A tail of random length hides
    # how well the two compress together (BREACH).
    tail = f"<!-- {secrets.token_hex(secrets.randbelow(32) + 1)} -->"
    return _answer(f"{text}\n{tail}\n", status, cookies, {"content-type": "text/html; charset=utf-8", **headers})


def see_other(place: str, cookies: Sequence[str] = ()) -> Answer:
    """Redirect the browser to another page of the dashboard."""
    return _answer("", 303, cookies, {"location": place})


def htmx_redirect(place: str) -> Answer:
    """Redirect htmx to another page, which it loads in full."""
    return _answer("", 200, (), {"content-type": "text/html; charset=utf-8", "hx-redirect": place})


def download(body: str, name: str, content_type: str) -> Answer:
    """Answer with a file to save; its name comes from the page, never from stored text."""
    return _answer(
        body, 200, (), {"content-type": content_type, "content-disposition": f'attachment; filename="{name}"'}
    )


def finish(answer: Answer, request_headers: Mapping[str, str], *, secure: bool) -> Answer:
    """Add the common headers, and compress the body if the browser accepts it: API Gateway does not."""
    headers = {"cache-control": "no-store", **SECURITY, **answer["headers"]}
    if secure:
        headers["strict-transport-security"] = STRICT_TRANSPORT
    answer = {**answer, "headers": headers}
    body = answer["body"]
    if isinstance(body, str):
        body = body.encode()
    if len(body) >= _COMPRESSED_FROM:
        headers["vary"] = "accept-encoding"
        if _reads_gzip(request_headers.get("accept-encoding", "")):
            headers["content-encoding"] = "gzip"
            body = gzip.compress(body, 6, mtime=0)
            return answer | {"body": base64.b64encode(body).decode(), "isBase64Encoded": True}
    return answer | {"body": body.decode(), "isBase64Encoded": False}


def _answer(body: str, status: int, cookies: Sequence[str], headers: dict[str, str]) -> Answer:
    return {
        "statusCode": status,
        "headers": headers,
        "body": body,
        **({"cookies": list(cookies)} if cookies else {}),
    }


def _reads_gzip(accepted: str) -> bool:
    for part in accepted.lower().split(","):
        coding, _, parameters = part.partition(";")
        if coding.strip() in ("gzip", "*"):
            return parameters.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
