"""API keys: making and checking them, and the ids of accounts, keys and teams."""

from __future__ import annotations

import hashlib
import re
import secrets
import string
import uuid
import zlib

from ..domain.clock import Clock, system_clock
from ..domain.imperatives import Imperatives
from ..domain.levels import Level
from ..guards.admission import checked_name
from ..operations.caller import DEFAULT_SCOPES, SCOPES, Caller, TeamRights
from ..operations.settings import settings
from ..storage.connection import client
from ..storage.directory import MEMBER, Directory, KeyRecord, Membership
from ..storage.heads import team_entity
from ..storage.items import plain

NAME_LIMIT = 80
KEY_PREFIX = "cpk_"
INVITATION_PREFIX = "cpi_"
_ALPHABET = string.digits + string.ascii_letters
_RANDOM = 36  # characters of base 62: 214 bits
_CHECK = 6
_ID = re.compile(r"[a-z]{1,8}_[0-9a-z]{1,64}", re.ASCII)


def directory() -> Directory:
    """Open the directory table of the environment, with this process's client."""
    return Directory(client(), settings().directory_table)


def issue_key(
    *,
    account: str,
    scopes: frozenset[str] = DEFAULT_SCOPES,
    team: str | None = None,
    may_read: bool | None = None,
    may_write: bool | None = None,
    level: Level = Level.PUBLIC,
    name: str | None = None,
    imperatives: Imperatives | None = None,
    clock: Clock = system_clock,
) -> str:
    """Make a key, creating its account, team and membership if they do not exist.

    Parameters
    ----------
    account
        Name of the account.
    scopes
        Any of ``read``, ``write`` and ``manage``; ``manage`` is never implied.
    team
        Name of the key's team. The account becomes a member, and its manager if it has none.
    may_read, may_write
        The member's rights to the team's memory, with any of its keys. If neither is given, an existing
        membership does not change, and a new one allows nothing.
    level
        At which the stores' dialect reads and writes.
    name
        Of the key, for its owner; by default the account's.
    imperatives
        What is done with plain imperatives written with it; None: as the account's setting says.

    Returns
    -------
    str
        The key. Only its hash is stored, so it cannot be shown again.

    Raises
    ------
    ValueError
        If a scope is unknown.
    InvalidInput
        If a name is invalid.
    """
    if not scopes or not scopes <= SCOPES:
        raise ValueError(f"scopes: any of {', '.join(sorted(SCOPES))}")
    book, now = directory(), clock()
    account = checked_name("account", account, NAME_LIMIT)
    account_id = book.account_named(account, new_id("acc"), now)
    team_id = None
    if team is not None:
        team_id = book.team_named(checked_name("team", team, NAME_LIMIT), new_id("team"), now)
        if (may_read, may_write) != (None, None) or book.membership(team_id, account_id) is None:
            rights = Membership(bool(may_read), bool(may_write), may_manage=not _is_managed(book, team_id))
            book.put_membership(team_id, account_id, rights, name=account, member_id=new_id("mem"), now=now)
    key = new_key()
    book.put_key(
        KeyRecord(
            key_id=new_id("key"),
            key_hash=hash_of(key),
            account_id=account_id,
            scopes=scopes,
            level=level.name,
            team_id=team_id,
            created_at=now,
            name=account if name is None else checked_name("name", name, NAME_LIMIT),
            imperatives=imperatives,
        )
    )
    return key


def caller_by_key(key: str, book: Directory) -> Caller | None:
    """Return the caller that a key belongs to; None if the key is unknown, revoked or malformed."""
    if not is_well_formed(key):
        return None  # without a read
    record = book.key_by_hash(hash_of(key))
    if record is None:
        return None
    team = team_rights(book, record.team_id, record.account_id)
    return Caller(record.account_id, record.key_id, record.scopes, Level[record.level], team, record.imperatives)


def team_rights(book: Directory, team_id: str | None, account_id: str) -> TeamRights | None:
    """Return an account's rights in a team; None: it is no member, or there is no team."""
    rights = None if team_id is None else book.membership(team_id, account_id)
    if team_id is None or rights is None:
        return None
    return TeamRights(team_id, rights.may_read, rights.may_write)


def account_of_subject(issuer: str, subject: str) -> str:
    """Derive the account id of a signed-in user; it needs no read and cannot be guessed."""
    name = f"{issuer}\n{subject}"
    return f"acc_{hashlib.sha256(name.encode()).hexdigest()[:32]}"


def is_id(value: str) -> bool:
    """Whether a text has the form of an id made here; no other text may become part of a table's key."""
    return _ID.fullmatch(value) is not None


def new_id(kind: str) -> str:
    """Make a random id with its kind as prefix: ``key_…``, ``team_…``."""
    return f"{kind}_{uuid.uuid4().hex}"


def new_key(prefix: str = KEY_PREFIX) -> str:
    """Make a random key: a prefix for secret scanners, 214 random bits and a checksum."""
    body = "".join(secrets.choice(_ALPHABET) for _ in range(_RANDOM))
    return f"{prefix}{body}{_checksum(body)}"


def is_well_formed(key: str, prefix: str = KEY_PREFIX) -> bool:
    """Whether a text has the form of a key, and its checksum matches."""
    body, check = key[len(prefix) : -_CHECK], key[-_CHECK:]
    return key.startswith(prefix) and len(body) == _RANDOM and body.isascii() and check == _checksum(body)


def hash_of(key: str) -> str:
    """Hash a key for storage; its 214 random bits need no salt."""
    return hashlib.sha256(key.encode()).hexdigest()


def _is_managed(book: Directory, team_id: str) -> bool:
    return any(plain(item).get("may_manage", False) for item in book.parts(team_entity(team_id), MEMBER))


def _checksum(body: str) -> str:
    value, digits = zlib.crc32(body.encode()), ""
    for _ in range(_CHECK):
        value, digit = divmod(value, len(_ALPHABET))
        digits = _ALPHABET[digit] + digits
    return digits
