"""What the owner's operations may say: the texts of refusals in all modules that the dashboard imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

import commonplace
import commonplace.dashboard
import commonplace.gateway.mcp
from commonplace.export.judging import IMPORTED
from commonplace.operations import contract
from commonplace.owner.dashboard_registry import DASHBOARD_OPERATIONS
from commonplace.owner.registry import OWNER_OPERATIONS
from commonplace.refusals import errors

PACKAGES = {
    package.__name__: Path(package.__path__[0])
    for package in (commonplace, commonplace.dashboard, commonplace.gateway.mcp)
}
REFUSALS = {name: 0 for name, one in vars(errors).items() if isinstance(one, type) and issubclass(one, Exception)}
SAYING = REFUSALS | {"LineRefused": 1, "Unusable": 0, "retry": 1}  # calls, and which argument is the text
# Functions that put a field before what they are given.
PREFIXING = {("commonplace.gateway.connectors.urls", "_refused"): "url: "}


def reached(*roots: str) -> set[str]:
    """Names of the project's modules that some import, over any number of others."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            waiting += _imports(name)
    return found


def said(module: str) -> Iterator[tuple[str, str]]:
    """Yield each text of a refusal in a module, what varies in it made up, with the function that says it.

    A text that is made elsewhere comes as ``…``.
    """
    tree = _parsed(module)
    constants = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for function, call in _calls(tree, ""):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        prefix = PREFIXING.get((module, name))
        place = 0 if prefix is not None else SAYING.get(name)
        if place is not None and len(call.args) > place:
            for text in _texts(call.args[place], constants):
                yield function, text if text == "…" else f"{prefix or ''}{text}"


def validation_messages() -> set[str]:
    """All that a contract says of values which are none of its fields', for each operation and imported record."""
    models: Mapping[str, Any] = {tool.name: tool.arguments for tool in (*DASHBOARD_OPERATIONS, *OWNER_OPERATIONS)}
    found: set[str] = set()
    for model in (*models.values(), *IMPORTED):
        for given in ({name: value} for name in (*model.model_fields, "foo") for value in _WRONG):
            found |= _faults(model, given)
    return found


def _faults(model: Any, given: Mapping[str, Any]) -> set[str]:
    """Return what is said of values: the contract says the first of these."""
    try:
        model.model_validate(given)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False)
        return {f"{one['loc'][0]}: {contract._said(one)}" for one in faults}
    return set()


_WRONG: tuple[Any, ...] = (
    None, True, "", "x", "x" * 200_000, "2", "nan", -1, 0, 1.5, 10**12,
    [], [1], ["x"], ["x"] * 2_000, {}, {"x": 1},
)  # fmt: skip


def _parsed(module: str) -> ast.Module:
    return ast.parse(_path(module).read_text(encoding="utf-8"))


def _path(module: str) -> Path:
    top, _, rest = module.partition(".")
    path = PACKAGES[top].joinpath(*rest.split(".")) if rest else PACKAGES[top]
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in PACKAGES and _path(module).exists()


def _imports(module: str) -> Iterator[str]:
    package = module if _path(module).name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(_parsed(module)):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if _is_ours(one.name))
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            names = [base, *(f"{base}.{one.name}" for one in node.names)]
            yield from (name for name in names if _is_ours(name))


def _calls(node: ast.AST, function: str) -> Iterator[tuple[str, ast.Call]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call):
            yield function, child
        inside = child.name if isinstance(child, ast.FunctionDef) else function
        yield from _calls(child, inside)


def _texts(node: ast.expr, constants: Mapping[str, Any]) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from _texts(node.body, constants)
        yield from _texts(node.orelse, constants)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        parts = [_part(one, constants) for one in node.values]
        is_open = parts[-1] is None and (len(parts) == 1 or str(parts[-2]).endswith(": "))
        made_up = ["field" if one is None and not place else one or "7" for place, one in enumerate(parts)]
        yield "…" if is_open else "".join(made_up)
    else:
        yield "…"


def _part(node: ast.expr, constants: Mapping[str, Any]) -> str | None:
    """Return a part of a text; None: it is known only when it is said."""
    if isinstance(node, ast.FormattedValue) and isinstance(node.value, ast.Name):
        value = constants.get(node.value.id)
        return None if value is None else format(value, ",") if isinstance(value, int) else str(value)
    return str(node.value) if isinstance(node, ast.Constant) else None
