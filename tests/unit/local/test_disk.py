"""What the embedded engine and the dispatcher do when the disk takes nothing, and that nothing deleted stays."""

from __future__ import annotations

import errno
import random
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from botocore.exceptions import ClientError

from commonplace.operations.http import fault
from local.disk import DiskWatch, explain, explain_target, fault_of
from local.dispatcher import Store
from local.dynamodb import Engine, connect
from local.dynamodb.disk import DiskFault, api_error, disk_fault
from local.wiping import Wiping

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

TABLE = "notes"


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = Engine(tmp_path / "tables.db")
    yield engine
    engine.close()


@pytest.fixture
def client(engine: Engine) -> Iterator[DynamoDBClient]:
    client = connect(engine)
    create(client)
    yield client
    client.close()


def create(client: DynamoDBClient) -> None:
    client.create_table(
        TableName=TABLE,
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": one, "AttributeType": "S"} for one in ("pk", "sk", "rank")],
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
        GlobalSecondaryIndexes=[
            {
                "IndexName": "by_rank",
                "KeySchema": [{"AttributeName": "rank", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "ALL"},
            }
        ],
        StreamSpecification={"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"},
    )


def put(client: DynamoDBClient, name: str, text: str) -> None:
    client.put_item(TableName=TABLE, Item={"pk": {"S": "p"}, "sk": {"S": name}, "text": {"S": text}})


@pytest.mark.requirement("E2")
def test_a_full_file_refuses_writes_and_then_takes_them(engine: Engine, client: DynamoDBClient) -> None:
    put(client, "first", "kept")
    with engine.storage.writing() as session:
        (pages,) = session.execute("PRAGMA page_count").fetchone()
        session.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(ClientError) as raised:
        put(client, "large", "x" * 100_000)

    assert raised.value.response["Error"]["Code"] == "StorageFullException"
    assert raised.value.response["ResponseMetadata"]["HTTPStatusCode"] == 507
    assert engine.disk_faults == 1
    assert client.get_item(TableName=TABLE, Key={"pk": {"S": "p"}, "sk": {"S": "first"}})["Item"]["text"] == {
        "S": "kept"
    }
    put(client, "second", "x" * 10_000)  # the limit was that connection's


@pytest.mark.requirement("E2")
def test_a_commit_that_fails_leaves_no_open_transaction(engine: Engine, client: DynamoDBClient) -> None:
    """SQLite leaves the transaction open after some faults of a commit; the next one must begin all the same."""
    storage = engine.storage

    class Failing:
        def __init__(self, connection: sqlite3.Connection) -> None:
            self._connection = connection

        def __getattr__(self, name: str) -> object:
            return getattr(self._connection, name)

        def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
            if statement == "COMMIT":
                error = sqlite3.OperationalError("database or disk is full")
                error.sqlite_errorcode = sqlite3.SQLITE_FULL
                raise error
            return self._connection.execute(statement, *values)

    storage._writer = Failing(storage._writer)  # type: ignore[assignment,arg-type]
    with pytest.raises(ClientError, match="full"):
        put(client, "lost", "never acknowledged")

    put(client, "kept", "acknowledged")
    assert client.scan(TableName=TABLE)["Count"] == 1


@pytest.mark.requirement("E2")
@pytest.mark.parametrize(
    ("code", "found", "means"),
    [
        (sqlite3.SQLITE_FULL, None, DiskFault.FULL),
        (sqlite3.SQLITE_FULL, errno.EDQUOT, DiskFault.QUOTA),
        (sqlite3.SQLITE_IOERR_WRITE, errno.EDQUOT, DiskFault.QUOTA),
        (sqlite3.SQLITE_IOERR_SHMSIZE, errno.ENOSPC, DiskFault.FULL),
        (sqlite3.SQLITE_CANTOPEN, errno.ENOSPC, DiskFault.FULL),
        (sqlite3.SQLITE_CANTOPEN, errno.EACCES, DiskFault.READ_ONLY),
        (sqlite3.SQLITE_IOERR_WRITE, errno.EROFS, DiskFault.READ_ONLY),
        (sqlite3.SQLITE_READONLY, None, DiskFault.READ_ONLY),
        (sqlite3.SQLITE_IOERR_READ, None, DiskFault.FAILING),
        (sqlite3.SQLITE_IOERR_FSYNC, errno.EIO, DiskFault.FAILING),
        (sqlite3.SQLITE_CORRUPT, None, None),
        (sqlite3.SQLITE_BUSY, errno.ENOSPC, None),
    ],
)
def test_which_fault_an_error_means(
    code: int, found: int | None, means: DiskFault | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code

    def temporary(**_options: object) -> object:
        raise OSError(found, "said by the system")

    if found is not None:
        monkeypatch.setattr("local.dynamodb.disk.tempfile.TemporaryFile", temporary)

    assert disk_fault(error, tmp_path / "tables.db") is means
    assert list(tmp_path.iterdir()) == []


@pytest.mark.requirement("E2")
@pytest.mark.parametrize(
    ("means", "status", "code"),
    [
        (DiskFault.FULL, 507, "storage.full"),
        (DiskFault.QUOTA, 507, "storage.quota"),
        (DiskFault.READ_ONLY, 507, "storage.read_only"),
        (DiskFault.FAILING, 500, "storage.failed"),
    ],
)
def test_each_fault_has_its_own_words(
    means: DiskFault, status: int, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = api_error(means)
    error = ClientError({"Error": {"Code": said.code, "Message": said.message}}, "PutItem")

    refusal = fault(error, "remember", "request-1")

    assert (refusal.status, refusal.code) == (status, code)
    assert refusal.message != refusal.in_language("de")
    assert capsys.readouterr().out == "", "it is no fault of ours, and every read would log it"
    assert fault_of(error, tmp_path / "tables.db") is means
    texts = {explain(one, tmp_path) for one in DiskFault} | {
        explain_target(one, tmp_path / "b") for one in DiskFault
    }
    assert len(texts) == 8
    assert not any(re.search(r"move\b.*\bfolder", text, re.IGNORECASE) for text in texts)


@pytest.mark.requirement("E2")
def test_the_log_says_once_that_the_disk_is_full(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, lines = [1000.0], list[str]()
    watch = DiskWatch(engine, tmp_path, lambda: now[0], lines.append)
    full: list[DiskFault | None] = [DiskFault.FULL]
    monkeypatch.setattr("local.disk.probe", lambda _folder: full[0])

    def steps(count: int) -> list[str]:
        for _ in range(count):
            now[0] += 1
            watch.step()
        said = list(lines)
        lines.clear()
        return said

    assert steps(20) == []
    engine.storage.disk_faults += 1
    (line,) = steps(20)
    assert "is full" in line
    engine.storage.disk_faults += 1
    assert steps(20) == []
    full[0] = None
    assert steps(20) == ["The disk takes writes again."]
    assert steps(20) == []


def words_in(folder: Path) -> set[bytes]:
    return {word for file in folder.iterdir() for word in re.findall(rb"word\d{5}", file.read_bytes())}


def work(client: DynamoDBClient, seed: int) -> list[str]:
    """Write, rewrite and delete items of all sizes; return the names of those that are left."""
    drawn = random.Random(seed)
    left: list[str] = []
    for number in range(400):
        word = f"word{number:05d}"
        text = f"{word} " * drawn.choice((1, 3, 20, 300, 900))
        item = {"pk": {"S": f"p{drawn.randrange(3)}"}, "sk": {"S": word}, "rank": {"S": f"{drawn.random()}"}}
        client.put_item(TableName=TABLE, Item={**item, "text": {"S": text}})
        left.append(f"{item['pk']['S']} {word}")
        while drawn.random() < 0.4 and left:
            delete(client, left.pop(drawn.randrange(len(left))))
    return left


def delete(client: DynamoDBClient, name: str) -> None:
    partition, word = name.split()
    client.delete_item(TableName=TABLE, Key={"pk": {"S": partition}, "sk": {"S": word}})


def wiping(engine: Engine, folder: Path, lines: list[str], elapsed: list[float]) -> Wiping:
    return Wiping(engine, Store(folder / "dispatcher.db"), (), folder, lines.append, lambda: elapsed[0])


@pytest.mark.requirement("E3")
@pytest.mark.parametrize("seed", range(3))
def test_what_was_deleted_is_in_no_file(engine: Engine, client: DynamoDBClient, tmp_path: Path, seed: int) -> None:
    left = work(client, seed)
    kept = {name.split()[1].encode() for name in left}
    wipe = wiping(engine, tmp_path, [], [0.0])

    assert wipe("erasure") is True

    assert words_in(tmp_path) == kept
    wipe._store.close()


@pytest.mark.requirement("E3")
def test_a_file_of_before_is_written_anew_once(engine: Engine, client: DynamoDBClient, tmp_path: Path) -> None:
    """As a folder that was made by an SQLite whose default is not to overwrite what it deletes."""
    with engine.storage.writing() as session:
        session.execute("DROP TABLE marks")
    with engine.storage.maintaining() as connection:
        connection.execute("PRAGMA secure_delete = OFF")
        engine.storage._writer, own = connection, engine.storage._writer
        left = work(client, 7)
        engine.storage._writer = own
    engine.close()
    engine.truncate_log()
    kept = {name.split()[1].encode() for name in left}
    assert words_in(tmp_path) > kept
    again, elapsed = Engine(engine.storage.path), [0.0]
    assert again.is_rewritten() is False

    worker = wiping(again, tmp_path, [], elapsed)
    worker.step()
    again.trim_records(again.last_record(), {})  # records name the keys for a day
    elapsed[0] = 61.0
    worker.step()

    assert again.is_rewritten() is True
    assert words_in(tmp_path) == kept
    written = rewritten_at(again)
    worker._store.close()
    third = wiping(again, tmp_path, [], elapsed)
    third.step()
    assert rewritten_at(again) == written
    third._store.close()
    again.close()


def rewritten_at(engine: Engine) -> float:
    with engine.storage.reading() as session:
        return float(session.execute("SELECT max(at) FROM marks").fetchone()[0])


@pytest.mark.requirement("E2", "E3")
def test_without_room_an_old_file_waits(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with engine.storage.writing() as session:
        session.execute("DELETE FROM marks")
    lines, elapsed = list[str](), [0.0]
    worker = wiping(engine, tmp_path, lines, elapsed)

    def full() -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    with monkeypatch.context() as without_room:
        without_room.setattr(engine, "rewrite", full)
        for _ in range(50):
            elapsed[0] += 1
            worker.step()
        assert [("it is tried again" in line, "is full" in line) for line in lines] == [(True, True)]
        assert worker("erasure") is False
    elapsed[0] += 600
    worker.step()
    assert engine.is_rewritten() is True
    assert worker("erasure") is True
    worker._store.close()


@pytest.mark.requirement("E3")
def test_a_file_is_not_written_anew_all_the_time(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time makes writers wait, so it rests ten times as long; one time serves all that waits for it."""
    lines, elapsed, times = list[str](), [0.0], list[float]()

    def rewrite() -> None:
        times.append(elapsed[0])
        elapsed[0] += 2.0

    monkeypatch.setattr(engine, "rewrite", rewrite)
    wipe = wiping(engine, tmp_path, lines, elapsed)
    assert wipe("a") is True
    answers = []
    while len(times) < 2:
        answers += [wipe("b"), wipe("c")]
        elapsed[0] += 1
    assert answers == [False] * (len(answers) - 2) + [True, True]
    assert times == [0.0, 22.0]
    wipe._store.close()
