"""Finds the route of a request by the rules of API Gateway's HTTP APIs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import unquote

from local.stack import Route

_LITERAL, _PARAMETER, _GREEDY = 0, 1, 2


@dataclass(frozen=True)
class _Pattern:
    """One path and its routes by method."""

    segments: tuple[str, ...]
    routes: dict[str, Route] = field(default_factory=dict)

    @property
    def rank(self) -> tuple[int, ...]:
        """Sort key: literal segments before parameters before the greedy one, from the left."""
        return tuple(_kind(segment) for segment in self.segments)

    def match(self, parts: list[str]) -> dict[str, str] | None:
        greedy = bool(self.segments) and _kind(self.segments[-1]) == _GREEDY
        if len(parts) < len(self.segments) or (len(parts) > len(self.segments) and not greedy):
            return None
        found: dict[str, str] = {}
        for index, (segment, part) in enumerate(zip(self.segments, parts, strict=False)):
            match _kind(segment):
                case 0 if segment != part:
                    return None
                case 1:
                    if not part:
                        return None
                    found[segment[1:-1]] = part
                case 2:  # what ends in a slash matches, too, but for the root
                    if parts == [""]:
                        return None
                    found[segment[1:-2]] = "/".join(parts[index:])
        return found


def _kind(segment: str) -> int:
    if not (segment.startswith("{") and segment.endswith("}")):
        return _LITERAL
    return _GREEDY if segment.endswith("+}") else _PARAMETER


class Router:
    """The routes of one API."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self._default: Route | None = None
        self._literal: dict[str, dict[str, Route]] = {}
        patterns: dict[str, _Pattern] = {}
        for route in routes:
            if not route.path:
                self._default = route
            elif "{" not in route.path:
                self._literal.setdefault(route.path, {})[route.method] = route
            else:
                pattern = patterns.setdefault(route.path, _Pattern(tuple(route.path.split("/")[1:])))
                pattern.routes[route.method] = route
        self._patterns = sorted(patterns.values(), key=lambda pattern: pattern.rank)

    def find(self, method: str, raw_path: str) -> tuple[Route, dict[str, str]] | None:
        """Return the route of a request and its decoded path parameters, or None if no route matches.

        The path is percent-encoded, so that an encoded slash does not separate segments.
        """
        if (route := _of(self._literal.get(unquote(raw_path)), method)) is not None:
            return route, {}
        parts = [unquote(part) for part in raw_path.split("/")[1:]]
        for pattern in self._patterns:
            route = _of(pattern.routes, method)
            if route is not None and (parameters := pattern.match(parts)) is not None:
                return route, parameters
        return None if self._default is None else (self._default, {})


def _of(routes: dict[str, Route] | None, method: str) -> Route | None:
    return None if routes is None else routes.get(method) or routes.get("ANY")
