"""How a request came to a proxy before this server: believed of loopback and of configured addresses alone."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass

_LOOPBACK = (ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1/128"))
_HOST = re.compile(r"[A-Za-z0-9.\-]+(:\d{1,5})?|\[[0-9A-Fa-f:]+\](:\d{1,5})?")
_PORTS = {"http": "80", "https": "443"}

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def read_networks(text: str) -> tuple[Network, ...]:
    """Read addresses and networks that are parted by commas.

    >>> read_networks("10.0.0.7, 172.17.0.0/16")
    (IPv4Network('10.0.0.7/32'), IPv4Network('172.17.0.0/16'))

    Raises
    ------
    ValueError
        If one is neither.
    """
    return tuple(ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip())


@dataclass(frozen=True)
class Proxies:
    """The peers whose forwarding headers count."""

    networks: tuple[Network, ...] = ()

    def apply(self, headers: dict[str, str], peer: str, scheme: str, port: str) -> None:
        """Set scheme, host and port in a request's headers as the browser used them.

        Of several values in a header the last one counts: the proxy nearest to this server added it.

        Parameters
        ----------
        headers
            By lower-case name; changed in place.
        peer
            Address of who has connected.
        scheme, port
            Of the connection itself.
        """
        said, host = headers.pop("x-forwarded-proto", ""), headers.pop("x-forwarded-host", "")
        said_port = headers.pop("x-forwarded-port", "")
        if self._trusts(peer):
            said = _last(said).lower()
            if said in _PORTS:
                scheme, port = said, _PORTS[said]
            if _HOST.fullmatch(_last(host)):
                headers["host"] = _last(host)
            if _last(said_port).isascii() and _last(said_port).isdigit():
                port = _last(said_port)
        headers["x-forwarded-proto"], headers["x-forwarded-port"] = scheme, port

    def _trusts(self, peer: str) -> bool:
        try:
            address = ipaddress.ip_address(peer)
        except ValueError:
            return False
        return any(address in network for network in (*_LOOPBACK, *self.networks))


def _last(value: str) -> str:
    return value.rpartition(",")[2].strip()
