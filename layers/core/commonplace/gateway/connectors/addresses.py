"""Which network addresses a connector may use: public ones, and those that the configuration allows.

This prevents server-side request forgery: a URL from outside must not reach loopback, private networks or the
cloud's metadata service.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address

LOOPBACK = "loopback"
_NAMES_OF_LOOPBACK = ("localhost", ".localhost")
# The metadata service of a cloud, at an address that is public by its number.
_METADATA = frozenset({ip_address("168.63.129.16")})
_TRANSLATED = IPv6Network("64:ff9b::/96")
_UNICAST = IPv6Network("2000::/3")  # no other IPv6 addresses are assigned to public hosts
# From IANA's registries of special-purpose addresses: those that some version of Python treats as public.
_SPECIAL = (
    IPv4Network("192.0.0.0/24"),  # protocol assignments
    IPv4Network("192.88.99.0/24"),  # relays of 6to4, deprecated
    IPv6Network("2001::/23"),  # protocol assignments: benchmarks, identifiers without a route
    IPv6Network("3fff::/20"),  # documentation
)


@dataclass(frozen=True, slots=True)
class Allowed:
    """The private addresses that the configuration allows.

    ``words`` holds ``loopback``, host names, addresses, and networks (``10.0.0.0/8``).
    """

    words: tuple[str, ...] = ()

    def host(self, host: str) -> bool:
        """Check whether a host is allowed by its name, whatever its addresses."""
        return host in self.words or (LOOPBACK in self.words and _is_named_loopback(host))

    def address(self, address: Address) -> bool:
        """Check whether an address is allowed by its number."""
        address = plain_address(address)
        if address.is_loopback and LOOPBACK in self.words:
            return True
        return any(address.version == network.version and address in network for network in _networks(self.words))


def is_public(address: Address) -> bool:
    """Check whether an address is public; an IPv4 address embedded in an IPv6 address is checked itself."""
    embedded = _embedded(address)
    if embedded is not None:
        return is_public(embedded)
    if isinstance(address, IPv6Address) and address not in _UNICAST:
        return False
    if any(address in network for network in _SPECIAL):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved and address not in _METADATA


def plain_address(address: Address) -> Address:
    """Return the IPv4 address that an IPv6 address maps, or the address itself."""
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return address if mapped is None else mapped


def may_connect(host: str, address: Address, allowed: Allowed) -> bool:
    """Check whether a connection to a host may use one of its addresses."""
    return is_public(address) or allowed.host(host) or allowed.address(address)


def numeric_address(host: str) -> Address | None:
    """Return the address of a numeric host in any form that systems accept; None if it is a name.

    ``2130706433``, ``0x7f.1`` and ``0177.0.0.1`` are 127.0.0.1.
    """
    try:
        return ip_address(host.partition("%")[0])
    except ValueError:
        pass
    if not host or not set(host) <= set("0123456789abcdefABCDEFxX."):
        return None
    try:
        return IPv4Address(socket.inet_aton(host.removesuffix(".")))
    except OSError:
        return None


def _embedded(address: Address) -> IPv4Address | None:
    """Return the IPv4 address that an IPv6 address reaches by translation or tunnel."""
    if isinstance(address, IPv4Address):
        return None
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    if address.teredo is not None:
        return address.teredo[1]
    if address in _TRANSLATED:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return None


def _networks(words: Iterable[str]) -> Iterator[IPv4Network | IPv6Network]:
    for word in words:
        try:
            yield ip_network(word, strict=False)
        except ValueError:
            continue


def _is_named_loopback(host: str) -> bool:
    return host == _NAMES_OF_LOOPBACK[0] or host.endswith(_NAMES_OF_LOOPBACK[1])
