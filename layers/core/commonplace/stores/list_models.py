"""list_models: the one model that serves every call."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ..operations.call import Call
from ..operations.contract import Result
from .contract import NoArguments, operation


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


_MODEL = ModelRow(
    id="commonplace",
    name="Commonplace",
    available=True,
    memory="shared",
    capabilities=Capabilities(
        images=False, engrams=True, forms=False, re_ask=False, self_memories=False, speaker_names=True
    ),
)


def list_models(_call: Call, _arguments: NoArguments) -> ModelsListed:
    """List the one model."""
    return ModelsListed(models=[_MODEL])


LIST_MODELS = operation(
    list_models,
    path="/models",
    method="GET",
    title="List the models",
    description="The one model that serves every call, whatever the header X-WOS-Model names.",
    writes=False,
)
