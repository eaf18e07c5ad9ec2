"""Resolves a host's name to its addresses."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotInTime
from functools import cache
from ipaddress import ip_address

from .addresses import Address, numeric_address

Resolver = Callable[[str, int], Iterable[Address]]


def resolve(host: str, port: int) -> list[Address]:
    """Return all addresses of a host from the system, in the order to try them; none if the name is unknown."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    except (OSError, UnicodeError):
        return []
    return list(dict.fromkeys(ip_address(str(entry[4][0]).partition("%")[0]) for entry in found))


def resolve_in_time(host: str, port: int, seconds: float, resolver: Resolver = resolve) -> list[Address]:
    """Resolve a host within a time limit, which the system's resolver does not have.

    Raises
    ------
    TimeoutError
        If there was no answer in time.
    """
    numeric = numeric_address(host)
    if numeric is not None:
        return [numeric]
    try:
        return list(_threads().submit(resolver, host, port).result(seconds))
    except NotInTime:
        raise TimeoutError from None


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(8, thread_name_prefix="resolve")
