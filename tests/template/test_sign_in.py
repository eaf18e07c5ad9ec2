"""What a stack says of its issuer, and who may read the secret of its client."""

from __future__ import annotations

import re

import pytest

from local.template import load
from tests.template.reading import written

PARAMETERS = {name: part for name, part in written()["Parameters"].items() if name.startswith("Oidc")}
SECRET = "arn:aws:secretsmanager:eu-central-1:123456789012:secret:commonplace-client-AbCdEf"


@pytest.mark.requirement("B2")
def test_an_issuer_needs_an_audience_and_a_client() -> None:
    (rule,) = written()["Rules"].values()
    needed = [one["Assert"].argument[0].argument[0].argument for one in rule["Assertions"]]

    assert rule["RuleCondition"].argument[0].argument[0].argument == "OidcIssuer"
    assert needed == ["OidcAudience", "OidcClientId"]
    assert {part["Default"] for part in PARAMETERS.values()} == {""}  # without an issuer, keys alone count


@pytest.mark.requirement("B2")
@pytest.mark.parametrize(
    ("name", "value", "fits"),
    [
        ("OidcIssuer", "https://login.example.com/realm", True),
        ("OidcIssuer", "http://login.example.com", False),
        ("OidcClientSecret", SECRET, True),
        ("OidcClientSecret", SECRET[:-6] + "*", False),
        ("OidcClientSecret", "the secret itself", False),
    ],
)
def test_parameters_take_what_can_be_right_alone(name: str, value: str, fits: bool) -> None:
    assert (re.fullmatch(PARAMETERS[name]["AllowedPattern"], value) is not None) is fits


@pytest.mark.requirement("B2")
def test_scopes_for_tokens_without_ours_are_ours() -> None:
    values = PARAMETERS["OidcDefaultScopes"]["AllowedValues"]

    assert {scope for value in values for scope in value.split()} == {"read", "write"}
    assert load(parameters={"OidcDefaultScopes": "read write"}).environment["OIDC_DEFAULT_SCOPES"] == "read write"


@pytest.mark.requirement("B2")
def test_the_sign_in_alone_reads_its_clients_secret_where_there_is_one() -> None:
    policy = written()["Resources"]["ClientSecretPolicy"]
    (statement,) = policy["Properties"]["PolicyDocument"]["Statement"]

    assert policy["Condition"] == "HasClientSecret"
    assert [role.argument for role in policy["Properties"]["Roles"]] == ["SignInRole"]
    assert (statement["Action"], statement["Resource"].argument) == (
        ["secretsmanager:GetSecretValue"],
        "OidcClientSecret",
    )
