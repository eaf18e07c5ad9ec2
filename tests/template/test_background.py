"""Functions that no caller waits for: bounded retries, single failures told, and what is given up is noticed."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from local.dispatcher.patterns import compile_filters
from local.yaml_tags import Resolver
from tests.support.agents import stack
from tests.template.reading import STACK, resources, statements, written

FUNCTIONS = resources("AWS::Serverless::Function")
QUEUES = resources("AWS::SQS::Queue")
# As they are written: the name of a queue is given when it is made.
ALARMS = [one["Properties"] for one in written()["Resources"].values() if one["Type"] == "AWS::CloudWatch::Alarm"]
STREAMS = {binding.key: binding for binding in stack().streams}
SCHEDULES = {schedule.key: schedule for schedule in stack().schedules}
STREAM_RIGHTS = {
    "dynamodb:DescribeStream",
    "dynamodb:GetRecords",
    "dynamodb:GetShardIterator",
    "dynamodb:ListStreams",
}


@pytest.mark.parametrize("key", STREAMS)
def test_stream_is_retried_within_bounds_record_by_record(key: str) -> None:
    binding = STREAMS[key]

    assert 1 <= binding.retries <= 10
    assert 0 < binding.max_age_seconds <= 6 * 3600  # of the 24 hours that a stream keeps
    assert binding.report_item_failures
    assert binding.bisect
    assert binding.filters, "a function is called for what it does something about alone"
    assert binding.on_failure is not None


@pytest.mark.parametrize("key", SCHEDULES)
def test_schedule_that_fails_is_given_up_to_a_queue(key: str) -> None:
    function = stack().functions[SCHEDULES[key].function]

    assert function.retries == 2
    assert function.on_failure is not None


def test_every_stream_and_schedule_is_switched_on() -> None:
    events = {
        f"{name}.{event}": one["Properties"]
        for name, function in FUNCTIONS.items()
        for event, one in function.get("Events", {}).items()
        if one["Type"] not in ("HttpApi", "Api")
    }

    assert set(events) == {*STREAMS, *SCHEDULES}
    for key, one in events.items():
        assert one.get("Enabled", True) is True, key
        assert one.get("State", "ENABLED") == "ENABLED", key


def test_no_stream_has_more_readers_than_its_shards_stand() -> None:
    # https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html: two at most.
    assert max(Counter(binding.table for binding in stack().streams).values()) <= 2


@pytest.mark.parametrize("name", QUEUES)
def test_alarm_stands_over_the_queue_of_what_was_given_up(name: str) -> None:
    given_to = {one.on_failure for one in stack().streams} | {one.on_failure for one in stack().functions.values()}
    alarms = [one for one in ALARMS if one["Dimensions"][0]["Value"].argument == f"{name}.QueueName"]

    assert any(str(arn).endswith(name) for arn in given_to)
    (alarm,) = alarms
    assert (alarm["Namespace"], alarm["MetricName"]) == ("AWS/SQS", "ApproximateNumberOfMessagesVisible")
    assert (alarm["ComparisonOperator"], alarm["Threshold"]) == ("GreaterThanThreshold", 0)
    assert QUEUES[name]["MessageRetentionPeriod"] == 14 * 24 * 3600
    assert QUEUES[name]["SqsManagedSseEnabled"] is True


def test_every_alarm_is_told_to_the_topic_that_is_given() -> None:
    topic = "arn:aws:sns:eu-central-1:123456789012:alarms"
    told = {}
    for given in ("", topic):
        resolver = Resolver(written(), STACK, {"Stage": "dev", "AlarmTopic": given})
        told[given] = [resolver.resolve({"told": one.get("AlarmActions")}, "alarm").get("told") for one in ALARMS]

    assert len(ALARMS) == len(QUEUES)
    assert told == {"": [None] * len(ALARMS), topic: [[topic]] * len(ALARMS)}
    pattern = written()["Parameters"]["AlarmTopic"]["AllowedPattern"]
    assert [re.fullmatch(pattern, one) is not None for one in ("", topic, "alarms")] == [True, True, False]


@pytest.mark.parametrize("key", STREAMS)
def test_role_reads_its_own_stream_and_sends_to_its_own_queue(key: str) -> None:
    binding = STREAMS[key]
    role = written()["Resources"][binding.function]["Properties"]["Role"].argument.partition(".")[0]
    found: dict[str, set[str]] = {}
    for statement in statements(resources("AWS::IAM::Role")[role]):
        if set(statement["Action"]) & (STREAM_RIGHTS | {"sqs:SendMessage"}):
            found[str(statement["Resource"])] = set(statement["Action"])

    streams = {place: actions for place, actions in found.items() if "/stream/" in place}
    queues = {place: actions for place, actions in found.items() if "/stream/" not in place}
    assert list(streams.values()) == [STREAM_RIGHTS]
    assert f":table/{binding.table}/stream/" in next(iter(streams))
    assert queues == {binding.on_failure: {"sqs:SendMessage"}}


def record(ledger: str, name: str) -> dict[str, Any]:
    return {"eventName": name, "dynamodb": {"Keys": {"ledger": {"S": ledger}, "entry": {"S": "x"}}}}


@pytest.mark.requirement("A19")
@pytest.mark.parametrize(
    ("ledger", "name", "told"),
    [
        ("order/1", "INSERT", {"FanOutErasureFunction"}),
        ("order/1", "MODIFY", {"FanOutErasureFunction"}),
        ("order/1", "REMOVE", set()),
        ("task/1/memories/2", "INSERT", {"SweepSpaceFunction"}),
        ("task/1/memories/2", "MODIFY", {"SweepSpaceFunction"}),
        ("task/1/memories/2", "REMOVE", set()),
        ("account/1", "INSERT", set()),
        ("erasure/1", "MODIFY", set()),
        ("open", "INSERT", set()),
        ("replay", "REMOVE", set()),
    ],
)
def test_which_function_is_told_of_which_part_of_the_ledger(ledger: str, name: str, told: set[str]) -> None:
    bindings = [one for one in stack().streams if one.table.endswith("erasures")]

    passes = {one.function: compile_filters(one.filters, one.key) for one in bindings}
    assert {function for function, test in passes.items() if test(record(ledger, name))} == told


@pytest.mark.requirement("A19")
def test_every_task_may_be_worked_on_beside_the_others() -> None:
    event = FUNCTIONS["SweepSpaceFunction"]["Events"]["Task"]["Properties"]

    assert event["ParallelizationFactor"] == 10  # Lambda's most: by partition key, which is the task's own
    assert FUNCTIONS["FanOutErasureFunction"]["Events"]["Order"]["Properties"]["ParallelizationFactor"] == 10
