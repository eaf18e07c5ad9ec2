"""Credentials in links and connection strings: userinfo, signed parameters, addresses that are the secret."""

from __future__ import annotations

import re

from .entropy import randomness
from .identifiers import is_identifier
from .patterns import compiled
from .placeholders import LOCAL, STOCK, is_placeholder, is_reference
from .values import is_drawn, is_excused, is_hexadecimal, is_strong_password

_SEED = r"otpauth(?:-migration)?://\S{0,300}?(?:secret|data)=[A-Za-z0-9%+/=]{8,}"

_USERINFO = (
    r"(?i)(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{1,24})://([^\s/:@\"'<>\\?#]{0,100})(?::([^\s\"'<>\\]{1,200}?))?"
    r"@(?=[\w\[$%{])([^\s/\"'<>]{1,200})"
)

_OWN_MACHINE = r"(?i)(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1\]|host\.docker\.internal|[a-z]+)(?::\d+)?$"
_PUBLIC_USERS = ("sentry", "ingest", "glitchtip", "bugsink")  # the user's part is public there

_PARAMETERS = (
    r"access_?token|auth_?token|id_?token|refresh_?token|token|api_?key|app_?key|secret|client_?secret|password|passwd"
    r"|pwd|pass|signature|sig|x-amz-signature|x-amz-security-token|x-goog-signature|x-oss-signature|key|auth|auth_?key"
    r"|sas|jwt|session_?(?:id|token)|sid|code|hmac|ticket|private_?token|subscription-key|sharedaccesskey"
    r"|[a-z.-]{1,20}[_-](?:token|key|secret|signature|password)"
)
_PARAMETER = rf"(?i)(?:[?&#]|&amp;)({_PARAMETERS})=([^\s&#\"'<>\\;]{{1,400}})"
_LOOSE = ("key", "code", "auth", "sid", "ticket")  # names that hold much else besides
_PAGING = ("page", "next", "sync", "continuation", "cursor", "x-page")
_CHOSEN = ("password", "passwd", "pwd", "pass", "secret")

_ADDRESSES = (
    r"hooks\.slack\.com/(?:services|workflows|triggers)/\S{20,}",
    r"discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d{5,}/[\w-]{30,}",
    r"\.webhook\.office\.com/webhookb2/\S{30,}",
    r"outlook\.office(?:365)?\.com/webhook/\S{30,}",
    r"hooks\.zapier\.com/hooks/catch/\d+/\w{5,}",
    r"maker\.ifttt\.com/trigger/[^/\s]{1,60}/(?:json/)?with/key/[\w-]{10,}",
    r"api\.telegram\.org/(?:file/)?bot\d+:[\w-]{20,}",
    r"hook\.(?:eu\d|us\d|integromat)[\w.]{0,20}/\w{20,}",
    r"/private-[0-9a-f]{20,}/basic\.ics",
    r"open\.(?:feishu|larksuite)\.[a-z]{2,3}/open-apis/bot/v2/hook/[\w-]{20,}",
    r"qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=[\w-]{20,}",
    r"oapi\.dingtalk\.com/robot/send\?access_token=\w{20,}",
    r"chat\.googleapis\.com/v1/spaces/[^\s?]{3,60}\?key=\S{10,}",
    r"events\.pagerduty\.com/integration/[0-9a-f]{32}",
    r"(?:webhook\.site|hc-ping\.com)/[0-9a-f-]{36}",
    r"hooks?\.[\w.-]{3,60}/\S{0,60}?[A-Za-z0-9_-]{24,}",  # any other service's
    r"/webhooks?/(?:[\w-]{1,30}/){0,3}(?-i:(?=[a-z_-]{0,30}[0-9A-Z])[A-Za-z0-9_-]{32,})",
)
_ADDRESS_HINTS = ("hook", "/bot", "private-", "hc-ping", "ifttt", "chat.", "pagerduty")

_PAIR = (
    r"(?i)(?:^|[;\"'\s{,])(?:password|pwd|accountkey|sharedaccesskey|sharedsecretvalue|sharedaccesssignature|accesskey"
    r"|sharedsecret|primarykey)\s?=\s?([^;\"'\s{}]{3,300})"
)
_OTHER_PAIR = r"[A-Za-z][\w .]{1,40}=[^;=\n]{0,200};"


def link(text: str) -> str | None:
    """Return the kind of a credential in a link or a connection string, such as ``webhook address``."""
    if "otpauth" in text and compiled(_SEED).search(text):
        return "one-time password seed"
    if "://" in text and "@" in text and any(map(_is_userinfo, compiled(_USERINFO).finditer(text))):
        return "connection string"
    if "/" in text and any(hint in text for hint in _ADDRESS_HINTS) and _has_secret_address(text):
        return "webhook address"
    if "=" not in text:
        return None
    if any(map(_is_parameter, compiled(_PARAMETER).finditer(text))):
        return "token in a link"
    if ";" in text and any(_is_pair(text, match) for match in compiled(_PAIR).finditer(text)):
        return "connection string"
    return None


def _has_secret_address(text: str) -> bool:
    addresses = compiled("(?i)" + "|".join(_ADDRESSES))
    return any(not is_placeholder(match.group()) for match in addresses.finditer(text))


def _is_userinfo(match: re.Match[str]) -> bool:
    scheme, user, password, host = match.groups()
    if password is None:
        # A token in the user's place (https://<token>@github.com); Sentry's are made to be public.
        if any(name in host for name in _PUBLIC_USERS):
            return False
        return len(user) >= 16 and is_drawn(user) and (is_hexadecimal(user) or not is_identifier(user))
    if (
        scheme.lower() == "mailto"
        or password.lower() in STOCK
        or is_placeholder(password)
        or is_reference(password)
    ):
        return False
    if user == password and user in LOCAL and compiled(_OWN_MACHINE).match(host):
        return False
    # http://host:8080/@scope/package holds an @ as well, but behind a slash.
    return "/" not in password or randomness(password) > 4


def _is_parameter(match: re.Match[str]) -> bool:
    name, value = match.group(1).lower(), match.group(2)
    if name.startswith(_PAGING) or len(value) < 6 or is_placeholder(value) or is_reference(value):
        return False
    if name in _CHOSEN:
        return is_strong_password(value) or is_drawn(value)
    if name in _LOOSE:
        return len(value) >= 20 and is_drawn(value)
    return is_drawn(value) or (len(value) >= 16 and randomness(value) > 0)


def _is_pair(text: str, match: re.Match[str]) -> bool:
    """Return whether ``Password=…`` is among other pairs, as in ``Server=…;Password=…;``."""
    value = match.group(1)
    if value.lower() in STOCK or is_excused(value):
        return False
    around = text[max(0, match.start() - 200) : match.end() + 200]
    return compiled(_OTHER_PAIR).search(around) is not None
