"""Placeholders of secrets, and references to where they are stored, which callers may store."""

from __future__ import annotations

import re
from itertools import pairwise

from ...domain.word_lists import WordLists
from .entropy import randomness
from .patterns import QUOTES, compiled

_LISTS = WordLists(__file__, "placeholders")
_FILLERS, _LETTERS, _MANUALS, _STAND_INS = map(_LISTS.words, ("fillers", "letters", "manuals", "stand_ins"))
LOCAL, STOCK = map(_LISTS.words, ("local", "stock"))

_MASK = r"x{3,}|\*{3,}|•{3,}|·{4,}|\.{3,}|…|_{4,}|#{4,}|\?{3,}|-{6,}|0{6,}|1{8,}"
_PARTS = r"[^\W\d_]+|\d+"
_CAMEL = r"(?<=[a-z])(?=[A-Z])"
_SERIES_FROM = 8  # characters
_BESIDE_MASK = 8  # characters of a masked value that may be seen
_BRACKETED = r"[<\[({]{1,2}[^<>\[\](){}\d]{0,60}(?:\b\d{1,3}\b)?[^<>\[\](){}\d]{0,20}[>\])}]{1,2}"
_TEMPLATE = r"\{\{[^{}]*\}\}|<%.{0,100}%>"
_MOST = 200  # characters; a placeholder is not longer

_STORES = (
    "vault|op|ssm|secretsmanager|aws-?sm|keyvault|azurekeyvault|gcpsm|gsm|sm|keychain|pass|bw|bws|doppler|infisical"
    "|akeyless|conjur|lastpass|1password|keepass|gopass|sops|env|file|secret|secrets|ref|awssm|ssm-secure|berglas"
    r"|chamber|arn|projects/[\w-]+/secrets"
)
_REFERENCE = (
    r"\$(?:[{(]|[A-Za-z_]\w*(?![\w!#%^*+?~]))|%[A-Za-z_]\w*%|\{[A-Za-z_][\w.]*\}|@@|!(?:vault|secret|sops|env|ref|sub|getatt|join)\b"
    rf"|(?:{_STORES})(?::|//|/secrets/)"
    r"|process\.env|import\.meta\.env|os\.(?:environ|getenv)|getenv|System\.getenv|ENV\[|env[.(]|secrets\.|config\."
    r"|settings\.|vars?\.|data\.|self\.|this\.|args\.|options\.|opts\.|params\.|local\.|module\."
    r"|(?:1password|keepass|bitwarden|lastpass|keychain|dashlane|secrets?[_ -]?manager|vault)\b"
    r"|parameter[_ -]?store\b"
    r"|/(?:run|etc|var|home|opt|mnt|usr|root|srv)/|~/|[A-Z]:\\"
)
_FILE = r"\.{0,2}/[\w.-]+(?:/[\w.-]+)+$"
_FILE_AT_MOST = 4  # bits


def is_placeholder(value: str) -> bool:
    """Return whether a value is a placeholder as a whole: ``<your-token>``, ``xxxx``, ``sk-****``, ``EXAMPLE``."""
    core = value[:_MOST].strip(QUOTES + ".,;:!")
    if len(set(core)) <= 2:
        return True
    if len(value) > _MOST or compiled(_BRACKETED).fullmatch(core) or compiled(_TEMPLATE).fullmatch(core):
        return len(value) <= _MOST
    low = core.lower()
    if low in _MANUALS or (len(core) >= _SERIES_FROM and (core.islower() or core.isdigit()) and is_series(core)):
        return True
    left, masks = compiled(_MASK, re.IGNORECASE).subn(" ", core)
    parts = compiled(_PARTS).findall(left.lower())
    words = [part for part in parts if part not in _FILLERS and part not in _STAND_INS]
    if masks and sum(map(len, words)) <= _BESIDE_MASK:
        return True
    if words:
        if not any(word in low for word in _LETTERS):
            return False
        parts = compiled(_PARTS).findall(compiled(_CAMEL).sub(" ", left).lower())
        words = [part for part in parts if part not in _FILLERS and part not in _STAND_INS]
    # "your-example-token-123", and no more that could be drawn.
    return not _STAND_INS.isdisjoint(parts) and all(
        word.isdigit() and (len(word) <= 3 or is_series(word)) for word in words
    )


def is_series(value: str) -> bool:
    """Return whether letters or digits only count up or repeat: ``abcdefgh``, ``1234567890``, ``deadbeef``."""
    low = value.lower()
    if compiled(r"(?:deadbeef|cafebabe){1,8}").fullmatch(low):
        return True
    steps = [ord(second) - ord(first) for first, second in pairwise(low)]
    return sum(step not in (0, 1) for step in steps) * 8 <= len(steps)


def is_reference(value: str) -> bool:
    """Return whether a value refers to a secret: ``${TOKEN}``, ``process.env.KEY``, ``op://…``."""
    core = value.lstrip(QUOTES + "([<")
    if compiled(_REFERENCE, re.IGNORECASE).match(core):
        return True
    return compiled(_FILE).match(core) is not None and randomness(core) < _FILE_AT_MOST
