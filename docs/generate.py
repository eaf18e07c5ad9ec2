"""Write what contracts and template say: ``docs/openapi.yaml``, ``docs/tools.md``, the README's table.

Run it as ``python -m docs.generate`` after a contract changed; a test compares the files with what it makes.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "layers" / "core"))

from commonplace import errors  # noqa: E402 - after the layer is on the path
from commonplace.tools.contract import Tool  # noqa: E402
from commonplace.tools.registry import CLASSIFIED_TOOLS, SESSION_OPERATIONS, TOOLS  # noqa: E402
from commonplace.tools.schema import input_schema, output_schema  # noqa: E402
from local.yaml_tags import read  # noqa: E402

_REFUSALS = (
    errors.InvalidInput,
    errors.NotSignedIn,
    errors.NotAllowed,
    errors.NotFound,
    errors.TooLarge,
    errors.CredentialRefused,
    errors.Busy,
)


def openapi() -> dict[str, Any]:
    """Return the API as an OpenAPI 3.1 document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Commonplace",
            "version": "1",
            "summary": "A memory service for AI agents",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "http://127.0.0.1:8787", "description": "make run"}],
        "security": [{"key": []}],
        "paths": {tool.path: {"post": _operation(tool)} for tool in (*TOOLS, *SESSION_OPERATIONS)},
        "components": {
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
            "parameters": {
                "Session": {
                    "name": "X-Session-Id",
                    "in": "header",
                    "description": "The session; without it, the account's session `default`.",
                    "schema": {"type": "string", "maxLength": 128, "default": "default"},
                }
            },
            "responses": {refusal.__name__: _refusal(refusal) for refusal in _REFUSALS},
            "schemas": {"Error": _ERROR},
        },
    }


def tools_page() -> str:
    """Return the tools and their arguments as a page of Markdown."""
    parts = [
        "# Tools\n\nWritten by `python -m docs.generate` from the contracts in"
        " `layers/core/commonplace/tools/`; do not edit.\n\n"
        "Each tool is `POST /v1/tools/<tool>` with its arguments as a JSON object,"
        " `Authorization: Bearer <key>`, and optionally `X-Session-Id`.\n"
    ]
    parts.extend(_section(tool) for tool in TOOLS)
    parts.append(
        "# Sessions\n\nFor the application and the owner, on the same connection and with the same"
        " `X-Session-Id`; an agent over MCP never sees them.\n"
    )
    parts.extend(_section(tool) for tool in SESSION_OPERATIONS)
    return "\n".join(parts)


def main() -> None:
    """Write both files."""
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")


def files() -> dict[Path, str]:
    """Return the generated files and what they must hold."""
    return {
        ROOT / "docs" / "openapi.yaml": "# Written by `python -m docs.generate`; do not edit.\n"
        + yaml.safe_dump(openapi(), sort_keys=False, allow_unicode=True, width=100),
        ROOT / "docs" / "tools.md": tools_page(),
        ROOT / "README.md": _with_table((ROOT / "README.md").read_text(encoding="utf-8")),
    }


def functions_table() -> str:
    """Return the functions with their routes, tables and permissions, as template.yaml has them."""
    rows = ["| function | route | what it may do |", "|---|---|---|"]
    resources = read(ROOT / "template.yaml")["Resources"]
    for name, resource in resources.items():
        if resource["Type"] != "AWS::Serverless::Function":
            continue
        part = resource["Properties"]
        folder = part["CodeUri"].strip("/")
        # One that has more routes is called by its first; the others are told by docs of their own.
        event = next(
            (event["Properties"] for event in part.get("Events", {}).values() if "Path" in event["Properties"]),
            None,
        )
        role = resources[name.removesuffix("Function") + "Role"]["Properties"]
        rights = [f"`{table}`: {', '.join(sorted(actions))}" for table, actions in sorted(_rights(role).items())]
        shown = f"`{event['Method']} {event['Path']}`" if event else "(authorizer)"
        rows.append(
            f"| [{folder.removeprefix('functions/')}]({folder}) | {shown} | {'; '.join(rights) or 'no table'} |"
        )
    return "\n".join(rows)


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


def _with_table(readme: str) -> str:
    before, _, rest = readme.partition(_TABLE_BEGIN)
    _, _, after = rest.partition(_TABLE_END)
    return f"{before}{_TABLE_BEGIN}\n{functions_table()}\n{_TABLE_END}{after}"


_TABLE_BEGIN = "<!-- written by python -m docs.generate -->"
_TABLE_END = "<!-- end -->"

_ERROR = {
    "type": "object",
    "required": ["type", "error"],
    "properties": {
        "type": {"const": "error"},
        "error": {
            "type": "object",
            "required": ["type", "message", "request_id"],
            "properties": {
                "type": {"enum": [refusal.type for refusal in (*_REFUSALS, errors.Refusal)]},
                "message": {"type": "string", "description": "What is wrong and what to do about it."},
                "request_id": {"type": "string"},
                "field": {"type": "string", "description": "The argument at fault, where there is one."},
                "reason": {"const": "credential", "description": "Why a text was refused."},
                "kind": {"type": "string", "description": "Which kind of credential it holds."},
            },
        },
    },
}


def _operation(tool: Tool[Any, Any]) -> dict[str, Any]:
    refused = [
        refusal
        for refusal in _REFUSALS
        if (refusal not in (errors.NotAllowed, errors.CredentialRefused) or tool.writes)
        and (refusal is not errors.NotFound or tool.destructive)
    ]
    return {
        "operationId": tool.name,
        "summary": tool.title,
        "description": tool.description,
        "tags": [_tag(tool)],
        "parameters": [{"$ref": "#/components/parameters/Session"}],
        "requestBody": {"required": True, "content": _json(input_schema(tool))},
        "responses": {
            "200": {"description": "Done.", "content": _json(output_schema(tool))},
            **{
                str(refusal.status): {"$ref": f"#/components/responses/{refusal.__name__}"}
                for refusal in sorted(refused, key=lambda refusal: refusal.status)
            },
        },
    }


def _tag(tool: Tool[Any, Any]) -> str:
    if tool in SESSION_OPERATIONS:
        return "sessions"
    return "classified memory" if tool in CLASSIFIED_TOOLS else "agent tools"


def _refusal(refusal: type[errors.Refusal]) -> dict[str, Any]:
    return {
        "description": (refusal.__doc__ or "").strip().split("\n", 1)[0],
        "content": _json({"$ref": "#/components/schemas/Error"}),
    }


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _section(tool: Tool[Any, Any]) -> str:
    schema = input_schema(tool)
    needed = schema.get("required", [])
    rows = [
        f"| `{name}`{' (required)' if name in needed else ''} | {_type(part)} | {_told(part)} |"
        for name, part in schema["properties"].items()
    ]
    scope = "`write`" if tool.writes else "any"
    return "\n".join(
        [
            f"## {tool.name}\n" if tool in TOOLS else f"## POST {tool.path}\n",
            f"{tool.description}\n",
            f"Scope of the key: {scope}.\n",
            "| argument | type | what |",
            "|---|---|---|",
            *rows,
            "",
        ]
    )


def _type(part: dict[str, Any]) -> str:
    kind = f"array of {part['items']['type']}" if part["type"] == "array" else part["type"]
    bounds = [f"{word} {part[name]}" for name, word in _BOUNDS.items() if name in part]
    return ", ".join([kind, *bounds])


def _told(part: dict[str, Any]) -> str:
    default = part.get("default")
    told = str(part.get("description", ""))
    return told if default in (None, [], False) else f"{told} Default {default!r}."


_BOUNDS = {"minimum": "from", "maximum": "to", "maxLength": "at most", "maxItems": "at most"}

if __name__ == "__main__":
    main()
