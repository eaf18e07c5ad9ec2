"""bulk_store: store a long text, each sentence as a memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pydantic import Field

from ..domain.dates import span_of
from ..domain.heads import Heads
from ..domain.memory import State
from ..domain.times import EMBEDDING_OF_A_CALL
from ..guards.admission import CONTENT_LIMIT, Admitted, TextField, admit, command_in
from ..operations.call import Call
from ..operations.contract import Result, reason_said
from ..operations.idempotency import Once
from ..refusals.errors import Busy
from ..search.embedding.meaning import UNKNOWN, Meaning, meanings
from ..search.sentences import sentences
from ..storage.attempts import AttemptRecord
from ..storage.chunks import chunks
from .contract import Content, Label, Status, StoreArguments, operation
from .reading import require_store
from .writing import TRIES, Candidate, PartlyDone, Write, new_fact, write_candidates

PART = 90  # sentences a transaction: of its hundred actions, some are for gates and the idempotency key
CATEGORY = "general"
MOST_WITHHELD = 100  # named in an answer, which is kept under the idempotency key
_BATCH = 15  # sentences embedded before the time is checked again


class BulkStoreArguments(StoreArguments):
    """Arguments of bulk_store."""

    content: Content = Field(description="The text; it is split into its sentences.")
    category: Label | None = Field(default=CATEGORY, description="A word to sort the memories by.")
    timestamp: str | None = Field(
        default=None, description="When it happened (RFC 3339); anything else is ignored."
    )
    force: bool = Field(default=False, description="Store sentences even if a stored memory says the same.")


class WithheldSentence(Result):
    """A sentence that was quarantined."""

    sentence: int = Field(description="Which one of the text, from 1.")
    id: str = Field(description="Of the memory that is kept for the owner alone; `forget` deletes it.")
    reason: str = Field(description="What it reads like.")


class BulkStored(Result):
    """What bulk_store answers."""

    status: Status = Field(description="`stored` if anything was.")
    chunks: int = Field(description="Sentences of the text.")
    stored: int
    duplicates: int = Field(description="Sentences that another one or a stored memory says already.")
    quarantined: int = Field(description="Sentences that read like a command: kept for the owner alone.")
    ids: list[str] = Field(description="Of what was stored, in the order of the text.")
    withheld: list[WithheldSentence] = Field(
        default=[], description=f"The quarantined sentences, the first {MOST_WITHHELD} of them."
    )
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """Counts of the sentences done so far."""

    sentences: int = 0
    ids: tuple[str, ...] = ()
    duplicates: int = 0
    quarantined: int = 0
    withheld: tuple[WithheldSentence, ...] = ()

    def with_part(self, candidates: Sequence[Candidate]) -> Progress:
        """Count one more part."""
        written = [one.memory for one in candidates if one.is_written]
        withheld = [
            WithheldSentence(
                sentence=number, id=one.memory.memory_id, reason=reason_said(one.memory.quarantined_for or "")
            )
            for number, one in enumerate(candidates, self.sentences + 1)
            if one.memory.state is State.QUARANTINED
        ]
        return Progress(
            sentences=self.sentences + len(candidates),
            ids=(*self.ids, *(memory.memory_id for memory in written if memory.state is State.ACTIVE)),
            duplicates=self.duplicates + len(candidates) - len(written),
            quarantined=self.quarantined + len(withheld),
            withheld=(*self.withheld, *withheld)[:MOST_WITHHELD],
        )

    @staticmethod
    def of_attempt(record: AttemptRecord) -> Progress:
        """Read the progress of an earlier attempt."""
        stored = BulkStored.model_validate_json(record.answer)
        done, kept = record.done or 0, tuple(stored.ids)
        return Progress(done, kept, stored.duplicates, stored.quarantined, tuple(stored.withheld))

    def answer(self) -> BulkStored:
        """Make the result."""
        status: Status = "stored" if self.ids else "quarantined" if self.quarantined else "duplicate"
        answer = BulkStored(
            status=status,
            chunks=self.sentences,
            stored=len(self.ids),
            duplicates=self.duplicates,
            quarantined=self.quarantined,
            ids=list(self.ids),
        )
        said = {"withheld": list(self.withheld), "note": self._note()}
        return answer.model_copy(update={name: value for name, value in said.items() if value})

    def _note(self) -> str:
        parts = []
        if self.duplicates:
            parts.append(
                f"{self.duplicates} of {self.sentences} sentences were not stored: they say what another says."
            )
        if self.quarantined:
            parts.append(f"{self.quarantined} read like commands and are kept for the owner alone.")
        return " ".join(parts)


class SentenceMeanings:
    """Embeds sentences, each once, until the time for it is over."""

    def __init__(self, call: Call) -> None:
        self._clock = call.runtime.steady
        self._until = self._clock() + EMBEDDING_OF_A_CALL
        self._known: dict[str, Meaning] = {}

    def of(self, texts: Sequence[str]) -> list[Meaning]:
        """Return the meanings of sentences, unknown ones for which there was no time."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._known]
        for batch in chunks(missing, _BATCH):
            if self._clock() > self._until:
                break
            self._known.update(zip(batch, meanings(batch), strict=True))
        return [self._known.get(text, UNKNOWN) for text in texts]


def bulk_store(call: Call, arguments: BulkStoreArguments) -> BulkStored:
    """Store the sentences of a text, each as a memory of its own, in parts that are written one after the other.

    A credential anywhere refuses all of it. Under an idempotency key the call holds the key while it runs, and
    each part is written together with the progress of the whole, so that the same call, sent again after a crash,
    continues where the first one stopped.
    """
    category = arguments.category or CATEGORY
    once = Once(call)
    if once.entry is None:
        return _store(call, arguments, admitted_sentences(arguments.content, category), once, Progress())
    heads = call.runtime.tables.heads(call.heads_request())
    require_store(heads.store, arguments.user_id)
    with once.held(heads, Progress().answer()) as earlier:
        # While the key is held: judging a long text takes long enough for a shorter request to be done first.
        admitted = admitted_sentences(arguments.content, category)
        done = Progress() if earlier is None else Progress.of_attempt(earlier)
        return _store(call, arguments, admitted, once, done)


def admitted_sentences(content: str, category: str) -> list[Admitted]:
    """Split a text, and check it as a whole and each of its sentences.

    Returns
    -------
    list[Admitted]
        One a sentence. A sentence that reads like a command is quarantined alone. If a command is spread over
        sentences, the two that form it are quarantined, or if no two do, all of them.

    Raises
    ------
    InvalidInput, CredentialRefused
        As :func:`commonplace.guards.admission.admit`, for the whole text.
    """
    labels = {"category": category}
    whole = admit(TextField("content", content, CONTENT_LIMIT), labels=labels)
    found = [admit(TextField("content", one, CONTENT_LIMIT), labels=labels) for one in sentences(whole.texts[0])]
    if whole.quarantined_for is None:
        return found
    spread: dict[int, str] = {}
    for place, (one, other) in enumerate(pairwise(found)):
        if one.is_active and other.is_active:
            kind = command_in([TextField("content", f"{one.texts[0]} {other.texts[0]}")], [])
            spread |= {} if kind is None else dict.fromkeys((place, place + 1), kind)
    if not spread and all(one.is_active for one in found):
        spread = dict.fromkeys(range(len(found)), whole.quarantined_for)
    return [
        replace(one, quarantined_for=spread[place]) if place in spread else one for place, one in enumerate(found)
    ]


def _store(
    call: Call, arguments: BulkStoreArguments, admitted: Sequence[Admitted], once: Once, done: Progress
) -> BulkStored:
    """Store what is not done yet."""
    known = SentenceMeanings(call)
    for _ in range(TRIES):
        try:
            while done.sentences < len(admitted):
                part = admitted[done.sentences : done.sentences + PART]
                is_last = done.sentences + len(part) == len(admitted)
                write = _part(call, arguments, part, known, done, is_last=is_last)
                done = done.with_part(write_candidates(call, once, write))
        except PartlyDone as written:  # a part was, but its answer was lost
            done = Progress.of_attempt(written.record)
        else:
            return done.answer()
    raise Busy("memory.busy.same_text")


def _part(
    call: Call,
    arguments: BulkStoreArguments,
    part: Sequence[Admitted],
    known: SentenceMeanings,
    done: Progress,
    *,
    is_last: bool,
) -> Write:
    active = [one.texts[0] for one in part if one.may_be_active]
    by_text = dict(zip(active, known.of(active), strict=True))
    event_date = _moment(arguments.timestamp)

    def candidates(heads: Heads) -> list[Candidate]:
        made = []
        for one in part:
            meaning = by_text.get(one.texts[0], UNKNOWN)
            memory = replace(new_fact(call, heads, one, meaning), event_date=event_date, chunks=1)
            made.append(Candidate(memory, meaning))
        return made

    return Write(
        arguments.user_id,
        candidates,
        lambda written: done.with_part(written).answer(),
        meanwhile=lambda: None,
        skips_duplicates=bool(active) and not arguments.force,
        begins=done.sentences,
        ends=None if is_last else done.sentences + len(part),
    )


def _moment(timestamp: str | None) -> str | None:
    """Return a timestamp if it is RFC 3339 with a time; plain dates are ignored."""
    is_moment = timestamp is not None and len(timestamp) > _PLAIN_DATE and span_of(timestamp) is not None
    return timestamp if is_moment else None


_PLAIN_DATE = len("2026-05-02")


BULK_STORE = operation(
    bulk_store,
    path="/memory/bulk-store",
    title="Store a long text",
    description=(
        "Keep a text of up to 20,000 characters, each sentence as a memory of its own. Sentences that say what "
        "another one or a stored memory says are not stored; the counts tell. What reads like a command is kept "
        "for the owner alone."
    ),
    writes=True,
)
