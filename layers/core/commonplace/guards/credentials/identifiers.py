"""Strings that look drawn at random and may be seen by anyone: identifiers, digests, addresses, files.

To let another service's identifiers pass, add what they begin with to ``data/identifiers.toml``.
"""

from __future__ import annotations

from collections.abc import Callable

from ...domain.word_lists import WordLists
from .base58 import base58check
from .patterns import compiled

_LISTS = WordLists(__file__, "identifiers")
_NAMES = _LISTS.words("names")
_FILE_BEGINNINGS = _LISTS.ordered("file_beginnings")
# One such name, perhaps the environment, and what was drawn.
_NAMED = (
    r"([a-z0-9]{1,15}(?:_(?:live|test|sched))?)[_-](?:(?:live|test|prod|dev|ev|msg|[0-9]{1,3})[_-])?"
    r"[A-Za-z0-9]{6,64}"
)
_SHAPES = (
    r"[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}",  # UUID
    r"(?:0x)?[0-9a-f]+|[0-9A-F]+|0x[0-9a-fA-F]+",  # hashes, addresses, numbers; no digest mixes its cases
    r"(?=[0-9A-F:-]*-)[0-9A-Fa-f-]+|[\d.,:/_-]+",  # numbers and dates, parted
    r"[a-z][_-][0-9a-f]{32}",
    r"[0-7][0-9A-HJKMNP-TV-Z]{25}",  # ULID
    r"[0-3][0-9A-Za-z]{26}",  # KSUID
    r"1[\w-]{32}|1[\w-]{43}|0[AB][\w-]{15,}",  # Google Drive
    r"c[a-z0-9]{24}",  # cuid
    r"Qm[1-9A-HJ-NP-Za-km-z]{44}|baf[a-z2-7]{50,}|k51[a-z0-9]{50,}",  # IPFS
    r"(?:bc|tb|ltc|addr|stake|cosmos|osmo|npub|note|lnurl|age|erd|terra|secret|tz|pool)(?:_test)?1[a-z0-9]{20,}",
    r"ln(?:bc|tb)[0-9a-z]{50,}",
    r"[xyz]pub[A-Za-z0-9]{100,}",
    r"(?:rec|app|tbl|viw|fld|wsp|usr|sel)[A-Za-z0-9]{14}",  # Airtable
    r"(?:AROA|AIDA|AGPA|AIPA|ANPA|ANVA|APKA|ASCA|ACCT)[A-Z0-9]{16,}",  # principals of AWS
    r"(?:AC|SM|MM|CA|PN|MG|WA|VA|IS|US|CH|RE|AP|ZS|FW|FN)[0-9a-f]{32}",  # Twilio
    r"6L[\w-]{38}",  # reCAPTCHA, the half that every page shows
    r"UC[\w-]{22}|PL[\w-]{32}",  # YouTube
)
# What comes right before a public key or a digest.
_PUBLIC = (
    r"(?i)(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-\w+|sk-\w+@openssh\.com|sha(?:256|384|512)[-:]|h1:"
    r"|data:[\w/+.-]+;base64,|\bp=|base64,|\|1\|(?:[a-z0-9+/]+=\|)?|\"(?:n|x5t|x5t#s256)\"\s?:\s?\")\s?$"
)
_FILE_ENDS = (
    r"(?i)\.(?:png|jpe?g|gif|svg|webp|ico|pdf|mp[34]|mov|wav|js|css|map|html?|json|ya?ml|zip|t?gz|tar|whl|jar|txt|md|csv"
    r"|parquet|log|py|ts|go|rs|so|dll|exe|woff2?|ttf|com|net|org|io|dev|app)\b"
)


def is_identifier(token: str) -> bool:
    """Return whether a token has the shape of an identifier, a digest, a number or a public address."""
    if compiled("|".join(_SHAPES)).fullmatch(token):
        return True
    named = compiled(_NAMED).fullmatch(token)
    if named and named.group(1) in _NAMES:
        return True
    return token.startswith(_FILE_BEGINNINGS) or _says_something(token) or _is_address(token)


def is_file_or_public_key(text: str, start: int, end: int) -> bool:
    """Return whether the text around a token makes a file, an address, a digest or a public key of it."""
    if text[end : end + 1] == "@" or compiled(_PUBLIC).search(text[max(0, start - 40) : start]):
        return True
    return text[end : end + 1] == "." and compiled(_FILE_ENDS).match(text[end : end + 8]) is not None


def _says_something(token: str) -> bool:
    """Return whether a token is base64 or base32 of plain text, which no key is."""
    from base64 import b32decode, b64decode

    raw = token.rstrip("=")
    if compiled(r"[A-Z2-7]+").fullmatch(raw) and _is_text(lambda: b32decode(raw[: len(raw) // 8 * 8])):
        return True
    raw = raw.replace("-", "+").replace("_", "/")
    return _is_text(lambda: b64decode(raw[: len(raw) // 4 * 4], validate=True))


def _is_text(decode: Callable[[], bytes]) -> bool:
    try:
        decoded = decode().decode("utf-8")
    except ValueError:
        return False
    return len(decoded) >= 9 and all(char.isprintable() or char in "\r\n\t" for char in decoded)


def _is_address(token: str) -> bool:
    """Return whether a token is an address with its checksum (Bitcoin and its kin); private keys are longer."""
    return 25 <= len(token) <= 36 and len(base58check(token)) == 21
