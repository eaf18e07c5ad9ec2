"""What refusals say: one catalogue a language, the same keys in all. Read only once something is refused."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

LANGUAGES = ("en", "de")
_GERMAN = str.maketrans(",.", ".,")
_FIELD = "{field}: "


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Return a language's messages by their keys."""
    import tomllib
    from pathlib import Path

    tables = tomllib.loads((Path(__file__).parent / f"{language}.toml").read_text(encoding="utf-8"))
    return {f"{subject}.{key}": text for subject, texts in tables.items() for key, text in texts.items()}


def filled(template: str, values: Mapping[str, str | int], language: str) -> str:
    """Fill a message; where no field is at fault, it does not begin with one."""
    if "field" not in values:
        template = template.removeprefix(_FIELD)
    return template.format(**{name: _written(value, language) for name, value in values.items()})


def _written(value: str | int, language: str) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,}".translate(_GERMAN) if language == "de" else f"{value:,}"
