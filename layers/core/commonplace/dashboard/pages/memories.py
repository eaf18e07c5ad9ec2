"""Memories: filter, edit, pin, restore, delete and download what the agents stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args
from urllib.parse import urlencode

from ...domain.levels import Level
from ...operations.contract import KindName, ScopeName
from ...operations.http import Answer
from ...owner.memories import DELETE_MEMORY, DOWNLOAD_MEMORIES, EDIT_MEMORY, LIST_MEMORIES, PIN_MEMORY, READ_MEMORY
from ...owner.memories.contract import OwnedMemory, StateName
from ...owner.memories.list_memories import MemoriesListed
from ...owner.teams.team_names import own_teams, with_own_teams
from ...refusals.errors import InvalidInput, NotFound
from ..invisible_characters import without_unseen
from ..memory_views import MemoryView, Summary, element, summary
from ..responses import see_other
from ..visit import Problem, Visit
from .page import Action, Page

FILTERS = ("text", "state", "scope", "level", "kind", "pinned", "speaker", "store", "session", "team")
STATES = (*get_args(StateName), "any")
KINDS = tuple(one for one in get_args(KindName) if one != "identifier")
IMPORTANCES = ("0.2", "0.5", "0.8", "1.0")  # choices of the form
_PINNED = {"yes": True, "no": False}
_DIGITS = 9  # of a count in the address, and of a version in a form


def show(visit: Visit) -> Answer:
    """Show one page of the memories that pass the address's filter."""
    wanted = _wanted(visit)
    if visit.request.method == "GET" and any(visit.request.query.get(name) == "" for name in FILTERS):
        return see_other(_address("/memories", wanted))  # without scripts the form also sends empty fields
    status, cursor = 200, visit.query("cursor") if visit.request.method == "GET" else ""
    memories: list[OwnedMemory] = []
    following, looked_at = None, 0
    arguments = _arguments(wanted) | ({"cursor": cursor} if cursor else {})
    listed, teams = with_own_teams(visit.call, lambda: _list(visit, arguments))
    if isinstance(listed, InvalidInput):  # shown next to the filters
        given = {name: (value,) for name, value in wanted.items()}
        visit, status = replace(visit, problem=visit.problem or Problem("find", listed, given)), listed.status
    else:
        memories, following, looked_at = listed.memories, listed.next_cursor, listed.looked_at
    now = visit.call.runtime.wall()
    views = [MemoryView.of(one, teams, now) for one in memories]
    looked_at += _number(visit.query("looked"))
    shown = summary(memories)
    return visit.show(
        status=status,
        views=views,
        shown=shown if _has_several_states(shown) else None,
        wanted=wanted,
        by_state={state: _address("/memories", wanted | {"state": state}) for state in STATES},
        others={name: _without(wanted, name) for name in wanted},
        kept=_query(wanted),
        teams=teams,
        levels=[level.name.lower() for level in Level],
        scopes=get_args(ScopeName),
        states=STATES,
        kinds=KINDS,
        is_first=not cursor,
        following=_address("/memories", wanted | {"cursor": following, "looked": str(looked_at)})
        if following
        else "",
        looked_at=looked_at,
        # The refused form belongs to no memory on the page, for example to a deleted one.
        lost=visit.problem is not None and element(_seen(visit)[0]) not in {view.id for view in views},
    )


def show_one(visit: Visit) -> Answer:
    """Show one memory in full with a form; for htmx with ``?as=row`` as a row of the list.

    ``?as=delete`` asks for confirmation to delete it, in either view.
    """
    ref, version = _seen(visit)
    ref = visit.path.get("ref") or ref
    wanted, asks = _wanted(visit), visit.query("as") == "delete"
    as_row = visit.request.htmx and (asks or "row" in (visit.query("as"), visit.field("as")))
    view = None
    try:
        memory = READ_MEMORY.call(visit.call, {"ref": ref})
        teams = {} if memory.team is None else own_teams(visit.call, (memory.team,))
        whole = not as_row or visit.query("all") == "yes"
        view = MemoryView.of(memory, teams, visit.call.runtime.wall(), whole=whole)
    except NotFound:
        if not visit.request.htmx:
            raise
    # The form was opened on an older version: show the newer one next to it, and use that from now on.
    is_edit = visit.problem is not None and visit.problem.form == f"{element(ref)}-edit"
    is_newer = bool(view and is_edit and version != view.memory.version)
    if view and is_newer:
        visit = visit.with_newer(_as_form(view.memory))
    return visit.show(
        "memories_one.html",
        view=view,
        element=element(ref),
        as_row=as_row,
        asks=asks,
        kept=_query(wanted),
        back=_address("/memories", wanted),
        importances=IMPORTANCES,
        is_newer=is_newer,
    )


def pin(visit: Visit) -> Answer:
    """Pin a memory in the version that was shown, since agents will be shown it first."""
    ref, version = _seen(visit)
    pinned = PIN_MEMORY.call(visit.call, {"ref": ref, "version": version, "pinned": True})
    reaches = MemoryView.of(pinned, {}, visit.call.runtime.wall()).pin_reaches
    return _done(visit, f"pinned_{reaches}")


def unpin(visit: Visit) -> Answer:
    """Unpin a memory, in whatever version."""
    ref, _ = _seen(visit)
    PIN_MEMORY.call(visit.call, {"ref": ref, "pinned": False})
    return _done(visit, "unpinned")


def edit(visit: Visit) -> Answer:
    """Edit a memory; with ``restore`` a forgotten one becomes active."""
    clean = without_unseen if visit.field("clean") == "yes" else str
    sent: dict[str, Any] = {"text": clean(visit.field("text"))}
    if visit.field("pinned") != visit.field("pinned_before"):
        sent["pinned"] = visit.field("pinned") == "yes"
    if visit.field("importance"):
        sent["importance"] = visit.field("importance")
    tags = clean(visit.field("tags"))
    if tags != visit.field("tags_before"):
        sent["tags"] = [line.strip() for line in tags.split("\n") if line.strip()]
    return _edited(visit, sent, restores=visit.field("restore") == "yes")


def restore(visit: Visit) -> Answer:
    """Restore a forgotten memory unchanged."""
    return _edited(visit, {}, restores=True)


def delete(visit: Visit) -> Answer:
    """Delete a memory permanently, in the version that was shown."""
    ref, version = _seen(visit)
    DELETE_MEMORY.call(visit.call, {"ref": ref, "version": version})
    if visit.request.htmx:
        return _done(visit, "deleted")
    return visit.done("deleted", to=_address("/memories", _wanted(visit)))


def download(visit: Visit) -> Answer:
    """Answer one page of the filtered memories as a file; a script joins the pages."""
    cursor = visit.field("cursor").strip()
    page = DOWNLOAD_MEMORIES.call(visit.call, _arguments(_wanted(visit)) | ({"cursor": cursor} if cursor else {}))
    return visit.download(page.to_json(), f"memories-{page.page}.json")


def _list(visit: Visit, arguments: Mapping[str, Any]) -> MemoriesListed | InvalidInput:
    try:
        return LIST_MEMORIES.call(visit.call, arguments)
    except InvalidInput as refusal:
        return refusal


def _edited(visit: Visit, sent: Mapping[str, Any], *, restores: bool) -> Answer:
    ref, version = _seen(visit)
    edited = EDIT_MEMORY.call(visit.call, {"ref": ref, "version": version, "restore": restores, **sent})
    if edited.status == "quarantined":
        return _done(visit, "quarantined", at="edit")
    # What was quarantined under a key moves to the key's own record when it is released.
    return _done(visit, "restored" if restores else "saved", at="row", ref=edited.memory.ref)


def _done(visit: Visit, what: str, at: str = "row", ref: str | None = None) -> Answer:
    """Redirect to the form's page, or that of another ref; for htmx to the memory only."""
    one, wanted = f"/memories/{ref or _seen(visit)[0]}", _wanted(visit)
    if visit.request.htmx:
        return visit.done(what, to=_address(one, {**wanted, "as": at}))
    return visit.done(what, to=_address("/memories" if visit.field("as") == "row" else one, wanted))


def _refused(visit: Visit) -> Answer:
    """Show a refusal where the form was sent from; the buttons of a row send no form id."""
    if visit.problem and not visit.problem.form:
        visit = replace(visit, problem=replace(visit.problem, form=f"{element(_seen(visit)[0])}-row"))
    return show_one(visit) if visit.request.htmx or visit.field("as") != "row" else show(visit)


def _as_form(memory: OwnedMemory) -> dict[str, str]:
    """Return the values of a memory's form, except the text."""
    return {"tags": "\n".join(memory.tags), "pinned": "yes" if memory.pinned_by_owner else ""}


def _seen(visit: Visit) -> tuple[str, int]:
    """Return a form's ref, and the version that was shown; 0: the form has none."""
    version, _, ref = visit.field("seen").partition(".")
    return ref, _number(version)


def _number(written: str) -> int:
    return int(written) if written.isascii() and written.isdigit() and len(written) <= _DIGITS else 0


def _wanted(visit: Visit) -> dict[str, str]:
    """Return the filter of the address."""
    return {name: visit.query(name) for name in FILTERS if visit.query(name)}


def _arguments(wanted: Mapping[str, str]) -> dict[str, Any]:
    """Return the filter as arguments of the operations."""
    arguments: dict[str, Any] = dict(wanted)
    if "pinned" in wanted:
        arguments["pinned"] = _PINNED.get(wanted["pinned"], wanted["pinned"])
    if "level" in wanted:
        arguments["level"] = wanted["level"].upper()
    return arguments


def _has_several_states(shown: Summary) -> bool:
    """Whether a chart of states says more than the number of memories."""
    return shown.total > 1 and len(shown.parts) > 1


def _without(wanted: Mapping[str, str], name: str) -> str:
    return _address("/memories", {other: value for other, value in wanted.items() if other != name})


def _query(wanted: Mapping[str, str]) -> str:
    return urlencode(wanted)


def _address(place: str, query: Mapping[str, str]) -> str:
    return f"{place}?{urlencode(query)}" if query else place


PAGE = Page(
    "memories",
    icon="memories",
    get=show,
    parts={"{ref}": show_one},
    actions={
        "pin": Action(pin, shown_by=_refused),
        "unpin": Action(unpin, shown_by=_refused),
        "edit": Action(edit, shown_by=show_one),
        "restore": Action(restore, shown_by=_refused),
        "delete": Action(delete, shown_by=_refused),
        "download": Action(download),
    },
)
