"""Private keys: in armour, in a configuration, as a number that is called one, or by how their bytes begin."""

from __future__ import annotations

from .patterns import compiled

_ARMOUR = (
    r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY"
    r"|PuTTY-User-Key-File-\d|BEGIN OPENVPN STATIC KEY|-----BEGIN [A-Z ]{0,20}SECRET[A-Z ]{0,20}-----"
)
_WIREGUARD = r"(?i)(?:private|preshared)_?key\s?=\s?[A-Za-z0-9+/]{42,43}="
_NUMBER = r"(?i)(?:private|secret|priv|signing)[ _-]?key\W{1,6}(?:is\W{1,3})?(?:0x)?[0-9a-f]{64}(?![0-9a-f])"
# The first bytes of PKCS #1, PKCS #8, SEC 1 and OpenSSH in base64.
_BYTES = (
    r"(?<![A-Za-z0-9+/])(?:MII[A-Za-z0-9+/]{2,3}IBA(?:AKC|DAN)|MHcCAQEE|MIGHAgEAMBMG|MC4CAQAwBQYDK2V|b3BlbnNzaC1rZXktdj)"
    r"[A-Za-z0-9+/\s]{20}"
)
_BYTES_HINTS = ("MII", "MHcC", "MIGH", "MC4C", "b3Bl")


def private_key(text: str) -> str | None:
    """Return ``private key`` if a text holds one."""
    if ("BEGIN" in text or "PuTTY" in text) and compiled(_ARMOUR).search(text):
        return "private key"
    called = "key" in text or "Key" in text or "KEY" in text
    if called and (compiled(_WIREGUARD).search(text) or compiled(_NUMBER).search(text)):
        return "private key"
    if any(hint in text for hint in _BYTES_HINTS) and compiled(_BYTES).search(text):
        return "private key"
    return None
