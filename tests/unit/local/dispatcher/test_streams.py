"""Streams to functions, on the embedded engine with the clock in hand."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from local.dispatcher import Dispatcher
from local.dispatcher.source import SourceError
from local.dynamodb import Engine
from local.functions import LoadedFunction
from local.stack import Function, Stack, StreamBinding, Table

TABLE = "things"
CREATE: dict[str, Any] = {
    "TableName": TABLE,
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
    "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"},
}
QUEUE = "arn:aws:sqs:us-east-1:000000000000:failures"

Answer = Callable[[list[str]], Any]


class Setting:
    """A table with a stream, a function that keeps what it got, and a dispatcher."""

    def __init__(self, folder: Path, **options: Any) -> None:
        self.now = 1_800_000_000.0
        self.folder = folder
        self.binding = StreamBinding("Work", "Things", TABLE, on_failure=QUEUE, **options)
        self.calls: list[list[str]] = []
        self.events: list[dict[str, Any]] = []
        self.log: list[str] = []
        self.answer: Answer = lambda keys: None
        self.engine = Engine(folder / "tables.db", clock=lambda: self.now)
        self.handle("CreateTable", **CREATE)
        self.handle(
            "UpdateTimeToLive",
            TableName=TABLE,
            TimeToLiveSpecification={"AttributeName": "expires_at", "Enabled": True},
        )
        self.dispatcher = self.start()

    def start(self) -> Dispatcher:
        function = LoadedFunction(Function("Work", "work", Path(), "h.h", {}), self.receive)
        table = Table("Things", TABLE, CREATE)
        stack = Stack("s", self.folder, {"Things": table}, {}, streams=(self.binding,))
        return Dispatcher(stack, {"Work": function}, self.engine, self.folder, lambda: self.now, self.log.append)

    def restart(self) -> None:
        """What a kill leaves: nothing but the files."""
        self.dispatcher.store.close()
        self.dispatcher = self.start()

    def close(self) -> None:
        self.dispatcher.store.close()
        self.engine.close()

    def handle(self, operation: str, **arguments: Any) -> dict[str, Any]:
        status, answer = self.engine.handle(f"DynamoDB_20120810.{operation}", arguments)
        assert status == 200, answer
        return answer

    def put(self, *keys: str, **attributes: Any) -> None:
        for key in keys:
            self.handle(
                "PutItem", TableName=TABLE, Item={"pk": {"S": key}, "v": {"S": str(random.random())}, **attributes}
            )

    def receive(self, event: dict[str, Any], context: object) -> Any:
        keys = [record["dynamodb"]["Keys"]["pk"]["S"] for record in event["Records"]]
        self.calls.append(keys)
        self.events.append(event)
        answer = self.answer(keys)
        event["Records"].clear()  # the function owns its event
        return answer

    def steps(self, count: int = 50) -> None:
        for _ in range(count):
            if not self.dispatcher.step():
                return

    def run(self, seconds: int = 600) -> None:
        """Let time pass while the dispatcher works."""
        for _ in range(seconds):
            self.steps()
            self.now += 1

    def report(self, *bad: str) -> Answer:
        """Answer as Powertools' batch processor does, with the sequence numbers of the failed items."""

        def answer(keys: list[str]) -> dict[str, Any]:
            records = self.events[-1]["Records"]
            numbers = [record["dynamodb"]["SequenceNumber"] for record in records]
            failed = [number for key, number in zip(keys, numbers, strict=True) if key in bad]
            return {"batchItemFailures": [{"itemIdentifier": number} for number in failed]}

        return answer


Make = Callable[..., Setting]


def fail(*bad: str) -> Answer:
    def answer(keys: list[str]) -> None:
        if not bad or set(bad) & set(keys):
            raise ValueError("mary")

    return answer


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    made: list[Setting] = []

    def setting(**options: Any) -> Setting:
        made.append(Setting(tmp_path / str(len(made)), **options))
        return made[-1]

    (tmp_path / "0").mkdir()
    (tmp_path / "1").mkdir()
    yield setting
    for each in made:
        each.close()


def test_the_event_is_lambdas(make: Make) -> None:
    setting = make()
    seen: list[dict[str, Any]] = []
    setting.receive = lambda event, context: seen.append(event)  # type: ignore[method-assign]
    setting.restart()
    setting.put("a")
    setting.steps()

    (record,) = seen[0]["Records"]
    assert record["eventSource"] == "aws:dynamodb"
    assert record["eventName"] == "INSERT"
    assert record["eventSourceARN"].startswith("arn:aws:dynamodb:")
    assert f":table/{TABLE}/stream/" in record["eventSourceARN"]
    assert record["dynamodb"]["Keys"] == {"pk": {"S": "a"}}
    assert record["dynamodb"]["StreamViewType"] == "KEYS_ONLY"
    assert "NewImage" not in record["dynamodb"]


def test_expiry_is_marked_as_aws_marks_it(make: Make) -> None:
    setting = make()
    seen: list[dict[str, Any]] = []
    setting.receive = lambda event, context: seen.extend(event["Records"])  # type: ignore[method-assign]
    setting.restart()
    setting.put("a", expires_at={"N": str(int(setting.now) + 60)})
    setting.run(90)

    assert [record["eventName"] for record in seen] == ["INSERT", "REMOVE"]
    assert seen[1]["userIdentity"] == {"type": "Service", "principalId": "dynamodb.amazonaws.com"}
    assert setting.handle("GetItem", TableName=TABLE, Key={"pk": {"S": "a"}}).get("Item") is None


def test_batches_are_as_large_as_the_template_says(make: Make) -> None:
    setting = make(batch_size=3)
    setting.put(*"abcdefg")
    setting.steps()

    assert setting.calls == [list("abc"), list("def"), list("g")]


def test_the_window_waits_for_more_but_not_when_full(make: Make) -> None:
    setting = make(batch_size=3, window_seconds=5)
    setting.put("a")
    setting.steps()
    setting.now += 4
    setting.put("b")
    setting.steps()
    assert setting.calls == []

    setting.now += 1
    setting.steps()
    assert setting.calls == [["a", "b"]]

    setting.put("c", "d", "e", "f")
    setting.steps()
    assert setting.calls[1:] == [["c", "d", "e"]]


def test_filters(make: Make) -> None:
    pattern = {"eventName": ["INSERT"], "dynamodb": {"Keys": {"pk": {"S": [{"prefix": "x"}]}}}}
    setting = make(filters=(pattern,))
    setting.put("x1", "a", "x2", "x1", "b")
    setting.steps()
    setting.restart()
    setting.steps()

    assert setting.calls == [["x1", "x2"]]


def test_a_checkpoint_survives_a_kill(make: Make) -> None:
    setting = make(batch_size=2)
    setting.put(*"abcd")
    setting.dispatcher.step()
    assert setting.calls == [["a", "b"]]

    setting.restart()
    setting.steps()
    setting.restart()
    setting.steps()

    assert setting.calls == [["a", "b"], ["c", "d"]]


def test_a_kill_in_the_middle_of_a_call_repeats_it(make: Make) -> None:
    setting = make()

    def killed(keys: list[str]) -> None:
        raise KeyboardInterrupt

    setting.put("a")
    setting.answer = killed
    with pytest.raises(KeyboardInterrupt):
        setting.steps()
    setting.answer = lambda keys: None
    setting.restart()
    setting.steps()

    assert setting.calls == [["a"], ["a"]]


def test_a_table_of_the_same_name_is_read_from_its_beginning(make: Make) -> None:
    setting = make()
    setting.put(*"abc")
    setting.steps()
    checkpoints = setting.folder / "dispatcher.db"
    setting.close()

    other = make()
    other.dispatcher.store.close()
    (other.folder / "dispatcher.db").write_bytes(checkpoints.read_bytes())
    other.now += 5  # the stream's label is the second it was made in
    other.engine.close()
    other.engine = Engine(other.folder / "new.db", clock=lambda: other.now)
    other.handle("CreateTable", **CREATE)
    other.put("d")
    other.dispatcher = other.start()
    other.steps()

    assert other.calls == [["d"]]


def test_latest_skips_what_was_there_but_nothing_after(make: Make) -> None:
    setting = make(start="LATEST")
    setting.put("old")
    setting.steps()
    setting.restart()
    setting.put("new")  # between two starts, before any batch
    setting.restart()
    setting.steps()

    assert setting.calls == [["new"]]


class TestFailures:
    def test_a_batch_is_repeated_until_it_succeeds_before_later_ones(self, make: Make) -> None:
        setting = make(batch_size=2)
        setting.answer = fail("a")
        setting.put(*"abc")
        setting.run(8)
        assert setting.calls == [["a", "b"]] * 4  # at 0, 1, 3 and 7 seconds

        setting.answer = lambda keys: None
        setting.run(20)
        assert setting.calls[4:] == [["a", "b"], ["c"]]

    def test_retries_end_and_the_destination_gets_the_place_but_no_content(self, make: Make) -> None:
        setting = make(batch_size=2, retries=2)
        setting.answer = fail("a")
        setting.put(*"abc")
        setting.run(60)

        assert setting.calls == [["a", "b"]] * 3 + [["c"]]
        (failure,) = setting.dispatcher.store.failures()
        assert failure["destination"] == QUEUE
        context, info = failure["body"]["requestContext"], failure["body"]["DDBStreamBatchInfo"]
        assert context["condition"] == "RetryAttemptsExhausted"
        assert context["approximateInvokeCount"] == 3
        assert info["batchSize"] == 2
        assert info["startSequenceNumber"] < info["endSequenceNumber"]
        assert "mary" not in str(failure) + str(setting.log)
        assert any("gave up 2 records" in line for line in setting.log)

    def test_no_retry_at_all(self, make: Make) -> None:
        setting = make(retries=0)
        setting.answer = fail()
        setting.put("a")
        setting.run(30)

        assert setting.calls == [["a"]]
        assert len(setting.dispatcher.store.failures()) == 1

    def test_records_that_are_too_old_are_given_up(self, make: Make) -> None:
        setting = make(max_age_seconds=60)
        setting.answer = fail()
        setting.put("a")
        setting.run(200)

        (failure,) = setting.dispatcher.store.failures()
        assert failure["body"]["requestContext"]["condition"] == "RecordAgeExceeded"
        count = len(setting.calls)
        setting.run(100)
        assert len(setting.calls) == count

    def test_old_records_leave_the_batch_and_young_ones_stay(self, make: Make) -> None:
        setting = make(max_age_seconds=60, window_seconds=61)
        setting.put("old")
        setting.steps()
        setting.now += 58
        setting.put("young")
        setting.run(10)

        assert setting.calls == [["young"]]
        assert len(setting.dispatcher.store.failures()) == 1

    def test_bisecting_finds_the_record(self, make: Make) -> None:
        setting = make(batch_size=8, retries=1, bisect=True)
        setting.answer = fail("f")
        setting.put(*"abcdefgh")
        setting.run(60)

        done = [keys for keys in setting.calls if "f" not in keys]
        assert [key for keys in done for key in keys] == list("abcdegh")  # in order, each once
        assert setting.calls.count(["f"]) == 2
        (failure,) = setting.dispatcher.store.failures()
        assert failure["body"]["DDBStreamBatchInfo"]["batchSize"] == 1

    def test_a_reported_item_is_where_the_repeat_begins(self, make: Make) -> None:
        setting = make(report_item_failures=True, retries=2)
        setting.put(*"abcd")
        setting.answer = setting.report("c")
        setting.run(60)

        assert setting.calls == [list("abcd"), list("cd"), list("cd")]
        (failure,) = setting.dispatcher.store.failures()
        assert failure["body"]["DDBStreamBatchInfo"]["batchSize"] == 2

    def test_a_kill_after_a_report_repeats_only_from_there(self, make: Make) -> None:
        setting = make(report_item_failures=True)
        setting.put(*"abcd")
        setting.answer = setting.report("c")
        setting.steps()
        setting.answer = lambda keys: None
        setting.restart()
        setting.run(5)

        assert setting.calls == [list("abcd"), list("cd")]

    @pytest.mark.parametrize(
        "answer", [None, {}, {"batchItemFailures": []}, {"batchItemFailures": None}, {"other": 1}]
    )
    def test_reports_of_success(self, make: Make, answer: object) -> None:
        setting = make(report_item_failures=True)
        setting.put(*"ab")
        setting.answer = lambda keys: answer
        setting.run(10)

        assert setting.calls == [["a", "b"]]

    @pytest.mark.parametrize(
        "answer",
        [
            {"batchItemFailures": [{"itemIdentifier": "unknown"}]},
            {"batchItemFailures": [{"itemIdentifier": ""}]},
            {"batchItemFailures": [{"wrong": "1"}]},
            {"batchItemFailures": ["1"]},
            {"batchItemFailures": "1"},
        ],
    )
    def test_malformed_reports_fail_the_batch(self, make: Make, answer: object) -> None:
        setting = make(report_item_failures=True, retries=1)
        setting.put(*"ab")
        setting.answer = lambda keys: answer
        setting.run(10)

        assert setting.calls == [["a", "b"]] * 2
        assert len(setting.dispatcher.store.failures()) == 1


@pytest.mark.parametrize("seed", range(5))
def test_at_least_once_and_in_order_whatever_fails(make: Make, seed: int) -> None:
    """Random faults, reports and kills: every change arrives, and no key's changes out of order."""
    chance = random.Random(seed)
    setting = make(batch_size=chance.choice((1, 3, 10)), bisect=chance.random() < 0.5, report_item_failures=True)
    done: list[str] = []

    def receive(event: dict[str, Any], context: object) -> Any:
        if chance.random() < 0.3:
            raise ValueError
        records = [record["dynamodb"]["SequenceNumber"] for record in event["Records"]]
        good = chance.randint(0, len(records)) if chance.random() < 0.3 else len(records)
        done.extend(records[:good])
        return {"batchItemFailures": [{"itemIdentifier": number} for number in records[good : good + 1]]}

    setting.receive = receive  # type: ignore[method-assign]
    setting.restart()
    for _ in range(30):
        setting.put(*(f"k{chance.randint(0, 3)}" for _ in range(chance.randint(0, 6))))
        for _ in range(chance.randint(0, 4)):
            setting.dispatcher.step()
        setting.now += chance.choice((0, 1, 5))
        if chance.random() < 0.2:
            setting.restart()
    setting.run(300)

    first = list(dict.fromkeys(done))
    assert first == sorted(first, key=int)
    status, answer = setting.engine.handle("DynamoDBStreams_20120810.ListStreams", {"TableName": TABLE})
    assert status == 200
    assert len(first) == _count(setting, answer["Streams"][0]["StreamArn"])


def _count(setting: Setting, arn: str) -> int:
    _, described = setting.engine.handle("DynamoDBStreams_20120810.DescribeStream", {"StreamArn": arn})
    shard = described["StreamDescription"]["Shards"][0]["ShardId"]
    _, place = setting.engine.handle(
        "DynamoDBStreams_20120810.GetShardIterator",
        {"StreamArn": arn, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON"},
    )
    _, page = setting.engine.handle("DynamoDBStreams_20120810.GetRecords", place)
    return len(page["Records"])


@pytest.mark.requirement("E1")
def test_a_clock_that_steps_back_holds_no_records_up(make: Make) -> None:
    setting = make(batch_size=3, window_seconds=5)
    setting.put("a")
    setting.steps()
    setting.now -= 2 * 3_600
    setting.run(5)
    assert setting.calls == []
    setting.run(2)
    assert setting.calls == [["a"]]

    setting.answer = fail()
    setting.put("b", "c", "d")
    setting.steps()
    setting.now -= 2 * 3_600
    setting.answer = lambda keys: None
    setting.run(3)
    assert setting.calls == [["a"], ["b", "c", "d"], ["b", "c", "d"]]


@pytest.mark.requirement("E1")
def test_expired_items_are_deleted_though_the_clock_stepped_back(make: Make) -> None:
    setting = make()
    setting.run(10)
    setting.now -= 2 * 3_600
    setting.put("a", expires_at={"N": str(int(setting.now) + 10)})
    setting.run(30)

    assert setting.handle("GetItem", TableName=TABLE, Key={"pk": {"S": "a"}}).get("Item") is None


@pytest.mark.requirement("E2")
@pytest.mark.parametrize("report", [False, True])
def test_nothing_is_given_up_while_the_disk_is_full(make: Make, report: bool) -> None:
    """For a day: neither attempts nor ages count, and the function is not called without a pause."""
    setting = make(retries=2, max_age_seconds=3600, bisect=True, report_item_failures=report)
    setting.run(2)

    def full(keys: list[str]) -> Any:
        setting.engine.storage.disk_faults += 1
        return setting.report(*keys)(keys) if report else fail()(keys)

    setting.answer = full
    setting.put("a", "b", "c")
    setting.run(600)
    setting.now += 20 * 3600
    setting.run(60)
    assert len(setting.calls) < 150
    assert set(map(tuple, setting.calls)) == {("a", "b", "c")}

    setting.answer, setting.calls = (lambda keys: None), []
    with contextlib.suppress(SourceError):  # the place in the stream is looked up anew after so long
        setting.run(60)
    setting.run(60)
    assert setting.calls == [["a", "b", "c"]]
    assert setting.dispatcher.store.failures() == []


@pytest.mark.requirement("E2")
def test_no_record_is_lost_where_a_checkpoint_is_not_taken(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    setting = make(report_item_failures=True, retries=5)
    setting.run(2)
    setting.answer = setting.report("b")
    setting.put("a", "b", "c")

    def full(*_values: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as no_room:
        no_room.setattr(setting.dispatcher.store, "set_checkpoint", full)
        for _ in range(3):
            with pytest.raises(sqlite3.OperationalError):
                setting.run(60)
    setting.answer, setting.calls = (lambda keys: None), []
    setting.run(60)

    assert setting.calls == [["a", "b", "c"]]
    setting.restart()
    setting.run(60)
    assert setting.calls == [["a", "b", "c"]]
