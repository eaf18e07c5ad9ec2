"""Keys: list, create and revoke API keys; a new key is shown once."""

from __future__ import annotations

import secrets
from typing import Any

from ...domain.levels import Level
from ...operations.http import Answer
from ...operations.settings import settings
from ...owner.keys import CREATE_KEY, LIST_KEYS, REVOKE_KEY
from ...owner.usage import last_calls
from ..client_setup import CLIENTS, VARIABLE
from ..visit import Visit
from .page import Action, Page

DAYS = 30  # period for the last use of keys
# Choices of the form: every key can read.
RIGHTS = {
    "read_write": ["read", "write"],
    "read": ["read"],
    "read_write_manage": ["read", "write", "manage"],
}


def show(visit: Visit) -> Answer:
    """Show the keys, and a form to make one; ``?revoke=`` asks for confirmation to revoke one."""
    values, asked = _values(visit), visit.query("revoke")
    if asked and visit.request.htmx:  # only its row is replaced
        values["live"] = [one for one in values["live"] if one.id == asked]
    return visit.show(made=None, asked=asked, **values)


def create(visit: Visit) -> Answer:
    """Make a key and show it once, in this answer; sending the form again makes no second key."""
    values = _values(visit)  # read before: an error after the key is made would lose it
    made = CREATE_KEY.call(
        visit.call,
        {
            "name": visit.field("name"),
            "scopes": RIGHTS.get(visit.field("scopes"), []),
            "team": visit.field("team") or None,
            "level": visit.field("level"),
            "imperatives": visit.field("imperatives") or None,
            "once": visit.field("once") or None,
        },
    )
    values["live"].insert(0, made)
    base_url, namespace = visit.request.base_url, settings().tool_namespace
    return visit.show(
        made=made,
        asked="",
        clients=[(one, one.at(base_url, namespace, made.key)) for one in CLIENTS],
        variable=VARIABLE.replace("'KEY'", f"'{made.key}'"),
        **values,
    )


def revoke(visit: Visit) -> Answer:
    """Revoke a key."""
    REVOKE_KEY.call(visit.call, {"id": visit.field("id")})
    return visit.done("revoked")


def _values(visit: Visit) -> dict[str, Any]:
    """Read the values that the page always shows."""
    found, last = LIST_KEYS.call(visit.call, {}), last_calls(visit.call, DAYS)
    return {
        "live": [one for one in found.keys if one.revoked_at is None],
        "revoked": [one for one in found.keys if one.revoked_at is not None],
        "most": found.most,
        "used": last.by_key,
        "since": last.since,
        "days": DAYS,
        "teams": found.teams,
        "rights_offered": list(RIGHTS),
        "levels": [level.name for level in Level],
        "once": secrets.token_urlsafe(16),
    }


PAGE = Page("keys", icon="key", get=show, actions={"create": Action(create), "revoke": Action(revoke)})
