"""template.yaml as the tests look at it: resolved for one stage, and as it is written."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from local.template import with_globals
from local.yaml_tags import Intrinsic, Resolver, read
from tests.support.agents import ROOT

TEMPLATE = ROOT / "template.yaml"
STACK = "commonplace"


@cache
def written() -> dict[str, Any]:
    """The document with its intrinsic functions unresolved."""
    return read(TEMPLATE)


@cache
def resources(kind: str, stage: str = "dev") -> dict[str, dict[str, Any]]:
    """All resources of a type by logical id, resolved; functions with what Globals say."""
    resolver = Resolver(written(), STACK, {"Stage": stage})
    shared = written()["Globals"]["Function"] if kind == "AWS::Serverless::Function" else {}
    found = {}
    for name, resource in written()["Resources"].items():
        if resource["Type"] == kind:
            properties = with_globals(shared, resource["Properties"])
            found[name] = {
                **{key: value for key, value in resource.items() if key != "Properties"},
                **resolver.resolve(properties, name),
            }
    return found


def layers_of(function: str) -> list[str]:
    """The logical ids of a function's layers, in the order in which Lambda unpacks them."""
    own = written()["Resources"][function]["Properties"]
    return [str(layer.argument) for layer in with_globals(written()["Globals"]["Function"], own)["Layers"]]


def texts(value: Any) -> Iterator[str]:
    """Every string in a part of the document, those that intrinsic functions take included."""
    if isinstance(value, Intrinsic):
        yield from texts(value.argument)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from texts(key)
            yield from texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)
    elif isinstance(value, str):
        yield value


def statements(role: dict[str, Any]) -> list[dict[str, Any]]:
    """All statements of a role's policies."""
    return [statement for policy in role["Policies"] for statement in policy["PolicyDocument"]["Statement"]]


def listed(value: Any) -> list[Any]:
    """A policy's element that may be one value or several."""
    return value if isinstance(value, list) else [value]
