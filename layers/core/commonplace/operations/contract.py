"""A tool's contract: route, rights, models and function, declared once and read by HTTP, MCP and OpenAPI.

>>> whole("3"), fraction("0.5")
(3, 0.5)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError, PydanticKnownError

from ..domain.levels import Level
from ..domain.quarantine import IMPERATIVE, REASONS, reason_code
from ..guards import admission
from ..guards.commands.labels import as_convention
from ..refusals.errors import InvalidInput
from ..storage.usage import Dialect
from .call import Call
from .caller import READ, WRITE, KeyScope
from .field_names import is_plain_name
from .model_arguments import as_declared, finite_number
from .usage import counted


class Arguments(BaseModel):
    """Base of every tool's arguments; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Result(BaseModel):
    """Base of every tool's result."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    def to_json(self) -> str:
        """Return the answer's JSON without the fields that were not set; null is kept."""
        return self.model_dump_json(exclude_unset=True)


A = TypeVar("A", bound=Arguments)
R = TypeVar("R", bound=Result)


@dataclass(frozen=True, slots=True)
class Tool(Generic[A, R]):
    """One tool.

    Attributes
    ----------
    name
        As in its route and, after the namespace, in MCP.
    title, description
        For people, and for the model that decides whether to call it.
    writes
        Whether it changes what is stored.
    scope
        Of the key that may call it; by default ``write`` for what writes, else ``read``.
    destructive, idempotent
        MCP's hints: whether it may remove something; whether a repetition changes nothing more.
    path, method
        Its route; by default ``POST /v1/tools/<name>``.
    in_pages
        Whether it is an operation of the dashboard's pages alone: then it has no route.
    structured
        Whether its result is also the structured content over MCP, by an output schema. recall_result's is not:
        there it hands on another tool's result.
    null_is_default
        Whether null means that a field was left out; else only for a number.
    from_models
        Whether language models send the arguments, and :mod:`.model_arguments` reads them: by the default route.
    counted_as
        The dialect that its calls over HTTP count for; None: they are not counted. ``tools`` by the default route.
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
    in_pages: bool = False
    structured: bool = True
    null_is_default: bool = True
    counted_as: Dialect | None = None
    wide: bool = False
    from_models: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        if not self.path and not self.in_pages:
            object.__setattr__(self, "path", f"/v1/tools/{self.name}")
            object.__setattr__(self, "counted_as", "tools")
            object.__setattr__(self, "from_models", True)
        if self.writes and self.scope == READ:
            object.__setattr__(self, "scope", WRITE)

    def call(self, call: Call, arguments: Mapping[str, Any], counted_as: Dialect | None = None) -> R:
        """Check rights and arguments, then run; a call from the dashboard is not counted.

        Raises
        ------
        Refusal
            Any of :mod:`commonplace.refusals.errors`; nothing is stored then.
        """
        call.caller.require(self.scope)
        parsed = self.parse(arguments)
        with counted(call, counted_as, writes=self.writes):
            return self.run(call, parsed)

    def parse(self, arguments: Mapping[str, Any]) -> A:
        """Read arguments; raises as :func:`read_as`."""
        given = as_declared(self.arguments, arguments) if self.from_models else arguments
        return read_as(self.arguments, given, null_is_default=self.null_is_default)


def read_as(model: type[A], given: Mapping[str, Any], *, null_is_default: bool = True) -> A:
    """Read fields by a model, with null as the default everywhere or only for numbers.

    Raises
    ------
    InvalidInput
        Names the first invalid field, and never its value.
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
        raise _refused(first, _field_path(first["loc"], known=model.model_fields)) from None


def _is_number(model: type[Arguments], name: str) -> bool:
    known = model.model_fields.get(name)
    return known is not None and known.annotation in (int, float) and not known.is_required()


def whole(value: object) -> int:
    """Read a whole number, also from a numeric string or a float such as ``3.0``, as models send them."""
    number = finite_number(value)
    if number is None or not number.is_integer():
        raise PydanticCustomError("whole_number", "must be a whole number")
    return int(number)


def fraction(value: object) -> float:
    """Read a finite number, also from a numeric string."""
    number = finite_number(value)
    if number is None:
        raise PydanticCustomError("finite_number", "must be a number")
    # DynamoDB stores no smaller number; to us it is zero.
    return 0.0 if abs(number) < 1e-100 else number


def _field_path(location: tuple[int | str, ...], known: Mapping[str, object]) -> str:
    """Return the path of an error; an unknown field's name is the caller's text and may be a secret."""
    first = str(location[0]) if location else "body"
    if first not in known and not is_plain_name(first):
        return "unknown field"
    # Inside a field: indexes of a list, and names of a model's own fields.
    return ".".join([first, *(str(part) for part in location[1:] if is_plain_name(str(part)))])


# Keys of messages by pydantic's error types.
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
    "moment": "field.not_a_date.zone",
    "model_type": "field.not_an_object.of_class",
    "string_pattern_mismatch": "field.wrong_form",
    "string_too_long": "field.too_long",
    "string_too_short": "field.too_short",
    "string_type": "field.not_a_string",
    "too_long": "field.too_many",
    "too_short": "field.too_few",
    "whole_number": "field.not_an_integer",
}


# Parameters of messages by their names in pydantic's context.
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


def stated(value: object) -> object:
    """Refuse null in a text that must say something where it is sent: else it would widen what is meant."""
    if value is None:
        raise PydanticKnownError("string_type")
    return value


def readable(value: object) -> object:
    """Replace lone surrogates in a question: they cannot be encoded."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def _described(limit: int, **schema: Any) -> Any:
    # The guards enforce the limits; here they are only in the schema.
    return Field(json_schema_extra={"maxLength": limit, **schema})


# Last of a number's annotations, so that its bounds stay in the schema.
AS_WHOLE = BeforeValidator(whole)
AS_FRACTION = BeforeValidator(fraction)
AS_QUESTION = BeforeValidator(readable)
STATED = BeforeValidator(stated)
Text = Annotated[str, _described(admission.TEXT_LIMIT, minLength=1)]
Key = Annotated[str, _described(admission.KEY_LIMIT, minLength=1)]
Speaker = Annotated[str, _described(admission.SPEAKER_LIMIT, minLength=1)]
Tag = Annotated[str, _described(admission.TAG_LIMIT, minLength=1)]
LevelName = Literal["PUBLIC", "INTERNAL", "CONFIDENTIAL", "RESTRICTED"]
ScopeName = Literal["session", "account", "team"]
ImperativesName = Literal["quarantine", "keep"]
KindName = Literal["fact", "rule", "goal", "plan", "question", "identifier"]


def level_name(level: Level) -> LevelName:
    """Return a level's name in contracts."""
    names: tuple[LevelName, ...] = get_args(LevelName)
    return names[level]


class Kept(Result):
    """Whether a written text was quarantined: one that reads like a command is stored for the owner alone."""

    reason: str | None = Field(default=None, description="quarantined: what the text reads like.")
    advice: str | None = Field(default=None, description="quarantined: what to do instead.")


def reason_said(stored: str) -> str:
    """Return in words why a text was quarantined, by the reason as stored."""
    return f"the text reads like a command: {REASONS[reason_code(stored)]}"


def quarantined(stored: str | None, text: str = "") -> dict[str, str]:
    """Return the fields of :class:`Kept` for the reason why a text was quarantined; none without one."""
    if stored is None:
        return {}
    advice = "Restate it as a fact: say what is so, not what to do."
    if reason_code(stored) == IMPERATIVE:
        kept = as_convention(text) if 0 < len(text) <= _REPEATED else "Convention: \N{HORIZONTAL ELLIPSIS}"
        if kept is not None:
            advice = f"Put a label before it and it is kept as it is: `{kept}`. Or restate it as a fact."
    return {
        "reason": reason_said(stored),
        "advice": f"It is kept for the owner and will not be handed back. {advice}",
    }


_REPEATED = 400  # characters of a text that an advice repeats


class Stored(Kept):
    """Answer of the agent's writes."""

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
