"""Results in the shapes of real services, by their public documentation; credentials are put in at run time."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.unit.guards.credentials.samples import BASE64, HEX, LOWER, UPPER, Draw

FOLDER = Path(__file__).resolve().parents[3] / "data" / "tool_results"
_MARK = re.compile(r"\{\{([a-z_0-9]+)(?::\w+)?\}\}")


@dataclass(frozen=True)
class Recording:
    """One call and the ids in it.

    Attributes
    ----------
    ids
        All ids that are worth keeping; where they are more than ten, the ten that are kept.
    secrets
        What stands in place of the marks.
    """

    service: str
    name: str
    connector: str
    tool: str
    arguments: dict[str, Any]
    result: Any
    ids: tuple[str, ...]
    secrets: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.service}: {self.name}"


def recordings() -> list[Recording]:
    """Return all recordings."""
    return [
        _recording(path.stem, recorded)
        for path in sorted(FOLDER.glob("*.json"))
        for recorded in json.loads(path.read_text("utf-8"))
    ]


def _recording(service: str, recorded: dict[str, Any]) -> Recording:
    draw = Draw(len(recorded["name"]))
    secrets: list[str] = []

    def put_in(match: re.Match[str]) -> str:
        secrets.append(_secret(match.group(1), draw))
        return secrets[-1]

    filled = json.loads(_MARK.sub(put_in, json.dumps(recorded)))
    result = filled["raw"] if "raw" in filled else _as_result(filled["result"], as_text="as_text" in filled)
    return Recording(
        service=service,
        name=filled["name"],
        connector=filled["connector"],
        tool=filled["tool"],
        arguments=filled["arguments"],
        result=result,
        ids=tuple(filled["ids"]),
        secrets=tuple(secrets),
    )


def _as_result(value: Any, *, as_text: bool) -> Any:
    """Return a JSON value as MCP has it: structured, or as text."""
    text = {"type": "text", "text": json.dumps(value, indent=2)}
    if as_text:
        return {"content": [text], "isError": False}
    if isinstance(value, dict):
        return {"content": [text], "structuredContent": value, "isError": False}
    return value


def _secret(kind: str, draw: Draw) -> str:
    stripe = "pi" + "_3MtwBwLkdIwHu7ix28a3tqPa"
    made = {
        "github_token": lambda: draw.github("gh" + "p_"),
        "github_installation": lambda: draw.github("gh" + "s_"),
        "gitlab_token": lambda: "gl" + "pat-" + draw(20),
        "slack_bot": lambda: "xo" + f"xb-{draw(12, '0123456789')}-{draw(12, '0123456789')}-{draw(24)}",
        "slack_user": lambda: "xo" + f"xp-{draw(12, '0123456789')}-{draw(12, '0123456789')}-{draw(32, LOWER)}",
        "slack_webhook": lambda: (
            f"https://hooks.slack.com/services/T{draw(8, UPPER)}/B{draw(8, UPPER)}/{draw(24)}"
        ),
        "stripe_client_secret": lambda: f"{stripe}_secret_{draw(25)}",
        "stripe_setup_secret": lambda: f"seti_1NG8Du2eZvKYlo2C9XMqbR0x_secret_{draw(27)}",
        "stripe_webhook_secret": lambda: "wh" + f"sec_{draw(32)}",
        "aws_access_key": lambda: "AK" + "IA" + draw(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"),
        "aws_session_key": lambda: "AS" + "IA" + draw(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"),
        "aws_secret_key": lambda: draw(40, BASE64),
        "aws_session_token": lambda: "IQoJb3JpZ2luX2Vj" + draw(180, BASE64) + "==",
        "salesforce_session": lambda: "00DD00000007lQd!" + draw(90, LOWER + UPPER + "._"),
        "signed_url": lambda: f"https://files.example.com/a.pdf?X-Amz-Signature={draw(64, HEX)}",
        "opaque": lambda: draw(40),
        "hex32": lambda: draw(32, HEX),
        "blob": lambda: base64.b64encode(draw(2_300).encode()).decode(),
    }
    return made[kind]()
