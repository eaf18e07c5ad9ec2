"""Strings that were drawn at random, judged by where they stand: alone, behind a sign, near a service's name."""

from __future__ import annotations

import re
from typing import NamedTuple

from .base58 import base58check
from .entropy import randomness, switches
from .identifiers import is_announced, is_identifier
from .patterns import compiled
from .placeholders import is_placeholder, is_reference
from .services import SERVICES

_TOKEN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+/=.~-]{11,}")
_PIECE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{11,}")
_LINK = re.compile(r"[a-z][a-z0-9+.-]{1,20}://[^\s\"'<>`]+", re.IGNORECASE)


class Found(NamedTuple):
    """A run of characters that may be a credential."""

    value: str
    start: int
    end: int


def drawn_token(text: str) -> str | None:
    """Return the kind of the first string that looks drawn at random where none is expected.

    Parameters
    ----------
    text
        Any text.

    Returns
    -------
    str or None
        ``private key``, ``access key``, ``token`` or None.
    """
    links: list[tuple[int, int]] | None = None
    for run in _TOKEN.finditer(text):
        if not _may_be_drawn(run.group()):
            continue
        if links is None:
            links = [match.span() for match in _LINK.finditer(text)] if "://" in text else []
        if any(start <= run.start() < end for start, end in links):
            continue  # parts of a link are judged with it
        kind = _judge_run(text, Found(run.group(), run.start(), run.end()))
        if kind:
            return kind
    return None


def _may_be_drawn(run: str) -> bool:
    """Tell whether a run has digits and letters, or both cases, as cheaply as can be."""
    return not ((run.isalpha() and (run.islower() or run.isupper() or run.istitle())) or run.isdigit())


def _judge_run(text: str, run: Found) -> str | None:
    if text[run.start - 1 : run.start] in ("/", "\\") or run.value.startswith(_DIGESTS):
        return None  # a path, or a digest with its name
    whole = run.value.rstrip("./-~")
    if _is_base64_secret(text, Found(whole, run.start, run.start + len(whole))):
        return "secret key"
    announced = is_announced(text, run.start, run.end)
    for match in _PIECE.finditer(run.value):
        if announced and (match.start() == 0 or "=" not in run.value[: match.start()]):
            continue
        start = run.start + match.start()
        kind = _judge_piece(text, Found(match.group(), start, start + len(match.group())))
        if kind:
            return kind
    return None


_DIGESTS = ("sha1-", "sha224-", "sha256-", "sha384-", "sha512-", "md5-", "blake3-", "nonce-")


def _judge_piece(text: str, token: Found) -> str | None:
    value = token.value
    if len(value) in (51, 52) and value[0] in "5KLc9" and len(base58check(value)) in (33, 34):
        return "private key"
    if is_placeholder(value) or is_reference(value):
        return None
    if is_announced(text, token.start, token.end):
        return None
    before = text[max(0, token.start - 90) : token.start]
    before = before[before.rfind("\n") + 1 :]
    if _belongs_to_service(before, value):
        return "access key"
    if is_identifier(value):
        return None
    if _has_secret_beginning(value) or _is_grouped(value):
        return "access key"
    behind_sign = bool(compiled(r"(?:[=:>,|]|\|\||[\"'`])[`'\"\s=]{0,5}$").search(before))
    least = _least_length(value, behind_sign=behind_sign)
    return "token" if len(value) >= least and randomness(value) > 2 else None


def _least_length(value: str, *, behind_sign: bool) -> int:
    """Return how long a string must be to be taken for a token, by the characters it is drawn from."""
    digits = any(char.isdigit() for char in value)
    mixed = not (value.islower() or value.isupper())
    if not digits:
        return 32 if mixed else 1_000
    if mixed:
        return 20 if behind_sign else 24
    return 20 if behind_sign else 30


# ------------------------------------------------------------------ what its beginning says

_BEGINNING = (
    r"(?i)(?:[a-z][a-z0-9]{0,15}[_.-]){0,3}(?:live|test|prod|production|sandbox|dev|secret|sk|sec|priv|private|pat|key|apikey|token"
    r"|tok|tkn|api|auth|access|oauth|refresh|bearer|pw|pass|cred|svc|sa|rt|at|ak)[_-](?:[a-z]{1,6}[_-])?([A-Za-z0-9=_-]{16,})"
    r"|[A-Za-z]{1,12}_(?:v?\d{1,2}_)?([0-9a-f]{32,}|[0-9A-Fa-f]{40,})"
    r"|[a-z]{2,12}-([0-9a-f]{32}|[0-9a-f]{48}|[0-9a-f]{64})"
)


def _has_secret_beginning(value: str) -> bool:
    """Tell whether a string is built as issuers build theirs: names, then what was drawn."""
    match = compiled(_BEGINNING).fullmatch(value)
    if not match:
        return False
    drawn = next(group for group in match.groups() if group)
    if max(map(len, compiled(r"[=_-]").split(drawn))) < 12:
        return False
    if compiled(r"[0-9a-fA-F]+").fullmatch(drawn):
        return any(char.isdigit() for char in drawn) and any(char.isalpha() for char in drawn)
    return any(char.isdigit() for char in drawn) and randomness(drawn) > 2


def _is_grouped(value: str) -> bool:
    """Tell whether a string is one name, then groups too long and too mixed for anything but a key."""
    first, *groups = compiled(r"[-_]").split(value)
    if len(groups) < 2 or not 2 <= len(first) <= 8 or sum(map(len, groups)) < 40:
        return False
    if compiled(r"(?i).*[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}.*").fullmatch(value):
        return False
    mixed = [
        group
        for group in groups
        if len(group) >= 16 and len(group) not in (32, 40, 64) and not group.isalpha() and not group.isdigit()
    ]
    words = [group for group in groups if group.isalpha() and len(group) > 2]
    return bool(mixed) and not words


# ------------------------------------------------------------------ what stands before it

_SIGN = r"[\s'\"`]{0,3}(?:=>|:{1,3}=|\?=|\|\||[=>:,])[`'\"\s=]{0,5}$"
_HARMLESS_NAME = (
    r"(?i)(?:id|ids|uid|uuid|guid|sha\d*|md5|hash|digest|checksum|commit|rev|revision|version|page|project|issue|ticket"
    r"|dashboard|team|org|organi[sz]ation|workspace|channel|user|account|customer|app|tenant|repo|build|deploy|deployment"
    r"|run|job|file|folder|doc|document|database|table|record|request|trace|event|node|cluster|instance|url|uri|link|ref"
    r"|branch|tag|image|name|slug|path|etag|region|zone|space|board|task|pipeline|release|public|publishable|site|incident"
    r"|monitor|report|invoice|order|payment|charge|subscription|address|wallet|contract|host|endpoint|object|message|thread"
    r"|email|domain|environment|env|resource|entity|index|campaign|list|store|product|shop|location|merchant|digests?)"
    r"[\s\"'`)\]]{0,3}$"
)


def _belongs_to_service(before: str, value: str) -> bool:
    """Tell whether a string is given to a service's name by a sign, as in ``HEROKU = 8f14…``."""
    sign = compiled(_SIGN).search(before)
    if not sign or len(value) < 12:
        return False
    name = before[: sign.start()]
    low = name.lower()
    joined = low.replace("-", "").replace("_", "").replace(" ", "")
    if not any(service in low or service in joined for service in SERVICES):
        return False
    if compiled(rf"(?:^|[\W_]|(?<=[a-z])(?=[A-Z])){_HARMLESS_NAME[4:]}".join(("(?i)", ""))).search(name):
        return False
    if compiled(r"(?i)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}").fullmatch(value):
        return True
    if compiled(r"(?i)[0-9a-f]+").fullmatch(value):
        return len(value) >= 15 and any(c.isalpha() for c in value) and any(c.isdigit() for c in value)
    if value.isdigit() or not any(char.isdigit() for char in value):
        return len(value) >= 20 and value.isalpha() and randomness(value) > 4
    return len(value) >= 14 and (randomness(value) > 2 or switches(value) >= 4)


# ------------------------------------------------------------------ base64 with its signs


def _is_base64_secret(text: str, run: Found) -> bool:
    """Tell whether a run is base64 that holds ``+`` or ``/`` as an AWS secret key does, and no path."""
    value = run.value
    if not compiled(r"[A-Za-z0-9+/]{32,}={0,2}").fullmatch(value) or not ("+" in value or "/" in value):
        return False
    if len(value.rstrip("=")) > 1_000 or "//" in value or (run.start and text[run.start - 1] in "/.@-_"):
        return False
    digits = sum(char.isdigit() for char in value)
    if value.count("/") + value.count("+") > len(value) // 8:
        return False
    if digits < 2 or value.islower() or value.isupper() or randomness(value) < 4:
        return False
    if is_placeholder(value) or is_identifier(value) or is_announced(text, run.start, run.end):
        return False
    return compiled(r"(?:[A-Za-z]+[/+])+[A-Za-z]+").fullmatch(value) is None
