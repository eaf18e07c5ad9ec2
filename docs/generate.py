"""Write what contracts and template say: ``openapi.yaml``, the pages of contracts, functions and errors.

Run it as ``python -m docs.generate`` after a contract changed; a test compares the files with what it makes.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "layers" / layer) for layer in ("core", "search", "gateway")]

from commonplace.export.format import document_schema  # noqa: E402
from docs.openapi import openapi  # noqa: E402 - after the layers are on the path
from docs.pages import owner_page, stores_page, tools_page  # noqa: E402
from docs.refusals import errors_page  # noqa: E402
from local.yaml_tags import read  # noqa: E402

__all__ = ["ROOT", "files", "main", "openapi"]


def main() -> None:
    """Write the files."""
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")


def files() -> dict[Path, str]:
    """Return the generated files and what they must hold."""
    return {
        ROOT / "docs" / "openapi.yaml": "# Written by `python -m docs.generate`; do not edit.\n"
        + yaml.safe_dump(openapi(), sort_keys=False, allow_unicode=True, width=100),
        ROOT / "docs" / "tools.md": tools_page(),
        ROOT / "docs" / "stores.md": stores_page(),
        ROOT / "docs" / "owner.md": owner_page(),
        ROOT / "docs" / "errors.md": errors_page(),
        ROOT / "docs" / "export.schema.json": json.dumps(document_schema(), indent=2) + "\n",
        ROOT / "docs" / "functions.md": functions_page(),
    }


def functions_page() -> str:
    """Return the functions with what calls them, and their permissions on tables, as template.yaml has them."""
    rows = [
        "# The functions\n",
        "Written by `python -m docs.generate` from `template.yaml`; do not edit.\n",
        "Each tool, operation and background task is a function of its own, with a role of its own.\n",
        "| function | called by | what it may do |",
        "|---|---|---|",
    ]
    resources = read(ROOT / "template.yaml")["Resources"]
    for name, resource in resources.items():
        if resource["Type"] != "AWS::Serverless::Function":
            continue
        part = resource["Properties"]
        folder = part["CodeUri"].strip("/")
        role = resources[name.removesuffix("Function") + "Role"]["Properties"]
        rights = [f"`{table}`: {', '.join(sorted(actions))}" for table, actions in sorted(_rights(role).items())]
        rows.append(
            f"| [{folder.removeprefix('functions/')}](../{folder}) | {_called_by(part.get('Events', {}))} "
            f"| {'; '.join(rights) or 'no table'} |"
        )
    return "\n".join([*rows, ""])


def _called_by(events: dict[str, Any]) -> str:
    """Tell what calls a function: of several routes the first, the others are told by docs of their own."""
    shown = []
    for event in events.values():
        part = event["Properties"]
        if "Path" in part:
            return f"`{part['Method']} {part['Path']}`"
        if "Stream" in part:
            table = re.search(r"(\w+)Table\.StreamArn", str(part["Stream"]))
            shown.append(f"stream of `{table[1].lower()}`" if table else "stream")
        else:
            shown.append(f"`{part['Schedule']}`")
    return ", ".join(shown) or "(authorizer)"


def _rights(role: dict[str, Any]) -> dict[str, set[str]]:
    rights: dict[str, set[str]] = {}
    for policy in role["Policies"]:
        for statement in policy["PolicyDocument"]["Statement"]:
            resources = statement["Resource"]
            for resource in resources if isinstance(resources, list) else [resources]:
                found = re.search(r"(\w+)Table\.Arn(?:}/index/(\w+))?", str(resource))
                if found is None:
                    continue
                table = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", found[1]).lower()
                target = f"{table} {found[2]}" if found[2] else table
                rights.setdefault(target, set()).update(
                    action.removeprefix("dynamodb:") for action in statement["Action"]
                )
    return rights


if __name__ == "__main__":
    main()
