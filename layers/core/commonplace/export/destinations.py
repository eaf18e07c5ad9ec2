"""Where an import puts its records: stores and sessions of the caller's account, by their names."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..domain.heads import Heads
from ..domain.spaces import DEFAULT_SESSION, DEFAULT_STORE, Scope, Space, account_space, session_space, team_space
from ..domain.speakers import ME, shared_speaker_id
from ..domain.stores import canonical_id, checked_store_id
from ..operations.call import Call, StoreView
from ..refusals.errors import Busy, NotFound, Refusal
from ..stores.add_speaker import AddSpeakerArguments, add_speaker
from ..stores.contract import StoreArguments
from ..stores.create_store import create_store
from ..stores.reading import require_store
from .format import StoreRecord
from .validation import Judged


@dataclass(frozen=True, slots=True)
class Place:
    """A space of the caller's, with what counts in it.

    Attributes
    ----------
    call
        As the session's, or as an application's in the store.
    space, heads
        Where, and what was read of it.
    store_id
        Whose speakers count.
    """

    call: Call
    space: Space
    heads: Heads
    store_id: str = DEFAULT_STORE


class Places:
    """The places of one import, each read once and again where it changed.

    Parameters
    ----------
    call
        Whose account: nothing of the file names one.
    """

    def __init__(self, call: Call) -> None:
        self.stores_created = 0
        self.speakers_registered = 0
        self._call = call
        self._stores: dict[str, Heads | Refusal] = {}
        self._sessions: dict[str, Heads] = {}
        self._epoch: int | None = None

    def of(self, judged: Judged) -> Place:
        """Return where a memory belongs. What others shared with a team becomes the account's own.

        Raises
        ------
        Refusal
            If its store cannot be made.
        """
        if judged.scope is Scope.SESSION:
            return self.session(judged.place)
        team = self._call.caller.team
        if judged.scope is Scope.TEAM and team is not None and team.may_write and team.team_id == judged.place:
            call = replace(self._call, view=None)
            return Place(call, team_space(team.team_id), self._store(DEFAULT_STORE))
        return self.store(DEFAULT_STORE if judged.scope is Scope.TEAM else judged.place)

    def store(self, store_id: str) -> Place:
        """Return a store, made if it is missing.

        Raises
        ------
        Refusal
            If it cannot be made; again each time, without another try.
        """
        heads = self._store(store_id)
        store = canonical_id(store_id)
        return Place(self._in_store(store), account_space(self._call.caller.account_id, store), heads, store_id)

    def session(self, session: str) -> Place:
        """Return a session as it is now."""
        call = replace(self._call, session_id=session, view=None)
        if session not in self._sessions:
            self._sessions[session] = self._heads(call)
        heads = self._sessions[session]
        return Place(call, session_space(call.caller.account_id, session, heads.session.generation), heads)

    def moved(self, session: str) -> None:
        """Forget what was read of a session."""
        self._sessions.pop(session, None)

    def registration(self, place: Place, name: str | None) -> str | None:
        """Return the registration of a speaker, who is registered where that is missing.

        Raises
        ------
        Refusal
            If the name cannot be registered: the store has its most, or it reads like a command.
        """
        if name is None or name == ME:
            return name
        store = place.store_id if place.space.scope is Scope.ACCOUNT else DEFAULT_STORE
        found = self._registered(self._store(store), name)
        if found is None:
            self._register(store, name)
            found = self._registered(self._store(store), name)
        if found is None:
            raise Busy("speaker.busy.removed")
        return shared_speaker_id(name, {found: name}) if place.space.scope is Scope.TEAM else found

    def take(self, record: StoreRecord) -> None:
        """Make a store, and register its speakers.

        Raises
        ------
        Refusal
            The first thing that was not done; what was done before stays.
        """
        store_id = checked_store_id(record.store, "store")
        self._store(store_id)
        refused: Refusal | None = None
        for place, speaker in enumerate(record.speakers):
            if self._registered(self._store(store_id), speaker.name.strip()) is not None:
                continue
            try:
                self._register(store_id, speaker.name)
            except Busy:
                raise
            except Refusal as refusal:
                refused = refused or _of_speaker(refusal, place)
        if refused is not None:
            raise refused

    def _store(self, store_id: str) -> Heads:
        known = self._stores.get(
            store_id.lower()
        )  # ids compare so; their canonical forms may be one, and conflict
        if known is None:
            try:
                known = self._made(store_id, canonical_id(store_id))
            except (Busy, NotFound):
                raise
            except Refusal as refusal:
                known = refusal
            self._stores[store_id.lower()] = known
        if isinstance(known, Refusal):
            raise known
        return known

    def _made(self, store_id: str, store: str) -> Heads:
        call = self._in_store(store)
        heads = self._heads(call)
        try:
            require_store(heads.store, store_id)
        except NotFound:
            self.stores_created += create_store(call, StoreArguments(user_id=store_id)).status == "created"
            heads = self._heads(call)
            require_store(heads.store, store_id)
        return heads

    def _register(self, store_id: str, name: str) -> None:
        store, heads = canonical_id(store_id), self._store(store_id)
        user_id = heads.store.store_id or store_id
        added = add_speaker(self._in_store(store), AddSpeakerArguments(user_id=user_id, speaker=name))
        self.speakers_registered += added.status == "created"
        self._stores[store_id.lower()] = self._heads(self._in_store(store))

    @staticmethod
    def _registered(heads: Heads, name: str) -> str | None:
        return next((key for key, one in heads.store.speakers.items() if one == name), None)

    def _in_store(self, store: str) -> Call:
        view = StoreView(store, self._call.caller.level)
        return replace(self._call, session_id=DEFAULT_SESSION, view=view)

    def _heads(self, call: Call) -> Heads:
        heads = call.runtime.tables.heads(call.heads_request())
        self._epoch = heads.account.epoch if self._epoch is None else self._epoch
        if heads.erased_since(self._epoch):
            raise Busy("memory.erased.import")
        return heads


def _of_speaker(refusal: Refusal, place: int) -> Refusal:
    """Say which of a store's speakers a refusal is of."""
    refusal.field = f"speakers.{place}.name"
    return refusal
