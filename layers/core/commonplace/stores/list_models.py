"""list_models: the one model there is; whatever the model header names is served by it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ..operations.call import Call
from ..operations.contract import Arguments, Result
from .contract import operation


class ListModelsArguments(Arguments):
    """list_models takes no arguments."""


class Capabilities(Result):
    """What a model can do."""

    images: bool
    engrams: bool
    forms: bool
    re_ask: bool
    self_memories: bool
    speaker_names: bool


class ModelRow(Result):
    """One model."""

    id: str
    name: str
    available: bool
    memory: Literal["shared"] = Field(description="All models read the same memory.")
    capabilities: Capabilities


class ModelsListed(Result):
    """What list_models answers."""

    models: list[ModelRow]


_ONE = ModelRow(
    id="commonplace",
    name="Commonplace",
    available=True,
    memory="shared",
    capabilities=Capabilities(
        images=False, engrams=True, forms=False, re_ask=False, self_memories=False, speaker_names=True
    ),
)


def list_models(_call: Call, _arguments: ListModelsArguments) -> ModelsListed:
    """List the one model."""
    return ModelsListed(models=[_ONE])


LIST_MODELS = operation(
    path="/models",
    method="GET",
    name="list_models",
    title="List the models",
    description="The one model that serves every call, whatever the header X-WOS-Model names.",
    arguments=ListModelsArguments,
    result=ModelsListed,
    run=list_models,
    writes=False,
)
