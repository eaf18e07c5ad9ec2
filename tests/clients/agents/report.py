"""What was found, as a table and as the page of the documentation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from tests.clients.agents.clients import Client
from tests.clients.agents.conversation import COLUMNS, NOTHING, Results
from tests.support.agents import ROOT

PAGE = ROOT / "docs" / "clients" / "what-models-see.md"


@dataclass(frozen=True)
class Row:
    """What was found with one client.

    Attributes
    ----------
    listed
        Names of the tools as the model gets them.
    instructed
        Whether the model gets the endpoint's instructions.
    problem
        Why the conversation did not come to its end; empty if it did.
    """

    client: Client
    results: Results
    listed: Sequence[str]
    instructed: bool
    problem: str


def _name(row: Row) -> str:
    return next((f"`{name}`" for name in row.listed if name.endswith("__recall")), NOTHING)


_LOOKS: tuple[tuple[str, Callable[[Row], str]], ...] = (
    ("name of `recall`", _name),
    ("instructions", lambda row: "yes" if row.instructed else NOTHING),
)


def table(rows: Sequence[Row]) -> str:
    """A table in Markdown: a row for each thing that is sent, a column for each client."""
    head = ["sent", *(f"{row.client.title} {row.client.version}" for row in rows)]
    lines = [head, ["---"] * len(head)]
    lines += [[name, *(look(row) for row in rows)] for name, look in _LOOKS]
    lines += [[name, *(look(row.results) for row in rows)] for name, look in COLUMNS]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def problems(rows: Sequence[Row]) -> list[str]:
    return [f"{row.client.title}: {row.problem}" for row in rows if row.problem]


_HEAD = """\
# What models see

A client decides which parts of a tool's result its model gets. `make clients` installs these clients, plays the
same conversation with each, and writes this page: a stand-in for the model on loopback orders the calls, and
records what it is shown. Last played on"""
_LEGEND = """\
- Results of the connector are sent as its upstream sent them. `recall` has the same in both forms.
- *pointer*: whether the second of two equal results of 6 KB shows the `cache_key` for `recall_result`.
- *note*: the first result after an application reported a compaction.
"""


def page(rows: Sequence[Row]) -> str:
    """The page of the documentation."""
    forms = (
        "*text* and *structured* are a result's content blocks and its structured content, with other words here."
    )
    left = [f"{row.client.title} {why}." for row in rows for why in row.client.fails.values()]
    words = " ".join([forms, f"{NOTHING}: nothing of it was shown.", *left])
    head = _HEAD.replace("\n", " ").replace("  ", "\n\n")
    return f"{head} {datetime.now(UTC).date()}.\n\n{table(rows)}\n\n{words}\n\n{_LEGEND}"
