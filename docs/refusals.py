"""The codes of refusals: which there are, what each says, and with which status the source raises it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from commonplace.refusals import errors
from commonplace.refusals.catalogue import catalogue
from commonplace.refusals.errors import Refusal

LAYERS = Path(__file__).resolve().parents[1] / "layers"
CLASSES: dict[str, type[Refusal]] = {
    name: one for name, one in vars(errors).items() if isinstance(one, type) and issubclass(one, Refusal)
}
# Modules with keys that a class is not directly called with: in a table, or by a function that makes the refusal.
INDIRECT: dict[str, type[Refusal]] = {
    "commonplace/refusals/errors.py": errors.CredentialRefused,
    "commonplace/export/reading.py": errors.InvalidInput,
    "commonplace/operations/refused_tokens.py": errors.NotSignedIn,
    "commonplace/operations/contract.py": errors.InvalidInput,
    "commonplace/stores/contract.py": errors.NotAllowed,
}
ALL = ("core", "dashboard", "gateway", "search", "sign_in")
_OF_API = ("core", "gateway", "search")  # the others answer pages
_NOT_IN_ERRORS = "upstream."  # what a test of a connector tells


def code_of(key: str) -> str:
    """Return the code of a message's key: subject and problem."""
    return ".".join(key.split(".")[:2])


def codes() -> list[str]:
    """Return the codes that an error may carry."""
    return sorted({code_of(key) for key in raised(*_OF_API) if not key.startswith(_NOT_IN_ERRORS)})


@cache
def raised(*layers: str) -> dict[str, set[int]]:
    """Return the keys of messages that layers name, each with the statuses that it is answered with."""
    found: dict[str, set[int]] = {}
    for path, tree in modules(*layers):
        direct = {key: one.status for call, one in refusals(tree) for key in literals(call.args[0])}
        indirect = INDIRECT.get(path)
        named = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
        for key in (one for one in named if isinstance(one, str) and one in catalogue("en")):
            status = direct.get(key) or (indirect.status if indirect is not None else None)
            found.setdefault(key, set()).update(() if status is None else (status,))
    return found


def modules(*layers: str) -> Iterator[tuple[str, ast.Module]]:
    """Yield the layers' modules, by their paths on the import path."""
    for layer in layers:
        for path in sorted((LAYERS / layer).rglob("*.py")):
            yield path.relative_to(LAYERS / layer).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def refusals(tree: ast.Module) -> Iterator[tuple[ast.Call, type[Refusal]]]:
    """Yield where a module makes a refusal, with its class; of a credential all is known but the kind."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            one = CLASSES.get(node.func.id)
            if one is not None and one is not errors.CredentialRefused:
                yield node, one


def literals(node: ast.expr) -> set[str]:
    """Return the texts that an expression may be; none: it is no literal."""
    if isinstance(node, ast.IfExp):
        return literals(node.body) | literals(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def errors_page() -> str:
    """Return ``docs/errors.md``."""
    rows = [
        "# Errors\n",
        "Written by `python -m docs.generate` from the catalogue and the source; do not edit.\n",
        "Every dialect answers a refusal in one form. `type` goes with the status, `code` says what is wrong, "
        "`field` names the argument at fault, where there is one. Codes are stable; messages are for people and "
        "models, and may be worded better. In MCP a refused tool call is a result with this form as its text, and "
        "a refused message has `type` and `code` in the JSON-RPC error's `data`.\n",
        "```json",
        '{"type": "error", "error": {"type": "not_found_error", "code": "memory.not_found", "message": "…", '
        '"request_id": "…"}}',
        "```\n",
        "| code | status | message |",
        "|---|---|---|",
    ]
    for code in codes():
        keys = [key for key in raised(*_OF_API) if code_of(key) == code]
        statuses = sorted(set[int]().union(*(raised(*_OF_API)[key] for key in keys)))
        said = "<br>".join(sorted(catalogue("en")[key].replace("|", "\\|") for key in keys))
        rows.append(f"| `{code}` | {', '.join(map(str, statuses))} | {said} |")
    return "\n".join([*rows, ""])
