"""What a value must look like to be believed a secret, once the words around it say so."""

from __future__ import annotations

import re

from ...domain.word_lists import WordLists
from .entropy import looks_drawn, randomness, switches
from .patterns import AROUND, QUOTES, compiled
from .placeholders import is_placeholder, is_reference

_LISTS = WordLists(__file__, "values")
_COMMON, _JOINING, _SAYINGS = map(_LISTS.words, ("common", "joining", "sayings"))
_SAYING_ENDINGS = _LISTS.ordered("saying_endings")

_TERM = (
    r"(?:sha|md|aes|rsa|dsa|ed|ecdsa|ecdh|base|utf|bcrypt|scrypt|argon|argon2|pbkdf|hmac|oauth|hs|rs|es|ps|ntlm|tls|ssl"
    r"|http|ipv|wpa|x|pkcs|2fa|mfa|fido|u2f|k8s|s3|ec2|i18n|l10n|a11y|crc|blake|curve|chacha|latin|iso|rfc|pci|soc|nist"
    r"|cwe|cve|gpt|win|python|java|log4j|web3|oidc|v|version|phase|step|day|week|level|tier|group|team|room|q)"
    r"[-_. ]?\d{0,5}(?:id|[a-z])?(?:[-_/.:+][\w-]{0,24}){0,3}"
    r"|v?\d+(?:\.\d+)+(?:[-+.]?\w+)?"  # versions, addresses of machines
    r"|\d[\d.,:/-]*(?:st|nd|rd|th|d|h|m|s|ms|min|mins|sec|secs|days?|hours?|hrs?|weeks?|months?|years?|y|w|x|%|k|kb|mb|gb|b"
    r"|bytes?|bits?|bit|chars?|characters?|times|am|pm|zeichen|tage|attempts|px|pt|em|usd|eur)?(?:-\w+)?"
    r"|\d{4}-\d\d-\d\dt[\d:.z+-]+"
    r"|0x[0-9a-f]{40}"  # addresses on a chain
    r"|[\w.+-]+@[\w-]+\.[\w.-]+"  # mail
    r"|@[\w/.-]+|#\w+"
    r"|[a-z][a-z0-9+.-]*://.*"  # links are judged as such
    r"|(?:[\w-]+\.)+(?:com|net|org|io|dev|app|local|internal|md|txt|py|js|ts|ya?ml|json|env|toml|ini|conf|html?|php|go|rb)"
    r"|.*(?:a-z|\{\d+,\d*\}).*"  # patterns
    r"|[a-z_][\w.]*[(\[].*"  # code
    r"|(?:sha\d{1,3}|md5)[:-].*"  # digests with their names
    r"|[a-z_]\w*(?:\.[a-z_]\w*)+"
)
_PATH = r"(?:[\w.-]+/)+[\w.-]*"
_VARIABLE = r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+"
_NAMES_ONE = r"[\w./-]*(?:passwo?r?d|secret|token|api[_-]?key|credential|vault|creds)[\w./-]*"
_WORD_RUN = r"[a-z]{3,}(?: [a-z]{3,}){3,7}"


def is_excused(value: str) -> bool:
    """Return whether a value is a placeholder, a reference, a technical term, a measure or code."""
    if is_placeholder(value) or is_reference(value):
        return True
    if compiled(_TERM, re.IGNORECASE | re.ASCII).fullmatch(value):
        return not _has_drawn_part(value)
    if compiled(_PATH).fullmatch(value) and randomness(value) < _PATH_AT_MOST and not _has_drawn_part(value):
        return True
    if compiled(_VARIABLE, re.ASCII).fullmatch(value):
        return True
    if not compiled(_NAMES_ONE, re.ASCII).fullmatch(value.lower()) or _drawn_tail(value):
        return False
    return not any(map(str.isdigit, value[:-1])) or any(sign in value for sign in "_./-")


def _has_drawn_part(value: str) -> bool:
    """Return whether a part between dots and slashes was drawn (``v2.q7lm…``), so that the whole is no term."""
    if value.lower().startswith(("sha", "md5", "http", "0x")) or "://" in value or "(" in value:
        return False
    longest = max(compiled(r"[./:+=@#-]").split(value), key=len)
    if len(longest) < _DRAWN_PART or not longest.isascii() or not any(map(str.isdigit, longest)):
        return False
    if is_hexadecimal(longest):
        return len(longest) >= 2 * _DRAWN_PART and not longest.isdigit()
    return looks_drawn(longest)


def _drawn_tail(value: str) -> bool:
    """Return whether a value that holds a word such as secret is a password all the same (S3cret!, secret123)."""
    return bool(re.search(r"\d{2,}|[!@#$%^&*+=?~]", value)) or randomness(value) > 8


def is_strong_password(value: str) -> bool:
    """Return whether a value is letters with digits or signs, and so no word of a sentence."""
    core = value.strip(AROUND)
    if not 4 <= len(core) <= 256:
        return False
    letters = any(char.isalpha() for char in core)
    digits = any(char.isdigit() for char in core)
    signs = any(char in "!@#$%^&*+=?~|\\" for char in core[:-1]) or core[-1] in "#$%^&*+=~"
    if (letters and digits) or (signs and (letters or digits)):
        return not is_excused(core)
    return len(core) >= 8 and core.isascii() and core.isalpha() and _odd_case(core) and not is_excused(core)


def _odd_case(core: str) -> bool:
    """Return whether letters are neither a word nor words that begin with capitals."""
    return not (core.islower() or core.isupper() or core.istitle()) and randomness(core) > 6


def is_weak_password(value: str, *, quoted: bool, alone: bool, verb: bool) -> bool:
    """Return whether a plain word, after an English ``password``, is one.

    The word may be ``quoted``, or ``alone`` at the end of its clause; a ``verb`` or else a sign links it.
    """
    core = value.strip(AROUND + "!?")
    low = core.lower()
    if low in _COMMON and (alone or quoted or not verb):
        return True
    if core.isdigit() and core.isascii():
        return 4 <= len(core) <= 20 and len(set(core)) > 1 and (not verb or len(core) >= 6) and alone
    if len(core) < 5 or not core.isalpha() or low in _SAYINGS or is_excused(core):
        return False
    if quoted and not verb:
        return True
    return alone and verb and core.islower() and not low.endswith(_SAYING_ENDINGS)


def is_passphrase(text: str) -> bool:
    """Return whether a text is four to eight plain words and none of those that sentences are built with."""
    core = text.strip(QUOTES + " .").replace("-", " ")
    return bool(compiled(_WORD_RUN).fullmatch(core)) and not _JOINING.intersection(core.split())


def is_drawn(value: str) -> bool:
    """Return whether a value is one that a machine drew: a token or key, given words that announce one."""
    core = value.strip(AROUND + "!?").rstrip("\\")
    # What is excused is asked last: it costs most.
    return len(core) >= 8 and not core.isdigit() and _may_be_drawn(core) and not is_excused(core)


def _may_be_drawn(core: str) -> bool:
    if not any(map(str.isalpha, core)):
        return False
    digits = any(map(str.isdigit, core))
    if is_hexadecimal(core):
        return len(core) >= _HEXADECIMAL_FROM and digits
    chopped = len(core) >= _CHOPPED_FROM and is_chopped(core)
    if digits:
        # The words around have spoken; only what plainly is a name with a number is none.
        return chopped or (
            len(core) >= 10 and (randomness(core) > (0 if len(core) < 16 else -4) or switches(core) >= 4)
        )
    return (chopped and _odd_case(core)) or (len(core) >= 16 and randomness(core) > 2)


def is_chopped(value: str) -> bool:
    """Return whether letters change case, or to digits and back, after two or three characters each."""
    pieces = compiled(_PIECES).findall(value)
    return len(pieces) * _LONGEST_PIECES > sum(map(len, pieces)) and not (value.islower() or value.isupper())


def is_short_number(value: str, is_secret: bool) -> bool:
    """Return whether a value is a number as secrets may be: decimal, or hexadecimal of fourteen digits or more."""
    core = value.strip(AROUND)
    if is_secret and core.isdigit() and _NUMBER_FROM <= len(core) <= _NUMBER_TO and len(set(core)) > 1:
        return True
    if is_secret and compiled("0x[0-9a-fA-F]{40,64}").fullmatch(core):
        return True
    letters = sum(map(str.isalpha, core))
    return compiled("[0-9a-f]{14,19}").fullmatch(core) is not None and 2 <= letters <= len(core) - 4


def is_grouped(text: str) -> bool:
    """Return whether a text begins with four to six groups of four characters, as passwords for apps are shown."""
    match = compiled(_GROUPS).match(text.strip(QUOTES + " "))
    if not match:
        return False
    groups = match.group().split()
    mixed = sum(randomness(group) > 0 or not (group.isalpha() and group.islower()) for group in groups)
    return mixed * 2 > len(groups) and not all(map(str.isdigit, groups))


def is_hexadecimal(value: str) -> bool:
    """Return whether a value is a hexadecimal number or a UUID."""
    return compiled(_HEXADECIMAL).fullmatch(value) is not None


_NUMBER_FROM, _NUMBER_TO = 6, 20  # digits
_PATH_AT_MOST = 4  # bits
_DRAWN_PART = 16  # characters
_CHOPPED_FROM = 12  # characters
_PIECES = r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+"
_LONGEST_PIECES = 2.6  # characters on average
_HEXADECIMAL_FROM = 20  # characters; shorter ones number versions and schemas
_GROUPS = r"(?:[A-Za-z0-9]{4} ){3,5}[A-Za-z0-9]{4}(?![A-Za-z0-9])"
_HEXADECIMAL = r"[0-9a-f]+|[0-9A-F]+|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"


def is_chosen(value: str) -> bool:
    """Return whether a value is a password by signs or case besides digits, where a name is possible, too."""
    signs = any(char in "!@#$%^&*" for char in value)
    mixed = any(char.islower() for char in value) and not value.islower()
    return len(value) >= 5 and is_strong_password(value) and (signs or mixed)
