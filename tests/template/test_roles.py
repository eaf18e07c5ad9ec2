"""Who may do what: a role for each function, nothing wider than it needs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.template.reading import listed, resources, statements, texts, written

FUNCTIONS = resources("AWS::Serverless::Function")
ROLES = resources("AWS::IAM::Role")
LOGS = resources("AWS::Logs::LogGroup")

# Functions that may scan a table: exports and sweeps, when they come.
SCANNING: frozenset[str] = frozenset()

# Owners make secrets under their accounts' ids: the one resource that no template can name one by one.
CONNECTOR_SECRETS = (
    "arn:${AWS::Partition}:secretsmanager:${AWS::Region}:${AWS::AccountId}:secret:commonplace/connectors/*"
)


def role_of(function: str) -> str:
    """The logical id of a function's role."""
    written_role = written()["Resources"][function]["Properties"]["Role"]
    assert written_role.name == "GetAtt"
    name, _, attribute = written_role.argument.partition(".")
    assert attribute == "Arn"
    return str(name)


def actions(role: dict[str, Any]) -> set[str]:
    return {action for statement in statements(role) for action in listed(statement["Action"])}


def test_every_function_has_a_role_of_its_own() -> None:
    assert sorted(role_of(function) for function in FUNCTIONS) == sorted(ROLES)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function_brings_no_rights_beside_its_role(name: str) -> None:
    assert "Policies" not in FUNCTIONS[name]
    assert "Connectors" not in FUNCTIONS[name]
    assert "ManagedPolicyArns" not in ROLES[role_of(name)]


@pytest.mark.parametrize("name", ROLES)
def test_role_is_taken_by_lambda_alone(name: str) -> None:
    assert ROLES[name]["AssumeRolePolicyDocument"]["Statement"] == [
        {"Effect": "Allow", "Principal": {"Service": "lambda.amazonaws.com"}, "Action": "sts:AssumeRole"}
    ]


@pytest.mark.parametrize("name", ROLES)
def test_no_action_or_resource_has_a_wildcard(name: str) -> None:
    # As it is written: the ARN of a log group ends with one of AWS's own.
    found = [
        text
        for statement in statements(written()["Resources"][name]["Properties"])
        for text in texts({key: value for key, value in statement.items() if key != "Effect"})
    ]

    assert [text for text in found if ("*" in text or "?" in text) and text != CONNECTOR_SECRETS] == []


@pytest.mark.parametrize("name", ROLES)
def test_statement_names_what_it_allows(name: str) -> None:
    for statement in statements(ROLES[name]):
        assert set(statement) == {"Effect", "Action", "Resource"}  # no NotAction, no NotResource
        assert statement["Effect"] == "Allow"


def test_nothing_scans_outside_the_listed_few() -> None:
    scans = {
        "dynamodb:Scan",
        "dynamodb:PartiQLSelect",
        "dynamodb:ExecuteStatement",
        "dynamodb:ExportTableToPointInTime",
    }

    assert {name for name in FUNCTIONS if actions(ROLES[role_of(name)]) & scans} == SCANNING


def test_every_function_has_a_log_of_its_own() -> None:
    assert sorted(function["LoggingConfig"]["LogGroup"] for function in FUNCTIONS.values()) == sorted(
        f"commonplace-{name}" for name in LOGS
    )


@pytest.mark.parametrize(("stage", "days"), [("dev", 14), ("prod", 90)])
def test_logs_are_kept_for_a_while(stage: str, days: int) -> None:
    groups = resources("AWS::Logs::LogGroup", stage)

    assert {name: group["RetentionInDays"] for name, group in groups.items()} == dict.fromkeys(LOGS, days)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function_writes_its_own_log_alone(name: str) -> None:
    group = FUNCTIONS[name]["LoggingConfig"]["LogGroup"]
    logging = [
        statement
        for statement in statements(ROLES[role_of(name)])
        if any(action.startswith("logs:") for action in listed(statement["Action"]))
    ]

    assert logging == [
        {
            "Effect": "Allow",
            "Action": ["logs:CreateLogStream", "logs:PutLogEvents"],
            "Resource": f"arn:aws:logs:us-east-1:000000000000:log-group:{group}:*",
        }
    ]
