"""What the contracts of the stores' operations share: common arguments, their checks, and :func:`operation`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, Field

from ..domain.dates import span_of
from ..domain.ids import is_memory_id
from ..domain.spaces import DEFAULT_STORE
from ..guards.admission import CONTENT_LIMIT, LABEL_LIMIT
from ..operations.call import Call
from ..operations.contract import Arguments, Result, Speaker, Tool, quarantined
from ..operations.field_names import is_plain_name
from ..refusals.errors import InvalidInput, NotAllowed

PREFIX = "/api/v1"

A = TypeVar("A", bound=Arguments)
R = TypeVar("R", bound=Result)

StoreId = Annotated[
    str,
    Field(
        description="The store; ids compare without case.",
        json_schema_extra={"pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"},
    ),
]
MemoryId = Annotated[
    str,
    Field(
        description="Id of a memory, as storing, listing and searching tell it.",
        json_schema_extra={"format": "uuid"},
    ),
]
Content = Annotated[str, Field(json_schema_extra={"maxLength": CONTENT_LIMIT, "minLength": 1})]
Label = Annotated[str, Field(json_schema_extra={"maxLength": LABEL_LIMIT, "minLength": 1})]
_MOST_NAMED = 10  # dropped fields in a note
Status = Literal["stored", "duplicate", "quarantined"]
Note = Annotated[str | None, Field(description="What became of it, in words, where it was not stored as is.")]


class NoArguments(Arguments):
    """For operations that take no arguments."""


class StoreArguments(Arguments):
    """Base of the arguments of every operation on one store."""

    user_id: StoreId = DEFAULT_STORE


class MemoryArguments(StoreArguments):
    """Arguments of the reads of one memory."""

    memory_id: MemoryId


class Metadata(BaseModel):
    """Optional attributes of a new memory; unknown fields are dropped, and the answer names them."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)

    speaker: Speaker | None = Field(
        default=None,
        description="Who said it: `me` for the assistant itself, or a speaker registered in the store.",
    )
    event_date: str | None = Field(default=None, description="When it happened: RFC 3339 or YYYY-MM-DD.")
    category: Label | None = Field(default=None, description="A word to sort it by.")
    conversation_id: Label | None = Field(default=None, description="Which conversation it comes from.")

    def labels(self) -> dict[str, str]:
        """Return category and conversation by the names of the fields they were sent in."""
        named = {"metadata.category": self.category, "metadata.conversation_id": self.conversation_id}
        return {field: value for field, value in named.items() if value is not None}

    def dropped_note(self) -> str:
        """Return the note on the fields that are not kept; "" if there are none.

        Only plain names are said back: any other may be a secret.
        """
        dropped = list(self.model_extra or {})
        if not dropped:
            return ""
        plain = [name for name in dropped if is_plain_name(name)][:_MOST_NAMED]
        others = len(dropped) - len(plain)
        if others:
            plain.append(f"{others} more" if plain else "1 field" if others == 1 else f"{others} fields")
        return f"Not kept of the metadata: {', '.join(plain)}. Kept are {', '.join(type(self).model_fields)}."


def operation(
    run: Callable[[Call, A], R],
    *,
    path: str,
    writes: bool,
    name: str | None = None,
    idempotent: bool | None = None,
    **contract: Any,
) -> Tool[A, R]:
    """Make an operation's contract: a :class:`commonplace.operations.contract.Tool` under :data:`PREFIX`.

    Its arguments and result are those of ``run``, and so is its name unless another is given. Reads are
    idempotent. Null means the default only for numbers: elsewhere a null where a value is wanted is refused, so
    that a null ``memory_id`` never means the whole store.
    """
    _, arguments, result = get_type_hints(run).values()
    return Tool(
        run=run,
        arguments=arguments,
        result=result,
        name=run.__name__ if name is None else name,
        path=f"{PREFIX}{path}",
        writes=writes,
        idempotent=not writes if idempotent is None else idempotent,
        null_is_default=False,
        **contract,
    )


def checked_memory_id(value: str, field: str = "memory_id") -> str:
    """Return a memory's id as it is stored; raises :class:`InvalidInput` if it is blank or no UUID."""
    memory_id = value.strip().lower()
    if not is_memory_id(memory_id):
        raise InvalidInput("field.not_a_uuid.store", field=field)
    return memory_id


def checked_date(field: str, value: str | None) -> str | None:
    """Return a date as it was sent; raises :class:`InvalidInput` if it is not a date."""
    if value is not None and span_of(value) is None:
        raise InvalidInput("field.not_a_date.example", field=field)
    return value


def refuse_image(image: Any) -> None:
    """Raise :class:`NotAllowed` if an image was sent."""
    if image is not None:
        raise NotAllowed("field.unsupported.image", field="image")


def refuse_null(arguments: BaseModel, prefix: str = "") -> None:
    """Raise :class:`InvalidInput` for a field that was sent as null instead of left out.

    Parameters
    ----------
    prefix
        Goes before the field's name in the error.
    """
    for name in sorted(arguments.model_fields_set):
        if getattr(arguments, name) is None:
            raise InvalidInput("field.null", field=f"{prefix}{name}")


_UNSUPPORTED: Mapping[str, str] = {
    "verify": "field.unsupported.verify",
    "max_images": "field.unsupported.max_images",
    "cache_control": "field.unsupported.cache_control",
    "form": "field.unsupported.form",
    "tz": "field.unsupported.tz",
}
_MAY_BE_ZERO = frozenset({"verify", "max_images"})


def refuse_unsupported(arguments: Arguments) -> None:
    """Raise :class:`NotAllowed` for the first field that asks for a feature this service does not have."""
    for name, key in _UNSUPPORTED.items():
        if name in arguments.model_fields_set and not (name in _MAY_BE_ZERO and getattr(arguments, name) == 0):
            raise NotAllowed(key, field=name)


def quarantine_note(kind: str | None, text: str = "") -> str:
    """Return the note for a text that reads like this kind of command: why it is quarantined, and what to do."""
    fields = quarantined(kind, text)
    return f"Quarantined: {fields['reason']}. {fields['advice']}" if fields else ""
