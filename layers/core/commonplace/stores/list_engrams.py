"""list_engrams: which compositions of searches can be run."""

from __future__ import annotations

from pydantic import Field

from ..operations.call import Call
from ..operations.contract import Arguments, Result
from .contract import operation
from .engrams import ENGRAMS


class ListEngramsArguments(Arguments):
    """list_engrams takes no arguments."""


class EngramRow(Result):
    """One engram."""

    name: str
    description: str


class EngramsListed(Result):
    """What list_engrams answers."""

    engrams: list[EngramRow]
    forms: list[EngramRow] = Field(description="Delivery forms: there are none.")
    note: str | None


def list_engrams(_call: Call, _arguments: ListEngramsArguments) -> EngramsListed:
    """List the engrams."""
    rows = [EngramRow(name=name, description=told) for name, told in ENGRAMS.items()]
    return EngramsListed(engrams=rows, forms=[], note=None)


LIST_ENGRAMS = operation(
    path="/engram",
    method="GET",
    name="list_engrams",
    title="List the engrams",
    description="Which compositions of searches POST /api/v1/engram/run runs.",
    arguments=ListEngramsArguments,
    result=EngramsListed,
    run=list_engrams,
    writes=False,
)
