"""The HTTP API: who is asked before a route is called, and for how long the answer counts."""

from __future__ import annotations

import pytest

from tests.support.agents import stack
from tests.template.reading import resources

API = resources("AWS::Serverless::HttpApi")["Api"]
CACHE_SECONDS = 20  # of the 25 after which a change of rights is felt at the latest; the functions keep 5


@pytest.mark.requirement("D9")
def test_authorizers_are_asked_again_in_time() -> None:
    for authorizer in API["Auth"]["Authorizers"].values():
        assert authorizer["Identity"]["ReauthorizeEvery"] == CACHE_SECONDS


def test_authorizers_may_be_called_and_answer_in_the_simple_form() -> None:
    for authorizer in API["Auth"]["Authorizers"].values():
        assert authorizer["EnableFunctionDefaultPermissions"] is True  # false by default: all calls fail
        assert authorizer["EnableSimpleResponses"] is True
        assert authorizer["AuthorizerPayloadFormatVersion"] == "2.0"
        assert len(authorizer["Identity"]["Headers"]) == 1  # API Gateway wants all of them to be there


# The MCP endpoint asks the authorizer's code itself; who looks for the metadata has not signed in yet.
OPEN = {
    "POST /mcp",
    "GET /mcp",
    "DELETE /mcp",
    "GET /.well-known/oauth-protected-resource",
    "GET /.well-known/oauth-protected-resource/mcp",
}
# The dashboard asks the sign-in's cookie itself, which no authorizer of keys could.
DASHBOARD = {"GET /", "GET /assets/{file}"} | {
    route
    for page in ("connect", "connectors", "keys", "memories", "settings", "team", "usage")
    for route in (f"GET /{page}", f"ANY /{page}/{{path+}}")
}
# Who comes here has not signed in yet, or is about to end it.
SIGN_IN = {f"GET /sign-in{part}" for part in ("", "/start", "/callback", "/link")} | {"POST /sign-out"}


def test_every_other_route_has_an_authorizer() -> None:
    assert {route.key for route in stack().routes if route.authorizer is None} == OPEN | DASHBOARD | SIGN_IN


def test_templates_mistakes_in_the_api_stop_a_deployment() -> None:
    assert API["FailOnWarnings"] is True


def test_events_are_never_logged() -> None:
    for function in resources("AWS::Serverless::Function").values():
        assert function["Environment"]["Variables"]["POWERTOOLS_LOGGER_LOG_EVENT"] == "false"
