"""run_engram: a composition of searches by its name."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from ..operations.call import Call
from ..operations.contract import Result
from ..refusals.errors import InvalidInput
from .contract import StoreArguments, operation
from .engram_steps import ENGRAMS, MOST
from .filters import Narrowed, refuse_null
from .lacking import refuse_lacking
from .retrieval import Question, retrieved
from .rows import MemoryRow, row
from .search import Query

_NAMES = ", ".join(ENGRAMS)


class RunEngramArguments(StoreArguments):
    """Arguments of run_engram."""

    name: Annotated[str, Field(json_schema_extra={"enum": list(ENGRAMS)})] = Field(
        description="Which; GET /api/v1/engram says what each does."
    )
    query: Query = Field(description="What it is about, in any words and language.")
    form: str | None = Field(default=None, description="Not offered here.")
    tz: Any = Field(default=None, description="Belongs to form; not offered here.")


class Usage(Result):
    """What it took."""

    searches: int
    memories: int = Field(description="As many as come back.")


class EngramRun(Result):
    """What run_engram answers."""

    engram: str
    hops: int = Field(description="Searches that followed one another.")
    count: int
    memories: list[MemoryRow] = Field(
        description="In the engram's order; each as it was stored, with its speaker."
    )
    usage: Usage


def run_engram(call: Call, arguments: RunEngramArguments) -> EngramRun:
    """Search once, and compose what was found as the engram does."""
    refuse_null(arguments, arguments.model_fields_set)
    refuse_lacking(arguments, "form", "tz")
    engram = ENGRAMS.get(arguments.name)
    if engram is None:
        raise InvalidInput("engram.not_found", field="name", details={"accepted": _NAMES})
    question = Question(arguments.query)
    view, hits = retrieved(call, arguments.user_id, question, Narrowed(), MOST)
    outcome = engram(view, question, hits)
    return EngramRun(
        engram=arguments.name,
        hops=outcome.hops,
        count=len(outcome.hits),
        memories=[row(hit.memory, view.heads, hit.similarity) for hit in outcome.hits],
        usage=Usage(searches=outcome.searches, memories=len(outcome.hits)),
    )


RUN_ENGRAM = operation(
    path="/engram/run",
    name="run_engram",
    title="Run an engram",
    description=(
        "Compose several searches into one answer: deep_recall searches again by what the best hits say, timeline "
        "puts hits in the order in which they happened, gather searches by each part of the query and lets every "
        "speaker be heard."
    ),
    arguments=RunEngramArguments,
    result=EngramRun,
    run=run_engram,
    writes=False,
    wide=True,
)
