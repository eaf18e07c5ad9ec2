"""Strings that look drawn at random and may be seen by anyone: identifiers, digests, addresses, files.

To let another service's identifiers pass, add what they begin with to ``_ID_NAMES``.
"""

from __future__ import annotations

from collections.abc import Callable

from .base58 import base58check
from .patterns import compiled, words

# What identifiers begin with, before ``_`` or ``-``: what they are of, in full or as services shorten it.
_ID_NAMES = words(
    """
    account acct ach addr agent alert am ami app appl arm art asm asset asst async attr aws ba bal batch bi blob
    block bot bps branch bucket build call campaign card cart cas cb ch channel chat chatcmpl check chunk cid
    class client cluster cmpl cn col coll collection comment commit commitsha company conn contact container
    conv conversation corr correlation coupon cpn cs cs_live cs_test ctr cur cus cust customer dashboard dataset
    db deal del dep deploy deployment device digest disc discount dispute doc document dp dpl draft ds edge
    email eni ent entity env err error etag event evt evtrun exec execution exp fcid fee fi field file flow
    folder form frm fs ft ftjob ga gcp gen gid goal group grp gtm hash hook host i icr id idem idp igw ii image
    img import in inc incident inst instance int inv invitation invoice iss issue item itm job jti kb label
    lambda layer lead li link list loc location log lt lun mandate mbr md5 media mem member membership merchant
    message meter mid mod msg nat net node note notif obj object op opp option ord order org organization orgs
    outfit page part partner pay payment pi pid pipe pk pk_live pk_test pl place plan plink pm pmc po pod post
    pr prc pref price prj prod product profile proj project promo prompt prv ps pub purchase py pyr q qt query
    queue r rcpt re rec receipt record ref refund region rel release rep repo report req reqid request res
    resource resp response rev rid role room rs rtb rule run sample sbx scan sched schedule schema script sctn
    section seg segment seq sess session seti sg sha sha1 sha256 sha384 sha512 shipment shr si site sku slot
    snap snapshot source span spec src srv step store stream stripe sub sub_sched subnet subscription survey svc
    sys tag task tax tbl team template ten tenant tgw thread ticket tid tool toolu topup tr trace track tran
    transaction transfer trip txi txn txr uid unit upload user usr uuid v vec vector ver version video view vm
    vol volume vpc vpce vs vsfc we web webhook wf widget wks wksp workflow workspace ws zone
    """
)
# One such name, perhaps the environment, and what was drawn.
_NAMED = (
    r"([a-z0-9]{1,15}(?:_(?:live|test|sched))?)[_-](?:(?:live|test|prod|dev|ev|msg|[0-9]{1,3})[_-])?"
    r"[A-Za-z0-9]{6,64}"
)
_SHAPES = (
    r"[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}",  # UUID
    r"(?:0x)?[0-9a-f]+|[0-9A-F]+|0x[0-9a-fA-F]+",  # hashes, addresses, numbers; no digest mixes its cases
    r"(?=[0-9A-F:-]*-)[0-9A-Fa-f-]+|[\d.,:/_-]+",  # numbers and dates, parted
    r"[a-z][_-][0-9a-f]{32}",
    r"[0-7][0-9A-HJKMNP-TV-Z]{25}",  # ULID
    r"[0-3][0-9A-Za-z]{26}",  # KSUID
    r"1[\w-]{32}|1[\w-]{43}|0[AB][\w-]{15,}",  # Google Drive
    r"c[a-z0-9]{24}",  # cuid
    r"Qm[1-9A-HJ-NP-Za-km-z]{44}|baf[a-z2-7]{50,}|k51[a-z0-9]{50,}",  # IPFS
    r"(?:bc|tb|ltc|addr|stake|cosmos|osmo|npub|note|lnurl|age|erd|terra|secret|tz|pool)(?:_test)?1[a-z0-9]{20,}",
    r"ln(?:bc|tb)[0-9a-z]{50,}",
    r"[xyz]pub[A-Za-z0-9]{100,}",
    r"(?:rec|app|tbl|viw|fld|wsp|usr|sel)[A-Za-z0-9]{14}",  # Airtable
    r"(?:AROA|AIDA|AGPA|AIPA|ANPA|ANVA|APKA|ASCA|ACCT)[A-Z0-9]{16,}",  # principals of AWS
    r"(?:AC|SM|MM|CA|PN|MG|WA|VA|IS|US|CH|RE|AP|ZS|FW|FN)[0-9a-f]{32}",  # Twilio
    r"6L[\w-]{38}",  # reCAPTCHA, the half that every page shows
    r"UC[\w-]{22}|PL[\w-]{32}",  # YouTube
)
# What a public key or a digest stands behind.
_PUBLIC = (
    r"(?i)(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-\w+|sk-\w+@openssh\.com|sha(?:256|384|512)[-:]|h1:"
    r"|data:[\w/+.-]+;base64,|\bp=|base64,|\|1\|(?:[a-z0-9+/]+=\|)?|\"(?:n|x5t|x5t#s256)\"\s?:\s?\")\s?$"
)
_FILE_ENDS = (
    r"(?i)\.(?:png|jpe?g|gif|svg|webp|ico|pdf|mp[34]|mov|wav|js|css|map|html?|json|ya?ml|zip|t?gz|tar|whl|jar|txt|md|csv"
    r"|parquet|log|py|ts|go|rs|so|dll|exe|woff2?|ttf|com|net|org|io|dev|app)\b"
)
# How files and public keys begin in base64.
_MAGIC = tuple(
    """
    iVBORw0KGgo /9j/ R0lGOD UklGR JVBERi0 H4sI UEsDB AAAAB3NzaC1 AAAAC3NzaC1 AAAAE2Vj PHN2Zy PD94bW Qk0
    SUkqA T2dnUw SUQz AAAAIGZ0 AAAAHGZ0 AAABAA MIIB MIIC MIID MIIE MIIF MIIG d09GM d09GR AGFzbQ f0VMR mQIN
    mQEN mDME
    """.split()  # noqa: SIM905
)


def is_identifier(token: str) -> bool:
    """Tell whether a token has the shape of an identifier, a digest, a number or a public address."""
    if compiled("|".join(_SHAPES)).fullmatch(token):
        return True
    named = compiled(_NAMED).fullmatch(token)
    if named and named.group(1) in _ID_NAMES:
        return True
    return token.startswith(_MAGIC) or _says_something(token) or _is_address(token)


def is_file_or_public_key(text: str, start: int, end: int) -> bool:
    """Tell whether what stands around a token makes a file, an address, a digest or a public key of it.

    Parameters
    ----------
    text
        The text.
    start, end
        Where the token stands in it.
    """
    if text[end : end + 1] == "@" or compiled(_PUBLIC).search(text[max(0, start - 40) : start]):
        return True
    return text[end : end + 1] == "." and compiled(_FILE_ENDS).match(text[end : end + 8]) is not None


def _says_something(token: str) -> bool:
    """Tell whether a token is base64 or base32 of plain text, which no key is."""
    from base64 import b32decode, b64decode

    raw = token.rstrip("=")
    if compiled(r"[A-Z2-7]+").fullmatch(raw) and _is_text(lambda: b32decode(raw[: len(raw) // 8 * 8])):
        return True
    raw = raw.replace("-", "+").replace("_", "/")
    return _is_text(lambda: b64decode(raw[: len(raw) // 4 * 4], validate=True))


def _is_text(decode: Callable[[], bytes]) -> bool:
    try:
        decoded = decode().decode("utf-8")
    except ValueError:
        return False
    return len(decoded) >= 9 and all(char.isprintable() or char in "\r\n\t" for char in decoded)


def _is_address(token: str) -> bool:
    """Tell whether a token is an address with its checksum (Bitcoin and its kin); private keys are longer."""
    return 25 <= len(token) <= 36 and len(base58check(token)) == 21
