"""Usage: counts of calls, the notes sent and their cost, and the audit."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, get_args
from urllib.parse import urlencode

from ...operations.http import Answer
from ...owner.audit import LIST_AUDIT, ActionName, Audit
from ...owner.usage import LIST_NOTES, Notes, first_and_latest_notes, usage_and_notes
from ...refusals.errors import InvalidInput
from ..visit import Problem, Visit
from .page import Page

PERIODS = (7, 30, 90)  # days
LATEST = 200  # notes whose cost is summed
REASONS = ("heartbeat", "memory_changed", "disorientation", "compaction_anchor")
ACTIONS = tuple(name for group in get_args(ActionName) for name in (get_args(group) or (group,)))


def show(visit: Visit) -> Answer:
    """Show the calls of some days (``?days=``), by default 30."""
    days = next((one for one in PERIODS if str(one) == visit.query("days")), PERIODS[1])
    usage, notes = usage_and_notes(visit.call, days, LATEST)
    return visit.show(usage=usage, days=days, periods=PERIODS, **_cost(notes))


def show_notes(visit: Visit) -> Answer:
    """Show the notes, newest first; the first page also shows the cost of the latest ones."""
    cursor = visit.query("cursor")
    if cursor:
        page, cost = LIST_NOTES.call(visit.call, {"cursor": cursor}), dict[str, Any]()
    else:
        page, latest = first_and_latest_notes(visit.call, LATEST)
        cost = _cost(latest) | {"has_older": latest.next_cursor is not None}
    more = _more("notes", page.next_cursor)
    return visit.show("usage_notes.html", page=page, more=more, is_first=not cursor, reasons=REASONS, **cost)


def show_audit(visit: Visit) -> Answer:
    """Show the audit, newest first; with ``?action=`` of one action only."""
    action = visit.query("action")
    try:
        page = LIST_AUDIT.call(visit.call, {"action": action or None, "cursor": visit.query("cursor") or None})
    except InvalidInput as refusal:
        if refusal.field != "action":
            raise
        page = Audit(lines=[], next_cursor=None)  # shown at the filter
        visit = replace(visit, problem=Problem("find", refusal, {"action": (action,)}))
    status = 200 if visit.problem is None else visit.problem.refusal.status
    more = _more("audit", page.next_cursor, **({"action": action} if action else {}))
    return visit.show("usage_audit.html", status, page=page, more=more, action=action, actions=ACTIONS)


def _cost(notes: Notes) -> dict[str, Any]:
    return {
        "tokens": sum(one.tokens for one in notes.notes),
        "sent": len(notes.notes),
        "by_reason": Counter(one.reason for one in notes.notes),
    }


def _more(part: str, cursor: str | None, **query: str) -> str:
    """Return the address of a list's next page, or an empty text."""
    return "" if cursor is None else f"/usage/{part}?{urlencode({**query, 'cursor': cursor})}"


PAGE = Page("usage", icon="chart", get=show, parts={"notes": show_notes, "audit": show_audit})
