"""How dataclasses are stored: from the declaration of their fields, compiled once, to items and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, fields
from operator import attrgetter, itemgetter
from typing import Any, Generic, NamedTuple, TypeVar, cast

from ..domain.declaring import declared
from ..domain.imperatives import Imperatives
from ..domain.levels import Level
from ..domain.memory import Kind, State
from .items import plain_value

T = TypeVar("T")


class _Form(NamedTuple):
    read: Callable[[Any], Any]  # DynamoDB's typed value
    write: Callable[[Any], Any] | None = None  # as a plain value, where it is another


def _number(typed: Mapping[str, str]) -> int:
    return int(typed["N"])


# By the annotation, without `| None`.
_FORMS = {
    "str": _Form(itemgetter("S")),
    "int": _Form(_number),
    "Micros": _Form(_number),
    "Seconds": _Form(_number),
    "float": _Form(lambda typed: float(typed["N"])),
    "bool": _Form(itemgetter("BOOL")),
    "bytes": _Form(lambda typed: bytes(typed["B"])),
    "Level": _Form(lambda typed: Level(int(typed["N"])), int),
    "Kind": _Form(lambda typed: Kind(typed["S"]), attrgetter("value")),
    "Imperatives": _Form(lambda typed: Imperatives(typed["S"]), attrgetter("value")),
    "State": _Form(lambda typed: State(typed["S"]), attrgetter("value")),
    "tuple[str, ...]": _Form(lambda typed: tuple(one["S"] for one in typed["L"]), list),
    "frozenset[str]": _Form(lambda typed: frozenset(plain_value(typed)), sorted),
    "Mapping[str, str]": _Form(plain_value, dict),
    "Mapping[str, Any]": _Form(plain_value, dict),
    "Mapping[str, int]": _Form(lambda typed: {key: int(one["N"]) for key, one in typed["M"].items()}, dict),
}


class _Column(NamedTuple):
    name: str
    attribute: str
    form: _Form
    required: bool  # else what is not there is as the field's default, or None
    left_out: Any  # a value that is not stored


class StoredFields(Generic[T]):
    """The stored fields of a dataclass. What is None is not stored.

    Parameters
    ----------
    record
        The dataclass.
    given
        Fields that are not attributes of the item; :meth:`read` is given them.
    parts
        Fields that are dataclasses themselves, whose fields are attributes of the same item.
    """

    def __init__(
        self, record: type[T], *, given: Sequence[str] = (), parts: Mapping[str, StoredFields[Any]] | None = None
    ) -> None:
        self._record, self._parts = record, dict(parts or {})
        stored = [one for one in fields(cast(Any, record)) if one.name not in {*given, *self._parts}]
        self._columns = tuple(_column(one) for one in stored)
        of_parts = (name for part in self._parts.values() for name in part.attributes)
        self.attributes: tuple[str, ...] = (*(column.attribute for column in self._columns), *of_parts)
        self._absent = {one.name: None for one in stored if one.default is MISSING and " | None" in str(one.type)}
        self.kept = frozenset(declared(one).attribute for one in stored if declared(one).kept)

    def read(self, item: Mapping[str, Any], **given: Any) -> T:
        """Read an item.

        Raises
        ------
        KeyError
            If it lacks what every record has.
        """
        given = {**self._absent, **given}
        for name, attribute, form, required, _ in self._columns:
            typed = item.get(attribute)
            if typed is not None:
                given[name] = form.read(typed)
            elif required:
                raise KeyError(attribute)
        for name, part in self._parts.items():
            if part.attributes[0] in item:
                given[name] = part.read(item)
        return self._record(**given)

    def values(self, record: T) -> dict[str, Any]:
        """Return a record's attributes as plain values."""
        found: dict[str, Any] = {}
        for name, attribute, form, _, left_out in self._columns:
            value = getattr(record, name)
            if value is not None and value != left_out:
                found[attribute] = value if form.write is None else form.write(value)
        for name, part in self._parts.items():
            if (value := getattr(record, name)) is not None:
                found |= part.values(value)
        return found


def _column(field: Field[Any]) -> _Column:
    default = field.default if field.default_factory is MISSING else field.default_factory()
    about, (annotation, *optional) = declared(field), str(field.type).split(" | ")
    required = default is MISSING and not optional
    return _Column(field.name, about.attribute, _FORMS[annotation], required, default if about.sparse else None)
