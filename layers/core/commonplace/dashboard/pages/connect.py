"""Connect: the configuration to paste into each client."""

from __future__ import annotations

from ...auth.protected_resource import RESOURCE
from ...operations.http import Answer
from ...operations.settings import settings
from ..client_setup import CLIENTS, TOOLSETS, VARIABLE
from ..visit import Visit
from .page import Page


def show(visit: Visit) -> Answer:
    """Show the configuration of one client (``?client=``) for a choice of tools (``?toolsets=``)."""
    base_url, asked = visit.request.base_url, visit.query("client")
    namespace = settings().tool_namespace
    client = next((one for one in CLIENTS if one.name == asked), CLIENTS[0])
    default = next(iter(TOOLSETS))
    toolsets = visit.query("toolsets") if visit.query("toolsets") in TOOLSETS else default
    query = "" if toolsets == default else f"?toolsets={TOOLSETS[toolsets]}"
    return visit.show(
        clients=CLIENTS,
        client=client,
        choices=TOOLSETS,
        toolsets=toolsets,
        toolsets_kept="" if toolsets == default else f"&toolsets={toolsets}",
        text=client.at(base_url, namespace, query=query),
        variable=VARIABLE,
        mcp_url=f"{base_url}{RESOURCE}{query}",
        session=f"{'&' if query else '?'}session=NAME",
        api_url=base_url,
        tool=f"{namespace}__{'memory_search' if toolsets == 'classified' else 'recall'}",
    )


PAGE = Page("connect", icon="plug", get=show)
