"""Random strings, judged by their context: alone, after a sign, near a service's name."""

from __future__ import annotations

import re

from .base58 import base58check
from .beginnings import has_secret_beginning, is_grouped
from .context import announces_identifier, is_behind_sign, parts_before
from .entropy import looks_drawn, randomness
from .identifiers import is_file_or_public_key, is_identifier
from .patterns import compiled
from .placeholders import is_placeholder, is_reference
from .services import is_drawn_by_service, is_of_service

_RUN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+/=.~-]{11,}")
_PIECE = r"[A-Za-z0-9][A-Za-z0-9_-]{11,}"
_LINK = r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s\"'<>`]+"
_DIGESTS = ("sha1-", "sha224-", "sha256-", "sha384-", "sha512-", "md5-", "blake3-", "nonce-")

_HOSTS = (".com", ".net", ".org", ".io", ".dev", ".app", ".local", ".internal", ".cloud")

_NAMED = 16  # characters below which nothing is a token, with names in it or without
_BLOB = 1_000  # characters from which on base64 is a file


class Found:
    """A run of characters that may be a credential, and its place."""

    __slots__ = ("end", "start", "value")

    def __init__(self, value: str, start: int, end: int) -> None:
        self.value = value
        self.start = start
        self.end = end


def drawn_token(text: str) -> str | None:
    """Return the kind of the first string that looks drawn at random where none is expected.

    It is ``private key``, ``secret key``, ``access key`` or ``token``.
    """
    links = iter(compiled(_LINK).finditer(text) if "://" in text else ())
    link = next(links, None)
    for run in _RUN.finditer(text):
        while link and link.end() <= run.start():
            link = next(links, None)
        if (link and link.start() <= run.start()) or not _may_be_drawn(run.group()):
            continue  # what is in a link is judged with the link
        kind = _judge_run(text, Found(run.group(), run.start(), run.end()))
        if kind:
            return kind
    return None


def _may_be_drawn(run: str) -> bool:
    """Return whether a run has digits and letters, or both cases, as cheaply as can be."""
    return not ((run.isalpha() and (run.islower() or run.isupper() or run.istitle())) or run.isdigit())


def _judge_run(text: str, run: Found) -> str | None:
    if text[run.start - 1 : run.start] in ("/", "\\") or run.value.startswith(_DIGESTS):
        return None  # a path, or a digest with its name
    whole = run.value.rstrip("./-~")
    if whole.endswith(_HOSTS) and "=" not in whole:
        return None
    if _is_base64_secret(text, Found(whole, run.start, run.start + len(whole))):
        return "secret key"
    if not whole.isalnum() and "/" not in whole and _is_dotted_secret(whole) and not _is_announced(text, run):
        return "access key"
    for match in compiled(_PIECE).finditer(run.value):
        value = match.group()
        if not _may_be_drawn(value):
            continue
        start = run.start + match.start()
        kind = _judge_piece(text, Found(value, start, start + len(value)))
        # What announces the run announces its pieces, up to a sign that gives them to something else.
        if kind and ("=" in run.value[: match.start()] or not _is_announced(text, run)):
            return kind
    return None


def _is_dotted_secret(value: str) -> bool:
    """Return whether a run is a secret with its beginning, which signs within would part."""
    if not ("." in value or "=" in value) or len(value) < 32:
        return False
    return has_secret_beginning(value) and not is_placeholder(value)


def _is_announced(text: str, token: Found) -> bool:
    if announces_identifier(parts_before(text, token.start)):
        return True
    return is_file_or_public_key(text, token.start, token.end)


def _judge_piece(text: str, token: Found) -> str | None:
    value = token.value
    behind_sign = is_behind_sign(text, token.start)
    given = behind_sign and is_drawn_by_service(value) and is_of_service(text, token.start)
    # What speaks for a credential is asked first: it costs less than what speaks against one.
    kind = "access key" if given else _kind_by_itself(value, behind_sign=behind_sign)
    if not kind or is_placeholder(value) or is_reference(value) or _is_announced(text, token):
        return None
    if not given and is_identifier(value):
        return _wallet_key(value)
    return _wallet_key(value) or kind


def _kind_by_itself(value: str, *, behind_sign: bool) -> str | None:
    if len(value) >= _NAMED and not value.isalnum() and (has_secret_beginning(value) or is_grouped(value)):
        return "access key"
    if len(value) >= _least_length(value, behind_sign=behind_sign) and _is_drawn(value):
        return "token"
    return None


def _least_length(value: str, *, behind_sign: bool) -> int:
    """Return how long a string must be to be taken for a token, by the characters it is drawn from."""
    mixed = not (value.islower() or value.isupper())
    if not any(char.isdigit() for char in value):
        return 32 if mixed else 1_000
    if mixed:
        return 20 if behind_sign else 24
    return 20 if behind_sign else 30


def _is_drawn(value: str) -> bool:
    """Return whether a string was drawn in one stretch, as what names machines and parts was not."""
    longest = max(compiled("[_-]").split(value), key=len)
    if len(longest) < (16 if longest.isupper() else 12):
        return False
    if randomness(value) > 2:
        return True
    return len(longest) >= 20 and looks_drawn(longest) and not compiled("[0-9a-f]+").fullmatch(longest)


def _wallet_key(value: str) -> str | None:
    """Return ``private key`` for one of Bitcoin's in the form for import, which carries a checksum."""
    if len(value) in (51, 52) and value[0] in "5KLc9" and len(base58check(value)) in (33, 34):
        return "private key"
    return None


def _is_base64_secret(text: str, run: Found) -> bool:
    """Return whether a run is base64 that holds ``+`` or ``/`` as an AWS secret key does, and no path."""
    value = run.value
    signs = value.count("/") + value.count("+")
    if not signs or signs > len(value) // 8 or not 32 <= len(value) <= _BLOB or "//" in value:
        return False
    if not compiled(r"[A-Za-z0-9+/]+={0,2}").fullmatch(value) or text[run.start - 1 : run.start] in tuple(".@-_"):
        return False
    digits = sum(char.isdigit() for char in value)
    if digits < 2 or value.islower() or value.isupper() or randomness(value) < 4:
        return False
    return not (is_placeholder(value) or is_identifier(value) or _is_announced(text, run))
