"""Maps the tool names that agents see to the upstream's own names: unique and short."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

from .connector_names import SEPARATOR

MAX_LENGTH = 60  # characters; clients that add a prefix truncate at 64
_FORBIDDEN = re.compile("[^A-Za-z0-9_-]")
_DIGITS = 8


def listed_names(connector: str, own_names: Iterable[str]) -> dict[str, str]:
    """Return the upstream's own tool names by the names that are listed, in the order of the latter.

    A name that fits is unchanged after the prefix. Any other is truncated and ends with a digest of the whole
    name: it depends on that name alone, so it stays the same whatever else is listed.

    >>> listed_names("crm", ["list", "get.customer"])
    {'crm__get_customer_6f5ddcd6': 'get.customer', 'crm__list': 'list'}
    """
    prefix = f"{connector}{SEPARATOR}"
    own = dict.fromkeys(own_names)
    fitting = {f"{prefix}{name}": name for name in own if _fits(prefix, name)}
    named = dict(fitting)
    for name in own:
        if not _fits(prefix, name):
            named.setdefault(_shortened(prefix, name), name)
    return dict(sorted(named.items()))


def _fits(prefix: str, name: str) -> bool:
    return bool(name) and len(prefix) + len(name) <= MAX_LENGTH and not _FORBIDDEN.search(name)


def _shortened(prefix: str, name: str) -> str:
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
    room = MAX_LENGTH - len(prefix) - _DIGITS - 1
    return f"{prefix}{_FORBIDDEN.sub('_', name)[:room]}_{digest}"
