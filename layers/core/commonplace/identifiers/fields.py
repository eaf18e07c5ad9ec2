"""What a field's name says about its value: an id, a credential, or something that is of no use later."""

from __future__ import annotations

import re
from functools import lru_cache

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")

# Values of such fields are credentials whatever they look like; what is in such an object is not looked at either.
_SECRET = frozenset(
    """
    secret secrets token tokens password passwords passwd pwd passphrase passcode pin credential credentials creds
    apikey apikeys apitoken accesskey secretkey privatekey private auth authorization bearer cookie cookies jwt
    signature sig otp totp mfa pat seed mnemonic
    """.split()  # noqa: SIM905
)
_SECRET_PAIRS = frozenset(
    """
    api_key access_key private_key signing_key encryption_key master_key account_key auth_key app_key client_key
    shared_key service_key session_key license_key security_code verification_code recovery_code auth_code
    authorization_code device_code user_code backup_code invite_code access_code one_time magic_link connection_string
    """.split()  # noqa: SIM905
)
# Fields that may hold a credential: only a line of the connector's table takes a value from them.
_DOUBTFUL = frozenset(
    ["session", "sid", "sessid", "sessionid", "nonce", "state", "code", "key", "keys", "challenge"]
)
# True today and of no use tomorrow: what names a request or a page, or is computed from content.
_FLEETING = frozenset(
    """
    etag cursor cursors checksum hash hashes digest digests md5 sha1 sha256 sha512 crc32c fingerprint nonce traceparent
    after before next previous prev offset continuation boundary md5checksum sha1checksum sha256checksum
    """.split()  # noqa: SIM905
)
_FLEETING_PAIRS = frozenset(
    """
    request_id trace_id span_id correlation_id idempotency_key page_token next_page next_token sync_token start_cursor
    end_cursor next_cursor prev_cursor client_msg client_request client_mutation invocation_id transaction_hash
    delivery_id parent_span x_request amz_id log_id message_hash instance_request activity_id operation_request
    trigger_id connection_id socket_id process_id thread_name build_hash content_hash
    """.split()  # noqa: SIM905
)
_ID_ENDS = frozenset(["id", "ids", "uuid", "guid", "uid", "gid", "arn", "ref", "identifier"])


@lru_cache(maxsize=4_096)
def parts(field: str) -> tuple[str, ...]:
    """Return the words of a field's name in lower case: ``nextPageToken``, ``next_page_token`` alike."""
    return tuple(part.lower() for part in _PARTS.findall(field[:100]))


@lru_cache(maxsize=4_096)
def is_secret(field: str) -> bool:
    """Tell whether what stands under a name is a credential whatever it looks like."""
    words = parts(field)
    return not _SECRET.isdisjoint(words) or not _SECRET_PAIRS.isdisjoint(_pairs(words))


@lru_cache(maxsize=4_096)
def is_fleeting(field: str) -> bool:
    """Tell whether what stands under a name is of no use after the call."""
    words = parts(field)
    return not _FLEETING.isdisjoint(words) or not _FLEETING_PAIRS.isdisjoint(_pairs(words))


@lru_cache(maxsize=4_096)
def is_doubtful(field: str) -> bool:
    """Tell whether what stands under a name may be a credential."""
    return not _DOUBTFUL.isdisjoint(parts(field))


@lru_cache(maxsize=4_096)
def names_id(field: str) -> bool:
    """Tell whether a name says that its value is an id."""
    words = parts(field)
    return bool(words) and words[-1] in _ID_ENDS


def is_own(field: str) -> bool:
    """Tell whether a name is that of an object's own id, and not of another's that it refers to."""
    return field.lower().lstrip("_") in _OWN


_OWN = frozenset(["id", "key", "identifier", "sha", "gid", "arn", "uuid", "guid", "iid", "ts", "sid", "node_id"])


def _pairs(words: tuple[str, ...]) -> set[str]:
    return {f"{first}_{second}" for first, second in zip(words, words[1:], strict=False)}
