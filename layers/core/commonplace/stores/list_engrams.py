"""list_engrams: the engrams, named compositions of searches that run_engram runs."""

from __future__ import annotations

from pydantic import Field

from ..operations.call import Call
from ..operations.contract import Result
from .contract import NoArguments, operation

ENGRAMS = {
    "deep_recall": (
        "Searches, then searches again by what the best hits say, so that a fact is found that shares no word "
        "or meaning with the question, but with its answer."
    ),
    "timeline": "The best hits in the order in which they happened, or were stored where no date is known.",
    "gather": (
        "Searches by the whole question, by each of its parts and for each speaker, and brings the best of all "
        "together."
    ),
}


class EngramRow(Result):
    """One engram."""

    name: str
    description: str


class EngramsListed(Result):
    """What list_engrams answers."""

    engrams: list[EngramRow]
    forms: list[EngramRow] = Field(description="Delivery forms: there are none.")
    note: str | None


def list_engrams(_call: Call, _arguments: NoArguments) -> EngramsListed:
    """List the engrams."""
    rows = [EngramRow(name=name, description=description) for name, description in ENGRAMS.items()]
    return EngramsListed(engrams=rows, forms=[], note=None)


LIST_ENGRAMS = operation(
    list_engrams,
    path="/engram",
    method="GET",
    title="List the engrams",
    description="Which compositions of searches POST /api/v1/engram/run runs.",
    writes=False,
)
