"""What a page shows of a connector that was tested: what it brings, or why it was not reached and what to do."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..gateway.connectors.names import SEPARATOR
from .invisible_characters import unseen_in

if TYPE_CHECKING:
    from ..gateway.connectors.failures import UpstreamFailed
    from ..owner.test_connector import FoundTool, Tested

SHOWN = 12  # tools, before those that are folded
NAME, TOLD = 80, 400  # characters
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
# What to do, by the code of what happened; for all others, `server`.
_ADVICE = {
    "upstream.credential_refused": "credential",
    "upstream.no_address": "none",
    "upstream.not_public": "private",
    "upstream.other_content_type": "address",
    "upstream.redirect": "address",
    "upstream.secret_missing": "secret",
    "upstream.secret_unusable": "secret",
    "upstream.tls": "tls",
    "upstream.too_slow": "slow",
    "upstream.unreachable": "unreached",
    "upstream.unresolved": "host",
}


@dataclass(frozen=True, slots=True)
class ToolView:
    """A tool that an upstream lists.

    Attributes
    ----------
    name
        As agents see it.
    own_name
        As the upstream calls it; None: as agents see it, without the prefix.
    description
        Its own words, on one line.
    unseen
        Characters of both that nobody sees, as ``U+202E``, each once.
    """

    name: str
    own_name: str | None
    description: str
    unseen: tuple[str, ...]

    @classmethod
    def of(cls, connector: str, tool: FoundTool) -> ToolView:
        """Show a tool of a connector."""
        is_plain = tool.name == f"{connector}{SEPARATOR}{tool.own_name}"
        return cls(
            name=tool.name,
            own_name=None if is_plain else readable(tool.own_name, NAME),
            description=readable(tool.description, TOLD),
            unseen=unseen_in(tool.own_name, tool.description),
        )


@dataclass(frozen=True, slots=True)
class TestView:
    """What came of a test.

    Attributes
    ----------
    name
        The connector's.
    version, cut_off, left_out
        As :class:`commonplace.owner.test_connector.Tested` has them.
    tools
        All that it lists.
    failure
        Why it was not reached; None: it was.
    """

    name: str
    version: str = ""
    tools: tuple[ToolView, ...] = ()
    cut_off: bool = False
    left_out: int = 0
    failure: UpstreamFailed | None = None

    @classmethod
    def of(cls, tested: Tested) -> TestView:
        """Show what an upstream lists."""
        return cls(
            name=tested.name,
            version=tested.protocol_version or "",
            tools=tuple(ToolView.of(tested.name, tool) for tool in tested.tools),
            cut_off=tested.cut_off,
            left_out=tested.left_out,
        )

    @property
    def told(self) -> str:
        """What the upstream said of a failure."""
        return readable(self._told, TOLD)

    @property
    def unseen(self) -> tuple[str, ...]:
        """Characters of that which nobody sees."""
        return unseen_in(self._told)

    @property
    def advice(self) -> str:
        """What to do about a failure: of the texts ``connectors.advice``."""
        assert self.failure is not None  # noqa: S101 - asked for in this case alone
        if self.failure.parameters.get("status") in (404, 405):
            return "address"
        return _ADVICE.get(self.failure.code, "server")

    @property
    def _told(self) -> str:
        # A refused credential is told in our words alone.
        failure = self.failure
        return failure.told if failure is not None and failure.code == "upstream.error" else ""


def readable(text: str, limit: int) -> str:
    """Put foreign text on one line, cut it, and show what controls terminals or pages as a mark."""
    line = _CONTROL.sub("\ufffd", " ".join(text.split()))
    return line if len(line) <= limit else f"{line[: limit - 1]}…"
