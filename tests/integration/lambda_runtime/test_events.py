"""The events under ``events/``, handed to the built function on Lambda's own runtime."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from events.prepare import prepare
from tests.events.cases import Case, cases, check
from tests.support.lambda_runtime import LambdaRuntime

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

# One group: the functions are started once, not once a worker.
pytestmark = [pytest.mark.lambda_runtime, pytest.mark.xdist_group("lambda_runtime")]


def chosen() -> list[Case]:
    """All good events, and of each function's bad ones the first: the others are told in process."""
    refused: dict[str, Case] = {}
    for case in cases():
        if not case.is_good:
            refused.setdefault(case.tool, case)
    good = [case for case in cases() if case.is_good and not case.by_the_tests_clock]
    return sorted([*good, *refused.values()], key=lambda case: case.name)


@pytest.mark.parametrize("case", chosen(), ids=lambda case: case.name)
def test_event_on_the_lambda_runtime(case: Case, runtime: LambdaRuntime, emptied: DynamoDBClient) -> None:
    key = prepare()
    for earlier in case.after:
        check(earlier, runtime.function(earlier.function).invoke(earlier.event(key)))

    check(case, runtime.function(case.function).invoke(case.event(key)))
