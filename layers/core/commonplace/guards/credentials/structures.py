"""Credentials that are known by the form of the text around them: keys in armour, links, headers, commands."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Callable
from functools import cache

from .entropy import randomness
from .harmless import is_identifier, is_placeholder, is_reference
from .values import is_drawn, is_strong_password


@cache
def _compiled(pattern: str, flags: int = 0) -> re.Pattern[str]:
    return re.compile(pattern, flags)


_ARMOUR = (
    r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY"
    r"|PuTTY-User-Key-File-\d|BEGIN OPENVPN STATIC KEY|-----BEGIN [A-Z ]{0,20}SECRET[A-Z ]{0,20}-----"
)
_WIREGUARD = r"(?i)(?:private|preshared)_?key\s?=\s?[A-Za-z0-9+/]{42,43}="
_PRIVATE_WORDS = (
    r"(?i)(?:private|secret|priv|signing)[ _-]?key\W{1,6}(?:is\W{1,3})?(?:0x)?[0-9a-f]{64}(?![0-9a-f])"
)
_WIF = r"(?<![A-Za-z0-9])(?:[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51})(?![A-Za-z0-9])"


def private_key(text: str) -> str | None:
    """Return ``private key`` if a text holds one, in armour or by name."""
    if "BEGIN" in text or "PuTTY" in text:
        if _compiled(_ARMOUR).search(text):
            return "private key"
    low_key = "key" in text or "Key" in text or "KEY" in text
    if low_key and (_compiled(_WIREGUARD).search(text) or _compiled(_PRIVATE_WORDS).search(text)):
        return "private key"
    return None


# ------------------------------------------------------------------ links

_USERINFO = r"(?i)([a-z][a-z0-9+.-]{1,24})://([^\s/:@\"'<>\\?#]{0,100})(?::([^\s\"'<>\\]{1,200}?))?@(?=[\w\[$%{])([^\s/\"'<>]{1,200})"
_STOCK = frozenset(
    {"password", "pass", "passwd", "pwd", "pw", "<password>", "[password]", "p", "...", "user", "mypassword"}
)
_PARAMETERS = (
    r"(?i)[?&#;](?:access_?token|auth_?token|id_?token|refresh_?token|api_?token|token|api_?key|apikey|app_?key|appkey"
    r"|secret|client_?secret|password|passwd|pwd|pass|signature|sig|x-amz-signature|x-amz-security-token"
    r"|x-goog-signature|x-oss-signature|key|auth|authkey|auth_?key|sas|jwt|session_?(?:id|token)|sid|code|hmac|ticket"
    r"|private_?token|subscription-key|sharedaccesskey|[a-z_.-]{1,20}(?:_|-)(?:token|key|secret|signature|password))"
    r"=([^\s&#\"'<>\\;]{1,400})"
)
_LOOSE = frozenset({"key", "code", "auth", "sid", "ticket"})
_WEBHOOKS = (
    r"(?i)hooks\.slack\.com/(?:services|workflows|triggers)/\S{20,}|discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d{5,}/[\w-]{30,}"
    r"|\.webhook\.office\.com/webhookb2/\S{30,}|outlook\.office(?:365)?\.com/webhook/\S{30,}"
    r"|hooks\.zapier\.com/hooks/catch/\d+/\w{5,}|maker\.ifttt\.com/trigger/[^/\s]{1,60}/(?:json/)?with/key/[\w-]{10,}"
    r"|api\.telegram\.org/(?:file/)?bot\d+:[\w-]{20,}|hook\.(?:eu\d|us\d|integromat)[\w.]{0,20}/\w{20,}"
    r"|/private-[0-9a-f]{20,}/basic\.ics|open\.(?:feishu|larksuite)\.[a-z]{2,3}/open-apis/bot/v2/hook/[\w-]{20,}"
    r"|qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=[\w-]{20,}|oapi\.dingtalk\.com/robot/send\?access_token=\w{20,}"
    r"|chat\.googleapis\.com/v1/spaces/[^\s?]{3,60}\?key=\S{10,}|hooks\.[\w.-]{3,60}/\S{0,60}[A-Za-z0-9_-]{24,}"
    r"|events\.pagerduty\.com/integration/[0-9a-f]{32}|webhook\.site/[0-9a-f-]{36}|hc-ping\.com/[0-9a-f-]{36}"
)


def link(text: str) -> str | None:
    """Return the kind of a credential that a link carries: userinfo, a signed parameter, a webhook."""
    if "otpauth://" in text or "otpauth-migration://" in text:
        if _compiled(r"otpauth(?:-migration)?://\S*(?:secret|data)=[A-Za-z0-9%+/=]{8,}").search(text):
            return "one-time password seed"
    if "@" in text and "://" in text and any(map(_is_userinfo, _compiled(_USERINFO).finditer(text))):
        return "connection string"
    if "/" in text and "." in text and _has_hint(text, ("hook", "bot", "private-", "hc-ping", "ifttt", "chat.")):
        if any(not is_placeholder(match.group()) for match in _compiled(_WEBHOOKS).finditer(text)):
            return "webhook address"
    if "=" in text and any(map(_is_parameter, _compiled(_PARAMETERS).finditer(text))):
        return "token in a link"
    return None


def _has_hint(text: str, hints: tuple[str, ...]) -> bool:
    return any(hint in text for hint in hints)


def _is_userinfo(match: re.Match[str]) -> bool:
    scheme, user, password, host = match.groups()
    if password is None:
        # A token in the user's place (https://<token>@github.com); a Sentry DSN is public.
        return "sentry" not in host and len(user) >= 16 and not is_identifier(user) and is_drawn(user)
    if scheme.lower() in ("mailto", "ssh+git") or "@" in user:
        return False
    if password.lower() in _STOCK or is_placeholder(password) or is_reference(password):
        return False
    # host:port/path@version and scope packages hold an @ as well, but after a slash.
    return "/" not in password or randomness(password) > 4


def _is_parameter(match: re.Match[str]) -> bool:
    name, value = match.group()[1:].split("=", 1)[0].lower(), match.group(1)
    if len(value) < 6 or is_placeholder(value) or is_reference(value):
        return False
    if name in ("password", "passwd", "pwd", "pass", "secret"):
        return is_strong_password(value) or is_drawn(value)
    if name in _LOOSE:
        return len(value) >= 20 and is_drawn(value)
    return is_drawn(value) or (len(value) >= 16 and randomness(value) > 0)


# ------------------------------------------------------------------ connection strings without a link

_PAIRS = (
    r"(?i)(?:^|[;\"'\s{,])(?:password|pwd|accountkey|sharedaccesskey|sharedsecretvalue|sharedaccesssignature|accesskey"
    r"|sharedsecret|primarykey)\s?=\s?([^;\"'\s{}]{3,300})"
)


def connection_string(text: str) -> str | None:
    """Return ``connection string`` for ``Server=…;Password=…`` and its kind, in which signs part the pairs."""
    if "=" not in text or ";" not in text:
        return None
    for match in _compiled(_PAIRS).finditer(text):
        value = match.group(1)
        around = text[max(0, match.start() - 200) : match.end() + 200]
        if len(_compiled(r"[\w .]{2,40}=[^;=]{0,200};").findall(around)) < 1:
            continue
        if value.lower() not in _STOCK and not is_placeholder(value) and not is_reference(value):
            return "connection string"
    return None


# ------------------------------------------------------------------ headers

_BEARER = r"(?i)\b(?:bearer|token|apikey|api-key|ssws|digest|negotiate|hawk|key|oauth)\s{1,3}([\w.~+/=-]{8,2000})"
_AUTHORIZATION = r"(?i)authorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:[a-z-]{3,12}\s{1,3})?([\w.~+/=:-]{8,2000})"
_BASIC = r"(?i)\b(?:basic\s{1,3}|\"?auth\"?\s{0,3}[:=]\s{0,3}\"?)([A-Za-z0-9+/_-]{6,400}={0,2})"
_COOKIE = r"(?i)\b(?:set-)?cookie[\"']?\s?[:=]\s?[\"']?([^\r\n]{3,4000})"
_SESSION = (
    r"(?i)(?:^|[;\s\"'?&])(?:[\w.-]{0,30}(?:sess(?:ion)?(?:[_-]?id)?|sid|auth|token|jwt|remember_me|login|csrf|xsrf)"
    r"|phpsessid|jsessionid|asp\.net_sessionid|connect\.sid|laravel_session|li_at|c_user|xs|d|__Secure-[\w-]{1,40}"
    r"|__Host-[\w-]{1,40})=([^;\s\"']{8,2000})"
)


def header(text: str) -> str | None:
    """Return the kind of a credential in a header: authorization, or a cookie that keeps a session."""
    low = text.lower()
    if "basic" in low or "auth" in low:
        if any(_is_basic(match.group(1)) for match in _compiled(_BASIC).finditer(text)):
            return "authorization header"
    if "authorization" in low and any(_is_sent(m.group(1)) for m in _compiled(_AUTHORIZATION).finditer(text)):
        return "authorization header"
    if "bearer" in low or "ssws" in low:
        if any(len(m.group(1)) >= 16 and _is_sent(m.group(1)) for m in _compiled(_BEARER).finditer(text)):
            return "authorization header"
    if "cookie" in low or "sess" in low or "sid=" in low or "__" in low:
        for match in _compiled(_SESSION).finditer(text):
            if len(match.group(1)) >= 16 and _is_sent(match.group(1)):
                return "cookie"
    if "cookie" in low:
        for match in _compiled(_COOKIE).finditer(text):
            if any(_is_sent(part.partition("=")[2]) for part in match.group(1).split(";")[:40]):
                return "cookie"
    return None


def _is_sent(value: str) -> bool:
    value = value.strip().strip("\"'")
    return len(value) >= 12 and not is_placeholder(value) and not is_reference(value) and is_drawn(value)


def _is_basic(value: str) -> bool:
    try:
        decoded = base64.b64decode(value + "=" * (-len(value) % 4), validate=True).decode("utf-8")
    except (ValueError, binascii.Error):
        return False
    user, colon, password = decoded.partition(":")
    return bool(colon and password) and decoded.isprintable() and not is_placeholder(password)


# ------------------------------------------------------------------ tokens with parts

_JWT = r"ey[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{4,8000}(?:\.[A-Za-z0-9_-]*){1,3}"
_PARTED: tuple[tuple[str, str, str], ...] = (
    ("Discord token", ".", r"(?<![\w.-])[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6,7}\.[\w-]{27,40}(?![\w-])"),
    ("Telegram token", ":AA", r"(?<!\d)\d{6,11}:AA[\w-]{32,36}(?![\w-])"),
    ("Azure client secret", "Q~", r"(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~-])"),
    ("Azure key", "JQQJ9", r"[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{20,}"),
    ("Azure DevOps token", "AZDO", r"[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}"),
    ("Mailchimp key", "-us", r"(?<![0-9a-f])[0-9a-f]{32}-us\d{1,2}\b"),
    ("Mailgun signing key", "-", r"(?<![\w-])[0-9a-h]{32}-[0-9a-h]{8}-[0-9a-h]{8}(?![\w-])"),
    ("Terraform token", ".atlasv1.", r"[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{40,}"),
    ("OpenAI key", "T3BlbkFJ", r"[\w-]{20,}T3BlbkFJ[\w-]{20,}"),
    ("New Relic key", "NRAL", r"[0-9a-f]{36}NRAL"),
    ("MaxMind key", "_mmk", r"[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk"),
    ("ngrok token", "_", r"(?<![\w-])[12][A-Za-z0-9]{26}_[0-9A-Za-z]{19,22}(?![\w-])"),
    ("Ghost key", ":", r"(?<![0-9a-f])[0-9a-f]{24}:[0-9a-f]{64}(?![0-9a-f])"),
    ("Unleash token", ":", r"(?<![\w-])[\w*-]{1,40}:[a-z]{3,20}\.[0-9a-f]{40,}"),
    ("Cloudinary address", "cloudinary://", r"cloudinary://\d+:[\w-]{10,}@"),
    ("password hash", "$", r"\$(?:2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}|argon2(?:id|i|d)\$v=\d+\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+|[156]\$(?:rounds=\d+\$)?[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{22,86}|apr1\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}|y\$[./A-Za-z0-9]+\$[./A-Za-z0-9]{1,86}\$[./A-Za-z0-9]{43}|7\$[./A-Za-z0-9]{20,}|scrypt\$\S{30,}|pbkdf2-sha\d+\$\S{30,})"),
    ("password hash", "pbkdf2_sha", r"pbkdf2_sha\d+\$\d+\$[\w./+-]+\$[A-Za-z0-9+/]{20,}=?"),
    ("password hash", "{SSHA", r"\{SSHA(?:256|512)?\}[A-Za-z0-9+/]{20,}"),
    ("Sidekiq secret", ":", r"(?i)contribsys[\w.-]{0,30}\W{1,12}[0-9a-f]{8}:[0-9a-f]{8}(?![0-9a-f])"),
    ("Sidekiq secret", "contribsys.com", r"[0-9a-f]{8}:[0-9a-f]{8}@(?:gems|enterprise)\.contribsys\.com"),
)  # fmt: skip


def parted_token(text: str) -> str | None:
    """Return the kind of a token that is known by its parts: a JWT, a bot's token, a salted hash."""
    if "ey" in text and any(_is_jwt(match.group()) for match in _compiled(_JWT).finditer(text)):
        return "JSON Web Token"
    if not any(char.isdigit() for char in text):
        return None
    for kind, literal, pattern in _PARTED:
        if literal in text:
            for match in _compiled(pattern, re.ASCII).finditer(text):
                if not is_placeholder(match.group()):
                    return kind
    return None


def _is_jwt(token: str) -> bool:
    head = token.split(".", 1)[0]
    try:
        decoded = json.loads(base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)))
    except (ValueError, binascii.Error, RecursionError):
        return False
    return isinstance(decoded, dict) and "alg" in decoded


# ------------------------------------------------------------------ commands and files

_COMMANDS: tuple[tuple[str, str], ...] = (
    ("curl", r"\bcurl\b[^\n]{0,300}?\s(?:-u|--user|--proxy-user)[ =]?[\"']?[^\s:\"']{1,80}:([^\s\"']{3,120})"),
    ("wget", r"\bwget\b[^\n]{0,200}?--(?:http-|ftp-)?password[ =][\"']?([^\s\"']{3,120})"),
    ("sshpass", r"\bsshpass\s+-p\s?[\"']?([^\s\"']{3,120})"),
    ("mysql", r"\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n]{0,200}?\s-p([^\s\"'-]{4,120})"),
    ("redis-cli", r"\bredis-cli\b[^\n]{0,100}?\s-a\s[\"']?([^\s\"']{4,120})"),
    ("login", r"\b(?:docker|podman|helm registry|az acr|oc|npm|huggingface-cli)\s+login\b[^\n]{0,200}?\s-p\s?[\"']?([^\s\"']{4,120})"),
    ("machine", r"\bmachine\s+\S+\s+login\s+\S+\s+password\s+(\S{3,120})"),
    ("dentified by", r"(?i)\bidentified\s+(?:with\s+\w+\s+)?by\s+[\"']([^\"'\n]{3,120})[\"']"),
    ("DENTIFIED BY", r"(?i)\bidentified\s+(?:with\s+\w+\s+)?by\s+[\"']([^\"'\n]{3,120})[\"']"),
    ("assword", r"(?i)(?:with|encrypted)\s+password\s+'([^'\n]{3,120})'"),
    ("ASSWORD", r"(?i)(?:with|encrypted)\s+password\s+'([^'\n]{3,120})'"),
    ("openssl", r"\bopenssl\b[^\n]{0,200}?\spass:([^\s\"']{3,120})"),
    ("net user", r"(?i)\bnet user \S{1,60} ([^\s/*][^\s]{5,60})"),
    ("is the pass", r"(\S{5,60})[\"'`]? is the pass(?:word|phrase|code)\b"),
)  # fmt: skip
_LOGIN_PAIR = r"(?i)\b(?:log ?in|log ?into|sign ?in|creds?|credentials?|user(?:name)?|login|logins|zugang|zugangsdaten|anmelden|identifiants)\b[^\n.;]{0,40}?[\s:=]\"?[\w.@+-]{2,60}\s?(?:/|:|\||,? (?:and|und|et|y|e|en)? ?(?:pass(?:word)?|pw|pwd|mdp)\b:?)\s?([^\s,;]{5,80})"


def command(text: str) -> str | None:
    """Return ``password`` if a command, a query or a pair of user and password holds one."""
    for hint, pattern in _COMMANDS:
        if hint in text:
            for match in _compiled(pattern).finditer(text):
                value = match.group(1)
                if value.lower() in _STOCK or is_placeholder(value) or is_reference(value):
                    continue
                if is_strong_password(value) or hint not in ("assword", "is the pass", "login"):
                    return "password"
    low = text.lower()
    if any(
        hint in low for hint in ("login", "log in", "sign in", "cred", "user", "zugang", "anmeld", "identifiant")
    ):
        for match in _compiled(_LOGIN_PAIR).finditer(text):
            value = match.group(1)
            if _is_chosen(value):
                return "password"
    return None


def _is_chosen(value: str) -> bool:
    """Tell whether the second of a pair is a password, for which a name and a date are too like one."""
    signs = any(char in "!@#$%^&*" for char in value)
    return is_strong_password(value) and (signs or (not value.islower() and any(c.islower() for c in value)))


_RULES: tuple[Callable[[str], str | None], ...] = (
    private_key,
    link,
    connection_string,
    header,
    parted_token,
    command,
)


def structured(text: str) -> str | None:
    """Return the kind of the first credential that the form of the text gives away."""
    for rule in _RULES:
        kind = rule(text)
        if kind:
            return kind
    return None
