"""Placeholders of secrets, and references to where they are stored, which callers may store."""

from __future__ import annotations

import re

from .entropy import randomness
from .patterns import QUOTES, compiled

_STAND_IN = (
    r"x{4,}|\*{3,}|•{3,}|·{4,}|\.{3,}|…|_{4,}|#{4,}|\?{3,}|-{6,}|0{8,}|1{8,}"
    r"|redact|mask|placehold|example|dummy|changethis|replace[_-]?(?:me|with)|insert[_-]|sample|foobar|todo|fixme"
    r"|fill[_-]?in|censored|geschwaerzt|geschwärzt|masqu[ée]|oculta|hidden|removed|omitted|scrubbed|anonymi|snip"
    r"|truncated|your[_ -]?\w|<[^<>]*>|\{\{.*\}\}"
)
_SERIES = r"deadbeef|abcd(?:efgh|1234)|0123456789ab|1234567890ab"  # only in what a machine would have drawn
_SERIES_FROM = 16  # characters
_MOST = 200  # characters that are looked at

_STORES = (
    "vault|op|ssm|secretsmanager|aws-?sm|keyvault|azurekeyvault|gcpsm|gsm|sm|keychain|pass|bw|bws|doppler|infisical"
    "|akeyless|conjur|lastpass|1password|keepass|gopass|sops|env|file|secret|secrets|ref|awssm|ssm-secure|berglas"
    r"|chamber|arn|projects/[\w-]+/secrets"
)
_REFERENCE = (
    r"\$[A-Za-z_{(]|%[A-Za-z_]\w*%|\{[A-Za-z_][\w.]*\}|@@|!(?:vault|secret|sops|env|ref|sub|getatt|join)\b"
    rf"|(?:{_STORES})(?::|//|/secrets/)"
    r"|process\.env|import\.meta\.env|os\.(?:environ|getenv)|getenv|System\.getenv|ENV\[|env[.(]|secrets\.|config\."
    r"|settings\.|vars?\.|data\.|self\.|this\.|args\.|options\.|opts\.|params\.|local\.|module\."
    r"|(?:1password|keepass|bitwarden|lastpass|keychain|dashlane|secrets?[_ -]?manager|vault)\b"
    r"|parameter[_ -]?store\b"
    r"|/(?:run|etc|var|home|opt|mnt|usr|root|srv)/|~/|[A-Z]:\\"
)
_FILE = r"\.{0,2}/[\w.-]+(?:/[\w.-]+)+$"
_FILE_AT_MOST = 4  # bits
# Passwords in manuals.
STOCK = frozenset(["password", "pass", "passwd", "pwd", "user", "mypassword", "[password]"])


def is_placeholder(value: str) -> bool:
    """Return whether a value is a placeholder: ``<your-token>``, ``xxxx``, ``****``, ``EXAMPLE``."""
    core = value[:_MOST].strip(QUOTES + "()[]")
    if len(set(core)) <= 2 or compiled(_STAND_IN, re.IGNORECASE).search(core):
        return True
    return len(core) >= _SERIES_FROM and compiled(_SERIES, re.IGNORECASE).search(core) is not None


def is_reference(value: str) -> bool:
    """Return whether a value refers to a secret: ``${TOKEN}``, ``process.env.KEY``, ``op://…``."""
    core = value.lstrip(QUOTES + "([<")
    if compiled(_REFERENCE, re.IGNORECASE).match(core):
        return True
    return compiled(_FILE).match(core) is not None and randomness(core) < _FILE_AT_MOST
