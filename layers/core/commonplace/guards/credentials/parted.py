"""Credentials that are known by their parts rather than by how they begin: JWTs, bots' tokens, salted hashes.

To add one, add a line to ``_TABLE``: kind, a literal that every one of them holds, the pattern. A pattern
should begin with the literal and look back from it, so that few places of a text are tried.
"""

from __future__ import annotations

import re

from .patterns import any_digit, compiled
from .placeholders import is_placeholder

_JWT = r"(?<![\w-])ey[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{4,8000}\.[A-Za-z0-9_-]*"

_CRYPT = (
    r"\$(?:2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}"
    r"|argon2(?:id|i|d)\$v=\d+\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+"
    r"|[156]\$(?:rounds=\d+\$)?[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{22,86}|apr1\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}"
    r"|y\$[./A-Za-z0-9]{1,10}\$[./A-Za-z0-9]{1,86}\$[./A-Za-z0-9]{43}|7\$[./A-Za-z0-9]{20,}"
    r"|scrypt\$\S{30,}|pbkdf2-sha\d+\$\S{30,})"
)

_TABLE: tuple[tuple[str, str, str], ...] = (
    ("password hash", "$", _CRYPT),
    ("password hash", "pbkdf2_sha", r"pbkdf2_sha\d+\$\d+\$[\w./+-]+\$[A-Za-z0-9+/]{20,}=?"),
    ("password hash", "{SSHA", r"\{SSHA(?:256|512)?\}[A-Za-z0-9+/]{20,}"),
    ("Discord token", ".", r"(?<![\w.-])[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6,7}\.[\w-]{27,40}(?![\w-])"),
    ("Telegram token", ":AA", r"(?<!\d)\d{6,11}:AA[\w-]{32,36}(?![\w-])"),
    ("Azure client secret", "Q~", r"(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~-])"),
    ("Azure key", "JQQJ99", r"(?<![A-Za-z0-9])[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{20,}"),
    ("Azure DevOps token", "AZDO", r"(?<![A-Za-z0-9])[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}"),
    ("Mailchimp key", "-us", r"-us(?<![0-9a-f]{33}-us)(?<=[0-9a-f]{32}-us)\d{1,2}\b"),
    ("Mailgun signing key", "-", r"-(?<![\w-][0-9a-h]{32}-)(?<=[0-9a-h]{32}-)[0-9a-h]{8}-[0-9a-h]{8}(?![\w-])"),
    ("Terraform token", ".atlasv1.", r"(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{40,}"),
    ("OpenAI key", "T3BlbkFJ", r"(?<![\w-])[\w-]{20,200}?T3BlbkFJ[\w-]{20,}"),
    ("New Relic key", "NRAL", r"(?<![0-9a-f])[0-9a-f]{36}NRAL"),
    ("MaxMind key", "_mmk", r"_mmk(?<=\b[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk)"),
    ("ngrok token", "_", r"_(?<=\b[12][A-Za-z0-9]{26}_)[0-9A-Za-z]{19,22}(?![\w-])"),
    ("DeepL key", ":fx", r":fx(?<=-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}:fx)\b"),
    ("Codefresh key", ".", r"\.(?<=\b[0-9a-f]{24}\.)[0-9a-f]{32}(?![\w-]|\.\w)"),
    ("ConfigCat key", "/", r"/(?<![\w./-][\w-]{22}/)(?<=[\w-]{22}/)(?=[a-z_-]{0,20}[0-9A-Z])[\w-]{22}(?![\w./-])"),
    ("Webex token", "_", r"_(?<=\b[A-Za-z0-9]{64}_)[A-Za-z0-9]{4}_[0-9a-f-]{36}(?![\w-])"),
    ("Salesforce token", "!", r"!(?<=\b00D[A-Za-z0-9]{12}!)[\w.]{60,}"),
    ("Huobi key", "-", r"-(?<=\b[0-9a-f]{8}-)[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{5}(?![\w-])"),
    (
        "RapidAPI key",
        "msh",
        r"(?<![A-Za-z0-9])[A-Za-z0-9]{10}msh[A-Za-z0-9]{15}p1[A-Za-z0-9]{6}jsn[A-Za-z0-9]{12}",
    ),
    ("UptimeRobot key", "-", r"\b[um]\d{5,10}-[0-9a-f]{24}(?![0-9a-f-])"),
    ("Ghost key", ":", r":(?<![0-9a-f]{25}:)(?<=[0-9a-f]{24}:)[0-9a-f]{64}(?![0-9a-f])"),
    ("Unleash token", ":", r":(?<=[\w*-]:)[a-z]{3,20}\.[0-9a-f]{40,}"),
    ("Cloudinary address", "cloudinary://", r"cloudinary://\d+:[\w-]{10,}@"),
    ("Sidekiq secret", ":", r"(?i)contribsys[\w.-]{0,30}\W{1,12}[0-9a-f]{8}:[0-9a-f]{8}(?![0-9a-f])"),
    ("Sidekiq secret", "contribsys.com", r"(?<![0-9a-f])[0-9a-f]{8}:[0-9a-f]{8}@(?:gems|enterprise)\.contribsys"),
)


def parted(text: str) -> str | None:
    """Return the kind of the first credential that is known by its parts, such as ``JSON Web Token``."""
    if "ey" in text and any(_is_jwt(match.group()) for match in compiled(_JWT, re.ASCII).finditer(text)):
        return "JSON Web Token"
    if not any_digit(text):
        return None
    for kind, literal, pattern in _TABLE:
        if literal in text:
            found = compiled(pattern, re.ASCII).finditer(text)
            if any(not is_placeholder(match.group()) for match in found):
                return kind
    return None


def jwt_at(text: str, place: int) -> str | None:
    """Return ``JSON Web Token`` if one begins at a place."""
    if not text.startswith("ey", place):
        return None
    match = compiled(_JWT.partition(")")[2], re.ASCII).match(text, place)
    return "JSON Web Token" if match and _is_jwt(match.group()) else None


def _is_jwt(token: str) -> bool:
    """Return whether a token's first part says in JSON how the last one is made."""
    import json
    from base64 import urlsafe_b64decode

    head = token.partition(".")[0]
    try:
        decoded = json.loads(urlsafe_b64decode(head + "=" * (-len(head) % 4)))
    except (ValueError, RecursionError):
        return False
    return isinstance(decoded, dict) and "alg" in decoded
