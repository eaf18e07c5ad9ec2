"""Operations of the dashboard's pages: for the signed-in owner only, without routes of their own."""

from __future__ import annotations

from typing import Any

from ..operations.contract import Tool
from .audit import LIST_AUDIT
from .export import EXPORT_ALL
from .keys import CREATE_KEY, LIST_KEYS, REVOKE_KEY
from .memories import MEMORY_OPERATIONS
from .settings import CHANGE_SETTINGS, READ_SETTINGS
from .teams.invitations import ACCEPT_INVITATION, INVITE, READ_INVITATION, REVOKE_INVITATION
from .teams.joined_teams import CREATE_TEAM, LEAVE_TEAM, LIST_TEAMS, SET_SIGN_IN_TEAM
from .teams.members import REMOVE_MEMBER, RENAME_TEAM, SET_RIGHTS
from .usage import LIST_NOTES, READ_USAGE

DASHBOARD_OPERATIONS: tuple[Tool[Any, Any], ...] = (
    READ_USAGE,
    LIST_NOTES,
    LIST_AUDIT,
    *MEMORY_OPERATIONS,
    LIST_TEAMS,
    CREATE_TEAM,
    RENAME_TEAM,
    INVITE,
    REVOKE_INVITATION,
    READ_INVITATION,
    ACCEPT_INVITATION,
    SET_RIGHTS,
    REMOVE_MEMBER,
    LEAVE_TEAM,
    SET_SIGN_IN_TEAM,
    LIST_KEYS,
    CREATE_KEY,
    REVOKE_KEY,
    EXPORT_ALL,
    READ_SETTINGS,
    CHANGE_SETTINGS,
)
