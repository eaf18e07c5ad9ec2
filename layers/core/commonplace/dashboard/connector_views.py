"""What a page shows of a connector that was tested: what it brings, or why it was not reached and what to do."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..gateway.connectors.connector_names import SEPARATOR
from .unseen import unseen_in

if TYPE_CHECKING:
    from ..owner.test_connector import FoundTool, Tested

SHOWN = 12  # tools, before those that are folded
NAME, TOLD = 80, 400  # characters
_CREDENTIAL = "it does not accept the connector's credential"
_ERROR = re.compile(r"(it answered with error -?\d+): (.*)", re.DOTALL)
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
# What to do, by our own words for what happened (commonplace/gateway/connectors); for all others, `server`.
_ADVICE = (
    ("none", "it has no address; another gateway calls it"),
    ("slow", "it did not answer in time"),
    ("slow", "its host's address was not told in time"),
    ("host", "its host has no address"),
    ("private", "its host leads to an address that is not public, which connectors may not reach"),
    ("private", "its address is not one that connectors may reach (any more)"),
    ("unreached", "it cannot be reached"),
    ("unreached", "the connection broke before the answer was there"),
    ("unreached", "it closed the stream before the answer was there"),
    ("tls", "its certificate or its TLS is not accepted"),
    ("secret", "a secret that its headers refer to is missing"),
    ("secret", "a header cannot be sent to it, a secret perhaps: it is not one line of ASCII"),
    ("credential", _CREDENTIAL),
    ("address", "it answered with a redirect"),
    ("address", "it answered with status 404"),
    ("address", "it answered with status 405"),
    ("address", "its answer is neither JSON nor a stream of events"),
)


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
    reached, version, cut_off, left_out
        As :class:`commonplace.owner.test_connector.Tested` has them.
    tools
        All that it lists.
    why
        Why it was not reached, in our words.
    told
        What the upstream said of it.
    unseen
        Characters of that which nobody sees.
    advice
        What to do: of the texts ``connectors.advice``.
    """

    name: str
    reached: bool
    version: str
    tools: tuple[ToolView, ...]
    cut_off: bool
    left_out: int
    why: str
    told: str
    unseen: tuple[str, ...]
    advice: str

    @classmethod
    def of(cls, tested: Tested) -> TestView:
        """Show what came of a test."""
        why, told = tested.error or "", ""
        if found := _ERROR.fullmatch(why):
            why, told = found.groups()
            if told == _CREDENTIAL:  # our words, too
                why, told = told, ""
        return cls(
            name=tested.name,
            reached=tested.reached,
            version=tested.protocol_version or "",
            tools=tuple(ToolView.of(tested.name, tool) for tool in tested.tools),
            cut_off=tested.cut_off,
            left_out=tested.left_out,
            why=why,
            told=readable(told, TOLD),
            unseen=unseen_in(told),
            advice=next((advice for advice, words in _ADVICE if why.startswith(words)), "server"),
        )


def readable(text: str, limit: int) -> str:
    """Put foreign text on one line, cut it, and show what controls terminals or pages as a mark."""
    line = _CONTROL.sub("\ufffd", " ".join(text.split()))
    return line if len(line) <= limit else f"{line[: limit - 1]}…"
