"""Forms of ids of any service: UUIDs, ULIDs, ids with a prefix, names of resources.

>>> kind_of("cus_NffrFeUfNV2Hib", "id"), kind_of("hello", "id")
('customer', None)
"""

from __future__ import annotations

import re

from ..domain.word_lists import WordLists
from ..guards.credentials.entropy import randomness
from . import fields

_UUID = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
# Kind and pattern. Names of resources are ids in any field, _SHAPES_OF_IDS only in fields named as ids.
_RESOURCES = (
    ("arn", r"arn:aws[a-z-]{0,10}:[a-z0-9-]{1,30}:[a-z0-9-]{0,20}:(?:\d{12}|aws)?:[\w+=,.@:/*$-]{1,140}"),
    ("global_id", r"gid://[a-z][a-z0-9-]{1,30}/[A-Z][A-Za-z:]{1,60}/[0-9A-Za-z-]{1,60}"),
    ("azure_resource", r"/subscriptions/[0-9a-fA-F-]{36}(?:/[\w.()-]{1,90}){0,12}"),
)
_SHAPES = (
    ("uuid", _UUID),
    # A ULID of 2004 to 2039. No base32 of RFC 4648 (seeds of one-time passwords) holds 0 or 1.
    ("ulid", r"01[0-9A-HJKMNP-TV-Z]{24}"),
)
_SHAPES_OF_IDS = (
    ("object_id", r"[0-9a-f]{24}"),
    ("cuid", r"c[a-z0-9]{24}"),
    ("ksuid", r"[0-3](?=[a-z0-9]{0,25}[A-Z])[0-9A-Za-z]{26}"),
    ("id", r"[a-z]{1,12}-(?=[a-z-]{0,63}\d)[0-9a-zA-Z]{8,64}"),
)
_PREFIXED = rf"([A-Za-z][A-Za-z0-9]{{0,14}}(?:_[a-z][a-z0-9]{{1,9}}){{0,2}})_([A-Za-z0-9]{{8,64}}|{_UUID})"
# Words with a number, dates: what people write after an underscore.
_WRITTEN = r"[A-Za-z]?[a-z]*\d{0,4}|[A-Z]+\d{0,4}|(?:19|20)\d\d(?:0\d|1[0-2])[0-3]\d(?:\d{4}|\d{6})?"
_LISTS = WordLists(__file__, "generic")
_KINDS = _LISTS.meanings("kinds")
_SECRET_PREFIXES, _FLEETING_PREFIXES = map(_LISTS.words, ("secret_prefixes", "fleeting_prefixes"))

# Kinds that do not say what an id identifies.
FORMS = frozenset(
    [*(kind for kind, _ in (*_RESOURCES, *_SHAPES, *_SHAPES_OF_IDS)), "object", "resource", "record", "number"]
)
RESOURCES = frozenset(kind for kind, _ in _RESOURCES)


def _any_of(shapes: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in shapes), re.ASCII)


_RESOURCE, _ANYWHERE, _UNDER_IDS = map(_any_of, (_RESOURCES, _SHAPES, _SHAPES_OF_IDS))
_PREFIX = re.compile(_PREFIXED, re.ASCII)
_WORDS = re.compile(_WRITTEN, re.ASCII)


def kind_of(value: str, field: str) -> str | None:
    """Return the kind of the value of a field, if all of it has the form of an id."""
    match = _RESOURCE.fullmatch(value)
    if match:
        return match.lastgroup
    if fields.is_fleeting(field) or fields.is_doubtful(field):
        return None
    match = _ANYWHERE.fullmatch(value)
    if match:
        return match.lastgroup
    prefixed = _PREFIX.fullmatch(value)
    if prefixed:
        return _prefixed_kind(prefixed.group(1), prefixed.group(2), field)
    if not fields.names_id(field):
        return None
    match = _UNDER_IDS.fullmatch(value)
    return match.lastgroup if match else None


def _prefixed_kind(prefix: str, rest: str, field: str) -> str | None:
    names = prefix.lower().split("_")
    if not _SECRET_PREFIXES.isdisjoint(names) or not _FLEETING_PREFIXES.isdisjoint(names):
        return None
    if _WORDS.fullmatch(rest):
        return None
    name = _KINDS.get("_".join(part for part in names if part not in _MODES))
    under_id = fields.names_id(field)
    if any(char.isdigit() for char in rest):
        drawn = bool(_HEXADECIMAL.fullmatch(rest)) or randomness(rest) > (_KNOWN_FROM if name else 0)
        is_id = under_id or drawn
    else:
        is_id = (under_id or name is not None) and randomness(rest) > 0
    return (name or "id") if is_id else None


_MODES = frozenset(["live", "test"])
_HEXADECIMAL = re.compile("[0-9a-f]{10,64}")
_KNOWN_FROM = -4.0  # bits by which the part after a known prefix may look written rather than random
