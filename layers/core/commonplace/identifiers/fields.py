"""What a field's name says about its value: an id, a credential, free text, or what is of no use later."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from ..guards.credentials import find_credential
from ..guards.credentials.nouns import may_name_credential
from ..guards.credentials.patterns import words

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_KEPT = 4_096  # names whose meaning is remembered

# Values of such fields are credentials whatever they look like, and so is what stands in such an object.
_SECRET = words(
    """
    secret secrets token tokens password passwords passwd pwd passphrase passcode credential credentials creds
    apikey apikeys apitoken accesskey secretkey privatekey auth authorization bearer cookie cookies jwt signature
    sig otp totp mfa pat seed mnemonic csrf xsrf verifier tok assertion hmac salt unlock activation
    """
)
# So are texts where the name ends with one of these; ``ticket_id``, or ``id`` in a ``ticket``, may be an id.
_SECRET_ENDS = words("pin private grant ticket")
_SECRET_PAIRS = words(
    """
    api_key access_key private_key signing_key encryption_key master_key account_key auth_key app_key client_key
    shared_key service_key session_key license_key security_code verification_code recovery_code auth_code
    authorization_code device_code backup_code invite_code access_code one_time magic_link connection_string
    """
)
# Keys that are names; the guard cannot know that of a project's key.
_NAMES_OF_THINGS = words("project_key space_key issue_key epic_key team_key parent_key file_key kms_key")
# May be credentials: of these only a line of the connector's table takes a value.
_DOUBTFUL = words("session sid sessid sessionid state code key keys challenge")
# True today and of no use tomorrow: what names a request or a page, or is computed from content.
_FLEETING = words(
    """
    etag cursor cursors checksum hash hashes digest digests md5 sha1 sha256 sha512 crc32c fingerprint fingerprints
    nonce traceparent continuation boundary
    """
)
_FLEETING_PAIRS = words(
    """
    request_id trace_id span_id correlation_id idempotency_key page_token next_page next_token sync_token
    e_tag client_msg client_request client_mutation invocation_id trigger_id log_id
    """
)
_PLACES = words("after before next previous prev offset start end marker bookmark")  # where the name says no more
# What people write: an id in it is one that they mention.
_WRITTEN = words(
    """
    text body content message msg title description desc summary comment comments note notes subject plain_text
    plaintext markdown html query prompt caption label labels snippet excerpt abstract displayname display_name
    """
)
_DRAWN = "8c1f0a35-3a6e-4a52-9c5d-9f5ce1f44a10"  # what the guard refuses under the names it knows, in any language
_ID_ENDS = words("id ids uuid guid uid gid arn ref identifier")
_OWN = words("id key identifier sha gid arn uuid guid iid ts sid node_id")


@lru_cache(maxsize=_KEPT)
def parts(field: str) -> tuple[str, ...]:
    """Return the words of a field's name in lower case: ``nextPageToken`` and ``next_page_token`` alike."""
    return tuple(part.lower() for part in _PARTS.findall(field[:100]))


@lru_cache(maxsize=_KEPT)
def is_secret(field: str) -> bool:
    """Tell whether what stands under a name is a credential whatever it looks like."""
    named = parts(field)
    if not _SECRET.isdisjoint(named) or not _SECRET_PAIRS.isdisjoint(_pairs(named)):
        return True
    if not _NAMES_OF_THINGS.isdisjoint(_pairs(named)):
        return False
    name = field[:100]
    return may_name_credential(name.lower()) and find_credential(f"{name}: {_DRAWN}") is not None


@lru_cache(maxsize=_KEPT)
def is_secret_text(field: str) -> bool:
    """Tell whether a text under a name is a credential whatever it looks like; an object under it need not be."""
    return is_secret(field) or not _SECRET_ENDS.isdisjoint(parts(field)[-1:])


@lru_cache(maxsize=_KEPT)
def is_doubtful(field: str) -> bool:
    """Tell whether what stands under a name may be a credential."""
    return not _DOUBTFUL.isdisjoint(parts(field))


@lru_cache(maxsize=_KEPT)
def is_fleeting(field: str) -> bool:
    """Tell whether what stands under a name is of no use after the call."""
    named = parts(field)
    if len(named) == 1 and named[0] in _PLACES:
        return True
    return not _FLEETING.isdisjoint(named) or not _FLEETING_PAIRS.isdisjoint(_pairs(named))


def is_written(field: str) -> bool:
    """Tell whether a name is that of free text."""
    return field.lower() in _WRITTEN


@lru_cache(maxsize=_KEPT)
def names_id(field: str) -> bool:
    """Tell whether a name says that its value is an id."""
    return not _ID_ENDS.isdisjoint(parts(field)[-1:])


def is_own(field: str) -> bool:
    """Tell whether a name is that of an object's own id, and not of another's that it refers to."""
    return field.lower().lstrip("_") in _OWN


def _pairs(named: tuple[str, ...]) -> set[str]:
    return {f"{first}_{second}" for first, second in pairwise(named)}
