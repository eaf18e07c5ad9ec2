"""Names of a connector's tools as agents see them: unique, short, and leading back to the upstream's own."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

from .names import SEPARATOR

LONGEST = 60  # characters; clients with a prefix of their own cut at 64
_OTHERS = re.compile("[^A-Za-z0-9_-]")
_DIGITS = 8


def listed_names(connector: str, own_names: Iterable[str]) -> dict[str, str]:
    """Name a connector's tools.

    Parameters
    ----------
    connector
        Its name.
    own_names
        What the upstream calls its tools; one that comes twice is one tool.

    Returns
    -------
    dict
        The upstream's own names by the names that are listed, in the order of the latter. A name that fits stays
        as it is behind the prefix. Any other is cut, and ends with a digest of the whole: it depends on nothing
        but itself, so it stays the same whatever else is listed.
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
    return bool(name) and len(prefix) + len(name) <= LONGEST and not _OTHERS.search(name)


def _shortened(prefix: str, name: str) -> str:
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
    room = LONGEST - len(prefix) - _DIGITS - 1
    return f"{prefix}{_OTHERS.sub('_', name)[:room]}_{digest}"
