"""The folders that are deployed, the environment they get, and what their code may import."""

from __future__ import annotations

import ast
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from local.cli import DEFAULT_PORT
from local.dynamodb_endpoint import PATHS, serve
from local.gateway import Request
from local.template import load
from tests.events.cases import EVENTS, cases
from tests.support.agents import ROOT, stack
from tests.template.reading import layers_of, resources, written

FOLDERS = sorted(path.parent for path in (ROOT / "functions").glob("*/*/handler.py"))
CORE = ROOT / "layers" / "core" / "commonplace"
FUNCTIONS = resources("AWS::Serverless::Function")
# Read by libraries: powertools, and boto3 under `sam local` (docs/local-lambda.md).
_OF_LIBRARIES = {"POWERTOOLS_SERVICE_NAME", "POWERTOOLS_LOGGER_LOG_EVENT", "AWS_ENDPOINT_URL_DYNAMODB"}
REFUSING = {"stores/refuse_images"}  # functions that answer nothing else
ASKED_NOTHING = {"background/close_erasures"}  # functions that take nothing of what calls them
_OF_AWS = {"boto3", "botocore", "s3transfer"}


def imported(file: Path) -> Iterator[tuple[str, int]]:
    """The modules that a file imports anywhere, by their first name, with the line; relative ones as they are."""
    for node in ast.walk(ast.parse(file.read_text(), str(file))):
        if isinstance(node, ast.Import):
            yield from ((alias.name.partition(".")[0], node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield ("." * node.level or (node.module or "").partition(".")[0]), node.lineno


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def local_environment() -> dict[str, str]:
    variables: dict[str, str] = json.loads((EVENTS / "local-env.json").read_text())["Parameters"]
    return variables


def test_every_folder_is_a_function_of_the_template_and_has_nothing_else() -> None:
    assert sorted(shown(function.code) for function in stack().functions.values()) == [
        shown(one) for one in FOLDERS
    ]
    assert {shown(path) for path in (ROOT / "functions").rglob("*.py")} == {
        f"{shown(one)}/handler.py" for one in FOLDERS
    }


@pytest.mark.parametrize("folder", FOLDERS, ids=shown)
def test_handler_is_short(folder: Path) -> None:
    lines = (folder / "handler.py").read_text().splitlines()

    assert 10 <= len(lines) <= 25, len(lines)


@pytest.mark.parametrize("folder", FOLDERS, ids=shown)
def test_handler_imports_the_layers_and_no_other_function(folder: Path) -> None:
    names = {name for name, _ in imported(folder / "handler.py")}

    allowed = {"__future__", "typing", "aws_lambda_powertools"}
    assert names - allowed - {"commonplace"} == set()


@pytest.mark.parametrize("folder", FOLDERS, ids=shown)
def test_function_has_good_and_bad_events(folder: Path) -> None:
    tool = folder.relative_to(ROOT / "functions").as_posix()
    kinds = {case.is_good for case in cases() if case.tool == tool}

    assert kinds == {True, False} - ({True} if tool in REFUSING else {False} if tool in ASKED_NOTHING else set())


def test_events_are_of_functions_and_named_good_or_bad() -> None:
    tools = {folder.relative_to(ROOT / "functions").as_posix() for folder in FOLDERS}

    assert {case.tool for case in cases()} - tools == set()
    assert [case.name for case in cases() if not case.name.rpartition("/")[2].startswith(("good", "bad"))] == []


# What else speaks to a service of AWS: each an adapter behind a protocol of ours.
ADAPTERS = {
    CORE / "auth" / "oidc" / "client_secret.py",
    CORE / "gateway" / "connectors" / "secrets_manager.py",
    CORE / "search" / "embedding" / "bedrock.py",
}


def test_only_the_storage_and_the_adapters_talk_to_aws() -> None:
    found = [
        f"{shown(file)}:{line} {name}"
        for file in sorted(CORE.rglob("*.py"))
        if not file.is_relative_to(CORE / "storage") and file not in ADAPTERS
        for name, line in imported(file)
        if name in _OF_AWS
    ]

    assert found == []


def test_core_imports_nothing_of_what_stands_around_it() -> None:
    outside = {"local", "tests", "functions", "events", "docs"}

    assert [
        f"{shown(file)}:{line} {name}"
        for file in sorted(CORE.rglob("*.py"))
        for name, line in imported(file)
        if name in outside
    ] == []


def test_functions_run_on_one_runtime() -> None:
    assert {function["Runtime"] for function in FUNCTIONS.values()} == {"python3.13"}
    assert {tuple(function["Architectures"]) for function in FUNCTIONS.values()} == {("x86_64",)}
    for layer in resources("AWS::Serverless::LayerVersion").values():
        assert layer["CompatibleRuntimes"] == ["python3.13"]
        assert layer["Metadata"] == {
            "BuildMethod": "makefile",
            "BuildArchitecture": "x86_64",
            "ContextPath": "layers",  # where the Makefile is, of all layers
        }


def test_functions_share_the_environment_of_globals() -> None:
    for function in FUNCTIONS.values():
        assert function["Environment"] == FUNCTIONS["RecallFunction"]["Environment"]


def test_environment_is_what_the_settings_read() -> None:
    tree = ast.parse((CORE / "operations" / "settings.py").read_text())
    read = {
        argument.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("_required", "os.environ.get")
        for argument in node.args[:1]
        if isinstance(argument, ast.Constant)
    }

    assert set(written()["Globals"]["Function"]["Environment"]["Variables"]) - _OF_LIBRARIES == read


def test_only_the_settings_read_the_environment() -> None:
    found = {
        shown(file)
        for file in CORE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Attribute) and ast.unparse(node) in ("os.environ", "os.getenv")
    }

    assert found == {
        "layers/core/commonplace/operations/settings.py",
        # Of the local run alone: the command for a sign-in link, and secrets that stand in the environment.
        "layers/core/commonplace/auth/oidc/pages.py",
        "layers/core/commonplace/auth/oidc/client_secret.py",
        "layers/core/commonplace/gateway/connectors/secrets.py",
        # Set, for the model's library.
        "layers/core/commonplace/search/embedding/packaged.py",
    }


def test_other_tables_are_for_sam_local_alone() -> None:
    assert "AWS_ENDPOINT_URL_DYNAMODB" not in load().environment
    given = load(parameters={"DynamoDbEndpoint": "http://localhost:1"}).environment
    assert given["AWS_ENDPOINT_URL_DYNAMODB"] == "http://localhost:1"


def test_local_environment_leads_to_the_tables_of_the_local_run() -> None:
    variables = local_environment()
    address = urlsplit(variables.pop("AWS_ENDPOINT_URL_DYNAMODB"))

    assert variables == {name: value for name, value in stack().environment.items() if name.endswith("_TABLE")}
    # What the template does not declare, `sam local` drops.
    declared = written()["Globals"]["Function"]["Environment"]["Variables"]
    assert set(variables) | {"AWS_ENDPOINT_URL_DYNAMODB"} <= set(declared)
    assert (address.scheme, address.port, address.path) == ("http", DEFAULT_PORT, PATHS[0])


def test_tables_answer_to_the_name_that_containers_call_them_by() -> None:
    class Engine:
        def answer(
            self, target: str, body: object, latest_write: str | None
        ) -> tuple[int, dict[str, object], dict[str, str]]:
            return 200, {"TableNames": []}, {}

    address = urlsplit(
        json.loads((EVENTS / "local-env.json").read_text())["Parameters"]["AWS_ENDPOINT_URL_DYNAMODB"]
    )
    headers = {"host": address.netloc, "x-amz-target": "DynamoDB_20120810.ListTables"}

    assert serve(Engine(), Request("POST", PATHS[0], headers=headers, body=b"{}")).status == 200
    assert serve(Engine(), Request("POST", PATHS[0], headers=headers | {"host": "example.com"})).status == 403


def test_samconfig_has_a_stack_for_each_stage() -> None:
    config = tomllib.loads((ROOT / "samconfig.toml").read_text())

    for stage in written()["Parameters"]["Stage"]["AllowedValues"]:
        assert config[stage]["deploy"]["parameters"]["parameter_overrides"] == f"Stage={stage}"
    names = {stage: config[stage]["global"]["parameters"]["stack_name"] for stage in ("dev", "prod")}
    assert names == {"dev": "commonplace-dev", "prod": "commonplace"}
    # Without --config-env it is the dev stack.
    assert {part: config["default"][part] for part in config["dev"]} == config["dev"]


@pytest.mark.requirement("S8", "S11")
def test_only_what_embeds_may_call_bedrock_and_only_for_its_model() -> None:
    policy = written()["Resources"]["BedrockPolicy"]
    allowed = {role.argument for role in policy["Properties"]["Roles"]}
    searching = {name for name in FUNCTIONS if "SearchLayer" in layers_of(name)}
    only_count = {"BySpeakerFunction"}  # sentences, and no model

    assert policy["Condition"] == "UsesBedrock"
    assert allowed == {f"{name.removesuffix('Function')}Role" for name in searching - only_count}
    assert load().environment["EMBEDDING_MODEL"] == "packaged"
