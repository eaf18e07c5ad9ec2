"""What contracts say of values which are none of their fields'."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from commonplace.export.validation import IMPORTED
from commonplace.gateway.registry import SESSION_OPERATIONS, TOOLS
from commonplace.operations import contract
from commonplace.owner.dashboard_registry import DASHBOARD_OPERATIONS
from commonplace.refusals.errors import InvalidInput
from docs.operations import OPERATIONS, OWNER

OPERATIONS_OF_PAGES = (*DASHBOARD_OPERATIONS, *OWNER)


def faults(*, of_pages: bool = False) -> Iterator[tuple[str, str, InvalidInput]]:
    """Yield each of pydantic's types, its words, and the refusal that is made of it."""
    tools = OPERATIONS_OF_PAGES if of_pages else (*TOOLS, *SESSION_OPERATIONS, *OPERATIONS, *OPERATIONS_OF_PAGES)
    models: Mapping[str, Any] = {tool.name: tool.arguments for tool in tools}
    for model in (*models.values(), *IMPORTED):
        for given in ({name: value} for name in (*model.model_fields, "foo") for value in _WRONG):
            try:
                model.model_validate(given)
            except ValidationError as error:
                for one in error.errors(include_url=False, include_input=False):
                    yield one["type"], one["msg"], contract._refused(one, str(one["loc"][0]))


_WRONG: tuple[Any, ...] = (
    None, True, "", "x", "x" * 200_000, "2", "nan", -1, 0, 1.5, 10**12,
    [], [1], ["x"], ["x"] * 2_000, {}, {"x": 1},
)  # fmt: skip
