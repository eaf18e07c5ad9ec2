"""The order in which a text is judged, and what spares ordinary prose most of it.

Each rule has its own module, which is loaded when a text first has what the rule needs.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .patterns import compiled

_BREAKS = r"\\[nrt]"
_PUBLIC = (
    r"-----BEGIN (CERTIFICATE(?: REQUEST)?|(?:[A-Z0-9]+ )?PUBLIC KEY(?: BLOCK)?|PGP SIGNATURE|SSH SIGNATURE"
    r"|X509 CRL)-----[^-]{0,20000}(?:-----END \1-----)?"
)
_RUN = re.compile(r"[A-Za-z0-9_+/=.~:$-]{12,}")
_FEWEST_JOINTS = 11  # between the words of the shortest seed phrase
_CARD = r"\d(?:[ \u00a0-]?\d){12}"
_HEADERS = ("auth", "basic", "bearer", "ssws", "cookie", "sess", "sid=", "jwt=", "token=", "srf", "li_at", "__")
_COMMANDS = (
    "log",
    "sign",
    "cred",
    "user",
    "zugang",
    "anmeld",
    "einlogg",
    "identifi",
    "connexion",
    "password",
    " pass",
)
_TOOLS = ("curl", "wget", "sshpass", "mysql", "mariadb", "redis-cli", "machine", "openssl", "wifi:")


class Reading:
    """A text and what is asked about it more than once.

    Attributes
    ----------
    text, low
        The text, and the same in lower case.
    has_run
        It has a run of characters such as keys are made of, and no plain word.
    """

    __slots__ = ("has_run", "low", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.low = text.lower()
        self.has_run = any(not _is_word(match.group()) for match in _RUN.finditer(text))

    def has_any(self, hints: tuple[str, ...]) -> bool:
        """Return whether the text, in lower case, holds one of some strings."""
        return any(map(self.low.__contains__, hints))


def _is_word(run: str) -> bool:
    plain = run.strip("-.:=/_")
    return plain.isalpha() and (plain.islower() or plain.istitle())


def first_kind(text: str) -> str | None:
    """Return the kind of the first credential found, or None."""
    if "\\" in text:
        text = compiled(_BREAKS).sub(" ", text)
    if "-----BEGIN" in text:
        text = compiled(_PUBLIC).sub(" ", text)
    reading = Reading(text)
    for rule in RULES:
        kind = rule(reading)
        if kind:
            return kind
    return None


def _private_key(reading: Reading) -> str | None:
    if not reading.has_run and "begin" not in reading.low and "putty" not in reading.low:
        return None
    from .armour import private_key

    return private_key(reading.text)


def _link(reading: Reading) -> str | None:
    if "=" not in reading.text and "/" not in reading.text:
        return None
    from .links import link

    return link(reading.text)


def _header(reading: Reading) -> str | None:
    if not reading.has_any(_HEADERS):
        return None
    from .headers import header

    return header(reading.text)


def _parted(reading: Reading) -> str | None:
    if not reading.has_run:
        return None
    from .parted import parted

    return parted(reading.text)


def _issued(reading: Reading) -> str | None:
    if not reading.has_run:
        return None
    from .issuers import issued

    return issued(reading.text)


def _split(reading: Reading) -> str | None:
    if "\n" not in reading.text:
        return None
    from .split import split_credential

    return split_credential(reading.text.split("\n"))


def _card(reading: Reading) -> str | None:
    if not compiled(_CARD).search(reading.text):
        return None
    from .cards import card

    return card(reading.text)


def _seed_phrase(reading: Reading) -> str | None:
    if sum(map(reading.text.count, " \n,.")) < _FEWEST_JOINTS:
        return None
    from .seed_phrases import seed_phrase

    return seed_phrase(reading.text)


def _command(reading: Reading) -> str | None:
    if not reading.has_any(_COMMANDS) and not reading.has_any(_TOOLS):
        return None
    from .commands import command

    return command(reading.text)


def _assigned(reading: Reading) -> str | None:
    from .nouns import may_name_credential

    if not may_name_credential(reading.low):
        return None
    from .assignments import assigned

    return assigned(reading.text)


def _drawn_token(reading: Reading) -> str | None:
    if not reading.has_run:
        return None
    from .tokens import drawn_token

    return drawn_token(reading.text)


# From the surest to the ones that need the words around.
RULES: tuple[Callable[[Reading], str | None], ...] = (
    _private_key,
    _link,
    _header,
    _parted,
    _issued,
    _split,
    _card,
    _seed_phrase,
    _command,
    _assigned,
    _drawn_token,
)
