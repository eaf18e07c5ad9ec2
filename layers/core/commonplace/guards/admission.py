"""The one way in: every text of every write, in every dialect, passes :func:`admit` before storage.

The tables take only what carries an :class:`Admitted`, and only this module makes one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from ..errors import InvalidInput
from ..records.memory import State

TEXT_LIMIT = 4_000  # characters of a memory of the agent's tools
CONTENT_LIMIT = 20_000  # characters of a memory of the stores, and of a plan as a whole
KEY_LIMIT = 200
TAG_LIMIT = 80
TAGS_LIMIT = 20
SPEAKER_LIMIT = 80

# Control characters other than tab and newline, and halves of surrogate pairs.
_FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Field:
    """One text a caller wants to store, under the name the caller knows it by.

    Attributes
    ----------
    name
        As in the contract; list items carry their place (``plan_steps.2``).
    value
        As sent.
    limit
        Characters.
    """

    name: str
    value: str
    limit: int = TEXT_LIMIT


@dataclass(frozen=True, slots=True)
class Admitted:
    """Texts that may be stored.

    Attributes
    ----------
    texts
        Values of the fields in the order given, byte for byte.
    key, speaker, tags
        Trimmed and in Unicode's composed form (NFC), so that equal names are equal strings.
    state
        State the record is stored with.
    """

    texts: tuple[str, ...]
    key: str | None
    speaker: str | None
    tags: tuple[str, ...]
    state: State


def admit(
    *fields: Field, key: str | None = None, speaker: str | None = None, tags: Sequence[str] = ()
) -> Admitted:
    """Judge everything of one write that a caller worded, before any of it is stored.

    Parameters
    ----------
    *fields
        The texts.
    key, speaker, tags
        Names: compared after trimming and NFC.

    Returns
    -------
    Admitted
        What may be stored.

    Raises
    ------
    InvalidInput
        A text is empty, too long, or holds what cannot be stored; the error names the field and never
        holds its value.
    """
    if len(tags) > TAGS_LIMIT:
        raise InvalidInput(f"tags: at most {TAGS_LIMIT}", field="tags")
    return Admitted(
        texts=tuple(checked_text(field) for field in fields),
        key=None if key is None else checked_name("key", key, KEY_LIMIT),
        speaker=None if speaker is None else checked_name("speaker", speaker, SPEAKER_LIMIT),
        # A tag named twice is one tag; the first place counts.
        tags=tuple(dict.fromkeys(checked_name(f"tags.{n}", tag, TAG_LIMIT) for n, tag in enumerate(tags))),
        state=State.ACTIVE,
    )


def checked_text(field: Field) -> str:
    """Return a text unchanged if it can be stored.

    Raises
    ------
    InvalidInput
        If it is blank, too long, or holds control characters or half a surrogate pair.
    """
    if len(field.value) > field.limit:
        raise InvalidInput(
            f"{field.name}: at most {field.limit:,} characters; keep one fact a memory", field=field.name
        )
    refuse_unstorable(field.name, field.value)
    if not field.value.strip():
        raise InvalidInput(f"{field.name}: is empty", field=field.name)
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
        raise InvalidInput(f"{name}: at most {limit} characters", field=name)
    refuse_unstorable(name, value)
    composed = unicodedata.normalize("NFC", value.strip())
    if not composed:
        raise InvalidInput(f"{name}: is empty", field=name)
    if len(composed) > limit:
        raise InvalidInput(f"{name}: at most {limit} characters", field=name)
    return composed


def refuse_unstorable(name: str, value: str) -> None:
    """Refuse control characters other than tab and newline, and lone surrogates.

    Raises
    ------
    InvalidInput
        With the field's name.
    """
    if _FORBIDDEN.search(value):
        raise InvalidInput(
            f"{name}: holds a control character or half a surrogate pair; send plain text", field=name
        )
