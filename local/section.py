"""One part of a template, read so that unsupported properties are refused."""

from __future__ import annotations

from collections.abc import Iterable

from local.yaml_tags import NO_VALUE, Resolver, TemplateError, Value


class Section:
    """A mapping of the template whose keys are taken one by one.

    Keys that are left at the end are refused by name: a property that is ignored here might have an effect on AWS.

    Parameters
    ----------
    resolver
        Resolves what is taken. Other values, such as the statements of a role, are never resolved.
    values
    where
        The path in the template, for messages.
    """

    def __init__(self, resolver: Resolver, values: Value, where: str) -> None:
        if not isinstance(values, dict):
            raise TemplateError(f"{where}: expected a mapping")
        self._resolver, self._values, self.where = resolver, dict(values), where

    def take(self, key: str, default: Value = None) -> Value:
        """Remove ``key`` and return its resolved value."""
        if key not in self._values:
            return default
        value = self._resolver.resolve(self._values.pop(key), f"{self.where}.{key}")
        return default if value is NO_VALUE else value

    def require(self, key: str) -> Value:
        """Return the resolved value of ``key``, which is required."""
        value = self.take(key)
        if value is None:
            raise TemplateError(f"{self.where}: {key} is missing")
        return value

    def integer(self, key: str, default: int | None = None) -> int:
        """Return a whole number."""
        value = self.require(key) if default is None else self.take(key, default)
        try:
            return int(str(value))
        except (TypeError, ValueError):
            raise TemplateError(f"{self.where}.{key}: {value!r} is no whole number") from None

    def flag(self, key: str) -> bool:
        """Return a truth value, false where it is absent."""
        return str(self.take(key, False)).lower() == "true"

    def only(self, key: str, *allowed: Value) -> None:
        """Accept ``key`` when it is absent or has one of the values that the local run serves."""
        value = self.take(key)
        if value is not None and value not in allowed:
            raise TemplateError(f"{self.where}.{key}: the local run knows no {value!r} here")

    def section(self, key: str) -> Section:
        """Return a mapping inside this one, empty where it is absent."""
        return Section(self._resolver, self._values.pop(key, None) or {}, f"{self.where}.{key}")

    def choice(self, key: str) -> Section:
        """Return a mapping that an ``If`` may choose, empty where it is absent."""
        return Section(self._resolver, self.take(key) or {}, f"{self.where}.{key}")

    def is_empty(self) -> bool:
        """Return whether nothing is left."""
        return not self._values

    def sections(self) -> Iterable[tuple[str, Section]]:
        """Remove all keys and yield their values as sections."""
        values, self._values = self._values, {}
        for key, value in values.items():
            yield str(key), Section(self._resolver, value, f"{self.where}.{key}")

    def done(self, ignored: Iterable[str] = ()) -> None:
        """Refuse keys that are left, except properties without effect on one machine."""
        if rest := sorted(set(self._values) - set(ignored)):
            raise TemplateError(f"{self.where}: the local run does not know {', '.join(rest)}")
