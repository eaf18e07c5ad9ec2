"""What is an id in any service: UUIDs, ULIDs, ids behind what they are of, names of resources."""

from __future__ import annotations

import re

from ..guards.credentials.entropy import randomness
from ..guards.credentials.identifiers import is_identifier
from . import fields

# Kind and pattern; the name of the field counts only for the second table.
_SHAPES = (
    ("uuid", r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"),
    # A ULID of 2004 to 2039. No base32 of RFC 4648 (seeds of one-time passwords) holds 0 or 1.
    ("ulid", r"01[0-9A-HJKMNP-TV-Z]{24}"),
    ("arn", r"arn:aws[a-z-]{0,10}:[a-z0-9-]{1,30}:[a-z0-9-]{0,20}:(?:\d{12}|aws)?:[\w+=,.@:/*$-]{1,140}"),
    ("global_id", r"gid://[a-z][a-z0-9-]{1,30}/[A-Z][A-Za-z:]{1,60}/[0-9A-Za-z-]{1,60}"),
    ("azure_resource", r"/subscriptions/[0-9a-fA-F-]{36}(?:/[\w.()-]{1,90}){0,12}"),
)
_SHAPES_OF_IDS = (
    ("object_id", r"[0-9a-f]{24}"),
    ("cuid", r"c[a-z0-9]{24}"),
    ("ksuid", r"[0-3](?=[a-z0-9]{0,25}[A-Z])[0-9A-Za-z]{26}"),
    ("id", r"([a-z]{1,12})-(?=[a-z-]{0,63}\d)[0-9a-zA-Z]{8,64}"),
)
_PREFIXED = r"([A-Za-z][A-Za-z0-9]{0,14}(?:_[a-z][a-z0-9]{1,9}){0,2})_([A-Za-z0-9]{8,64})"
# Words with a number, dates: what people write behind an underscore.
_WRITTEN = r"[A-Za-z]?[a-z]*\d{0,4}|[A-Z]+\d{0,4}|(?:19|20)\d\d(?:0\d|1[0-2])[0-3]\d(?:\d{4}|\d{6})?"
_SECRET_PREFIXES = frozenset(
    """
    sk rk pk ak sess session sid token tok key apikey secret pwd pass auth whsec pat api cookie jwt
    """.split()  # noqa: SIM905
)
_FLEETING_PREFIXES = frozenset(["req", "request", "trace", "span", "etag", "cursor", "nonce"])
_NAMES = {  # what the prefixes of widely known ids are of; any other prefix names itself
    "acct": "account",
    "cus": "customer",
    "ch": "charge",
    "py": "charge",
    "pi": "payment_intent",
    "pm": "payment_method",
    "seti": "setup_intent",
    "sub": "subscription",
    "si": "subscription_item",
    "in": "invoice",
    "ii": "invoice_item",
    "il": "invoice_line",
    "prod": "product",
    "price": "price",
    "re": "refund",
    "dp": "dispute",
    "du": "dispute",
    "evt": "event",
    "po": "payout",
    "tr": "transfer",
    "txn": "balance_transaction",
    "msg": "message",
    "usr": "user",
    "org": "organization",
    "ws": "workspace",
    "prj": "project",
    "dpl": "deployment",
    "rec": "record",
    "conv": "conversation",
    "ord": "order",
}

_ANYWHERE = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _SHAPES))
_UNDER_IDS = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _SHAPES_OF_IDS))
_PREFIX = re.compile(_PREFIXED)
_WORDS = re.compile(_WRITTEN)


def kind_of(value: str, field: str) -> str | None:
    """Return what a value is, if it is an id by its form as a whole.

    Parameters
    ----------
    value
        A string of a JSON value.
    field
        Name it stands under.
    """
    match = _ANYWHERE.fullmatch(value)
    if match:
        return match.lastgroup
    prefixed = _PREFIX.fullmatch(value)
    if prefixed:
        return _prefixed_kind(value, prefixed.group(1), prefixed.group(2), field)
    if not fields.names_id(field):
        return None
    match = _UNDER_IDS.fullmatch(value)
    return match.lastgroup if match else None


def _prefixed_kind(value: str, prefix: str, rest: str, field: str) -> str | None:
    names = prefix.lower().split("_")
    if not _SECRET_PREFIXES.isdisjoint(names) or not _FLEETING_PREFIXES.isdisjoint(names):
        return None
    if _WORDS.fullmatch(rest) or not any(char.isdigit() for char in rest):
        return None
    if not (fields.names_id(field) or is_identifier(value) or randomness(rest) > 0):
        return None
    return _NAMES.get(prefix, prefix.lower())
