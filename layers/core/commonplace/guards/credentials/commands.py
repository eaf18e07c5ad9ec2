"""Passwords in commands, queries and files, and next to the name of their user."""

from __future__ import annotations

from collections.abc import Callable

from .patterns import compiled
from .placeholders import STOCK, is_placeholder, is_reference
from .values import is_chosen, is_drawn, is_strong_password

_V = r"[\"']?([^\s\"']{4,120})"

# A literal that the text must hold, and the pattern. To add one, add a line.
_COMMANDS: tuple[tuple[str, str], ...] = (
    ("curl", rf"\bcurl\b[^\n]{{0,120}}?\s(?:-u|--user|--proxy-user)[ =]?[\"']?[^\s:\"']{{1,80}}:{_V}"),
    ("wget", rf"\bwget\b[^\n]{{0,120}}?--(?:http-|ftp-)?password[ =]{_V}"),
    ("sshpass", rf"\bsshpass\s+-p\s?{_V}"),
    ("mysql", rf"\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n]{{0,120}}?\s-p(?![\s-]){_V}"),
    ("redis-cli", rf"\bredis-cli\b[^\n]{{0,100}}?\s-a\s{_V}"),
    (" login", rf"\b(?:docker|podman|registry|acr|oc|npm)\s+login\b[^\n]{{0,120}}?\s-p\s?{_V}"),
    ("machine", r"\bmachine\s+\S+\s+login\s+\S+\s+password\s+(\S{3,120})"),
    ("openssl", rf"\bopenssl\b[^\n]{{0,120}}?\spass:{_V}"),
)
# An API key in the user's place, without a password.
_KEYS_OF_USERS = (r"\bcurl\b[^\n]{0,120}?\s(?:-u|--user)[ =]?[\"']?([^\s:\"'$]{12,600}):[\"']?(?=\s|$)",)
_QUERIES = (
    r"(?i)\bidentified\s+(?:with\s+\w+\s+)?by\s+[\"']([^\"'\n]{3,120})[\"']",
    r"(?i)\b(?:with|encrypted|user\s\S{1,60})\s+password\s*=?\s*'([^'\n]{3,120})'",
)
_NETWORK = (r"WIFI:(?:[^;\s]{0,60};){0,3}P:([^;]{4,64});",)  # as in the code that phones scan
_REVERSED = (
    r"(?<!\S)(\S{5,60}) as (?:the |its |my |your |a )?pass(?:word|phrase|code)\b",
    r"(?<!\S)(\S{5,60}) is the (?:\w{1,20} )?pass(?:word|phrase|code)\b",
)
_SIGN_IN = r"log ?in(?:to)?|sign ?in|creds?|credentials?|user(?:name)?|logins?"
_PAIRS = (
    rf"(?i)\b(?:{_SIGN_IN}|zugang|zugangsdaten|anmelden|identifiants)\b[^\n.;]{{0,24}}?[\s:=]\"?[\w.@+-]{{2,60}}\s?"
    r"(?:/|:|\||,? (?:and|und|et|y|e|en)? ?(?:pass(?:word)?|pw|pwd|mdp)\b:?)\s?([^\s,;]{5,80})",
    r"(?i)\b(?:log ?in(?:to)?|sign ?in|anmelden|einloggen|connexion)\b[^\n.;]{0,30}?"
    r"\b(?:with|as|mit|als|avec|con|com)\s[\w.@+-]{2,60}\s(?:and|und|et|y|e|en|/|&)\s(\S{5,80})",
)
_PAIR_HINTS = ("log", "sign", "cred", "user", "zugang", "anmeld", "identifiant", "connexion")


def command(text: str) -> str | None:
    """Return ``password`` if a command, a query or a pair of user and password holds one."""
    for literal, pattern in _COMMANDS:
        if literal in text and _any((pattern,), text, _is_meant):
            return "password"
    if "curl" in text and _any(_KEYS_OF_USERS, text, is_drawn):
        return "password"
    if "WIFI:" in text and _any(_NETWORK, text, _is_meant):
        return "password"
    low = text.lower()
    if "'" in text and ("identified" in low or "password" in low) and _any(_QUERIES, text, _is_meant):
        return "password"
    turned = " pass" in low and (" as " in text or " is the " in text)
    if turned and _any(_REVERSED, text, is_strong_password):
        return "password"
    if any(hint in low for hint in _PAIR_HINTS) and _any(_PAIRS, text, is_chosen):
        return "password"
    return None


def _any(patterns: tuple[str, ...], text: str, judge: Callable[[str], bool]) -> bool:
    return any(judge(match.group(1)) for pattern in patterns for match in compiled(pattern).finditer(text))


def _is_meant(value: str) -> bool:
    return not (value.lower() in STOCK or is_placeholder(value) or is_reference(value))
