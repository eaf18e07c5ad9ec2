"""What refusals say: one catalogue a language, the same keys in all. Read only once something is refused."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "de")  # of refusals and of all pages; the first one is the default
_GERMAN = str.maketrans(",.", ".,")
_FIELD = "{field}: "


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Return a language's messages by their keys."""
    subjects = [line[1:-1] for line in _text(language).splitlines() if line.startswith("[")]
    return {f"{subject}.{key}": text for subject in subjects for key, text in _messages(language, subject).items()}


def message(language: str, key: str) -> str:
    """Return one message. Only its subject's table is parsed: all of them would take some 10 ms."""
    subject, _, rest = key.partition(".")
    return _messages(language, subject)[rest]


@cache
def _messages(language: str, subject: str) -> Mapping[str, str]:
    import tomllib

    table = _text(language).partition(f"\n[{subject}]\n")[2].partition("\n\n[")[0]
    return tomllib.loads(table)


@cache
def _text(language: str) -> str:
    return (Path(__file__).parent / f"{language}.toml").read_text(encoding="utf-8")


def filled(template: str, values: Mapping[str, str | int], language: str) -> str:
    """Fill a message; where no field is at fault, it does not begin with one."""
    if "field" not in values:
        template = template.removeprefix(_FIELD)
    return template.format(**{name: _written(value, language) for name, value in values.items()})


def _written(value: str | int, language: str) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,}".translate(_GERMAN) if language == "de" else f"{value:,}"
