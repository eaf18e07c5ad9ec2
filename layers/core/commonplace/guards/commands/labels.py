"""The word that makes a plain imperative a convention, in the language of the imperative."""

from __future__ import annotations

from . import Kind, classify
from .languages import language_of

_WORDS = {
    "de": "Konvention",
    "en": "Convention",
    "es": "Convención",
    "fr": "Convention",
    "hi": "नियम",
    "it": "Convenzione",
    "ja": "規約",
    "kn": "ನಿಯಮ",
    "ko": "규칙",
    "nl": "Afspraak",
    "pt": "Convenção",
    "ru": "Правило",
    "zh": "约定",
}


def as_convention(text: str) -> str | None:
    """Return a plain imperative in the form that is kept, with the label of its language.

    None: so, too, it would not be kept.

    >>> as_convention("Use pnpm, not npm, in this repo.")
    'Convention: Use pnpm, not npm, in this repo.'
    """
    labelled = f"{_WORDS[language_of(text)]}: {text.strip()}"
    return labelled if classify(labelled).kind is Kind.RECORD else None
