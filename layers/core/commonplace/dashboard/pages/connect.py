"""Connect: the configuration to paste into each client."""

from __future__ import annotations

from ...auth.protected_resource import RESOURCE
from ...operations.http import Answer
from ...operations.settings import settings
from ..client_setup import CLIENTS, VARIABLE
from ..visit import Visit
from .page import Page


def show(visit: Visit) -> Answer:
    """Show the configuration of one client (``?client=``), by default the first."""
    base_url, asked = visit.request.base_url, visit.query("client")
    namespace = settings().tool_namespace
    client = next((one for one in CLIENTS if one.name == asked), CLIENTS[0])
    return visit.show(
        clients=CLIENTS,
        client=client,
        text=client.at(base_url, namespace),
        variable=VARIABLE,
        mcp_url=f"{base_url}{RESOURCE}",
        api_url=base_url,
        tool=f"{namespace}__recall",
    )


PAGE = Page("connect", icon="plug", get=show)
