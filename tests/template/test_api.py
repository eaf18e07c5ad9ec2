"""The HTTP API: who is asked before a route is called, and for how long the answer counts."""

from __future__ import annotations

import re

import pytest

from local.routing import Router
from local.stack import Cors
from local.template import load
from tests.support.agents import stack
from tests.template.reading import resources, written

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
    "POST /mcp/{rest+}",
    "GET /mcp/{rest+}",
    "DELETE /mcp/{rest+}",
    "HEAD /.well-known/oauth-protected-resource",
    "HEAD /.well-known/oauth-protected-resource/mcp",
    "GET /.well-known/oauth-protected-resource",
    "GET /.well-known/oauth-protected-resource/mcp",
}
# The dashboard asks the sign-in's cookie itself, which no authorizer of keys could.
# Other addresses get its page that says so, of which it reads nothing from the tables.
DASHBOARD = {"GET /", "HEAD /", "GET /{path+}", "HEAD /{path+}", "GET /assets/{file}"} | {
    route
    for page in ("connect", "connectors", "keys", "memories", "settings", "team", "usage")
    for route in (f"GET /{page}", f"ANY /{page}/{{path+}}")
}
# Who comes here has not signed in yet, or is about to end it.
SIGN_IN = {f"GET /sign-in{part}" for part in ("", "/start", "/callback", "/link")}
SIGN_IN |= {"HEAD /sign-in", "POST /sign-out"}


def test_every_other_route_has_an_authorizer() -> None:
    assert {route.key for route in stack().routes if route.authorizer is None} == OPEN | DASHBOARD | SIGN_IN


def test_templates_mistakes_in_the_api_stop_a_deployment() -> None:
    assert API["FailOnWarnings"] is True


def test_events_are_never_logged() -> None:
    for function in resources("AWS::Serverless::Function").values():
        assert function["Environment"]["Variables"]["POWERTOOLS_LOGGER_LOG_EVENT"] == "false"


def cors(origins: str) -> Cors | None:
    return load(stack().root / "template.yaml", parameters={"AllowedOrigins": origins}).cors


@pytest.mark.requirement("E4")
def test_without_origins_the_api_knows_no_cors() -> None:
    assert cors("") is None
    assert written()["Resources"]["Api"]["Properties"]["CorsConfiguration"].argument[0] == "HasAllowedOrigins"


@pytest.mark.requirement("E4")
def test_case_66_the_origins_are_those_of_the_endpoint() -> None:
    found = cors("https://app.example.com, http://localhost:5173")

    assert found is not None
    assert found.origins == ("https://app.example.com", "http://localhost:5173")
    assert {"authorization", "content-type", "x-api-key", "mcp-protocol-version", "mcp-method"} <= set(
        found.headers
    )
    assert "x-csrf-token" not in found.headers  # of the dashboard's own pages
    assert found.methods == tuple(sorted({route.method for route in stack().routes} & {"DELETE", "GET", "POST"}))
    assert {route.method for route in stack().routes} <= {*found.methods, "HEAD", "ANY"}


@pytest.mark.requirement("E4")
def test_no_page_elsewhere_is_told_what_a_cookie_opens() -> None:
    assert "AllowCredentials" not in written()["Resources"]["Api"]["Properties"]["CorsConfiguration"].argument[1]


@pytest.mark.requirement("E4")
def test_no_route_takes_the_preflights_of_the_apis_callers() -> None:
    """A route of ANY that matches takes OPTIONS, too, and API Gateway then answers no preflight itself."""
    router = Router(stack().routes)
    for route in stack().routes:
        path = route.path.replace("{rest+}", "")
        if path.startswith(("/mcp", "/v1/", "/api/", "/.well-known/")):
            assert router.find("OPTIONS", path) is None, path


@pytest.mark.requirement("E4")
@pytest.mark.parametrize(
    ("origins", "is_taken"),
    [
        ("", True),
        ("https://app.example.com", True),
        ("https://app.example.com, http://localhost:5173", True),
        ("*", False),
        ("https://*", False),
        ("https://*.example.com", False),
        ("app.example.com", False),
        ("https://a.example;https://b.example", True),  # one name, which no browser sends
        ("https://a.example,,https://b.example", False),
    ],
)
def test_origins_have_no_wildcards(origins: str, is_taken: bool) -> None:
    pattern = written()["Parameters"]["AllowedOrigins"]["AllowedPattern"]

    assert (re.fullmatch(pattern, origins) is not None) is is_taken
