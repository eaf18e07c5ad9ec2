"""What looks like a credential and is none: stand-ins, references, and identifiers that anyone may see.

References are what callers are asked to store instead of a secret, so they must pass.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from functools import cache

# ------------------------------------------------------------------ stand-ins and references

_STAND_IN = (
    r"x{4,}|\*{3,}|•{3,}|·{4,}|\.{3,}|…|_{4,}|#{4,}|\?{3,}|-{6,}|0{8,}|1{8,}|(?:redact|mask|placehold|example"
    r"|dummy|changethis|replace[_-]?me|replace[_-]?with|insert[_-]|sample|foobar|todo|fixme|fill[_-]?in|censored"
    r"|geschwaerzt|geschwärzt|masqu[ée]|oculta|hidden|removed|omitted|scrubbed|anonymi|snip|truncated)"
    r"|your[_ -]?\w|<[^<>]*>|\{\{.*\}\}|\(hidden\)|deadbeef|(?:abcd|wxyz)(?:efgh|1234)|0123456789ab|1234567890ab"
)
_REFERENCE = (
    r"\$[A-Za-z_{(]|%[A-Za-z_]\w*%|\{[A-Za-z_][\w.]*\}|\$\{\{|@@|!(?:vault|secret|sops|env|ref)\b"
    r"|(?:vault|op|ssm|secretsmanager|aws-?sm|keyvault|azurekeyvault|gcpsm|gsm|sm|keychain|pass|bw|bws|doppler"
    r"|infisical|akeyless|conjur|lastpass|1password|keepass|gopass|sops|env|file|secret|secrets|ref|awssm|ssm-secure"
    r"|berglas|chamber|arn|projects/[\w-]+/secrets)(?::|//|/secrets/)"
    r"|process\.env|import\.meta\.env|os\.(?:environ|getenv)|getenv|System\.getenv|ENV\[|env\.|env\(|Env\.|secrets\."
    r"|config\.|settings\.|vars?\.|var\.|data\.|self\.|this\.|args\.|options\.|opts\.|params\.|local\.|module\."
    r"|(?:1password|keepass|bitwarden|lastpass|keychain|dashlane|secret[s]?[_ -]?manager|vault|parameter[_ -]?store)\b"
    r"|/(?:run|etc|var|home|opt|mnt|usr|root|srv)/|\.{0,2}/[\w.-]+(?:/[\w.-]+)*$|~/|[A-Z]:\\"
)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def is_placeholder(value: str) -> bool:
    """Tell whether a value stands in for a secret: ``<your-token>``, ``xxxx``, ``****``, ``EXAMPLE``."""
    core = value.strip("\"'`“”‘’«»()[]")
    if len(set(core)) <= 2:
        return True
    return _compiled(_STAND_IN).search(core) is not None


def is_reference(value: str) -> bool:
    """Tell whether a value names where a secret is kept: ``${TOKEN}``, ``process.env.KEY``, ``op://…``."""
    return _compiled(_REFERENCE).match(value.lstrip("\"'`“‘«([<")) is not None


# ------------------------------------------------------------------ identifiers

# Beginnings of identifiers that are handed around openly; a name and its separator.
_ID_NAMES = (
    "acct|ach|addr|account|agent|alert|am|ami|app|appl|art|asst|asset|async|attr|ba|bal|batch|bi|blob|block|bot|bps"
    "|branch|build|bucket|call|campaign|card|cart|cb|cas|ch|channel|chatcmpl|chat|check|chunk|cid|class|client"
    "|cluster|cmpl|cn|col|coll|collection|comment|commit|company|conn|contact|container|conv|conversation|corr"
    "|correlation|coupon|cpn|cs|cs_live|cs_test|ctr|cur|cust|cus|customer|dashboard|db|ds|dataset|deal|del|dep|deploy"
    "|deployment|device|digest|disc|discount|dispute|doc|document|dp|dpl|draft|edge|email|eni|ent|entity|env|err"
    "|error|etag|event|evt|evtrun|exec|execution|exp|fee|fcid|fi|field|file|flow|folder|form|frm|ft|ftjob|fs|gen|grp"
    "|group|hash|host|hook|i|icr|id|idp|idem|igw|ii|image|img|import|in|inc|incident|inst|instance|int|inv|invitation"
    "|invoice|issue|item|iss|itm|job|jti|kb|label|lambda|layer|lead|li|link|list|loc|location|log|lt|lun|mandate|mbr"
    "|media|mem|member|membership|merchant|message|meter|mid|mod|msg|nat|net|node|note|notif|object|obj|op|opp|option"
    "|ord|order|org|organization|orgs|outfit|page|part|partner|pay|payment|pi|pid|pipe|pk|pk_live|pk_test|pl|place|plan|plink|pm"
    "|pmc|pod|po|post|prc|pr|pref|price|prj|prod|product|profile|proj|project|prompt|promo|prv|ps|pub|purchase|py|pyr|q"
    "|qt|query|queue|r|rcpt|re|receipt|rec|record|ref|refund|region|rel|release|rep|report|repo|req|request|res"
    "|resource|resp|response|rev|role|room|rs|rtb|rule|run|sample|sbx|scan|sched|schedule|schema|script|sctn|section|seg|segment|seq"
    "|seti|sess|session|sg|sha|sha1|sha256|sha384|sha512|md5|shipment|shr|si|site|sku|slot|snap|snapshot|source|span"
    "|spec|src|srv|sub|subnet|subscription|sub_sched|svc|step|store|stream|stripe|survey|sys|tag|task|tax|tbl|team"
    "|template|ten|tenant|tgw|thread|ticket|topup|toolu|tool|tr|trace|track|tran|transaction|transfer|trip|txi|txn|txr"
    "|uid|unit|upload|user|usr|uuid|v|vec|vector|ver|version|video|view|vm|vol|volume|vpc|vpce|vs|vsfc|web|webhook"
    "|we|wf|widget|wks|wksp|workflow|workspace|ws|zone|reqid|rid|tid|ga|gid|goal|gtm|commitsha|asm|arm|aws|gcp"
)
_ID = rf"(?:{_ID_NAMES})[_-](?:(?:live|test|prod|dev|ev|msg|[0-9]{{1,3}})[_-])?[A-Za-z0-9]{{6,64}}"
_SHAPES = (
    r"[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}"  # UUID
    r"|(?:0x)?[0-9a-f]+|(?:0x)?[0-9A-F]+|0x[0-9a-fA-F]+"  # hashes, addresses, numbers
    r"|(?=[0-9A-F:-]*-)[0-9A-Fa-f-]+|[\d.,:/_-]+"  # numbers and dates, parted
    r"|[0-7][0-9A-HJKMNP-TV-Z]{25}"  # ULID
    r"|[0-3][0-9A-Za-z]{26}"  # KSUID
    r"|1[\w-]{32}|1[\w-]{43}|0[AB][\w-]{15,}"  # Google Drive
    r"|c[a-z0-9]{24}"  # cuid
    r"|Qm[1-9A-HJ-NP-Za-km-z]{44}|baf[a-z2-7]{50,}|k51[a-z0-9]{50,}"  # IPFS
    r"|(?:bc|tb|ltc|addr|stake|cosmos|osmo|npub|note|lnurl|age|erd|terra|secret|tz|pool)(?:_test)?1[a-z0-9]{20,}"
    r"|(?:xpub|ypub|zpub)[A-Za-z0-9]{100,}"
    r"|(?:rec|app|tbl|viw|fld|wsp|usr|sel)[A-Za-z0-9]{14}"  # Airtable
    r"|(?:AROA|AIDA|AGPA|AIPA|ANPA|ANVA|APKA|ASCA|ACCT)[A-Z0-9]{16,}"  # AWS principals
    r"|(?:AC|SM|MM|CA|PN|MG|WA|VA|IS|US|CH|RE|AP|ZS|FW|FN)[0-9a-f]{32}"  # Twilio
    r"|6L[\w-]{38}"  # reCAPTCHA, public half
    r"|UC[\w-]{22}|PL[\w-]{32}"  # YouTube
    r"|[A-Z][A-Z0-9]{1,4}(?:-[A-Z0-9]{2,6}){2,7}"  # product keys, article numbers
    rf"|{_ID}"
)
# Words that announce an identifier, an address or a digest right before it.
_BEFORE = (
    r"(?:\b|_|(?<=[a-z])(?=[A-Z]))(?:id|ids|identifiers?|guid|uuid|uid|arn|sha-?\d{0,3}|md5|crc\d*|blake\w*|hash|hashes|digest|checksum|etag"
    r"|fingerprint|thumbprint|integrity|commits?|revision|rev|tree|blob|object|pinned at|sri|nonce|cursor|page[_ ]?token"
    r"|next[_ ]?token|continuation|address|addr|wallet|mint|contract|pub(?:lic)?[_ -]?keys?|publishable[_ -]?key|site[_ -]?key"
    r"|trace|span|request|correlation|parent|traceparent|tracking|serial|imei|model|sku|part|order|invoice|ticket|case"
    r"|build|image|layer|tag|branch|pod|node|host|hostname|instance|container|bucket|file|filename|folder|directory"
    r"|dir|path|url|uri|link|slug|ref|name|version|channel|document|doc|sheet|spreadsheet|video|playlist|signature of"
    r"|cache[_ ]?key|partition[_ ]?key|primary[_ ]?key|sort[_ ]?key|foreign[_ ]?key|idempotency[_ ]?key|object[_ ]?key"
    r"|route[_ ]?key|s3[_ ]?key|project|workspace|dashboard|page|record|run|job|cid|did|peer|kid|key[_ ]?id|x5t)"
)
_JOINT = r"(?:[\"'`]?\s{0,3}(?:is|was|are|ist|=>|[:=#(,/])?\s{0,3}[\"'`(\[]{0,2})$"
_PUBLIC_KEY_BEFORE = r"(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-\w+|sk-\w+@openssh\.com|sha(?:256|384|512)[-:]|h1:|data:[\w/+.-]+;base64,|p=|base64,)\s?$"
_FILE_AFTER = r"\.(?:png|jpe?g|gif|svg|webp|ico|pdf|mp[34]|mov|wav|js|css|map|html?|json|ya?ml|zip|t?gz|tar|whl|jar|txt|md|csv|parquet|log|py|ts|go|rs|so|dll|exe|woff2?|ttf|com|net|org|io|dev|app)\b"
_MAGIC = (
    "iVBORw0KGgo",
    "/9j/",
    "R0lGOD",
    "UklGR",
    "JVBERi0",
    "H4sI",
    "UEsDB",
    "AAAAB3NzaC1",
    "AAAAC3NzaC1",
    "AAAAE2Vj",
    "PHN2Zy",
    "PD94bW",
    "Qk0",
    "SUkqA",
    "T2dnUw",
    "SUQz",
    "AAAAIGZ0",
    "AAAAHGZ0",
    "AAABAA",
    "MIIB",
    "MIIC",
    "MIID",
    "MIIE",
    "MIIF",
    "MIIG",
    "d09GM",
    "d09GR",
    "AGFzbQ",
    "f0VMR",
    "mQIN",
    "mQEN",
    "mDME",
)


def is_identifier(token: str) -> bool:
    """Tell whether a token has the shape of an identifier, a digest, a number or a public address."""
    if re.fullmatch(_SHAPES, token):
        return True
    return token.startswith(_MAGIC) or _says_something(token) or _is_base58check(token)


def is_announced(text: str, start: int, end: int) -> bool:
    """Tell whether the words around a token say that it is an identifier, a digest, a file or a public key."""
    before = text[max(0, start - 48) : start]
    if re.search(_BEFORE + _JOINT, before, re.IGNORECASE):
        return True
    if re.search(_PUBLIC_KEY_BEFORE, before, re.IGNORECASE):
        return True
    return re.match(_FILE_AFTER, text[end : end + 8], re.IGNORECASE) is not None


def _says_something(token: str) -> bool:
    """Tell whether a token is base64 of plain text, which is judged as text of its own."""
    raw = token.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        decoded = base64.b64decode(raw[: len(raw) // 4 * 4], validate=True).decode("utf-8")
    except (ValueError, binascii.Error):
        return False
    return len(decoded) >= 9 and all(char.isprintable() or char in "\r\n\t" for char in decoded)


_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def _is_base58check(token: str) -> bool:
    """Tell whether a token is an address with its checksum (Bitcoin and its kin); private keys are longer."""
    if not 25 <= len(token) <= 36 or any(char not in _BASE58 for char in token):
        return False
    return len(base58check(token)) == 21


def base58check(token: str) -> bytes:
    """Return what base 58 with a valid checksum says, or nothing."""
    number = 0
    for char in token:
        place = _BASE58.find(char)
        if place < 0:
            return b""
        number = number * 58 + place
    raw = number.to_bytes((number.bit_length() + 7) // 8, "big")
    raw = bytes(len(token) - len(token.lstrip("1"))) + raw
    body, check = raw[:-4], raw[-4:]
    good = hashlib.sha256(hashlib.sha256(body).digest()).digest()[:4] == check
    return body if good else b""
