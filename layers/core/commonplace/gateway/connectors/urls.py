"""Parses and validates the URLs of connectors."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from ...guards.admission import TextField, refuse_credentials
from ...refusals.errors import CredentialRefused, InvalidInput
from .addresses import Allowed, may_connect, numeric_address
from .dns import Resolver

URL_LIMIT = 2_048
_FIELD = "url"
_WRITTEN = re.compile(r"[!-~]+")  # characters of a request line; others must be percent-encoded
_HOST = re.compile(r"[a-z0-9._-]+|[0-9a-f:.]+(%[a-z0-9]+)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The parts of a URL.

    Attributes
    ----------
    secure
        Whether the connection uses TLS.
    host, port
        The host in lower case, without brackets.
    target
        Path and query, as in the request line.
    """

    secure: bool
    host: str
    port: int
    target: str

    @property
    def authority(self) -> str:
        """The value of the header ``Host``."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"


def parse_url(url: str, allowed: Allowed) -> Endpoint:
    """Parse a connector's URL; plain http is accepted only for an allowed private address.

    Raises
    ------
    InvalidInput
        If it is not an https URL of a public host, as far as that can be checked without DNS.
    """
    if len(url) > URL_LIMIT or not _WRITTEN.fullmatch(url) or "\\" in url:
        raise InvalidInput("url.invalid.characters", field=_FIELD, most=URL_LIMIT)
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise InvalidInput("url.invalid", field=_FIELD) from None
    host = (parts.hostname or "").removesuffix(".")
    if not _HOST.fullmatch(host) or port == 0:
        raise InvalidInput("url.invalid.host", field=_FIELD)
    if "@" in parts.netloc:
        raise InvalidInput("url.credential", field=_FIELD)
    if parts.fragment or "#" in url:
        raise InvalidInput("url.invalid.fragment", field=_FIELD)
    _check_scheme(parts.scheme, host, allowed)
    address = numeric_address(host)
    if address is None and host.endswith(("localhost", ".internal", ".local")) and not allowed.host(host):
        raise InvalidInput("url.not_public.host", field=_FIELD)
    if address is not None and not may_connect(host, address, allowed):
        raise InvalidInput("url.not_public", field=_FIELD)
    secure = parts.scheme == "https"
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Endpoint(secure, host, port or (443 if secure else 80), target)


def check_new_url(url: str, allowed: Allowed, resolve: Resolver) -> None:
    """Check the URL of a new connector, including the addresses that its host has now.

    A host that cannot be resolved passes: each connection checks again.

    Raises
    ------
    InvalidInput
        If the host is not permitted, or the URL has what looks like a credential.
    """
    place = parse_url(url, allowed)
    try:
        refuse_credentials([TextField(_FIELD, url, URL_LIMIT)], [])
    except CredentialRefused:
        raise InvalidInput("url.credential.found", field=_FIELD) from None
    for address in resolve(place.host, place.port):
        if not may_connect(place.host, address, allowed):
            raise InvalidInput("url.not_public", field=_FIELD)


def _check_scheme(scheme: str, host: str, allowed: Allowed) -> None:
    if scheme == "https":
        return
    address = numeric_address(host)
    if scheme == "http" and (allowed.host(host) or (address is not None and allowed.address(address))):
        return
    raise InvalidInput("url.not_https", field=_FIELD)
