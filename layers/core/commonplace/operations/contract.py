"""What a tool's contract is made of."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from ..domain.levels import Level
from ..guards import admission
from ..refusals.errors import InvalidInput
from ..storage.usage import Dialect
from .call import Call
from .caller import READ, WRITE, KeyScope
from .usage import counted

TOOLS_PATH = "/v1/tools/"  # begins the routes of agents' tools


class Arguments(BaseModel):
    """Base of every tool's arguments: unknown fields are refused, null means the default."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Result(BaseModel):
    """Base of every tool's result."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    def to_json(self) -> str:
        """Write the answer; a field that was not given is left out, one that is null is said."""
        return self.model_dump_json(exclude_unset=True)


A = TypeVar("A", bound=Arguments)
R = TypeVar("R", bound=Result)


@dataclass(frozen=True, slots=True)
class Tool(Generic[A, R]):
    """One tool, written once.

    Attributes
    ----------
    name
        As in its route and, behind the namespace, in MCP.
    title, description
        For people, and for the model that decides whether to call it.
    arguments, result
        Its models.
    run
        What it does.
    writes
        Whether it changes what is stored.
    scope
        What the caller's key needs; ``write`` for what writes and ``read`` for all else, unless said.
    destructive, idempotent
        MCP's hints: whether it may take something away; whether a repetition changes nothing more.
    path, method
        Its route; ``POST /v1/tools/<name>`` unless said.
    text_field
        A field of the result that may be large: over MCP it is answered once, as the text, and the structured
        content leaves it out.
    null_is_default
        Whether null stands for a field that was left out, as models send it; else only for a number.
    wide
        For a read of a store: whether in ``default`` it also reads the running session and the key's team.
    """

    name: str
    title: str
    description: str
    arguments: type[A]
    result: type[R]
    run: Callable[[Call, A], R]
    writes: bool
    scope: KeyScope = READ
    destructive: bool = False
    idempotent: bool = False
    path: str = ""
    method: str = "POST"
    text_field: str | None = None
    null_is_default: bool = True
    wide: bool = False

    def __post_init__(self) -> None:
        if not self.path:
            object.__setattr__(self, "path", f"{TOOLS_PATH}{self.name}")
        if self.writes and self.scope == READ:
            object.__setattr__(self, "scope", WRITE)

    def call(self, call: Call, arguments: Mapping[str, Any], counted_as: Dialect | None = None) -> R:
        """Check rights and arguments, then run.

        Parameters
        ----------
        call
            Who calls, and in which session.
        arguments
            As sent.
        counted_as
            The dialect in which the call came; None: it is not counted, as the owner's own are not.

        Raises
        ------
        Refusal
            Any of :mod:`commonplace.refusals.errors`; nothing is stored then.
        """
        call.caller.require(self.scope)
        parsed = self.parse(arguments)
        if counted_as is None:
            return self.run(call, parsed)
        with counted(call, counted_as, writes=self.writes):
            return self.run(call, parsed)

    def parse(self, arguments: Mapping[str, Any]) -> A:
        """Read arguments by the contract.

        Raises
        ------
        InvalidInput
            Names the first field at fault, and never its value.
        """
        return read_as(self.arguments, arguments, null_is_default=self.null_is_default)


def read_as(model: type[A], given: Mapping[str, Any], *, null_is_default: bool = True) -> A:
    """Read fields by a model.

    Parameters
    ----------
    model
        Which.
    given
        As sent.
    null_is_default
        Whether null stands for a field that was left out; for a number it does anyhow.

    Raises
    ------
    InvalidInput
        Names the first field at fault, and never its value.
    """
    fields = {
        name: value
        for name, value in given.items()
        if value is not None or not (null_is_default or _is_number(model, name))
    }
    try:
        return model.model_validate(fields)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        field = _field_path(first["loc"], known=model.model_fields)
        raise _refused(first, field) from None


def _is_number(model: type[Arguments], name: str) -> bool:
    field = model.model_fields.get(name)
    return field is not None and field.annotation in (int, float) and not field.is_required()


def whole(value: object) -> int:
    """Take a number for a whole one where it is: numeric strings and whole floats too, as models send them.

    Raises
    ------
    PydanticCustomError
        For booleans, fractions, infinities and anything else.
    """
    number = _number(value)
    if number is None or not number.is_integer():
        raise PydanticCustomError("whole_number", "must be a whole number")
    return int(number)


def fraction(value: object) -> float:
    """Take a finite number, or a string that holds one.

    Raises
    ------
    PydanticCustomError
        For booleans, NaN, infinities and anything else.
    """
    number = _number(value)
    if number is None:
        raise PydanticCustomError("finite_number", "must be a number")
    # Below what DynamoDB can hold; nothing tells it from zero.
    return 0.0 if abs(number) < 1e-100 else number


_NUMERAL = re.compile(r"\s*[+-]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20})([eE][+-]?\d{1,3})?\s*", re.ASCII)


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str) and not _NUMERAL.fullmatch(value):
        return None
    try:
        number = float(value)
    except OverflowError:  # an integer of hundreds of digits
        return None
    return number if math.isfinite(number) else None


def _field_path(location: tuple[int | str, ...], known: Mapping[str, object]) -> str:
    """Write where an error is; an unknown field's name is the caller's text and may be a secret."""
    first = str(location[0]) if location else "body"
    if first not in known and not _PLAIN_NAME.fullmatch(first):
        return "unknown field"
    # Inside a field: places of a list, and names of a model's own fields.
    return ".".join([first, *(str(part) for part in location[1:] if _PLAIN_NAME.fullmatch(str(part)))])


# Words in snake_case, or letters alone in camelCase (`memoryId`, `userID`); places of a list.
_PLAIN_NAME = re.compile(
    r"[a-z]{1,16}(_[a-z]{1,16}){0,2}"
    r"|(?=[A-Za-z]{2,32}\Z)[A-Za-z][a-z]{0,15}([A-Z][a-z]{1,15}){0,4}([A-Z]{2,4}s?)?"
    r"|\d{1,6}",
    re.ASCII,
)


# Messages of what pydantic finds, by its types.
_FAULTS = {
    "bool_type": "field.not_boolean",
    "dict_type": "field.not_an_object",
    "extra_forbidden": "field.unknown",
    "finite_number": "field.not_a_number",
    "greater_than_equal": "field.too_small",
    "int_type": "field.not_an_integer.strict",
    "less_than": "field.too_large.below",
    "less_than_equal": "field.too_large",
    "list_type": "field.not_a_list",
    "literal_error": "field.not_a_choice",
    "missing": "field.required",
    "model_type": "field.not_an_object.of_class",
    "string_pattern_mismatch": "field.wrong_form",
    "string_too_long": "field.too_long",
    "string_too_short": "field.too_short",
    "string_type": "field.not_a_string",
    "too_long": "field.too_many",
    "too_short": "field.too_few",
    "whole_number": "field.not_an_integer",
}


# Parameters of messages, by their names in pydantic's context.
_PARAMETERS = {
    "actual_length": "count",
    "class_name": "class_name",
    "expected": "expected",
    "ge": "least",
    "le": "most",
    "lt": "most",
    "max_length": "most",
    "min_length": "least",
    "pattern": "pattern",
}


def _refused(error: Any, field: str) -> InvalidInput:
    kind, words = error["type"], error["msg"]
    said = {_PARAMETERS[name]: value for name, value in error.get("ctx", {}).items() if name in _PARAMETERS}
    if kind != "string_too_long":  # as pydantic writes them: no marks between thousands, no point in whole numbers
        said = {name: str(value).removesuffix(".0") for name, value in said.items()}
    if kind not in _FAULTS:
        return InvalidInput("field.invalid", field=field, problem=words[:1].lower() + words[1:])
    return InvalidInput(_FAULTS[kind], field=field, details=None, **said)


def readable(value: object) -> object:
    """Make a question readable: a lone half of a surrogate pair stands for nothing."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def _described(limit: int, **schema: Any) -> Any:
    # The limits are enforced on the one way in; here they are only told.
    return Field(json_schema_extra={"maxLength": limit, **schema})


# Last among a number's annotations, so that its bounds stay part of the schema.
AS_WHOLE = BeforeValidator(whole)
AS_FRACTION = BeforeValidator(fraction)
AS_QUESTION = BeforeValidator(readable)
Text = Annotated[str, _described(admission.TEXT_LIMIT, minLength=1)]
Key = Annotated[str, _described(admission.KEY_LIMIT, minLength=1)]
Speaker = Annotated[str, _described(admission.SPEAKER_LIMIT, minLength=1)]
Tag = Annotated[str, _described(admission.TAG_LIMIT, minLength=1)]
LevelName = Literal["PUBLIC", "INTERNAL", "CONFIDENTIAL", "RESTRICTED"]
ScopeName = Literal["session", "account", "team"]
KindName = Literal["fact", "goal", "plan", "question", "identifier"]


def level_name(level: Level) -> LevelName:
    """Name a level as the contracts do."""
    names: tuple[LevelName, ...] = get_args(LevelName)
    return names[level]


class Kept(Result):
    """What every write answers of how it was kept.

    A text that reads like a command is kept for the owner alone: no tool ever hands it back.
    """

    reason: str | None = Field(default=None, description="quarantined: what the text reads like.")
    advice: str | None = Field(default=None, description="quarantined: what to do instead.")


def quarantined(kind: str | None) -> dict[str, str]:
    """Return the fields that a write answers with if its text was quarantined; none otherwise.

    Parameters
    ----------
    kind
        Which kind of command it reads like; None: it was not quarantined.
    """
    if kind is None:
        return {}
    return {
        "reason": f"the text reads like a command ({kind})",
        "advice": "It is kept for the owner and will not be handed back. Restate it as a fact: say what is so, "
        "not what to do.",
    }


class Stored(Kept):
    """What the agent's writes answer."""

    status: Annotated[
        Literal["stored", "quarantined"],
        Field(description="`stored`: it comes back from recall. `quarantined`: it does not."),
    ]
    id: Annotated[str, Field(description="Id of the memory, a UUID.")]
    scope: ScopeName
    classification: LevelName
    expires_at: Annotated[
        str | None, Field(description="When a session's memory is deleted (RFC 3339); null: it stays.")
    ]
