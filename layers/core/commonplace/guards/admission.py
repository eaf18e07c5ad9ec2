"""The one way in: every text of every write, in every dialect, passes :func:`admit` before storage.

The tables take only what carries an :class:`Admitted`, and only this module makes one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..domain.memory import State
from ..refusals.errors import CredentialRefused, InvalidInput
from .speaker_names import refuse_unseen
from .views import Budget, views

TEXT_LIMIT = 4_000  # characters of a memory of the agent's tools
CONTENT_LIMIT = 20_000  # characters of a memory of the stores, and of a plan as a whole
KEY_LIMIT = 200
TAG_LIMIT = 80
TAGS_LIMIT = 20
SPEAKER_LIMIT = 80
LABEL_LIMIT = 200  # categories, conversations

_END = 300  # characters of a field's beginning and end that are judged together with other fields

# Control characters other than tab and newline, and halves of surrogate pairs.
_FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class TextField:
    """One text a caller wants to store, under the name the caller knows it by.

    Attributes
    ----------
    name
        As in the contract; list items carry their place (``plan_steps.2``).
    value
        As sent.
    limit
        Characters.
    imperative_allowed
        Whether it is an imperative by nature, as a goal or a plan's step is: only what steers a reader is
        quarantined then.
    """

    name: str
    value: str
    limit: int = TEXT_LIMIT
    imperative_allowed: bool = False


@dataclass(frozen=True, slots=True)
class Admitted:
    """Texts that may be stored.

    Attributes
    ----------
    texts
        Values of the fields in the order given, byte for byte.
    key, speaker, tags
        Trimmed and in Unicode's composed form (NFC), so that equal names are equal strings.
    quarantined_for
        Which kind of command the write reads like: then it is stored for the owner alone.
    labels
        Other names by their fields, in the same form.
    """

    texts: tuple[str, ...]
    key: str | None
    speaker: str | None
    tags: tuple[str, ...]
    quarantined_for: str | None
    labels: Mapping[str, str]

    @property
    def is_active(self) -> bool:
        """Whether it may be handed to agents."""
        return self.quarantined_for is None

    @property
    def state(self) -> State:
        """State the record is stored with."""
        return State.ACTIVE if self.is_active else State.QUARANTINED


def admit(
    *fields: TextField,
    key: str | None = None,
    speaker: str | None = None,
    tags: Sequence[str] = (),
    labels: Mapping[str, str] | None = None,
) -> Admitted:
    """Judge everything of one write that a caller worded, before any of it is stored.

    Parameters
    ----------
    *fields
        The texts.
    key, speaker, tags
        Names: compared after trimming and NFC.
    labels
        Other names, by the fields they came in, such as ``metadata.category``.

    Returns
    -------
    Admitted
        What may be stored.

    Raises
    ------
    InvalidInput
        A text is empty, too long, or holds what cannot be stored; the error names the field and never
        holds its value.
    CredentialRefused
        A field, or all of them together, hold a credential.
    """
    if len(tags) > TAGS_LIMIT:
        raise InvalidInput("field.too_many.tags", field="tags", most=TAGS_LIMIT)
    texts = tuple(checked_text(field) for field in fields)
    key = None if key is None else checked_name("key", key, KEY_LIMIT)
    speaker = None if speaker is None else checked_speaker_name(speaker)
    tags = [checked_name(f"tags.{n}", tag, TAG_LIMIT) for n, tag in enumerate(tags)]
    kept = {name: checked_name(name, value, LABEL_LIMIT) for name, value in (labels or {}).items()}
    named = [
        ("key", key),
        ("speaker", speaker),
        *((f"tags.{n}", tag) for n, tag in enumerate(tags)),
        *kept.items(),
    ]
    names = [(name, value) for name, value in named if value is not None]
    refuse_credentials(fields, names)
    return Admitted(
        texts=texts,
        key=key,
        speaker=speaker,
        tags=tuple(dict.fromkeys(tags)),  # a tag named twice is one tag; the first place counts
        quarantined_for=command_in(fields, names),
        labels=kept,
    )


def checked_text(field: TextField) -> str:
    """Return a text unchanged if it can be stored.

    Raises
    ------
    InvalidInput
        If it is blank, too long, or holds control characters or half a surrogate pair.
    """
    if len(field.value) > field.limit:
        raise InvalidInput("field.too_long.fact", field=field.name, most=field.limit)
    refuse_unstorable(field.name, field.value)
    if not field.value.strip():
        raise InvalidInput("field.empty", field=field.name)
    return field.value


def checked_name(name: str, value: str, limit: int) -> str:
    """Return a key, tag, speaker or store name in the one form in which names are compared.

    Parameters
    ----------
    name
        The field's name, for the error.
    value
        As sent.
    limit
        Characters, counted after trimming and NFC.

    Raises
    ------
    InvalidInput
        As :func:`checked_text`.
    """
    if len(value) > 16 * limit:  # composing a text of any length would be work for nothing
        raise InvalidInput("field.too_long", field=name, most=limit)
    refuse_unstorable(name, value)
    composed = unicodedata.normalize("NFC", value.strip())
    if not composed:
        raise InvalidInput("field.empty", field=name)
    if len(composed) > limit:
        raise InvalidInput("field.too_long", field=name, most=limit)
    return composed


def checked_speaker_name(value: str) -> str:
    """Return a speaker's name in the one form in which names are compared.

    Raises
    ------
    InvalidInput
        As :func:`checked_name`, and for what nobody sees in a name.
    """
    name = checked_name("speaker", value, SPEAKER_LIMIT)
    refuse_unseen("speaker", name)
    return name


def refuse_unstorable(name: str, value: str) -> None:
    """Refuse control characters other than tab and newline, and lone surrogates.

    Raises
    ------
    InvalidInput
        With the field's name.
    """
    if _FORBIDDEN.search(value):
        raise InvalidInput("field.forbidden_character", field=name)


def refuse_credentials(texts: Sequence[TextField], names: Sequence[tuple[str, str]]) -> None:
    """Refuse a write of which any field, or all of them together, hold a credential in any reading.

    Parameters
    ----------
    texts, names
        What is to be stored; key, speaker and tags by their fields' names.

    Raises
    ------
    CredentialRefused
        With the field and the kind.
    """
    from .credentials import find_credential

    values = [*((field.name, field.value) for field in texts), *names]
    budget = Budget(sum(len(value) for _, value in values))
    for name, value in values:
        for view in views(value, budget):
            if (kind := find_credential(view)) is not None:
                raise CredentialRefused(kind, field=name)
    for together, glued in _together(texts, names):
        for view in views(together, budget):
            kind = find_credential(view)
            # Ids that meet look drawn at random as well; what was split has a form of its own.
            if kind is not None and not (glued and kind in _WITHOUT_FORM):
                raise CredentialRefused(kind, field=None)


def refuse_credential_as_id(name: str, value: str) -> None:
    """Refuse an id that is a credential of a known form; ids may well look drawn at random.

    Parameters
    ----------
    name, value
        The field, and what was sent.

    Raises
    ------
    CredentialRefused
        With the field and the kind.
    """
    from .credentials import find_credential

    for view in views(value, Budget(len(value))):
        if (kind := find_credential(view)) is not None and kind not in _WITHOUT_FORM:
            raise CredentialRefused(kind, field=name)


def command_in(texts: Sequence[TextField], names: Sequence[tuple[str, str]]) -> str | None:
    """Return which kind of command a write reads like, if any.

    Parameters
    ----------
    texts
        Judged by what they are for: a plan's step may be an imperative, a fact may not.
    names
        Key, speaker and tags: short labels, in which only true steering counts. So it does in the fields
        joined, where the end of one and the beginning of the next would make orders that nobody gave.
    """
    from .commands import find_command

    budget = Budget(sum(len(field.value) for field in texts))
    for field in texts:
        for view in views(field.value, budget):
            if (kind := find_command(view, imperative_allowed=field.imperative_allowed)) is not None:
                return kind
    for value in (*(value for _, value in names), *(together for together, _ in _together(texts, names))):
        for view in views(value, budget):
            if (kind := find_command(view, imperative_allowed=True)) is not None:
                return kind
    return None


# Kinds that are told by a name and by randomness alone.
_WITHOUT_FORM = {"token", "secret key", "code", "password", "access key"}


def _together(texts: Sequence[TextField], names: Sequence[tuple[str, str]]) -> list[tuple[str, bool]]:
    """Write the fields as one text, in the ways in which what was split over them meets again.

    Of a long field only its ends can meet others; the whole of it has been judged by itself.

    Returns
    -------
    list[tuple[str, bool]]
        The text, and whether the fields were put together without anything between: each name before the
        texts, as a label; the texts one after the other; all glued, in both orders.
    """
    parts = [_ends(field.value) for field in texts]
    labels = [value for _, value in names]
    ways = [(f"{label}: {part}", False) for label in labels for part in parts[:1]]
    if len(parts) > 1:
        neighbours = "\n".join(one + other for one, other in pairwise(parts))
        ways += [(" ".join(parts), False), (neighbours, True), ("".join(parts), True)]
    if labels:
        ways += [("".join([*labels, *parts]), True), ("".join([*parts, *labels]), True)]
        ways.append((" ".join([*labels, *parts]), True))
    return ways


def _ends(value: str) -> str:
    return value if len(value) <= 2 * _END else f"{value[:_END]}\n{value[-_END:]}"
