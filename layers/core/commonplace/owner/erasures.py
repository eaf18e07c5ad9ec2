"""erase, list_erasures, read_erasure: erasing memory, and the receipts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from ..domain.clock import iso
from ..domain.erasures import Receipt
from ..domain.heads import Heads
from ..domain.ids import is_memory_id
from ..domain.spaces import DEFAULT_SESSION, DEFAULT_STORE, Space, account_space, session_space, team_space
from ..domain.speakers import ME, shared_speaker_id
from ..domain.stores import canonical_id, checked_store_id
from ..erasure import Account, Check, Memory, Session, Speaker, Store, Target, ask, receipts, status
from ..guards.admission import checked_name, checked_speaker_name
from ..operations.audit import audit_owner
from ..operations.call import Call
from ..operations.caller import SESSION_ID_LIMIT
from ..operations.contract import AS_WHOLE, STATED, Arguments, Result, Tool
from ..operations.contract import Speaker as SpeakerName
from ..refusals.errors import Busy, InvalidInput, NotFound
from ..storage import former_speakers
from ..storage.chunks import chunks
from ..storage.store import HeadsRequest
from ..stores.reading import require_store

PATH = "/v1/owner/erasures"
PAGE = 50
LARGEST_PAGE = 200
_SPACES_PER_READ = 100

What = Literal["account", "store", "session", "speaker", "memory"]
StoreId = Annotated[str, Field(json_schema_extra={"maxLength": 64})]
SessionId = Annotated[str, Field(json_schema_extra={"maxLength": SESSION_ID_LIMIT})]
Id = Annotated[str, Field(json_schema_extra={"format": "uuid"})]


class EraseArguments(Arguments):
    """Arguments of erase: what to erase, and the names that it is found by."""

    what: What = Field(
        description="`account`: everything, in every store, session and table, with what the account wrote in its "
        "teams; keys and settings stay. `store`: all memories of a store. `session`: what a session keeps. "
        "`speaker`: one speaker's memories in a store, of `default` also in sessions and teams. `memory`: one "
        "memory with its earlier versions."
    )
    store: Annotated[StoreId | None, STATED] = Field(
        default=None,
        description="store: which one, be it `default`. speaker, memory: in which one, if not in `default`.",
    )
    session: Annotated[SessionId | None, STATED] = Field(
        default=None,
        description="session: which one. memory: where it is, if it is in a session; `default` where the client "
        "named none.",
    )
    speaker: Annotated[SpeakerName | None, STATED] = Field(
        default=None, description="speaker: the registered name, or `me`."
    )
    id: Annotated[Id | None, STATED] = Field(default=None, description="memory: its id.")


# Fields used by each kind of erasure. Others are refused: they look as if they narrowed it, and would not.
_USED: Mapping[What, tuple[str, ...]] = {
    "account": (),
    "store": ("store",),
    "session": ("session",),
    "speaker": ("speaker", "store"),
    "memory": ("id", "store", "session"),
}


class Erasure(Result):
    """One erasure, without content: the receipt."""

    id: str
    what: What
    status: Literal["sweeping", "complete"] = Field(
        description="Nothing erased is readable in either. `complete`: and no table holds any of it."
    )
    asked_at: str = Field(description="RFC 3339.")
    effective_at: str = Field(description="From when nobody could read it: the moment of the request itself.")
    completed_at: str | None = Field(description="When the last table was found empty of it.")
    deleted: dict[str, int] | None = Field(
        description=(
            "How many items were deleted, by table; what a later write replaced first is not among them. "
            "Null until complete."
        )
    )


class ErasuresArguments(Arguments):
    """Arguments of erasures."""

    limit: Annotated[int, Field(ge=1, le=LARGEST_PAGE), AS_WHOLE] = PAGE
    before: Id | None = Field(default=None, description="Only erasures asked for before this one.")


class Erasures(Result):
    """A page of receipts."""

    erasures: list[Erasure] = Field(description="The latest first.")
    next_before: str | None = Field(description="Send it as `before` for the next page; null: this was the last.")


class ErasureArguments(Arguments):
    """Arguments of erasure."""

    id: Id = Field(description="Of the erasure.")


def erase(call: Call, arguments: EraseArguments) -> Erasure:
    """Erase: nothing is readable any more when this returns; the items are deleted soon after."""
    account_id = call.caller.account_id
    erasure_id = ask(call.runtime, account_id, _target(call, arguments), _check(arguments))
    audit_owner(call, "erase", about=erasure_id)  # afterwards, or the erasure of an account would include the line
    receipt = status(call.runtime, account_id, erasure_id)
    if receipt is None:
        raise Busy("erasure.receipt_unread")
    return _shown(receipt)


def list_erasures(call: Call, arguments: ErasuresArguments) -> Erasures:
    """List the account's receipts, the latest first."""
    before = None if arguments.before is None else _checked_id(arguments.before, "before")
    found = receipts(call.runtime, call.caller.account_id, arguments.limit + 1, before)
    page, more = found[: arguments.limit], len(found) > arguments.limit
    return Erasures(
        erasures=[_shown(receipt) for receipt in page], next_before=page[-1].erasure_id if more else None
    )


def read_erasure(call: Call, arguments: ErasureArguments) -> Erasure:
    """Read one receipt."""
    receipt = status(call.runtime, call.caller.account_id, _checked_id(arguments.id, "id"))
    if receipt is None:
        raise NotFound("erasure.not_found", field="id")
    return _shown(receipt)


def _target(call: Call, arguments: EraseArguments) -> Target:
    what = arguments.what
    for name in ("store", "session", "speaker", "id"):
        if name not in _USED[what] and getattr(arguments, name) is not None:
            raise InvalidInput("field.combination.erasure", field=name, what=what)
    match what:
        case "account":
            return Account()
        case "store":
            return Store(_store(arguments, required=True))
        case "session":
            return Session(_session(arguments))
        case "speaker":
            return _speaker(call, arguments)
        case "memory":
            return _memory(call, arguments)


def _check(arguments: EraseArguments) -> Check | None:
    """Return the check, on the erasure's own heads, that the store is the one that was named."""
    if arguments.what != "store":
        return None
    return lambda heads: require_store(heads.store, _store_id(arguments), "store")


def _store_id(arguments: EraseArguments) -> str:
    return checked_store_id(DEFAULT_STORE if arguments.store is None else arguments.store, "store")


def _store(arguments: EraseArguments, *, required: bool = False) -> str:
    if required and arguments.store is None:
        raise InvalidInput("field.required.erased_store", field="store")
    return canonical_id(_store_id(arguments))


def _session(arguments: EraseArguments) -> str:
    if arguments.session is None:
        raise InvalidInput("field.required.erased_session", field="session")
    return checked_name("session", arguments.session, SESSION_ID_LIMIT)


def _heads(call: Call, arguments: EraseArguments) -> Heads:
    """Read the heads of the named store and session; the store must exist."""
    session = DEFAULT_SESSION if arguments.session is None else _session(arguments)
    request = HeadsRequest(call.caller.account_id, session, None, _store(arguments))
    heads = call.runtime.tables.heads(request)
    require_store(heads.store, _store_id(arguments), "store")
    return heads


def _speaker(call: Call, arguments: EraseArguments) -> Speaker:
    if arguments.speaker is None:
        raise InvalidInput("field.required.erased_speaker", field="speaker")
    name, store = checked_speaker_name(arguments.speaker), _store(arguments)
    heads = _heads(call, arguments)
    found = _registrations(call, heads, store, name)
    if not found:
        raise NotFound("speaker.not_registered.erased", field="speaker")
    return Speaker(store, found, shared_speaker_id(name, dict.fromkeys(found, name)) or name)


def _registrations(call: Call, heads: Heads, store: str, name: str) -> tuple[str, ...]:
    """Return all current and former registrations of a name: a removed speaker's memories are erased, too."""
    if name == ME:
        return (ME,)
    tables, live_from = call.runtime.tables, max(heads.account.live_from, heads.store.live_from)
    current = [one for one, registered in heads.store.speakers.items() if registered == name]
    former = former_speakers.registrations_of(
        tables.client, tables.names.directory_table, heads.account_id, store, name, live_from
    )
    return tuple(dict.fromkeys([*current, *former]))


def _memory(call: Call, arguments: EraseArguments) -> Memory:
    if arguments.id is None:
        raise InvalidInput("field.required.erased_memory", field="id")
    memory_id, account_id = _checked_id(arguments.id, "id"), call.caller.account_id
    heads = _heads(call, arguments)
    spaces = [account_space(account_id, _store(arguments)), *_further_spaces(call, arguments, heads)]
    for some in chunks(spaces, _SPACES_PER_READ):
        for found in call.runtime.tables.memories([(space, memory_id) for space in some]):
            if found.account_id == account_id:
                return Memory(found.space, memory_id)
    raise NotFound("memory.not_found", field="id")


def _further_spaces(call: Call, arguments: EraseArguments, heads: Heads) -> list[Space]:
    """Return other spaces where a memory may be: the team's, and each generation of the session."""
    spaces = []
    if call.caller.team is not None:
        spaces.append(team_space(call.caller.team.team_id))
    if arguments.session is not None:
        session = _session(arguments)
        generations = range(heads.session.generation, -1, -1)
        spaces += [session_space(call.caller.account_id, session, generation) for generation in generations]
    return spaces


def _checked_id(value: str, field: str) -> str:
    if not is_memory_id(value):
        raise InvalidInput("field.not_a_uuid", field=field)
    return value.lower()


def _shown(receipt: Receipt) -> Erasure:
    done = receipt.completed_at
    what: Any = receipt.what
    return Erasure(
        id=receipt.erasure_id,
        what=what,
        status="sweeping" if done is None else "complete",
        asked_at=iso(receipt.asked_at),
        effective_at=iso(receipt.asked_at),
        completed_at=None if done is None else iso(done),
        deleted=None if done is None else dict(receipt.deleted),
    )


ERASE = Tool(
    name="erase",
    title="Erase memory",
    description=(
        "Erase all memory of the account, or a part of it. When this is answered nobody reads any of it, in no "
        "running session either; a write that was under way is not kept. The tables are swept within seconds, and "
        "once more for late writers: the receipt tells when they were found empty. It holds no content."
    ),
    arguments=EraseArguments,
    result=Erasure,
    run=erase,
    null_is_default=False,
    writes=True,
    scope="manage",
    destructive=True,
    path=PATH,
)
LIST_ERASURES = Tool(
    name="list_erasures",
    title="List erasures",
    description="The receipts of the account's erasures, the latest first.",
    arguments=ErasuresArguments,
    result=Erasures,
    run=list_erasures,
    writes=False,
    scope="manage",
    path=PATH,
    method="GET",
)
READ_ERASURE = Tool(
    name="read_erasure",
    title="Read an erasure's receipt",
    description="What of an erasure is done: when it was asked for, when it was complete, what was deleted.",
    arguments=ErasureArguments,
    result=Erasure,
    run=read_erasure,
    writes=False,
    scope="manage",
    path=f"{PATH}/{{id}}",
    method="GET",
)
