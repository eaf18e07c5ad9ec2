"""The MCP endpoint runs every tool, so its role grants what the tools' own functions are granted."""

from __future__ import annotations

from typing import Any

import pytest

from commonplace.gateway.registry import TOOLS
from commonplace.operations.contract import Tool
from tests.support.agents import stack
from tests.template.test_least_privilege import granted

ENDPOINT = "McpFunction"


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_the_endpoint_may_do_what_a_tools_function_may(tool: Tool[Any, Any]) -> None:
    (function,) = {route.function for route in stack().routes if route.path == tool.path}

    assert granted(function) - granted(ENDPOINT) == set()
    assert granted("AuthorizeFunction") - granted(ENDPOINT) == set()  # it asks the authorizer's code itself
