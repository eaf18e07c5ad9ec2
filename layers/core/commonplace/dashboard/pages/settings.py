"""Settings: export and import, sign out everywhere, erase memory, and how long data is stored."""

from __future__ import annotations

import json
from typing import Any

from ...auth import sign_ins
from ...domain.erasures import REPLAYED_SECONDS
from ...domain.ids import is_memory_id
from ...domain.lifetime import SESSION_DAYS
from ...domain.times import ERASURE_ROUNDS
from ...export.format import FORMAT, VERSION
from ...export.reading import Unusable, read_json, refuse_many_values
from ...operations import audit, idempotency
from ...operations import usage as counting
from ...operations.http import Answer, answered
from ...owner.erasures import ERASE, LIST_ERASURES, READ_ERASURE
from ...owner.export import EXPORT_ALL
from ...owner.imports import IMPORT, import_result, run_import
from ...owner.settings import CHANGE_SETTINGS, READ_SETTINGS
from ...refusals.catalogue import LANGUAGES
from ...refusals.errors import InvalidInput, NotFound, Refusal
from ...storage.directory import REVOKED_SECONDS
from ..languages import language
from ..responses import htmx_redirect, see_other
from ..visit import Visit
from .page import Action, Page

RECEIPTS = 10  # per page
PARTS = {"store": ("store",), "session": ("session",), "speaker": ("speaker", "store")}  # fields that name each
_DAY, _HOUR, _MINUTE = 24 * 60 * 60, 60 * 60, 60
_LINE_DIGITS = 9


def show(visit: Visit) -> Answer:
    """Show the settings and the latest receipts (``?before=``: earlier ones)."""
    before = visit.query("before") if visit.request.method == "GET" else ""
    found = LIST_ERASURES.call(visit.call, {"limit": RECEIPTS, "before": before or None})
    return visit.show(
        imperatives=READ_SETTINGS.call(visit.call, {}).imperatives,
        receipts=found.erasures,
        earlier=f"/settings?before={found.next_before}" if found.next_before else "",
        parts_of=PARTS,
        ends_at=(visit.sign_in.created_at // 1_000_000 + sign_ins.MOST_SECONDS) * 1_000_000,
        idle=sign_ins.IDLE_SECONDS // _MINUTE,
        most=sign_ins.MOST_SECONDS // _HOUR,
        days={
            "sessions": SESSION_DAYS,
            "audit": audit.KEPT_SECONDS // _DAY,
            "usage": counting.KEPT_SECONDS // _DAY,
            "keys": REVOKED_SECONDS // _DAY,
            "orders": REPLAYED_SECONDS // _DAY,
        },
        hours=idempotency.KEPT_SECONDS // _HOUR,
    )


def show_erasure(visit: Visit) -> Answer:
    """Show one erasure's receipt; htmx reloads it until the sweep is complete."""
    if not is_memory_id(visit.path["id"]):  # answered like an unknown id
        raise NotFound("erasure.not_found")
    found = READ_ERASURE.call(visit.call, {"id": visit.path["id"]})
    deleted = sorted((found.deleted or {}).items(), key=lambda one: (-one[1], one[0]))
    return visit.show("settings_erasure.html", erasure=found, deleted=deleted, seconds=ERASURE_ROUNDS[-1])


def export(visit: Visit) -> Answer:
    """Answer one page of the export; a script joins the pages."""
    page = EXPORT_ALL.call(visit.call, {"cursor": visit.field("cursor").strip() or None})
    return visit.download(page.to_json(), f"commonplace-{page.page}.json")


def import_part(visit: Visit) -> Answer:
    """Import a part of a file, and answer the script that splits the file in JSON."""
    try:
        first = visit.field("first_line")
        is_number = first.isascii() and first.isdigit() and len(first) <= _LINE_DIGITS
        arguments = {"format": FORMAT, "version": VERSION, "records": _records(visit.field("records"))}
        asked = IMPORT.parse(arguments | {"first_line": int(first) if is_number else None})
        done = run_import(visit.call, asked)
    except Refusal as refusal:
        message = visit.language.message(refusal).removeprefix("body: ")
        return answered(json.dumps({"error": {"message": message}}), refusal.status)
    counts = import_result(done).model_dump(exclude={"refused", "renamed", "withheld"})
    refused = [{"line": one.line, "message": _refusal_message(visit, one.refusal)} for one in done.refused]
    return answered(json.dumps(counts | {"refused": refused, "renamed": len(done.renamed)}))


def erase(visit: Visit) -> Answer:
    """Erase a part or everything if the confirmation was typed, and redirect to the receipt."""
    what = visit.field("what")
    _check_words(visit, "words_account" if what == "account" else "words")
    named = {name: said for name in PARTS.get(what, ()) if (said := visit.field(name).strip())}
    erasure = ERASE.call(visit.call, {"what": what, **named})
    return see_other(f"/settings/erasures/{erasure.id}")


def choose_imperatives(visit: Visit) -> Answer:
    """Set what is done with plain imperatives from now on."""
    CHANGE_SETTINGS.call(visit.call, {"imperatives": visit.field("imperatives")})
    return visit.done("imperatives")


def sign_out_everywhere(visit: Visit) -> Answer:
    """End all of the account's sign-ins, including this one."""
    sign_ins.end_all(visit.call.runtime, visit.sign_in.account_id)
    if visit.request.htmx:
        return htmx_redirect("/sign-in")
    return see_other("/sign-in", [sign_ins.clear_cookie(visit.request.secure)])


def _records(text: str) -> list[Any]:
    """Parse records as the import by a key does: an unusable value is refused with its line."""
    data = text.encode()
    refuse_many_values(data)
    found = read_json(data)
    if isinstance(found, Unusable) or not isinstance(found, list):
        raise InvalidInput("json.not_an_array", field="records")
    return found


def _refusal_message(visit: Visit, refusal: Refusal) -> str:
    """Return the message about a refused record, with the record's field."""
    message, field = visit.language.message(refusal), refusal.field
    return message if field is None or message.startswith(f"{field}: ") else f"{field}: {message}"


def _check_words(visit: Visit, key: str) -> None:
    """Refuse an erasure without the dialog's confirmation words, in any of the languages."""
    typed = " ".join(visit.field("words").split()).casefold()
    if typed not in {str(language(code).text(f"settings.{key}")).casefold() for code in LANGUAGES}:
        raise InvalidInput("erasure.unconfirmed", field="words")


PAGE = Page(
    "settings",
    icon="settings",
    get=show,
    parts={"erasures/{id}": show_erasure},
    actions={
        "export": Action(export),
        "import": Action(import_part),
        "erase": Action(erase),
        "imperatives": Action(choose_imperatives),
        "sign_out_everywhere": Action(sign_out_everywhere),
    },
)
