"""Credentials for the tests, drawn and put together at run time: none of them stands in this repository."""

from __future__ import annotations

import base64
import json
import random
import string
import zlib
from collections.abc import Callable
from dataclasses import dataclass

from commonplace.guards.credentials.checksums import base62

LOWER = string.ascii_lowercase + string.digits
UPPER = string.ascii_uppercase + string.digits
MIXED = string.ascii_letters + string.digits
URL_SAFE = MIXED + "-_"
BASE64 = MIXED + "+/"
BASE32 = string.ascii_uppercase + "234567"
HEX = "0123456789abcdef"
HEX_MIXED = HEX + "ABCDEF"
DIGITS = string.digits


class Draw:
    """A source of credentials that gives the same ones for the same seed."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def __call__(self, length: int, alphabet: str = MIXED) -> str:
        return "".join(self._random.choice(alphabet) for _ in range(length))

    def uuid(self) -> str:
        return "-".join(self(length, HEX) for length in (8, 4, 4, 4, 12))

    def github(self, beginning: str) -> str:
        middle = self(30)
        return beginning + middle + base62(zlib.crc32(middle.encode()), 6)

    def jwt(self) -> str:
        parts = [json.dumps({"alg": "HS256", "typ": "JWT"}), json.dumps({"sub": self(10), "iat": 1})]
        encoded = [base64.urlsafe_b64encode(part.encode()).decode().rstrip("=") for part in parts]
        return ".".join([*encoded, self(43, URL_SAFE)])

    def card(self, beginning: str, length: int) -> str:
        number = beginning + self(length - len(beginning) - 1, DIGITS)
        total = 0
        for place, digit in enumerate(reversed(number)):
            value = int(digit) * (1 if place % 2 else 2)
            total += value - 9 if value > 9 else value
        return number + str(-total % 10)


@dataclass(frozen=True)
class Sample:
    """One kind of credential and how to make one."""

    kind: str
    make: Callable[[Draw], str]


def begins(kind: str, beginning: str, length: int, alphabet: str = MIXED) -> Sample:
    return Sample(kind, lambda draw: beginning + draw(length, alphabet))


ISSUED = [
    Sample("GitHub token", lambda draw: draw.github("gh" + "p_")),
    Sample("GitHub token", lambda draw: draw.github("gh" + "o_")),
    Sample("GitHub token", lambda draw: draw.github("gh" + "s_")),
    begins("GitHub token", "github" + "_pat_", 82),
    Sample("npm token", lambda draw: draw.github("np" + "m_")),
    begins("GitLab token", "gl" + "pat-", 20, URL_SAFE),
    begins("GitLab token", "gl" + "rt-", 20, URL_SAFE),
    begins("AWS access key", "AK" + "IA", 16, BASE32),
    begins("AWS access key", "AS" + "IA", 16, BASE32),
    begins("Google API key", "AI" + "za", 35, URL_SAFE),
    begins("Google OAuth token", "ya" + "29.", 60, URL_SAFE),
    begins("Google client secret", "GOC" + "SPX-", 28, URL_SAFE),
    begins("Stripe key", "sk" + "_live_", 24),
    begins("Stripe key", "rk" + "_test_", 24),
    begins("Stripe webhook secret", "wh" + "sec_", 32),
    Sample("Slack token", lambda d: "xo" + f"xb-{d(12, DIGITS)}-{d(12, DIGITS)}-{d(24)}"),
    Sample("Slack token", lambda d: "xo" + f"xp-{d(12, DIGITS)}-{d(12, DIGITS)}-{d(12, DIGITS)}-{d(32, HEX)}"),
    Sample("SendGrid key", lambda d: "S" + f"G.{d(22, URL_SAFE)}.{d(43, URL_SAFE)}"),
    begins("Twilio key", "S" + "K", 32, HEX),
    begins("Anthropic key", "sk-" + "ant-api03-", 93, URL_SAFE),
    begins("OpenAI key", "sk-" + "proj-", 74, URL_SAFE),
    begins("secret key", "sk" + "-", 48),
    begins("Hugging Face token", "h" + "f_", 34, string.ascii_letters),
    begins("Replicate token", "r" + "8_", 37),
    begins("Groq key", "gs" + "k_", 52),
    begins("DigitalOcean token", "do" + "p_v1_", 64, HEX),
    begins("Shopify token", "sh" + "pat_", 32, HEX_MIXED),
    begins("Square token", "sq0" + "atp-", 22, URL_SAFE),
    begins("Mailgun key", "ke" + "y-", 32, HEX),
    Sample("Brevo key", lambda d: "xke" + f"ysib-{d(64, HEX)}-{d(16)}"),
    begins("Datadog key", "dda" + "pp_", 34),
    begins("New Relic key", "NR" + "AK-", 27, UPPER),
    begins("Grafana token", "gl" + "c_", 60, BASE64),
    Sample("Grafana token", lambda d: "gl" + f"sa_{d(32)}_{d(8, HEX)}"),
    begins("Vault token", "hv" + "s.", 90, URL_SAFE),
    begins("Doppler token", "dp" + ".pt.", 43),
    begins("Linear key", "lin" + "_api_", 40),
    begins("Notion token", "nt" + "n_", 46),
    Sample("Postman key", lambda d: "PM" + f"AK-{d(24, HEX)}-{d(34, HEX)}"),
    begins("PyPI token", "py" + "pi-AgEIcHlwaS5vcmc", 120, URL_SAFE),
    begins("RubyGems token", "ruby" + "gems_", 48, HEX),
    begins("Docker token", "dc" + "kr_pat_", 27, URL_SAFE),
    begins("Databricks token", "da" + "pi", 32, HEX),
    Sample("Airtable token", lambda d: "pa" + f"t{d(14)}.{d(64, HEX)}"),
    begins("Atlassian token", "ATA" + "TT3", 180, URL_SAFE),
    begins("Dropbox token", "s" + "l.", 130, URL_SAFE),
    begins("Facebook token", "EA" + "A", 150),
    begins("PlanetScale token", "psc" + "ale_tkn_", 43, URL_SAFE),
    begins("Pulumi token", "pu" + "l-", 40, HEX),
    begins("Sentry token", "sntry" + "u_", 64, HEX),
    begins("Sourcegraph token", "sg" + "p_", 40, HEX),
    begins("Supabase token", "sb" + "p_", 40, HEX),
    Sample("Tailscale key", lambda d: "ts" + f"key-auth-{d(12)}CNTRL-{d(32)}"),
    begins("Typeform token", "tf" + "p_", 59, URL_SAFE),
    begins("age key", "AGE-" + "SECRET-KEY-1", 58, "023456789ACDEFGHJKLMNPQRSTUVWXYZ"),
    Sample("HubSpot token", lambda d: "pa" + f"t-na1-{d.uuid()}"),
    Sample("Telegram token", lambda d: d(9, "123456789") + f":AA{d(33, URL_SAFE)}"),
    Sample("Discord token", lambda d: "M" + f"{d(23)}.{d(6, URL_SAFE)}.{d(27, URL_SAFE)}"),
    Sample("Mailchimp key", lambda d: d(32, HEX) + "-us" + "12"),
    Sample("Azure client secret", lambda d: d(3) + "8Q" + "~" + d(34)),
    Sample("Terraform token", lambda d: d(14) + ".atlas" + "v1." + d(60)),
    Sample("JSON Web Token", lambda d: d.jwt()),
]

# Issuers that nobody knows: built as such strings are built.
UNKNOWN = [
    begins("access key", "acme" + "_live_", 32),
    begins("access key", "acme" + "_sk_", 30, LOWER),
    begins("access key", "zzq-", 32, HEX),
    begins("access key", "zzq_", 40, HEX),
    begins("token", "", 40),
    begins("token", "", 36, LOWER),
    begins("token", "", 48, URL_SAFE),
]


def join(*parts: str) -> str:
    """Put a password together from parts that are none."""
    return "".join(parts)


# What people choose; two parts, so that no password stands here.
CHOSEN = [
    join("hunter", "22"),
    join("Sommer", "2024!"),
    join("Tr0ub4", "dor&3"),
    join("Pass", "w0rd!"),
    join("x9", "$kLm2Q"),
]


def seed_phrase(entropy: bytes) -> str:
    """Return the words that BIP-39 gives to some bytes."""
    from hashlib import sha256
    from pathlib import Path

    import commonplace.guards.credentials as guard

    words = (Path(str(guard.__file__)).parent / "data" / "bip39_english.txt").read_text("ascii").split()
    check = len(entropy) // 4
    bits = "".join(f"{byte:08b}" for byte in entropy) + f"{sha256(entropy).digest()[0]:08b}"[:check]
    return " ".join(words[int(bits[place : place + 11], 2)] for place in range(0, len(bits), 11))
