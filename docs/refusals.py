"""The codes of refusals: which there are, what each says, and with which status the source raises it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from commonplace.refusals import errors
from commonplace.refusals.catalogue import catalogue
from commonplace.refusals.errors import Refusal

CORE = Path(__file__).resolve().parents[1] / "layers" / "core"
CLASSES: dict[str, type[Refusal]] = {
    name: one for name, one in vars(errors).items() if isinstance(one, type) and issubclass(one, Refusal)
}
# Modules with keys that a class is not directly called with: in a table, or by a function that makes the refusal.
INDIRECT: dict[str, type[Refusal]] = {
    "commonplace/refusals/errors.py": errors.CredentialRefused,
    "commonplace/export/reading.py": errors.InvalidInput,
    "commonplace/operations/caller.py": errors.NotSignedIn,
    "commonplace/operations/contract.py": errors.InvalidInput,
    "commonplace/storage/retry.py": errors.Busy,
    "commonplace/stores/contract.py": errors.NotAllowed,
}
_PAGES = ("commonplace/dashboard/", "commonplace/auth/oidc/")  # what answers browsers, not the API
_NOT_IN_ERRORS = "upstream."  # what a test of a connector tells


def code_of(key: str) -> str:
    """Return the code of a message's key: subject and problem."""
    return ".".join(key.split(".")[:2])


def codes() -> list[str]:
    """Return the codes that an error may carry."""
    return sorted({code_of(key) for key in raised(of_api=True) if not key.startswith(_NOT_IN_ERRORS)})


@cache
def raised(*, of_api: bool = False) -> dict[str, set[int]]:
    """Return the keys of messages that the source (or the API alone) names, each with its statuses."""
    found: dict[str, set[int]] = {}
    for path, tree in modules(of_api=of_api):
        direct = {key: one.status for call, one in refusals(tree) for key in literals(call.args[0])}
        indirect = INDIRECT.get(path)
        named = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
        for key in (one for one in named if isinstance(one, str) and one in catalogue("en")):
            status = direct.get(key) or (indirect.status if indirect is not None else None)
            found.setdefault(key, set()).update(() if status is None else (status,))
    return found


def modules(*, of_api: bool = False) -> Iterator[tuple[str, ast.Module]]:
    """Yield the product's modules by their paths on the import path; those that answer pages, unless left out."""
    for path in sorted((CORE / "commonplace").rglob("*.py")):
        name = path.relative_to(CORE).as_posix()
        if not (of_api and name.startswith(_PAGES)):
            yield name, ast.parse(path.read_text(encoding="utf-8"))


def refusals(tree: ast.Module) -> Iterator[tuple[ast.Call, type[Refusal]]]:
    """Yield where a module makes a refusal, with its class; of a credential all is known but the kind."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name == "retry" and len(node.args) > 1 and literals(node.args[1]):
            # What is answered if every try failed; see commonplace/storage/retry.py.
            yield ast.Call(ast.Name("Busy"), [node.args[1]], []), errors.Busy
        elif isinstance(node.func, ast.Name) and name in CLASSES and name != errors.CredentialRefused.__name__:
            yield node, CLASSES[name]


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
        "models, and may be worded better. In MCP a refused tool call is a result with this form as its text; a "
        "message refused for its key, its body or its query has `type` and `code` in the JSON-RPC error's `data`; "
        "errors of the protocol itself (unknown method, tool or parameter) have JSON-RPC's code alone. What API "
        'Gateway answers itself (no credential header, an unknown route) is `{"message": …}`.\n',
        "```json",
        '{"type": "error", "error": {"type": "not_found_error", "code": "memory.not_found", "message": "…", '
        '"request_id": "…"}}',
        "```\n",
        "| code | status | message |",
        "|---|---|---|",
    ]
    for code in codes():
        keys = [key for key in raised(of_api=True) if code_of(key) == code]
        statuses = sorted(set[int]().union(*(raised(of_api=True)[key] for key in keys)))
        said = "<br>".join(sorted(catalogue("en")[key].replace("|", "\\|") for key in keys))
        rows.append(f"| `{code}` | {', '.join(map(str, statuses))} | {said} |")
    return "\n".join([*rows, ""])
