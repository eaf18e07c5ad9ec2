"""View of a connector's test: the tools found, or the failure and what to do about it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..domain.graphemes import cut_at_grapheme
from ..gateway.connectors.connector_names import SEPARATOR
from .invisible_characters import unseen_in

if TYPE_CHECKING:
    from ..gateway.connectors.failures import UpstreamFailed
    from ..owner.test_connector import FoundTool, Tested

SHOWN = 12  # tools shown before the rest is collapsed
NAME, TOLD = 80, 400  # characters
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
# Key of the advice, by the failure's code; for all others `server`.
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
        The upstream's name; None: the same without the prefix.
    description
        The upstream's, on one line.
    unseen
        Invisible characters in both, as ``U+202E``, each once.
    """

    name: str
    own_name: str | None
    description: str
    unseen: tuple[str, ...]

    @classmethod
    def of(cls, connector: str, tool: FoundTool) -> ToolView:
        """Return the view of a connector's tool."""
        is_plain = tool.name == f"{connector}{SEPARATOR}{tool.own_name}"
        return cls(
            name=tool.name,
            own_name=None if is_plain else readable(tool.own_name, NAME),
            description=readable(tool.description, TOLD),
            unseen=unseen_in(tool.own_name, tool.description),
        )


@dataclass(frozen=True, slots=True)
class TestView:
    """Result of a test: the tools, or the failure.

    Attributes
    ----------
    version, cut_off, left_out
        As in :class:`commonplace.owner.test_connector.Tested`.
    """

    name: str
    version: str = ""
    tools: tuple[ToolView, ...] = ()
    cut_off: bool = False
    left_out: int = 0
    failure: UpstreamFailed | None = None

    @classmethod
    def of(cls, tested: Tested) -> TestView:
        """Return the view of a successful test."""
        return cls(
            name=tested.name,
            version=tested.protocol_version or "",
            tools=tuple(ToolView.of(tested.name, tool) for tool in tested.tools),
            cut_off=tested.cut_off,
            left_out=tested.left_out,
        )

    @property
    def told(self) -> str:
        """The upstream's own message about a failure."""
        return readable(self._told, TOLD)

    @property
    def unseen(self) -> tuple[str, ...]:
        """Invisible characters in that message."""
        return unseen_in(self._told)

    @property
    def advice(self) -> str:
        """What to do about a failure: a key under ``connectors.advice``."""
        assert self.failure is not None  # noqa: S101 - only used in this case
        if self.failure.parameters.get("status") in (404, 405):
            return "address"
        return _ADVICE.get(self.failure.code, "server")

    @property
    def _told(self) -> str:
        # For a refused credential only our own message is shown.
        failure = self.failure
        return failure.upstream_text if failure is not None and failure.code == "upstream.error" else ""


def readable(text: str, limit: int) -> str:
    """Put foreign text on one line, shorten it, and replace control characters."""
    line = _CONTROL.sub("\ufffd", " ".join(text.split()))
    return line if len(line) <= limit else f"{cut_at_grapheme(line, limit - 1)}…"
